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
  private let world = GeographicBounds(south: -90, west: -180, north: 90, east: 180)

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

  /// Everything itself, nothing that stands for something.
  private func whole(_ scene: Scene) throws -> Scene {
    let parts = scene.streamed.map {
      SceneWindow.Part(boxes: $0.standsFor == nil ? [world] : [])
    }
    return try scene.resident(in: SceneWindow(parts: parts)).scene
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

  @Test("what is no larger than a layer's size is in it, and the motorway is seen from everywhere")
  func sizes() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    let own = scene.streamed.filter { $0.standsFor == nil }
    #expect(own.filter { $0.kind == .roads && $0.size == nil }.map(\.count) == [1])
    #expect(own.filter { $0.kind == .buildings }.reduce(0) { $0 + $1.count } == 400)
    for layer in own where layer.kind == .buildings {
      let parts = scene.streamed.map {
        SceneWindow.Part(boxes: $0.name == layer.name ? [world] : [])
      }
      for building in try scene.resident(in: SceneWindow(parts: parts)).scene.buildings
      where building.height > 35 {
        // A tower is no house, however narrow it is.
        #expect(try #require(layer.size) >= 20)
      }
    }
  }

  @Test("blocks have the ground and the room of the buildings that they stand for")
  func blocks() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    /// m² and m³ of buildings.
    func measures(_ buildings: [Building]) -> (area: Double, volume: Double) {
      buildings.reduce((0, 0)) { sum, building in
        let ring = building.footprint.rings[0]
        let scale = CoordinateRegion.metersPerDegree(at: ring[0].latitude)
        var twice = 0.0
        for (a, b) in zip(ring, ring.dropFirst() + [ring[0]]) {
          twice +=
            (a.longitude - ring[0].longitude) * (b.latitude - ring[0].latitude)
            - (b.longitude - ring[0].longitude) * (a.latitude - ring[0].latitude)
        }
        let area = abs(twice / 2) * scale.latitude * scale.longitude
        return (sum.area + area, sum.volume + area * building.height)
      }
    }
    func buildings(_ isWanted: (StreamedLayer) -> Bool) throws -> [Building] {
      let parts = scene.streamed.map { SceneWindow.Part(boxes: isWanted($0) ? [world] : []) }
      return try scene.resident(in: SceneWindow(parts: parts)).scene.buildings
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
        if isSaid { #expect(abs(a.volume - b.volume) < 0.02 * a.volume) }
        checked += 1
      }
    }
    #expect(checked >= 3)
  }

  @Test("things in holes are left out, and others are not")
  func holes() throws {
    let scene = try scene(isStreamed: true, in: TemporaryFolder())
    let hole = GeographicBounds(south: 46.002, west: 7.002, north: 46.004, east: 7.006)
    let parts = scene.streamed.map {
      SceneWindow.Part(boxes: $0.standsFor == nil ? [world] : [], holes: [hole])
    }
    let rest = try scene.resident(in: SceneWindow(parts: parts)).scene.buildings
    let all = try whole(scene).buildings
    func isInHole(_ building: Building) -> Bool {
      let ring = building.footprint.rings[0]
      let (low, high) = (ring.map(\.latitude), ring.map(\.longitude))
      let middle = (
        (low.min()! + low.max()!) / 2, (high.min()! + high.max()!) / 2
      )
      return hole.contains(latitude: middle.0, longitude: middle.1)
    }
    #expect(Set(rest) == Set(all.filter { !isInHole($0) }) && rest.count < all.count)
  }
}
