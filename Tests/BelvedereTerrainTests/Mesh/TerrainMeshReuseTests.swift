import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Synchronization
import Testing

@Suite("What the terrain mesh keeps and reads") struct TerrainMeshReuseTests {
  private let place = Coordinate(latitude: 46, longitude: 7)

  /// A model whose range is not told before it is read, and which counts what is read.
  private struct Unread: ElevationModel {
    final class Counter: Sendable {
      let reads = Mutex(0)
    }

    let field: HeightField
    let counter = Counter()

    var bounds: GeographicBounds { field.bounds }
    var resolution: Double { field.resolution }
    var longitudinalResolution: Double { field.longitudinalResolution }
    var range: ClosedRange<Double> {
      Issue.record("the whole model was read")
      return field.range
    }
    var statedRange: ClosedRange<Double>? { nil }

    func elevation(latitude: Double, longitude: Double) -> Double? {
      field.elevation(latitude: latitude, longitude: longitude)
    }

    func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
      counter.reads.withLock { $0 += latitudes.count * longitudes.count }
      return field.elevations(latitudes: latitudes, longitudes: longitudes)
    }
  }

  /// A step of a flight: down, along, up, with a turn, and a change of the map's origin and scale.
  private func step(_ n: Int) -> (TerrainMeshView, TerrainFrustum) {
    let t = Double(n)
    let height = n < 40 ? 9000 * (1 - t / 45) : 1000 + (t - 40) * 30
    let along = Coordinate(latitude: 46 + t * 2e-4, longitude: 7 - t * 1e-4)
    var view = MeshFixture.view(over: along, height: 700 + height)
    view.spread = MeshFixture.spread
    view.heightFactor = n < 60 ? 1 : 1 + (t - 60) / 100
    let pitch = min(t * 1.2, 80)
    return (view, MeshFixture.frustum(pitch: pitch, heading: t * 3).frustum)
  }

  @Test("the tiles of parts of a view are those of the whole view, none is left out")
  func parts() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    for n in [0, 35, 70] {
      let (view, frustum) = step(n)
      let all = mesh.tiles(for: view, in: frustum)
      var seen: Set<TerrainTileAddress> = []
      var sum = 0
      for side in [1.0, -1] {
        let half = TerrainFrustum(
          planes: frustum.planes + [(normal: Vector3(side, 0, 0), offset: 0)])
        let (part, tolerance) = mesh.tiles(for: view, in: frustum, showing: half)
        #expect(tolerance == view.tolerance)
        #expect(mesh.counts(for: view, in: frustum, showing: [half]) == [part.count])
        // In the same order, and the same to the last bit.
        var rest = all[...]
        for tile in part {
          guard let at = rest.firstIndex(where: { $0.address == tile.address }) else {
            Issue.record("\(tile.address) is none of the view's, or in another place")
            continue
          }
          #expect(rest[at].positions == tile.positions)
          #expect(rest[at].coarserSides == tile.coarserSides)
          rest = rest[(at + 1)...]
        }
        seen.formUnion(part.map(\.address))
        sum += part.count
      }
      #expect(seen == Set(all.map(\.address)))
      #expect(sum < all.count * 2)
    }
  }

  @Test("tiles are those of a new mesh, bit for bit, whatever was drawn before")
  func flight() {
    let model = MeshFixture.rough()
    for bytes in [64 << 20, 0] {
      let mesh = TerrainMesh(
        detail: TerrainDetail(of: TerrainMeshGround(model)),
        cache: TerrainTileCache(bytes: bytes), drawnBytes: bytes)
      var moving = 0
      var kept = 0
      var before: [TerrainTileAddress: UInt64] = [:]
      for n in 0..<90 {
        let (view, frustum) = step(n)
        let tiles = mesh.tiles(for: view, in: frustum)
        kept += tiles.count { before[$0.address] == $0.version }
        before = Dictionary(uniqueKeysWithValues: tiles.map { ($0.address, $0.version) })
        guard n % 9 == 0 else { continue }
        let fresh = MeshFixture.mesh(model).tiles(for: view, in: frustum)
        #expect(tiles.map(\.address) == fresh.map(\.address))
        #expect(tiles.map(\.positions) == fresh.map(\.positions))
        #expect(tiles.map(\.coarserSides) == fresh.map(\.coarserSides))
        #expect(tiles.map(\.isLevel) == fresh.map(\.isLevel))
        #expect(tiles.map(\.low) == fresh.map(\.low) && tiles.map(\.high) == fresh.map(\.high))
        #expect(tiles.first?.origin == fresh.first?.origin)
        moving += 1
      }
      #expect(moving == 10)
      if bytes > 0 { #expect(kept > 1000, "only \(kept) tiles were kept") }
    }
  }

  @Test("tiles that somebody holds do not change under them")
  func held() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    let (view, frustum) = step(20)
    let tiles = mesh.tiles(for: view, in: frustum)
    let copies = tiles.map { $0.positions.map { $0 } }
    for n in 21..<50 { _ = mesh.tiles(for: step(n).0, in: step(n).1) }
    #expect(tiles.map(\.positions) == copies)
  }

  @Test("over a thousand frames what is kept stays within its bounds")
  func memory() {
    let limit = 3 << 20
    let mesh = TerrainMesh(
      detail: TerrainDetail(of: TerrainMeshGround(MeshFixture.rough())),
      cache: TerrainTileCache(bytes: limit), drawnBytes: limit)
    var greatest = 0
    for n in 0..<1000 {
      // Rounds over the model, each tile many times out of sight.
      let (view, frustum) = step(n % 100)
      let tiles = mesh.tiles(for: view, in: frustum)
      // A view's own tiles are kept, and a quarter more.
      let own = tiles.count * (16 * 33 * 33 + 160) * 3 / 2
      #expect(mesh.byteCount <= max(limit, own) + limit * 5 / 4 + own)
      greatest = max(greatest, mesh.byteCount)
    }
    #expect(greatest > limit, "the limit was never of use")
  }

  @Test("a view from near reads a part of the model, one from afar all of it")
  func reading() {
    let field = MeshFixture.rough(width: 2049, degrees: 1.2)
    let model = Unread(field: field)
    let mesh = MeshFixture.mesh(model)
    #expect(model.counter.reads.withLock { $0 } == 0)
    var view = MeshFixture.view(over: place, height: 1700)
    view.spread = MeshFixture.spread
    view.widestSide = 4
    _ = mesh.tiles(for: view, in: MeshFixture.frustum(pitch: 30, heading: 0).frustum)
    let near = mesh.detail.blocks
    #expect(near.measured > 0 && near.measured * 4 < near.count, "\(near)")
    let reads = model.counter.reads.withLock { $0 }
    #expect(reads < 2049 * 2049 / 3, "\(reads)")
    view.eye.z = 400_000
    _ = mesh.tiles(for: view, in: TerrainFrustum())
    #expect(mesh.detail.blocks.measured == near.count)
  }

  @Test("what is known of a tile does not depend on what was asked before")
  func order() {
    let model = MeshFixture.rough(width: 1025, degrees: 0.6)
    let first = TerrainDetail(of: TerrainMeshGround(model))
    let second = TerrainDetail(of: TerrainMeshGround(model))
    let corner = MapPoint(Coordinate(latitude: 46, longitude: 7))
    var tiles: [TerrainTileAddress] = []
    for level in 0...(first.finestLevel + 1) {
      let size = TerrainTileAddress(level: level, x: 0, y: 0).size
      for dx in -1...1 {
        tiles.append(
          TerrainTileAddress(level: level, x: Int(corner.x / size) + dx, y: Int(corner.y / size)))
      }
    }
    let down = tiles.map { first.tile($0) }
    let up = Array(tiles.reversed().map { second.tile($0) }.reversed())
    #expect(down == up)
    #expect(down.filter { $0.error > 0 }.count > 10)
  }

  @Test("ground beyond the Earth's range, told only when it is read, has no cracks")
  func giants() {
    var high = MeshFixture.rough(width: 129, degrees: 0.1)
    high = HeightField(
      width: 129, height: 129, bounds: high.bounds, samples: high.samples.map { $0 * 20 + 9000 })
    let mesh = MeshFixture.mesh(Unread(field: high))
    for height in [45_000.0, 200_000] {
      let view = MeshFixture.view(over: place, height: height)
      let tiles = mesh.tiles(for: view, in: MeshFixture.frustum(pitch: 0, heading: 0).frustum)
      #expect(WatertightTests.faults(tiles).isEmpty)
      let top = tiles.flatMap { t in t.positions.indices.map { t.offset($0).z } }.max() ?? 0
      #expect(top + height > 15_000, "\(top + height)")
    }
  }

  @Test("a place is drawn as finely beside one on the other side of the world as alone")
  func apart() {
    let near = MeshFixture.rough(width: 129, degrees: 0.05)
    let far = MeshFixture.rough(
      center: Coordinate(latitude: -33, longitude: 151), width: 129, degrees: 0.05)
    let both = TerrainDetail(of: TerrainMeshGround(ElevationMosaic([near, far])))
    let alone = TerrainDetail(of: TerrainMeshGround(near))
    #expect(both.finestLevel < both.sampleLevel)
    #expect(alone.finestLevel == alone.sampleLevel)
    #expect(both.finestCell(in: near.bounds) == alone.finestCell(in: near.bounds))
    let view = MeshFixture.view(over: place, height: 6000)
    let frustum = MeshFixture.frustum(pitch: 0, heading: 0).frustum
    let tiles = TerrainMesh(detail: both).tiles(for: view, in: frustum)
    let own = TerrainMesh(detail: alone).tiles(for: view, in: frustum)
    let (drawn, wanted) = (DrawnSurface(tiles), DrawnSurface(own))
    #expect(WatertightTests.faults(tiles).isEmpty)
    // Where the wall at the model's edge stands, too.
    var worst = 0.0
    for i in 0...60 {
      for j in 0...60 {
        let at = MapPoint(
          Coordinate(
            latitude: 45.972 + 0.056 * Double(i) / 60, longitude: 6.972 + 0.056 * Double(j) / 60))
        guard let a = drawn.position(at), let b = wanted.position(at) else { continue }
        worst = max(worst, abs(a.z - b.z))
      }
    }
    // Each is within three quarters of a pixel of the ground, 3.4 m; beside the wall more.
    #expect(worst < 40, "\(worst) m")
  }
}
