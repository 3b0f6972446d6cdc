import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

/// Trees of woods of which a map has the outlines alone.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct WoodTreeTests {
  private struct Tree {
    let at: Coordinate
    let height: Double
    let kind: Int
  }

  /// The trees of a scene.
  private func trees(_ town: TownText) throws -> [Tree] {
    let (files, _) = try town.scene()
    guard let text = files["trees.json"] else { return [] }
    let table = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let origin = try #require(table?["origin"] as? [Double])
    let first = Coordinate(latitude: origin[1], longitude: origin[0])
    let (middle, scale) = (MapPoint(first), MapPoint.metersPerMapPoint(at: first.latitude))
    return (table?["rows"] as? [[Double]] ?? []).map { row in
      Tree(
        at: MapPoint(
          x: middle.x + row[0] / 10 / scale, y: middle.y - row[1] / 10 / scale
        ).coordinate, height: row[2] / 10, kind: Int(row[3]))
    }
  }

  private func lies(_ tree: Tree, _ south: Double, _ west: Double, _ size: Double) -> Bool {
    let (y, x) = (tree.at.latitude, tree.at.longitude)
    return y >= south && y <= south + size && x >= west && x <= west + size
  }

  @Test("woods have trees, but not on roads, in houses, waters and meadows")
  func woods() throws {
    var town = TownText()
    town.box(46, 7, 0.004, ["natural": "wood"])
    let bare = try trees(town)
    // 445 m by 309 m, nine metres apart.
    #expect((1450...1950).contains(bare.count), "\(bare.count)")
    #expect(bare.allSatisfy { lies($0, 45.99999, 6.99999, 0.00402) && $0.height > 5 })
    #expect(Set(bare.map(\.kind)) == [0, 1])
    town.way([town.node(46.002, 6.99), town.node(46.002, 7.01)], ["highway": "residential"])
    town.box(46.001, 7.001, 0.0005, ["building": "yes"])
    town.box(46.003, 7.001, 0.0006, ["natural": "water"])
    town.box(46.003, 7.003, 0.0006, ["landuse": "meadow"])
    town.box(46.0005, 7.003, 0.0006, ["leisure": "park"])
    _ = town.node(46.00111, 7.00333, ["natural": "tree", "height": "30"])
    let left = try trees(town)
    #expect(left.count < bare.count - 60 && left.count > bare.count / 2)
    #expect(!left.contains { abs($0.at.latitude - 46.002) * 111_170 < 6.9 })
    #expect(!left.contains { lies($0, 46.001, 7.001, 0.0005) || lies($0, 46.003, 7.001, 0.0006) })
    #expect(!left.contains { lies($0, 46.003, 7.003, 0.0006) })
    #expect(left.contains { lies($0, 46.0005, 7.003, 0.0006) }, "parks have trees")
    let near = left.filter {
      hypot(($0.at.latitude - 46.00111) * 111_170, ($0.at.longitude - 7.00333) * 77_400) < 4.8
    }
    #expect(near.map(\.height) == [30])
  }

  @Test("what kind they are the wood says, and what the map says counts before a wood around it")
  func kinds() throws {
    for (leaves, kind) in [("needleleaved", 1), ("broadleaved", 0)] {
      var town = TownText()
      town.box(46, 7, 0.002, ["landuse": "forest", "leaf_type": leaves])
      #expect(Set(try trees(town).map(\.kind)) == [kind])
    }
  }

  @Test("the order of the file does not matter, and two woods in one place are one")
  func order() throws {
    var town = TownText()
    town.box(46, 7, 0.003, ["natural": "wood"])
    town.box(46, 7, 0.002, ["landuse": "forest"])
    town.way([town.node(46, 7), town.node(46.003, 7.003)], ["highway": "path"])
    let due = try town.scene()
    #expect(try trees(town).count < 950)
    var random = SplitMix64(seed: 5)
    for _ in 0..<4 {
      town.elements.shuffle(using: &random)
      #expect(try town.scene().files == due.files)
    }
  }

  @Test(
    "the largest woods have trees all over, fewer than their ground has room for, and small ones all of theirs"
  )
  func large() throws {
    for size in [0.03, 0.06, 0.5] {
      var town = TownText()
      town.box(46, 7, size, ["natural": "wood"])
      town.box(46, 8, 0.004, ["natural": "wood"])
      let all = try trees(town)
      let small = all.filter { lies($0, 45.9999, 7.9999, 0.0042) }.count
      #expect((1450...1950).contains(small), "\(size)°: \(small)")
      #expect((36_000...41_000).contains(all.count), "\(size)°: \(all.count)")
      for cell in 0..<16 {
        let (row, column) = (Double(cell / 4), Double(cell % 4))
        let part = size / 4
        let here = all.filter { lies($0, 46 + row * part, 7 + column * part, part) }.count
        #expect((1900...2900).contains(here), "\(size)°, \(cell): \(here)")
      }
      let dropped = try town.scene().report.dropped.filter { $0.reason.contains("large woods") }
      let due = size * 111_170 * size * 77_250 / 81 + 1700 - Double(all.count)
      #expect(dropped.count == 1)
      #expect(abs(Double(dropped.first?.count ?? 0) - due) < 0.03 * due, "\(dropped), \(due)")
    }
    var town = TownText()
    town.box(46, 7, 0.004, ["natural": "wood"])
    #expect(try town.scene().report.dropped.isEmpty)
  }

  @Test("woods of which trees are left out are filled near a camera, and no others")
  func filled() throws {
    var town = TownText()
    town.box(46, 7, 0.004, ["natural": "wood"])
    #expect(try !town.scene().files.values.contains { $0.contains("\"filled\"") })
    town.box(46, 8, 0.03, ["natural": "wood"])
    for isStreamed in [false, true] {
      let folder = try TemporaryFolder()
      var options = CityImport.Options()
      options.isStreamed = isStreamed
      for (name, bytes) in try CityImport(xml: town.bytes, options: options).scene().files {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
      }
      let bare = try SceneLoader().load(path: folder.path).scene
      let scene = try bare.resident(
        in: bare.streamed.indices.map { StreamedCell.world(ofLayer: $0) }
      ).scene
      let woods = scene.landCover.filter { $0.kind == .forest }
      #expect(woods.count == 2)
      for wood in woods {
        let isLarge = wood.polygon.rings[0][0].longitude > 7.5
        #expect(wood.trees == (isLarge ? .filled : .listed), "\(isStreamed)")
      }
    }
  }

  @Test("a wood within a large one has its own trees alone")
  func within() throws {
    var town = TownText()
    town.box(46, 7, 0.005, ["natural": "wood", "leaf_type": "needleleaved"])
    let alone = try trees(town).count
    for size in [0.05, 0.4] {
      var both = town
      both.box(45.99, 6.99, size, ["natural": "wood", "leaf_type": "broadleaved"])
      let inside = try trees(both).filter { lies($0, 46, 7, 0.005) }
      #expect(abs(inside.count - alone) < 40, "\(size)°: \(inside.count), \(alone)")
      #expect(inside.allSatisfy { $0.kind == 1 }, "\(size)°")
    }
  }
}
