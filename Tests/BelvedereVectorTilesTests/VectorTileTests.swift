import BelvedereTestSupport
import BelvedereVectorTiles
import Foundation
import Testing

@Suite("Vector tiles") struct VectorTileTests {
  private typealias Place = VectorTileGeometry.Place

  @Test("shapes and properties come back as they were written")
  func roundTrip() throws {
    var writer = VectorTileWriter()
    let outer = [(0, 0), (100, 0), (100, 100), (0, 100)]
    let hole = [(10, 10), (10, 20), (20, 20), (20, 10)]
    let island = [(200, 0), (300, 0), (300, 50)]
    writer.add(
      layer: "a", extent: 512,
      [
        ([("class", "wood"), ("height", "12.5")], .points([(-5, 7), (600, -900)])),
        ([], .lines([[(1, 2), (3, 4), (3, 4)], [(9, 9), (0, 0)]])),
        ([("class", "wood")], .rings([outer, hole, island])),
      ])
    writer.add(layer: "b", extent: nil, [])
    let tile = try VectorTile(writer.bytes)
    #expect(tile.layers.map(\.name) == ["a", "b"] && tile.repairs.isEmpty)
    #expect(tile.layers[0].extent == 512 && tile.layers[1].extent == 4096)
    let features = tile.layers[0].features
    #expect(features[0]["class"] == .text("wood") && features[0]["height"]?.number == 12.5)
    #expect(features[0]["none"] == nil && features[1].properties.isEmpty)
    #expect(features.map(\.id) == [0, 1, 2])
    func places(_ list: [(Int, Int)]) -> [Place] { list.map { Place(Int64($0.0), Int64($0.1)) } }
    #expect(features[0].geometry == .points(places([(-5, 7), (600, -900)])))
    #expect(
      features[1].geometry
        == .lines([places([(1, 2), (3, 4), (3, 4)]), places([(9, 9), (0, 0)])]))
    #expect(
      features[2].geometry == .polygons([[places(outer), places(hole)], [places(island)]]))
  }

  @Test("values of every type are told as texts and numbers")
  func values() {
    for (value, text, number) in [
      (.text("x"), "x", nil), (.text("3.5"), "3.5", 3.5), (.real(2), "2", 2),
      (.real(.nan), "nan", nil),
      (.real(1e300), "1e+300", 1e300), (.integer(-4), "-4", -4),
      (.large(.max), "18446744073709551615", 18_446_744_073_709_551_615),
      (.bool(true), "true", nil),
    ] as [(VectorTile.Value, String, Double?)] {
      #expect(value.text == text && value.number == number, "\(value)")
    }
  }

  /// The fixtures of the format's authors: what must be read, what must be refused, and what may be mended.
  @Test("the fixtures of the specification", .enabled(if: SharedData.has("tiles/mvt-fixtures")))
  func fixtures() throws {
    let root = try #require(SharedData.folder("tiles/mvt-fixtures"))
    var (read, refused, mended) = (0, 0, 0)
    // Features of no type, which are valid and cannot be drawn.
    let undrawn: Set = ["016", "039"]
    // A command that announces more places than there are, and layers without a version.
    let (strict, lenient): (Set, Set) = (["057"], ["024", "061"])
    for name in try FileManager.default.contentsOfDirectory(atPath: root.path).sorted() {
      let folder = root.appendingPathComponent(name)
      guard let text = try? Data(contentsOf: folder.appendingPathComponent("info.json")),
        let info = try JSONSerialization.jsonObject(with: text) as? [String: Any],
        let validity = info["validity"] as? [String: Any]
      else { continue }
      let bytes = try [UInt8](Data(contentsOf: folder.appendingPathComponent("tile.mvt")))
      let isValid = validity["v1"] as? Bool == true || validity["v2"] as? Bool == true
      let tile = Result { try VectorTile(bytes) }
      switch (isValid, validity["error"] as? String, tile) {
      case (true, _, .success(let tile)):
        read += 1
        #expect(
          tile.repairs.isEmpty || undrawn.contains(name) || lenient.contains(name),
          "\(name): \(tile.repairs)")
        // The same counts as in the fixture's own description.
        let plain = try Data(contentsOf: folder.appendingPathComponent("tile.json"))
        let own = try JSONSerialization.jsonObject(with: plain) as? [String: Any]
        let layers = own?["layers"] as? [[String: Any]] ?? []
        #expect(tile.layers.count == layers.count, "\(name)")
        for (a, b) in zip(tile.layers, layers) {
          #expect(a.name == b["name"] as? String, "\(name)")
          let count = (b["features"] as? [Any])?.count ?? 0
          #expect(a.features.count == count || undrawn.contains(name), "\(name)")
        }
      case (false, "recoverable", .success(let tile)):
        mended += 1
        // A line that stays at a place has no length; it is drawn as such.
        #expect(!tile.repairs.isEmpty || name == "046", "\(name)")
      case (false, _, .success(let tile)) where lenient.contains(name):
        #expect(!tile.repairs.isEmpty)
      case (true, _, .failure) where strict.contains(name): break
      case (false, _, .failure(let error)):
        refused += 1
        #expect(!"\(error)".isEmpty)
      default: Issue.record("\(name): \(info["description"] ?? ""): \(tile)")
      }
    }
    #expect(read > 40 && refused > 15 && mended >= 6, "\(read) \(refused) \(mended)")
  }

  @Test("geometries that the format forbids are refused with their place")
  func forbidden() throws {
    typealias Shape = VectorTileWriter.Shape
    let command = Shape.command
    for (type, commands) in [
      (1, [command(1, 2), 0, 0]), (1, [command(2, 1), 0, 0]), (1, [command(1, 0)]),
      (1, [command(1, 1), 0]), (1, [command(1, 1), 0, 0, command(1, 1), 0, 0]),
      (2, [command(1, 1), 0, 0]), (2, [command(2, 1), 0, 0]), (2, [command(1, 2), 0, 0, 2, 2]),
      (2, [command(1, 1), 0, 0, command(2, 1), 2, 2, command(7, 1)]),
      (3, [command(1, 1), 0, 0, command(2, 2), 2, 2, 4, 0]), (3, [command(7, 1)]),
      (3, [command(1, 1), 0, 0, command(2, 1), 2, 2, command(7, 1)]),
      (3, [command(1, 1), 0, 0, command(2, 2), 2, 2, 4, 0, command(7, 2)]),
      (2, [command(1, 1), 0, 0, command(2, (1 << 29) - 1), 2, 2]), (2, [command(5, 1), 0, 0]),
    ] as [(UInt64, [UInt64])] {
      var writer = VectorTileWriter()
      writer.add(layer: "roads", [([], Shape(type: type, commands: commands))])
      do {
        _ = try VectorTile(writer.bytes)
        Issue.record("read: \(type) \(commands)")
      } catch {
        #expect(error.place == "roads, feature 0" && !error.reason.isEmpty, "\(error)")
      }
    }
  }

  @Test("cut and flipped bytes are an error or a tile, never a crash")
  func damaged() throws {
    var writer = VectorTileWriter()
    for name in ["building", "road", "water"] {
      writer.add(
        layer: name,
        (0..<30).map { i in
          (
            [("class", "\(i % 7)"), ("height", "\(i).5")],
            i % 2 == 0
              ? .rings([[(i, 0), (i + 90, 5), (i + 60, 88)]])
              : .lines([[(0, i), (40, 50), (7, 7)]])
          )
        })
    }
    let whole = writer.bytes
    for count in 0..<whole.count {
      // A cut between two layers is a whole tile.
      if let tile = try? VectorTile(Array(whole.prefix(count))) { #expect(tile.layers.count < 3) }
    }
    var random = SplitMix64(seed: 3)
    var refused = 0
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do { _ = try VectorTile(bytes) } catch { refused += 1 }
    }
    #expect(refused > 500)
  }

  @Test("of what is mended a hundred are told, and how many there are")
  func manyRepairs() throws {
    var writer = VectorTileWriter()
    let shape = VectorTileWriter.Shape(type: 0, commands: [9, 0, 0])
    writer.add(layer: "roads", (0..<1000).map { _ in ([], shape) })
    let tile = try VectorTile(writer.bytes)
    #expect(tile.layers[0].features.isEmpty)
    #expect(tile.repairs.count == 100 && tile.repairCount == 1000)
    #expect(tile.repairs[7].place == "roads, feature 7")
  }
}
