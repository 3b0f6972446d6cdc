import BelvedereCityImport
import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation
import Testing

/// What features of vector tiles are that have much in common with others of their layer.
@Suite("Tile import: features with the same properties") struct TileMeaningTests {
  /// The scene of one tile, as texts.
  private func scene(_ tile: VectorTileWriter) throws -> [String: [[String: Any]]] {
    let folder = try TemporaryFolder()
    try Data(tile.bytes).write(to: URL(fileURLWithPath: folder.path + "/9-266-180.mvt"))
    var options = CityImport.Options()
    options.layerFormat = .geoJSON
    let city = try CityImport(tiles: VectorTileArchive(path: folder.path), options: options)
    var result: [String: [[String: Any]]] = [:]
    for (name, bytes) in try city.scene().files {
      let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      result[name] = root?["features"] as? [[String: Any]]
    }
    return result
  }

  private func square(_ x: Int, _ y: Int) -> VectorTileWriter.Shape {
    .rings([[(x, y), (x + 20, y), (x + 20, y + 20), (x, y + 20)]])
  }

  private func text(_ feature: [String: Any]) throws -> String {
    String(
      decoding: try JSONSerialization.data(withJSONObject: feature, options: .sortedKeys),
      as: UTF8.self)
  }

  @Test("a line and an area with the same properties are not the same")
  func kinds() throws {
    var tile = VectorTileWriter()
    tile.add(
      layer: "roads",
      [
        ([("kind", "pedestrian")], square(100, 100)),
        ([("kind", "pedestrian")], .lines([[(500, 500), (900, 500)]])),
        ([("kind", "pedestrian")], square(1500, 1500)),
      ])
    let files = try scene(tile)
    #expect(files["roads.geojson"]?.count == 1)
    #expect(files["land-cover.geojson"]?.count == 2)
  }

  @Test("buildings lie where they do alone, with what they have, however many there are")
  func many() throws {
    let heights = ["7", "12", "7", "31"]
    func house(_ n: Int) -> (properties: [(String, String)], shape: VectorTileWriter.Shape) {
      let place = (n % 40 * 100, n / 40 * 700)
      return ([("render_height", heights[n % 4])], square(place.0, place.1))
    }
    var all = VectorTileWriter()
    all.add(layer: "building", (0..<200).map(house))
    let together = try #require(try scene(all)["buildings.geojson"])
    #expect(together.count == 200)
    for n in [0, 1, 41, 122, 199] {
      var one = VectorTileWriter()
      one.add(layer: "building", [house(n)])
      var alone = try #require(try scene(one)["buildings.geojson"]?.first)
      let same = try #require(together.first { "\($0["id"] ?? "")".hasSuffix("building/\(n)") })
      alone["id"] = same["id"]
      #expect(try text(alone) == text(same))
      let properties = try #require(same["properties"] as? [String: Any])
      #expect("\(properties["height"] ?? "")" == heights[n % 4] + ".0")
    }
  }
}
