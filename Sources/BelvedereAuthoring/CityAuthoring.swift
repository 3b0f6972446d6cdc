import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON
import Foundation

/// Makes the city of an authored scene: roads, buildings, landmarks and trees.
public struct CityAuthoring: Sendable {
  /// The origin of the metric frame in which the city is laid out.
  public static let origin = Coordinate(latitude: 37.77, longitude: -122.44)

  /// The names and texts of the generated files.
  public let files: [(name: String, text: String)]
  /// What was made, for messages and tests.
  public let summary: String
  /// The number of buildings and of trees.
  public let buildingCount, treeCount: Int
  /// The bridge over the Golden Gate.
  public let goldenGate: CityGoldenGateBridge
  /// The landmarks.
  public let landmarks: CityLandmarks
  package let buildings: [CityBuilding]
  package let streets: [CityStreet]
  package let ground: CityGround

  /// Makes the files of a scene's folder and writes them.
  ///
  /// - Returns: what was made, in a sentence.
  public static func run(folder: URL) throws -> String {
    let city = try CityAuthoring(folder: folder)
    for file in city.files {
      try Data(file.text.utf8).write(to: folder.appendingPathComponent(file.name))
    }
    return city.summary
  }

  /// Makes the city from `source/` in a scene's folder.
  ///
  /// `land.geojson` in the folder, where there is one, keeps the city off the water.
  public init(folder: URL) throws {
    func source(_ name: String) throws -> CitySource {
      try CitySource(contentsOf: folder.appendingPathComponent("source/\(name)"))
    }
    let frame = LocalFrame(origin: Self.origin)
    let land = folder.appendingPathComponent("land.geojson")
    ground = try CityGround(
      frame: frame, parks: source("open-areas.json"),
      land: FileManager.default.fileExists(atPath: land.path)
        ? CitySource(contentsOf: land) : nil)

    let grids = try source("grids.json").required("grids").array().map {
      try CityGrid($0, in: frame)
    }
    var streets = try source("roads.json").required("roads").array().map {
      try CityRoads.street($0, in: frame)
    }
    for (i, grid) in grids.enumerated() {
      // The first region has the place: a later grid's streets end where an earlier one begins.
      let earlier = grids[..<i].map(\.polygon)
      streets += grid.streets(on: ground, outside: earlier)
    }
    self.streets = streets

    landmarks = try CityLandmarks(source: source("landmarks.json"), frame: frame)
    let bridges = try source("bridges.json")
    goldenGate = try CityGoldenGateBridge(source: bridges.required("goldenGate"))
    let bay = try CityBayBridge(source: bridges.required("bay"))
    let sutro = try bridges.required("sutroTower")
    let tower = CitySutroTower(
      at: try sutro.required("at").coordinate(), base: try sutro.required("base").number(),
      heading: try sutro.required("heading").number(),
      height: try sutro.required("height").number())

    var obstacles = CityIndex()
    for street in streets { CityRoads.insert(street, into: &obstacles) }
    for footprint in landmarks.footprints { obstacles.insert(footprint) }
    let look = try source("buildings.json")
    let styles = try look.required("styles").members()
    var profiles: [String: CityProfile] = [:]
    for (name, profile) in try look.required("profiles").members() {
      profiles[name] = try CityProfile(profile, styles: styles.map(\.name))
    }
    let zones = try source("grids.json").required("zones").array().map { zone in
      (
        profile: try zone.required("profile").string(),
        polygon: CityPolygon(try zone.required("polygon").coordinates(), in: frame)
      )
    }
    var builder = CityBuilder(
      ground: ground, profiles: profiles, obstacles: obstacles, zones: zones)
    for street in streets where !street.front.isEmpty {
      try builder.front(street)
    }
    for grid in grids {
      if grid.bend == 0 { try builder.fill(grid) }
    }
    buildings = builder.buildings
    buildingCount = buildings.count

    let trees = try CityTrees(
      source: source("groves.json"), ground: ground, obstacles: obstacles)
    treeCount = trees.count

    let beams = goldenGate.beams + bay.beams + tower.beams
    let fragment =
      "{\"belvedere\":1,\n\"buildings\":[\n"
      + landmarks.parts.map(\.text).joined(separator: ",\n") + "\n],\n\"beams\":[\n"
      + beams.map(\.text).joined(separator: ",\n") + "\n]}\n"
    files = [
      ("roads.geojson", CityRoads.text(streets, in: frame)),
      ("blocks.json", try CityBlocks.text(builder.buildings, styles: styles, frame: frame)),
      ("landmarks.json", fragment),
      ("trees.json", trees.text()),
    ]
    let sizes = files.map { "\($0.name) \($0.text.utf8.count / 1000) kB" }
    summary =
      "\(buildings.count) buildings, \(streets.count) streets, \(trees.count) trees, "
      + "\(landmarks.parts.count) landmark parts, \(beams.count) beams; "
      + sizes.joined(separator: ", ")
  }
}
