import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

@Suite("Terraces of block tables") struct TerraceTests {
  private func scene(_ table: String, _ folder: TemporaryFolder) throws -> Scene {
    try folder.write(
      "b.json",
      """
      {"belvedereBlocks": 1, "origin": [7, 46], "unit": 0.5,
       "styles": [{"use": "office"}, {"roof": "gable", "roofHeight": 2}], \(table)}
      """)
    let path = try folder.write(
      "scene.json", #"{"belvedere": 1, "buildings": [{"file": "b.json"}]}"#)
    return try SceneLoader().load(path: path).scene
  }

  @Test("lots follow to the right of the heading")
  func geometry() throws {
    // Depth towards the east, so the lots follow towards the south.
    let scene = try scene(
      "\"terraces\": [[200, 100, 900, 20, 10, 16, 0, 14, 18, 1]]", TemporaryFolder())
    let frame = LocalFrame(origin: Coordinate(latitude: 46, longitude: 7))
    #expect(scene.buildings.map(\.height) == [8, 9])
    #expect(scene.buildings.map(\.roof) == [.flat, .gable])
    #expect(scene.buildings.map(\.use) == [.office, .residential])
    let boxes = scene.buildings.map { building in
      let corners = building.footprint.rings[0].map { frame.position(of: $0) }
      return [
        corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0,
        corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0,
      ]
    }
    let expected = [[95.0, 105, 45, 50], [95, 105, 38, 45]]
    for (box, numbers) in zip(boxes, expected) {
      for (value, number) in zip(box, numbers) { #expect(abs(value - number) < 1e-6) }
    }
  }

  @Test("a lot is the same building as a row")
  func sameAsRow() throws {
    let folder = try TemporaryFolder()
    let terrace = try scene("\"terraces\": [[0, 0, 0, 20, 10, 16, 1]]", folder)
    let row = try scene("\"rows\": [[5, 0, 10, 20, 0, 16, 1]]", folder)
    #expect(terrace.buildings.map(\.footprint) == row.buildings.map(\.footprint))
    let both = try scene(
      "\"terraces\": [[0, 0, 0, 20, 10, 16, 1]], \"rows\": [[5, 0, 10, 20, 0, 16, 1]]", folder)
    #expect(both.buildings.count == 2)
  }

  @Test(
    "bad terraces are told by their place",
    arguments: [
      ("[0,0,0,20]", "terraces[1]"), ("[0,0,0,20,10,16]", "terraces[1]"),
      ("[0,0,0,20,10,16,1,9]", "terraces[1]"), ("5", "terraces[1]"),
      ("[0,0,0,20,0,16,1]", "terraces[1][4]"), ("[0,0,0,20,9,16,1,9,-1,1]", "terraces[1][8]"),
      ("[0,0,0,20,9,16,2]", "terraces[1][6]"), ("[0,0,0,0,9,16,1]", "terraces[1][3]"),
      ("[0,0,0.5,20,9,16,1]", "terraces[1][2]"), ("[0,0,0,20,9,16,\"a\"]", "terraces[1][6]"),
      ("[0,900000000,0,20,9,16,1]", "terraces[1]"),
    ])
  func badInput(terrace: String, place: String) throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: SceneError.self) {
      try scene("\"terraces\": [[0,0,0,20,10,16,1],\n\(terrace)]", folder)
    }
    #expect(error?.path == place)
    #expect(error?.line == 3)
  }

  @Test("a table needs rows or terraces")
  func neither() throws {
    #expect(throws: SceneError.self) { try scene("\"description\": \"\"", TemporaryFolder()) }
  }
}
