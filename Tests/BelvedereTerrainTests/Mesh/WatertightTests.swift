import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("The terrain mesh has no cracks") struct WatertightTests {
  /// A vertex by its bits: nothing but the same bits is the same vertex.
  struct Vertex: Hashable {
    let x, y, z: UInt32

    init(_ p: SIMD3<Float>) {
      // −0 and 0 are the same place.
      x = (p.x + 0).bitPattern
      y = (p.y + 0).bitPattern
      z = (p.z + 0).bitPattern
    }
  }

  struct Edge: Hashable {
    let from, to: Vertex
  }

  /// Faults: edges used twice in one direction, and open edges where something is drawn next to them.
  static func faults(_ tiles: [TerrainMeshTile], world: Bool = false) -> [String] {
    var edges: [Edge: Int] = [:]
    var faults: [String] = []
    edges.reserveCapacity(tiles.count * 3500)
    for (t, tile) in tiles.enumerated() {
      if tile.origin != tiles[0].origin || tile.scale != tiles[0].scale {
        faults.append("\(tile.address): placed elsewhere")
      }
      let list = tile.indices
      for k in stride(from: 0, to: list.count, by: 3) {
        for c in 0..<3 {
          let a = Int(list[k + c])
          let b = Int(list[k + (c + 1) % 3])
          let edge = Edge(from: Vertex(tile.corners[a]), to: Vertex(tile.corners[b]))
          if edge.from == edge.to { faults.append("\(tile.address): an edge of no length") }
          if edges.updateValue(t, forKey: edge) != nil {
            faults.append("\(tile.address): an edge is used twice in one direction")
          }
        }
      }
    }
    let drawn = Set(tiles.map(\.address))
    for (edge, t) in edges where edges[Edge(from: edge.to, to: edge.from)] == nil {
      let tile = tiles[t]
      guard let side = Self.side(edge, tile) else {
        faults.append("\(tile.address): an open edge inside")
        continue
      }
      let a = tile.address
      let across = [
        TerrainTileAddress(level: a.level, x: a.x, y: a.y - 1),
        TerrainTileAddress(level: a.level, x: a.x + 1, y: a.y),
        TerrainTileAddress(level: a.level, x: a.x, y: a.y + 1),
        TerrainTileAddress(level: a.level, x: a.x - 1, y: a.y),
      ][side]
      // Of an undivided neighbour everything is drawn; of a divided one perhaps not the child here.
      if isWhollyDrawn(across) { faults.append("\(a): side \(side) is open towards \(across)") }
    }
    func isWhollyDrawn(_ address: TerrainTileAddress) -> Bool {
      var a = address
      if world { a.x &= (1 << a.level) - 1 }
      return drawn.contains(a) || a.children.allSatisfy { drawn.contains($0) }
        || a.level > 0 && drawn.contains(a.parent)
    }
    return faults
  }

  private static func side(_ edge: Edge, _ tile: TerrainMeshTile) -> Int? {
    func has(_ vertex: Vertex, _ index: (Int) -> Int) -> Bool {
      (0...32).contains { Vertex(tile.positions[index($0)]) == vertex }
    }
    let sides: [(Int) -> Int] = [{ $0 }, { $0 * 33 + 32 }, { 32 * 33 + $0 }, { $0 * 33 }]
    return sides.firstIndex { has(edge.from, $0) && has(edge.to, $0) }
  }

  @Test("all edges of whole meshes are shared, wherever the eye stands and whatever the levels")
  func wholeMeshes() {
    var random = SplitMix64(seed: 11)
    let place = Coordinate(latitude: 46, longitude: 7)
    var masks: Set<Int> = []
    var steps: Set<Int> = []
    for model in [MeshFixture.rough(), MeshFixture.chessboard()] {
      let mesh = MeshFixture.mesh(model)
      for n in 0..<4 {
        let height = n == 0 ? 2 : 20 * pow10(random.double(0...4))
        let view = MeshFixture.view(
          over: place, east: random.double(-12_000...12_000),
          north: random.double(-12_000...12_000), height: 500 + height, focalLength: 700,
          tolerance: 2)
        let tiles = mesh.tiles(for: view, in: TerrainFrustum())
        #expect(tiles.count > 30)
        for tile in tiles { masks.insert(tile.coarserSides) }
        steps.formUnion(levelSteps(tiles))
        let faults = Self.faults(tiles)
        #expect(faults.isEmpty, "\(faults.prefix(3)) and more, \(faults.count) in all")
      }
    }
    #expect(masks.count >= 9, "too few combinations of neighbours: \(masks)")
    #expect(steps == [0, 1], "neighbours differ by \(steps) levels")
  }

  /// By how many levels neighbours differ.
  private func levelSteps(_ tiles: [TerrainMeshTile]) -> Set<Int> {
    let drawn = Set(tiles.map(\.address))
    var steps: Set<Int> = []
    for a in drawn {
      for (dx, dy) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
        var b = TerrainTileAddress(level: a.level, x: a.x + dx, y: a.y + dy)
        while b.level >= 0 {
          if drawn.contains(b) { steps.insert(a.level - b.level) }
          b = b.parent
        }
      }
    }
    return steps
  }

  private func pow10(_ x: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(x) { result *= 10 }
    return result * (1 + 9 * (x - x.rounded(.down)))
  }

  @Test("plains far below a cliff at the model's edge are graded down to it")
  func cliffs() {
    let place = Coordinate(latitude: 46, longitude: 7)
    let high = HeightField(
      width: 3, height: 3, bounds: MeshFixture.bounds(place, 0.001),
      samples: Array(repeating: 800, count: 9))
    let mesh = MeshFixture.mesh(high)
    let tiles = mesh.tiles(
      for: MeshFixture.view(over: place, height: 3000), in: TerrainFrustum())
    #expect(Self.faults(tiles).isEmpty)
    #expect(tiles.contains { $0.isLevel } && tiles.contains { !$0.isLevel })
    let top = tiles.flatMap { tile in tile.positions.indices.map { tile.offset($0).z } }.max() ?? 0
    #expect(abs(top - (800 - 3000)) < 1)
  }

  @Test("what is in view has no cracks, and is what it would be if all were drawn")
  func inView() {
    let place = Coordinate(latitude: 46, longitude: 7)
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    for (pitch, heading, height) in [
      (0.0, 0.0, 3000.0), (45, 30, 2000), (75, 200, 700), (88, 310, 5000),
    ] {
      let view = MeshFixture.view(over: place, height: 600 + height)
      let (frustum, axes) = MeshFixture.frustum(pitch: pitch, heading: heading)
      let seen = mesh.tiles(for: view, in: frustum)
      #expect(Self.faults(seen).isEmpty)
      let all = mesh.tiles(for: view, in: TerrainFrustum())
      #expect(seen.count < all.count)
      let surface = DrawnSurface(seen)
      var visible = 0
      for tile in all {
        for k in tile.positions.indices {
          guard (1...31).contains(k % 33), (1...31).contains(k / 33) else { continue }
          let v = tile.offset(k)
          let z = v.dot(axes.forward)
          guard z > 0, abs(v.dot(axes.right)) < z * 640 / 1340, abs(v.dot(axes.up)) < z * 360 / 1340
          else { continue }
          visible += 1
          let corner = tile.address.corner
          let step = tile.address.size / 32
          let at = surface.position(
            MapPoint(
              x: corner.x + Double(k % 33) * step, y: corner.y + Double(k / 33) * step))
          let off = at.map { ($0 - v).length } ?? .infinity
          #expect(off <= 1e-6 * v.length, "a vertex in view is not drawn, at \(v)")
        }
      }
      #expect(visible > 100)
    }
  }

  @Test("ground and eye on both sides of ±180°")
  func antimeridian() {
    let place = Coordinate(latitude: -17, longitude: 179.99)
    let model = MeshFixture.rough(center: Coordinate(latitude: -17, longitude: 180.02))
    let mesh = MeshFixture.mesh(model)
    for longitude in [179.95, 180, -179.97] {
      var view = MeshFixture.view(over: place, height: 1500)
      let at = LocalFrame(origin: place)
        .position(of: Coordinate(latitude: -17, longitude: longitude))
      view.eye.x = at.x
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      #expect(Self.faults(tiles).isEmpty)
      // The finest tiles lie on both sides of the line.
      let finest = tiles.filter { $0.address.level > mesh.detail.finestLevel - 3 }
      #expect(finest.contains { $0.address.x < 1 << $0.address.level })
      #expect(finest.contains { $0.address.x >= 1 << $0.address.level })
    }
    // The same from the other copy of the world.
    let east = mesh.tiles(
      for: MeshFixture.view(over: Coordinate(latitude: -17, longitude: 179.999), height: 1500),
      in: TerrainFrustum())
    let west = mesh.tiles(
      for: MeshFixture.view(over: Coordinate(latitude: -17, longitude: -179.999), height: 1500),
      in: TerrainFrustum())
    #expect(abs(east.count - west.count) < east.count / 4)
  }
}
