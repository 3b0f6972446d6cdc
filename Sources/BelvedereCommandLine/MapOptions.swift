import ArgumentParser
import Belvedere
import BelvedereFiles

/// What kind of map is drawn. What is given replaces the part of the scene's configuration that it names.
struct MapOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The kind of map: drawn; pictures from above with roads and names; or these alone. (default: the "
        + "scene's, standard; imagery with --imagery)", valueName: "standard|hybrid|imagery"))
  var map: MapConfiguration.Kind?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Pictures from above for hybrid and imagery maps: colour tiles in a folder of {z}/{x}/{y}.png, an "
        + ".mbtiles or a .pmtiles file. (default: the scene's)", valueName: "tiles"))
  var imagery: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Of a standard map: muted ones are pale, so that what lies over them stands out.",
      valueName: "default|muted"))
  var emphasis: MapConfiguration.EmphasisStyle?

  @Option(
    name: .long,
    help: ArgumentHelp("Of a standard map: by day or by night.", valueName: "light|dark"))
  var appearance: MapConfiguration.Appearance?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Which points of interest are shown: all, none, including:CATEGORY,… or excluding:CATEGORY,… of "
        + "MapKit's 73 categories, such as including:museum,cafe.", valueName: "filter"),
    transform: { text in
      do {
        if let filter = try PointOfInterestFilter(text: text) { return filter }
      } catch {
        throw ValidationError("\(error)")
      }
      throw ValidationError("expected all, none, including:CATEGORY,… or excluding:CATEGORY,…")
    })
  var pointsOfInterest: PointOfInterestFilter?

  @Flag(
    name: .long, inversion: .prefixedNo, exclusivity: .exclusive,
    help: """
      Draw the seas and countries of the world beyond the data, but on maps of relief. (default: the \
      scene's; no of bare data)
      """
  )
  var world: Bool?

  @Flag(name: .long, help: "Leave names out.")
  var hideLabels = false

  @Flag(name: .long, help: "Colour roads by the traffic on them, where the scene knows it.")
  var showTraffic = false

  @Flag(name: .long, help: "Leave buildings out.")
  var hideBuildings = false

  @Flag(name: .long, help: "Leave the scene's overlays out.")
  var hideOverlays = false

  @Flag(
    name: .long,
    help: "Draw the ground flat where the scene has overlays that are not routes, as MapKit does.")
  var flattenUnderOverlays = false

  /// The scene's configuration with what the options say instead; `nil` where they say nothing.
  ///
  /// - Parameter elevationStyle: as asked for on its own, from 0 to 1; `nil` for the configuration's.
  func configuration(for scene: Scene, elevationStyle: Double?) throws -> MapConfiguration? {
    var parts = ConfigurationParts()
    let tiles = try imagery.map(Self.tiles)
    parts.kind = map ?? (tiles == nil ? nil : .imagery)
    parts.emphasisStyle = emphasis
    parts.appearance = appearance
    parts.pointOfInterestFilter = pointsOfInterest
    if hideLabels { parts.showsLabels = false }
    if showTraffic { parts.showsTraffic = true }
    if hideBuildings { parts.showsBuildings = false }
    // How much of it is drawn is said beside the configuration.
    if elevationStyle != nil { parts.elevationStyle = .realistic }
    guard !parts.isEmpty else { return nil }
    do {
      return try parts.applied(to: scene.configuration, imagery: tiles ?? scene.imagery)
    } catch {
      throw CommandFailure(.usage, "\(error)")
    }
  }

  /// What is asked for and cannot be seen.
  func warnings(for scene: Scene) -> [String] {
    var warnings: [String] = []
    if world == true, scene.relief != nil {
      warnings.append(
        "--world: maps of relief have no world around them; --no-relief draws a map that has")
    }
    // Streamed roads may have traffic that is not read yet.
    if showTraffic, !scene.roads.contains(where: { $0.traffic != nil }),
      !scene.streamed.contains(where: { $0.kind == .roads })
    {
      warnings.append(
        "--show-traffic: no road of the scene has traffic; it is their attribute traffic or congestion: low, moderate, "
          + "heavy, severe or closed")
    }
    return warnings
  }

  /// Colour tiles that an option names.
  static func tiles(_ path: String) throws -> RasterTiles {
    do {
      return try RasterTiles(path: path)
    } catch let error as TerrainFileError {
      throw CommandFailure(.inputRefused, "--imagery: \(error)")
    }
  }
}

extension MapConfiguration.Kind: ExpressibleByArgument {}
extension MapConfiguration.EmphasisStyle: ExpressibleByArgument {}
extension MapConfiguration.Appearance: ExpressibleByArgument {}
