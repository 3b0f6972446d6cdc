import ArgumentParser
import Belvedere
import BelvedereFiles

/// `belvedere plan`
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Plan a flight of the camera, check it, and draw charts of it.",
    discussion: """
      A flight leads from one camera to another in a style, or through the waypoints of a JSON file: an \
      array of cameras {"centerCoordinate": {"latitude", "longitude"}, "distance", "pitch", "heading"}, \
      each with what it likes of "fieldOfView", "hold" (s), "stop", "duration" (s, of the way there), \
      "speed" (m/s, of the straight way there) and "turn" ("shortest", "clockwise", "counterclockwise" or degrees), alone or as \
      "waypoints" of an object. Between waypoints that are so far apart that it saves time the flight rises and \
      comes down again, unless the "duration" or "speed" lets it stay low; --max-distance bounds how high, and the \
      distance of the waypoints forbids it. The JSON that \
      this command writes is read again as the same flight by its "knots", cameras with "velocity" and \
      "acceleration"; without them by its "samples", whose speed in between is another one, or by its "keyframes" \
      alone, by another way.

      {"shots": […]} are shots one after another, each with its kind as "shot", what that needs, and what \
      it likes of "camera" (where it begins: without, where the one before ends) and "duration" (s): \
      "hold" ("seconds"), "transition" ("to", a camera; "style" as below), "waypoints", "orbit" \
      ("degrees"; "distance", "pitch" at its end), "dollyZoom" ("distance"), "crane" ("altitude"), \
      "follow" ("route", "distance"; "pitch", "lookAhead" in metres) and "showBoth" ("to"; "pitch", \
      "hold"). A route is an array of coordinates, a file beside this one, or {"overlay": "name"} of \
      --scene.

      A track of GPX, or a line of GeoJSON or KML, is followed with the view turned to where it leads.

      Flights of other programs are read and written by the file's ending: .kml (tours and views), .czml, \
      .gltf (.glb is read, too), .maplibre.json, .mapkit.json, images.txt (COLMAP, with cameras.txt \
      beside it), transforms.json (NeRF), .csv. What a file cannot hold is said. A flight that was read \
      keeps its own times and cameras; its limits of motion are reported, and judged with --check.

      Over elevations the flight is raised until it keeps --clearance for all times, by a proof, or the \
      place is named where it cannot. With --check or --require the exit status is 1 for a flight that \
      does not pass.

      EXAMPLES
        belvedere plan --from 46.55,7.98,4000,60,180 --to 46.6,8.05,2500,65,90
        belvedere plan --from 46.55,7.98,4000,60,180 --to 46.6,8.05,2500,65 \\
          --dem N46E007.hgt --clearance 200 --charts flight.svg
        belvedere plan tour.json --check --require maximumDuration=60
        belvedere plan tour.json -o frames.csv --fps 60
        belvedere plan hike.gpx --distance 900 --dem N46E007.hgt --clearance 150 \\
          -o hike.json
        belvedere plan shots.json --scene Scenes/san-francisco/crossing.json \\
          --charts shots.png
        belvedere plan tour.kml --dem N46E007.hgt --charts tour.png -o tour.czml
        cat tour.json | belvedere plan - -o - | jq .duration
      """)

  @Argument(
    help: """
      Waypoints or shots as JSON, a flight in another program's form, or a route; - reads standard input.
      """)
  var waypoints: String?

  @OptionGroup(title: "Flight") var flight: PlanFlightOptions
  @OptionGroup(title: "The flight's file") var source: FlightSourceOptions
  @OptionGroup(title: "Ground") var ground: PlanGroundOptions

  @Option(
    name: [.short, .long],
    help: """
      Write the flight: .json (keyframes, and cameras along it), .csv (a camera a line), or as other \
      programs have it, see above; - writes to standard output.
      """)
  var output: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What is written. (default: by the file's name; json of a name without an ending)",
      valueName: FlightFormat.choices))
  var format: FlightFormat?

  @Flag(name: .long, help: "Write .kml with the eye's Camera, not with LookAt.")
  var kmlCamera = false

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Cameras a second that are written. (default: 30 in .json, .csv and for vision, 10 elsewhere)",
      valueName: "n"),
    transform: { try RangedNumber.positive($0, "a number", upTo: 10_000) })
  var fps: Double?

  @Option(
    name: .long,
    help: """
      Draw charts and the track on a map: .svg, or .png with two pixels a point; - writes SVG to standard \
      output. May be repeated.
      """)
  var charts: [String] = []

  @Flag(
    name: .long,
    help: """
      Fail unless the flight keeps the limits of motion within 1 %, is continuous with velocity and \
      acceleration, does not pulsate (maximumTurnRate=1.5), keeps --clearance and --seen, and all ground below it is known.
      """)
  var check = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      """
      Fail unless a threshold is kept: minimumDuration, maximumDuration, maximumLength, \
      minimumClearance, maximumUnknownGround, minimumVisibility, maximumPitch, minimumDistance, maximumDistance, \
      maximumSpeed, maximumTurnRate (turns of a rate a second, beyond four), maximumJump, or the peak of \(PlanThreshold.quantities). May be repeated.
      """, valueName: "name=value"),
    transform: PlanThreshold.init(parsing:))
  var require: [PlanThreshold] = []

  @OptionGroup var memory: MemoryOption
  @OptionGroup var messages: MessageOptions

  /// What is written where the output says none.
  var outputFormat: FlightFormat {
    format ?? output.flatMap { FlightFormat(fileName: $0) } ?? .json
  }

  func validate() throws {
    if waypoints == nil {
      guard flight.from != nil, flight.to != nil else {
        throw ValidationError("give --from and --to, or a file of waypoints")
      }
    } else if flight.from != nil || flight.to != nil {
      throw ValidationError(
        "--from and --to make a flight without a file of waypoints; give one or the other")
    }
    try flight.check(hasWaypoints: waypoints != nil, source)
    try ground.check()
    if let output, output != "-", format == nil, let ending = OutputName.ending(of: output),
      FlightFormat(fileName: output) == nil
    {
      throw ValidationError(
        "a flight is written as .json, .maplibre.json, .mapkit.json, .csv, .kml, .czml, .gltf, images.txt or "
          + "transforms.json, not as .\(ending); change the ending, or say with --format which of them it is"
      )
    }
    if output != nil, outputFormat == .glb {
      throw ValidationError("flights are written as .gltf; change the ending")
    }
    try source.check()
    for name in charts where name != "-" {
      guard let ending = OutputName.ending(of: name), ending != "svg", ending != "png" else {
        continue
      }
      throw ValidationError(
        "charts are drawn as SVG or PNG, not as .\(ending); end the name in .svg or .png")
    }
    let standard = [output == "-", messages.json].count { $0 } + charts.count { $0 == "-" }
    if standard > 1 {
      throw ValidationError("-o -, --charts - and --json all write to standard output; give one")
    }
    if fps != nil, output == nil { throw ValidationError("--fps says how -o is written; give -o") }
  }

  func run() throws { try PlanJob(command: self).run() }
}

