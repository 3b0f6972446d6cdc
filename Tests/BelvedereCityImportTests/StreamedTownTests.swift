import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Towns whose layers are streamed.
@Suite(
  "Streamed towns", .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct StreamedTownTests {
  /// Houses and towers, streets, parks in parks, and trees.
  private var town: TownText {
    var town = TownText()
    for i in 0..<400 {
      let (south, west) = (46 + 0.0003 * Double(i % 20), 7 + 0.0004 * Double(i / 20))
      var tags = ["building": "yes"]
      if i % 3 == 0 { tags["building:levels"] = "\(1 + i % 9)" }
      if i % 50 == 0 { tags["height"] = "\(40 + i)" }
      town.box(south, west, 0.0001, tags)
    }
    for (n, kind) in ["primary", "residential", "footway", "motorway"].enumerated() {
      let at = 7.001 + 0.0017 * Double(n)
      town.way(
        [town.node(46, at), town.node(46.006, at)], ["highway": kind, "name": "Weg \(n)"])
    }
    for n in 0..<12 {
      town.box(
        46 + 0.0002 * Double(n), 7.01 + 0.0002 * Double(n), 0.008 - 0.0006 * Double(n),
        ["leisure": n % 2 == 0 ? "park" : "pitch"])
    }
    for n in 0..<9 { _ = town.node(46.0031, 7.0005 + 0.0007 * Double(n), ["natural": "tree"]) }
    return town
  }

  private func scene(isStreamed: Bool, in folder: TemporaryFolder) throws -> Scene {
    var options = CityImport.Options()
    options.isStreamed = isStreamed
    let path = "\(folder.path)/\(isStreamed ? "streamed" : "whole")"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let (files, report) = try CityImport(xml: town.bytes, options: options).scene()
    #expect(report.layers.filter { $0.name == "buildings" }.reduce(0) { $0 + $1.count } == 400)
    for (name, bytes) in files {
      try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }
    return try SceneLoader().load(path: path).scene
  }

  @Test("where nobody says it, what is large is streamed, and text never is")
  func bySize() throws {
    func isStreamed(_ change: (inout CityImport.Options) -> Void) throws -> Bool {
      var options = CityImport.Options()
      change(&options)
      var city = try CityImport(xml: town.bytes, options: options)
      var files: [String] = []
      let report = try city.takeLayers { files.append($0.file) }
      #expect(files.contains { $0.hasPrefix("buildings-") } == report.isStreamed, "\(files)")
      return report.isStreamed
    }
    // 400 buildings, and as many things beside them as there are roads, areas and trees.
    #expect(try isStreamed { $0.mostWhole = 400 })
    #expect(try !isStreamed { $0.mostWhole = 450 })
    #expect(try !isStreamed { _ in })
    #expect(try isStreamed { $0.isStreamed = true })
    #expect(try !isStreamed { ($0.mostWhole, $0.isStreamed) = (1, false) })
    #expect(try !isStreamed { ($0.mostWhole, $0.layerFormat) = (1, .geoJSON) })
  }

  /// Everything itself, nothing that stands for something.
  private func whole(_ scene: Scene) throws -> Scene {
    try all(scene) { $0.standsFor == nil }
  }

  /// All of some layers.
  private func all(_ scene: Scene, of isWanted: (StreamedLayer) -> Bool) throws -> Scene {
    let cells = scene.streamed.indices.filter { isWanted(scene.streamed[$0]) }
      .map { StreamedCell.world(ofLayer: $0) }
    return try scene.resident(in: cells).scene
  }

  @Test("a single house is seen from as near as in a scene that is not streamed")
  func smallFraming() throws {
    var town = TownText()
    town.box(46, 7, 0.0002, ["building": "yes", "height": "9"])
    _ = town.node(46.0001, 7.0003, ["natural": "tree", "height": "6"])
    let folder = try TemporaryFolder()
    let distances = try [false, true].map { isStreamed in
      var options = CityImport.Options()
      options.isStreamed = isStreamed
      let path = "\(folder.path)/\(isStreamed)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, bytes) in try CityImport(xml: town.bytes, options: options).scene().files {
        try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
      }
      let scene = try SceneLoader().load(path: path).scene
      #expect(scene.streamed.isEmpty == !isStreamed)
      return scene.framingCamera(aspectRatio: 1.5, fieldOfView: 30).distance
    }
    #expect(abs(distances[0] - distances[1]) < 0.02 * distances[0], "\(distances)")
    #expect(distances[1] < 150)
  }

  @Test("a streamed town holds what it holds otherwise, areas in the same order")
  func sameContent() throws {
    let folder = try TemporaryFolder()
    let (streamed, other) = (
      try scene(isStreamed: true, in: folder), try scene(isStreamed: false, in: folder)
    )
    #expect(streamed.buildings.isEmpty && streamed.roads.isEmpty && streamed.landCover.isEmpty)
    let (a, b) = (try #require(streamed.extent), try #require(other.extent))
    #expect(abs(a.south - b.south) + abs(a.west - b.west) < 1e-6)
    #expect(abs(a.north - b.north) + abs(a.east - b.east) < 1e-6)
    #expect(streamed.hasBuildings && streamed.hasRoads)
    let all = try whole(streamed)
    #expect(Set(all.buildings) == Set(other.buildings) && all.buildings.count == 400)
    #expect(Set(all.roads) == Set(other.roads) && all.roads.count == 4)
    #expect(all.landCover == other.landCover && all.landCover.count == 12)
    #expect(all.trees.count == 9 && all.trees.map(\.kind) == other.trees.map(\.kind))
    for tree in other.trees {
      #expect(
        all.trees.contains {
          // In whole scenes trees stand on decimetres.
          abs($0.height - tree.height) < 0.101
            && abs($0.coordinate.longitude - tree.coordinate.longitude) < 2e-6
        })
    }
    #expect(try streamed.withStreamedBuildings(atMost: 1 << 24).buildings.count == 400)
    #expect(throws: (any Error).self) { try streamed.withStreamedBuildings(atMost: 1 << 12) }
  }

  @Test("what needs more memory than it may take is refused while it is read")
  func memory() throws {
    for bytes in [20_000, 90_000] {
      do throws(OSMError) {
        _ = try CityImport(xml: town.bytes, maximumMemory: bytes)
        Issue.record("read in \(bytes) bytes")
      } catch { #expect(error.kind == .memory && error.reason.contains("--memory"), "\(error)") }
    }
    _ = try CityImport(xml: town.bytes, maximumMemory: 1 << 20)
  }

  @Test("what is no larger than a layer's size is in it, and the motorway is seen from everywhere")
  func sizes() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    let own = scene.streamed.filter { $0.standsFor == nil }
    #expect(own.filter { $0.kind == .roads && $0.size == nil }.map(\.count) == [1])
    #expect(own.filter { $0.kind == .buildings }.reduce(0) { $0 + $1.count } == 400)
    for layer in own where layer.kind == .buildings {
      for building in try all(scene, of: { $0.name == layer.name }).buildings
      where building.height > 35 {
        // A tower is no house, however narrow it is.
        #expect(try #require(layer.size) >= 20)
      }
    }
  }

  @Test(
    "blocks have the ground of the buildings that they stand for, and room and walls beside theirs")
  func blocks() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    /// m² and m³ of buildings, and m² of their walls on one side.
    func measures(_ buildings: [Building]) -> (area: Double, volume: Double, walls: Double) {
      buildings.reduce((0, 0, 0)) { sum, building in
        let ring = building.footprint.rings[0]
        let scale = CoordinateRegion.metersPerDegree(at: ring[0].latitude)
        var twice = 0.0
        for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
          twice +=
            (a.longitude - ring[0].longitude) * (b.latitude - ring[0].latitude)
            - (b.longitude - ring[0].longitude) * (a.latitude - ring[0].latitude)
        }
        let area = abs(twice / 2) * scale.latitude * scale.longitude
        return (
          sum.area + area, sum.volume + area * building.height,
          sum.walls + area.squareRoot() * building.height
        )
      }
    }
    func buildings(_ isWanted: (StreamedLayer) -> Bool) throws -> [Building] {
      try all(scene, of: isWanted).buildings.array
    }
    var checked = 0
    for layer in scene.streamed where layer.kind == .buildings && layer.standsFor == nil {
      let prefix = String(layer.name.dropLast(".fgb".count)) + "-"
      let own = try buildings { $0.name == layer.name }
      // Those without a height have one by their type and area in scenes, and another one here.
      let isSaid = own.allSatisfy { $0.height > 35 }
      for far in scene.streamed where far.name.hasPrefix(prefix) {
        #expect(far.count * 4 <= own.count * 3 && far.standsFor ?? 1e9 < far.size ?? 0)
        let (a, b) = (measures(own), measures(try buildings { $0.name == far.name }))
        #expect(abs(a.area - b.area) < 0.01 * a.area, "\(far.name): \(a.area) \(b.area)")
        // Between the same room and the same walls.
        if isSaid {
          #expect(b.volume > 0.99 * a.volume && b.walls < 1.01 * a.walls, "\(a) \(b)")
          #expect(b.volume > 1.1 * a.volume, "\(a) \(b)")
        }
        checked += 1
      }
    }
    #expect(checked >= 3)
  }

  @Test(
    "squares of the map hold each building once, and what reaches over their edges once together")
  func squares() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    let all = try whole(scene)
    for level in [9, 11, 12, 13] {
      let cells = scene.streamed.enumerated().flatMap { n, layer -> [StreamedCell] in
        guard layer.standsFor == nil else { return [] }
        let side = Double(1 << level)
        let low = MapPoint(Coordinate(latitude: 46.03, longitude: 6.99))
        let high = MapPoint(Coordinate(latitude: 45.97, longitude: 7.05))
        return (Int(low.y / side)...Int(high.y / side)).flatMap { y in
          (Int(low.x / side)...Int(high.x / side)).map { x in
            StreamedCell(layer: n, level: level, x: x, y: y)
          }
        }
      }
      let parts = try scene.resident(in: cells).scene
      #expect(parts.buildings.count == 400 && Set(parts.buildings) == Set(all.buildings))
      #expect(parts.trees.count == 9 && Set(parts.trees) == Set(all.trees))
      #expect(parts.landCover == all.landCover)
      // The motorway is in a layer of its own, at another place of the list.
      #expect(parts.roads.count == 4 && Set(parts.roads) == Set(all.roads))
    }
  }

  @Test(
    "what is there does not depend on what was there before, and tells where the ground differs")
  func noHistory() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    forEachSeed(60) { random in
      func some() -> [StreamedCell] {
        scene.streamed.indices.flatMap { n -> [StreamedCell] in
          guard !random.oneIn(4) else { return [] }
          let west = MapPoint(Coordinate(latitude: 46.006, longitude: 7))
          return (0..<4).flatMap { y in
            (0..<4).compactMap { x in
              random.oneIn(2)
                ? nil
                : StreamedCell(
                  layer: n, level: 11, x: Int(west.x / 2048) + x, y: Int(west.y / 2048) + y)
            }
          }
        }
      }
      var before: ResidentScene?
      for _ in 0..<4 {
        let cells = some()
        let after = try scene.resident(in: cells.reversed(), after: before)
        let fresh = try scene.resident(in: cells)
        try check(after.scene.buildings == fresh.scene.buildings, "buildings of \(cells)")
        try check(after.scene.trees == fresh.scene.trees, "trees of \(cells)")
        try check(after.scene.roads == fresh.scene.roads, "roads of \(cells)")
        try check(after.scene.landCover == fresh.scene.landCover, "areas of \(cells)")
        if let before {
          let old = Set(before.scene.roads), new = Set(after.scene.roads)
          for road in old.symmetricDifference(new) {
            try check(
              after.groundChanges.contains { change in
                road.path.allSatisfy {
                  change.box.contains(latitude: $0.latitude, longitude: $0.longitude)
                } && change.margin >= road.width
              }, "\(road.name) of \(cells)")
          }
          let same = before.scene.landCover == after.scene.landCover && old == new
          try check(after.groundChanges.isEmpty == same, "changes of \(cells)")
        }
        before = after
      }
    }
  }
}
