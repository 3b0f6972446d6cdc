import ArgumentParser
import Belvedere
import BelvedereJSON

/// `belvedere dem sample`
struct DEMSampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Show the ground's elevation at a place.",
    discussion: """
      EXAMPLE
        belvedere dem sample N37W123.hgt --at 37.9236,-122.5965
      """)

  @OptionGroup var input: DEMInput

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The place.", valueName: "lat,lon"), transform: NumberList.coordinate)
  var at: Coordinate

  @Flag(name: .long, help: "Write the result as JSON.")
  var json = false

  func run() throws {
    let loaded = try input.load(fillsVoids: false)
    let elevation = loaded.scene.ground.elevation(
      latitude: at.latitude, longitude: wrappedLongitude(at.longitude))
    if json {
      let value: JSONValue = [
        "coordinate": CameraJSON.value(at), "elevation": elevation.map { .number($0) } ?? nil,
      ]
      try Terminal.output(JSONWriter.line(value) + "\n")
    } else {
      try Terminal.output((elevation.map { "\($0) m" } ?? "null") + "\n")
    }
  }
}
