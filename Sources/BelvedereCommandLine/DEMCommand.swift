import ArgumentParser
import Belvedere
import BelvedereFiles
import BelvedereJSON

/// `belvedere dem`
struct DEMCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dem", abstract: "Look into files of elevations.",
    subcommands: [DEMSampleCommand.self])
}

/// `belvedere dem sample`
struct DEMSampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sample", abstract: "Show the ground's elevation at a place.",
    discussion: """
      EXAMPLE
        belvedere dem sample N37W123.hgt --at 37.9236,-122.5965
        belvedere dem sample tiles/ --encoding terrarium --at 37.9236,-122.5965
      """)

  @Argument(
    help: """
      An .hgt tile, zipped or not, a GeoTIFF file, an Esri grid, or a folder of them; a folder of \
      {z}/{x}/{y}.png, an .mbtiles or a .pmtiles file of elevation tiles; a URL with {z}, {x}, {y}.
      """)
  var file: String

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The place.", valueName: "lat,lon"), transform: NumberList.coordinate)
  var at: Coordinate

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What the file's coordinates mean, where it does not say.", valueName: "EPSG:code"))
  var crs: String?

  @OptionGroup var tiles: TileOptions

  @Flag(name: .long, help: "Write the result as JSON.")
  var json = false

  func validate() throws {
    if let crs, CoordinateReferenceSystem(text: crs) == nil {
      throw ValidationError(
        "--crs takes EPSG:4326 (longitude and latitude), EPSG:3857 (Web Mercator) or a zone of UTM "
          + "such as EPSG:32610, got \"\(crs)\"")
    }
    if crs != nil, InputFile.kind(of: file) == .folder {
      throw ValidationError("--crs goes with one file, not with a folder")
    }
  }

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
    if InputFile.kind(of: file) == .folder {
      let loaded = try SceneLoader(fillsVoids: false).load(SceneSources(elevation: [file]))
      loaded.warnings.forEach { Terminal().warn($0.description) }
      return loaded.scene.ground.elevation(latitude: at.latitude, longitude: longitude)
    }
    let opened = try ElevationFile.open(
      file, options: .init(system: crs.flatMap { CoordinateReferenceSystem(text: $0) }))
    opened.warnings.forEach { Terminal().warn("\(file): \($0)") }
    return try opened.model().value(latitude: at.latitude, longitude: longitude)
  }
}
