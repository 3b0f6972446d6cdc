import BelvedereCityImport
import BelvedereOSM
import BelvedereTestSupport
import Foundation
import Testing

/// Extracts of real places, against what pyosmium and shapely say of them.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct ExtractTests {
  @Test(
    "buildings, parts and trees are counted alike",
    arguments: [
      // Buildings, less outlines that parts replace, with those parts; trees on nodes and in rows.
      ("osm/monaco-latest.osm.pbf", 1206 - 3 + 14, 422 + 271),
      ("sf/downtown_buildings.osm.pbf", 2095, 0),
    ])
  func counts(_ file: String, _ buildings: Int, _ trees: Int) throws {
    guard let path = SharedData.file(file) else { return }
    let (_, report) = try CityImport(pbf: path).scene()
    #expect(report.layers.first { $0.name == "buildings" }?.count == buildings)
    #expect(report.layers.first { $0.name == "trees" }?.count ?? 0 == trees)
  }

  @Test("cut and flipped bytes are an error or a map, never a crash")
  func damaged() throws {
    guard let path = SharedData.file("osm/sample.pbf") else { return }
    let whole = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
    let folder = try TemporaryFolder()
    let name = folder.path + "/damaged.osm.pbf"
    var random = SplitMix64(seed: 5)
    var refused = 0
    for i in 0..<300 {
      var bytes = whole
      if i % 2 == 0 {
        bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let at = Int.random(in: 0..<bytes.count, using: &random)
          bytes[at] ^= UInt8(1 << Int.random(in: 0..<8, using: &random))
        }
      }
      try Data(bytes).write(to: URL(fileURLWithPath: name))
      do { _ = try CityImport(pbf: name).scene() } catch {
        refused += 1
        let error = try #require(error as? OSMError)
        #expect(error.kind == .malformed && !error.description.isEmpty)
      }
    }
    #expect(refused > 200)
  }
}
