import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereJSON

/// `belvedere dem sample`
struct DEMSampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Show the ground's elevation at a place.",
    discussion: """
      EXAMPLES
        belvedere dem sample N37W123.hgt --at 37.9236,-122.5965
        belvedere dem sample tiles/ --encoding terrarium --at 37.9236,-122.5965
      """)

  @Argument(help: "\(DEMInput.kinds) Or a URL with {z}, {x}, {y}.")
  var file: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The place.", valueName: "lat,lon"), transform: NumberList.coordinate)
  var at: Coordinate

  @OptionGroup var system: DEMSystemOption
  @OptionGroup var tiles: TileOptions

  @Flag(name: .long, help: "Write the result as JSON.")
  var json = false

  func run() throws {
    if let pyramid = try tiles.open(file) {
      let sample = try TileElevation.Sample.of(pyramid, at: at)
      return try show(sample.elevation, sample.members)
    }
    try show(sample(), [])
  }

  private func show(_ elevation: Double?, _ more: [JSONMember]) throws {
    guard json else {
      return try Terminal.output((elevation.map { "\($0) m" } ?? "null") + "\n")
    }
    let members = [
      JSONMember(name: "coordinate", value: CameraJSON.value(at)),
      JSONMember(name: "elevation", value: elevation.map { .number($0) } ?? nil),
    ]
    try Terminal.output(JSONWriter.line(JSONValue(.object(members + more))) + "\n")
  }

  private func sample() throws -> Double? {
    let longitude = wrappedLongitude(at.longitude)
    if DEMInput.holdsSeveral(file) {
      try system.refuse(with: file)
      let loaded = try SceneLoader(fillsVoids: false).load(DEMInput.sources(file))
      loaded.warnings.forEach { Terminal().warn($0.description) }
      return loaded.scene.ground.elevation(latitude: at.latitude, longitude: longitude)
    }
    let opened = try ElevationFile.open(file, options: .init(system: system.value))
    opened.warnings.forEach { Terminal().warn("\(file): \($0)") }
    return try opened.model().value(latitude: at.latitude, longitude: longitude)
  }
}
