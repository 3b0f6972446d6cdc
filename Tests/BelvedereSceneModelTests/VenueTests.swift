import BelvedereAnnotations
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Indoor venues") struct VenueTests {
  private static func square(_ x: Double, _ y: Double, _ size: Double) -> String {
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1), (0, 0)].map {
      "[\(x + $0.0 * size), \(y + $0.1 * size)]"
    }
    return #"{"type": "Polygon", "coordinates": [[\#(corners.joined(separator: ","))]]}"#
  }

  private static func feature(_ id: String, _ geometry: String, _ properties: String) -> String {
    #"{"type": "Feature", "id": "\#(id)", "geometry": \#(geometry), "properties": {\#(properties)}}"#
  }

  /// Two floors with a room each, a café in the lower one.
  private static func archive() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/hall", withIntermediateDirectories: true)
    func write(_ name: String, _ features: [String]) throws {
      try folder.write(
        "hall/\(name).geojson",
        #"{"type": "FeatureCollection", "features": [\#(features.joined(separator: ","))]}"#)
    }
    try folder.write("hall/manifest.json", #"{"version": "1.0.0", "language": "de"}"#)
    try write(
      "level",
      [
        feature(
          "l0", square(10, 50, 0.001), #""ordinal": 0, "short_name": {"en": "G"}, "name": null"#),
        feature(
          "l1", square(10, 50, 0.001),
          #""ordinal": 1, "short_name": {"en": "1"}, "name": {"de": "Oben"}"#),
      ])
    try write(
      "unit",
      [
        feature(
          "u0", square(10, 50, 0.0005),
          #""level_id": "l0", "category": "room", "name": {"en": "Hall", "de": "Saal"}"#),
        feature(
          "u1", square(10, 50, 0.0005),
          #""level_id": "l1", "category": "room", "name": {"en": "Attic"}"#),
        feature(
          "u2", square(10.0006, 50, 0.0002),
          #""level_id": "l0", "category": "foodservice", "name": {"en": "Unit 2"}"#),
      ])
    try write(
      "opening",
      [
        feature(
          "o0", #"{"type": "LineString", "coordinates": [[10.0001, 50], [10.0002, 50]]}"#,
          #""level_id": "l0""#)
      ])
    try write(
      "anchor",
      [
        feature(
          "a0", #"{"type": "Point", "coordinates": [10.0007, 50.0001]}"#, #""unit_id": "u2""#),
        feature(
          "a1", #"{"type": "Point", "coordinates": [10.0002, 50.0001]}"#, #""unit_id": "u1""#),
      ])
    try write(
      "occupant",
      [
        feature(
          "c0", "null", #""anchor_id": "a0", "category": "restaurant", "name": {"en": "Café"}"#),
        feature("c1", "null", #""anchor_id": "a1", "category": "bank", "name": {"en": "Bank"}"#),
      ])
    return folder
  }

  private static func scene(_ folder: TemporaryFolder, _ level: String) throws -> LoadedScene {
    let file = try folder.write(
      "scene.json", #"{"belvedere": 1, "venues": [{"file": "hall"\#(level)}]}"#)
    return try SceneLoader().load(path: file)
  }

  @Test("a level has its rooms, doors, names and places, and none of the others")
  func levels() throws {
    let folder = try Self.archive()
    for ground in ["", #", "level": 0"#, #", "level": "G""#] {
      let scene = try Self.scene(folder, ground).scene
      #expect(scene.overlays.map(\.id) == ["l0", "u0", "u2", "o0"], "\(ground)")
      // The one who is in a room stands for it; names in the venue's language, else in English.
      #expect(scene.annotations.map(\.title) == ["Café", "Saal"])
      #expect(scene.annotations[0].category == .restaurant)
      #expect(
        scene.annotations[0].coordinate == Coordinate(latitude: 50.0001, longitude: 10.0007))
      guard case .label = scene.annotations[1].appearance else {
        Issue.record("a room's name is a label")
        return
      }
    }
    for upper in [#", "level": 1"#, #", "level": "1""#, #", "level": "Oben""#] {
      let scene = try Self.scene(folder, upper).scene
      #expect(scene.overlays.map(\.id) == ["l1", "u1"], "\(upper)")
      #expect(scene.annotations.map(\.title) == ["Bank"])
    }
  }

  @Test("the level of the sources counts before the scene's")
  func chosenLevel() throws {
    let folder = try Self.archive()
    let file = try folder.write(
      "scene.json", #"{"belvedere": 1, "venues": [{"file": "hall", "level": 0}]}"#)
    func ids(_ level: String) throws -> [String] {
      var sources = SceneSources(scene: file)
      sources.venueLevel = level
      return try SceneLoader().load(sources).scene.overlays.map(\.id)
    }
    for level in ["1", "1.0", "Oben"] { #expect(try ids(level) == ["l1", "u1"], "\(level)") }
    #expect(try ids("G") == ["l0", "u0", "u2", "o0"])
    do {
      _ = try ids("roof")
      Issue.record("there is no such level")
    } catch {
      #expect("\(error)".contains(#"there is no level "roof" in it; there are 0 ("G")"#))
    }
  }

  @Test("rooms lie over their floor and doors over walls")
  func order() throws {
    let scene = try Self.scene(Self.archive(), "").scene
    #expect(scene.overlays.allSatisfy { $0.level == .aboveRoads && $0.alpha == 1 })
    guard case .multiPolyline = scene.overlays[3].shape else {
      Issue.record("a door is a line")
      return
    }
    #expect(scene.overlays[3].strokeColor == scene.overlays[0].fillColor)
    #expect(scene.overlays[1].fillColor != scene.overlays[2].fillColor)
  }

  @Test("errors name the file, the place and what helps")
  func errors() throws {
    let folder = try Self.archive()
    func message(_ level: String) -> String {
      do {
        _ = try Self.scene(folder, level)
        return ""
      } catch { return "\(error)" }
    }
    #expect(
      message(#", "level": 7"#).contains(
        #"venues[0].level: there is no level 7 in it; there are 0 ("G"), 1 ("1", "Oben")"#))
    #expect(
      message(#", "level": [1]"#).contains("venues[0].level")
        || message(#", "level": [1]"#).contains("ordinal"))
    try folder.write(
      "hall/level.geojson", #"{"type": "FeatureCollection", "features": [{"id": "x"}]}"#)
    #expect(message("").contains("no levels"))
    try folder.write("hall/manifest.json", #"{"version": "2.0.0"}"#)
    #expect(message("").contains("IMDF of version \"2.0.0\""))
    try FileManager.default.removeItem(atPath: folder.path + "/hall/manifest.json")
    #expect(message("").contains("manifest.json"))
    try FileManager.default.removeItem(atPath: folder.path + "/hall")
    #expect(message("").contains("no such file"))
    try folder.write("hall", "PK")
    #expect(message("").contains("not a folder"))
  }

  @Test("a link in the folder that leaves the scene's is not followed")
  func links() throws {
    let folder = try Self.archive()
    let other = try TemporaryFolder()
    try other.write("level.geojson", "{}")
    try FileManager.default.removeItem(atPath: folder.path + "/hall/level.geojson")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/hall/level.geojson",
      withDestinationPath: other.path + "/level.geojson")
    #expect(throws: (any Error).self) { try Self.scene(folder, "") }
  }

  @Test("damaged features are left out and told")
  func damaged() throws {
    let folder = try Self.archive()
    try folder.write(
      "hall/fixture.geojson",
      #"{"type": "FeatureCollection", "features": [7, {"id": "f", "properties": {"level_id": "l0"}, "#
        + #""geometry": {"type": "Polygon", "coordinates": [[[10, 50]]]}}, "#
        + #"{"id": "g", "properties": {"level_id": "l0"}, "geometry": \#(Self.square(10, 50, 0.0001))}]}"#
    )
    let loaded = try Self.scene(folder, "")
    #expect(loaded.scene.overlays.contains { $0.id == "g" })
    #expect(loaded.warnings.count == 2)
    #expect(loaded.warnings.allSatisfy { $0.description.contains("features[") })
  }

  /// Facts of the hand-made hall: two levels; what lies on each is counted with Python's json.
  @Test("a hall of others has the rooms that are counted in it")
  func hall() throws {
    guard let path = SharedData.folder("imdf/sample_hall")?.path else { return }
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: path, toPath: folder.path + "/hall")
    let (lower, upper) = (
      try Self.scene(folder, "").scene, try Self.scene(folder, #", "level": 1"#).scene
    )
    #expect(lower.overlays.count == 16 && upper.overlays.count == 13)
    #expect(lower.annotations.contains { $0.title == "Hall A" })
    #expect(!upper.annotations.contains { $0.title == "Hall A" })
    #expect(upper.annotations.contains { $0.title == "Meeting rooms" })
  }
}
