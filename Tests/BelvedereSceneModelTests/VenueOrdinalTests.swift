import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

/// Levels of indoor venues that have no number of floors.
@Suite("Ordinals of levels") struct VenueOrdinalTests {
  /// The titles of a venue of one level, which has a room, and the warnings.
  private func load(
    _ ordinal: String, level: String? = nil
  ) throws -> (titles: [String], warnings: [String]) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/hall", withIntermediateDirectories: true)
    let square =
      #"{"type": "Polygon", "coordinates": [[[10, 50], [10.001, 50], [10.001, 50.001], [10, 50.001], [10, 50]]]}"#
    func write(_ name: String, _ id: String, _ properties: String) throws {
      try folder.write(
        "hall/\(name).geojson",
        #"{"features": [{"type": "Feature", "id": "\#(id)", "geometry": \#(square), "properties": {\#(properties)}}]}"#
      )
    }
    try folder.write("hall/manifest.json", #"{"version": "1.0.0"}"#)
    try write("level", "top", #""short_name": {"en": "T"}, "ordinal": \#(ordinal)"#)
    try write("unit", "u", #""level_id": "top", "name": {"en": "Room"}"#)
    let scene = try folder.write("s.json", #"{"belvedere": 1, "venues": [{"file": "hall"}]}"#)
    var sources = SceneSources(scene: scene)
    sources.venueLevel = level
    let loaded = try SceneLoader().load(sources)
    return (loaded.scene.annotations.map(\.title), loaded.warnings.map(\.description))
  }

  @Test(
    "an ordinal that is no whole number of floors is told, with the file and the level",
    arguments: ["1e308", "\"NaN\"", "0.5", "null", "1001"])
  func odd(_ ordinal: String) throws {
    let (titles, warnings) = try load(ordinal, level: "T")
    #expect(titles == ["Room"])
    #expect(warnings.count == 1, "\(warnings)")
    let words = warnings.first ?? ""
    #expect(words.contains("hall/level.geojson:1") && words.contains("features[0]"), "\(words)")
    #expect(words.contains("level \"top\" has the ordinal"), "\(words)")
    // It is the only one, and the ground floor of nothing.
    #expect(try load(ordinal).titles == ["Room"])
    #expect(throws: SceneError.self) { try load(ordinal, level: ordinal) }
  }

  @Test("whole numbers are floors", arguments: ["0", "-3", "41.0", "1000"])
  func whole(_ ordinal: String) throws {
    let (titles, warnings) = try load(ordinal, level: ordinal)
    #expect(titles == ["Room"] && warnings.isEmpty, "\(warnings)")
  }
}