extension FlightFormat: ExpressibleByArgument {
  static let choices = allCases.map(\.rawValue).joined(separator: "|")
}

/// A threshold of a check.
struct PlanThreshold: Sendable {
  let name: String
  let value: Double

  static let quantities = MotionQuantity.allCases.map(\.rawValue).joined(separator: ", ")

  private static let fields: [String: WritableKeyPath<FlightThresholds, Double?> & Sendable] = [
    "minimumDuration": \.minimumDuration, "maximumDuration": \.maximumDuration,
    "maximumLength": \.maximumLength, "minimumClearance": \.minimumClearance,
    "maximumUnknownGround": \.maximumUnknownGround, "minimumVisibility": \.minimumVisibility,
    "maximumPitch": \.maximumPitch,
    "minimumDistance": \.minimumDistance, "maximumDistance": \.maximumDistance,
    "maximumSpeed": \.maximumSpeed, "maximumTurnRate": \.maximumTurnRate,
    "maximumJump": \.maximumJump,
  ]

  init(parsing text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let names = Self.fields.keys.sorted() + MotionQuantity.allCases.map(\.rawValue)
    guard parts.count == 2, let number = Double(parts[1]), number.isFinite else {
      throw ValidationError("expected NAME=NUMBER, such as maximumDuration=60")
    }
    name = String(parts[0])
    value = number
    guard names.contains(name) else {
      let hint = closestMatch(to: name, among: names).map { "; did you mean \($0)?" }
      throw ValidationError(
        "\(name.prefix(40)) is no threshold\(hint ?? "; those there are: \(names.joined(separator: ", "))")"
      )
    }
  }

  func apply(to thresholds: inout FlightThresholds) {
    if let field = Self.fields[name] {
      thresholds[keyPath: field] = value
    } else {
      thresholds.maximumRates[name] = value
    }
  }
}
