import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Errors of the terrain mesh") struct TerrainMeshErrorTests {
  private let place = Coordinate(latitude: 46, longitude: 7)

  @Test("no tile's mesh lies farther off the finest surface than its error says")
  func errors() {
    for model in [MeshFixture.rough(), MeshFixture.chessboard()] {
      let detail = TerrainDetail(of: TerrainMeshGround(model))
      let finest = detail.finestLevel
      let bounds = model.bounds
      var random = SplitMix64(seed: 3)
      var tight: [Int: Double] = [:]
      for _ in 0..<20_000 {
        let p = MapPoint(
          Coordinate(
            latitude: random.double((bounds.south - 0.01)...(bounds.north + 0.01)),
            longitude: random.double((bounds.west - 0.01)...(bounds.east + 0.01))))
        let level = random.int(max(finest - 9, 0)...finest)
        let size = TerrainTileAddress(level: level, x: 0, y: 0).size
        let address = TerrainTileAddress(level: level, x: Int(p.x / size), y: Int(p.y / size))
        let tile = detail.tile(address)
        let truth = MeshGrid.height(p, level: finest, detail.ground)
        let off = abs(MeshGrid.height(p, level: level, detail.ground) - truth)
        #expect(off <= Double(tile.error) * (1 + 1e-6) + 1e-3, "\(address)")
        #expect(truth >= Double(tile.low) - 1e-3 && truth <= Double(tile.high) + 1e-3)
        if tile.error > 0 { tight[level] = max(tight[level] ?? 0, off / Double(tile.error)) }
        if level > 0 {
          let parent = detail.tile(address.parent)
          #expect(parent.error >= tile.error * 1.4999)
          #expect(parent.low <= tile.low && parent.high >= tile.high)
        }
      }
      // The bounds are not idle: points come near them.
      #expect((tight[finest - 2] ?? 0) > 0.5)
      #expect(detail.tile(TerrainTileAddress(level: finest, x: 0, y: 0)).error == 0)
    }
  }

  @Test("the drawn ground shows at most the tolerance off the finest surface")
  func tolerance() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    var greatest = 0.0
    var random = SplitMix64(seed: 8)
    var count = 0
    for (pitch, heading, height) in [
      (0.0, 0.0, 20_000.0), (20, 300, 5000), (45, 45, 9000), (60, 170, 2500), (75, 20, 500),
      (85, 120, 150),
    ] {
      var view = MeshFixture.view(
        over: place, east: random.double(-3000...3000), north: random.double(-3000...3000),
        height: 800 + height)
      view.spread = MeshFixture.spread
      let (frustum, axes) = MeshFixture.frustum(pitch: pitch, heading: heading)
      let tiles = mesh.tiles(for: view, in: frustum)
      func project(_ v: Vector3) -> Vector2? {
        let z = v.dot(axes.forward)
        guard z > 1 else { return nil }
        let p = Vector2(v.dot(axes.right), v.dot(axes.up)) * (1340 / z)
        return abs(p.x) <= 640 && abs(p.y) <= 360 ? p : nil
      }
      for tile in tiles {
        let list = tile.indices.map { Int($0) }
        for _ in 0..<600 {
          // A point of one of the triangles that are drawn.
          let t = random.int(0...(list.count / 3 - 1))
          var (a, b) = (random.double(0...1), random.double(0...1))
          if a + b > 1 { (a, b) = (1 - a, 1 - b) }
          let corners = (0..<3).map { list[3 * t + $0] }
          func blend(_ at: (Int) -> Vector3) -> Vector3 {
            at(corners[0]) * (1 - a - b) + at(corners[1]) * a + at(corners[2]) * b
          }
          let drawn = blend { tile.offset($0) }
          let spacing = tile.address.size / 32
          let grid = blend { Vector3(Double($0 % 33), Double($0 / 33), 0) }
          let p = MapPoint(
            x: tile.address.corner.x + grid.x * spacing,
            y: tile.address.corner.y + grid.y * spacing)
          var truth = drawn
          truth.z =
            MeshGrid.height(p, level: mesh.detail.finestLevel, mesh.detail.ground) - view.eye.z
          guard let shown = project(drawn), let right = project(truth) else { continue }
          count += 1
          greatest = max(greatest, (shown - right).length)
        }
      }
    }
    #expect(count > 20_000)
    #expect(greatest <= 0.75)
    // Not by drawing everything.
    #expect(greatest > 0.1, "\(greatest)")
  }

  @Test("along a flight no point of the ground moves by more than a twentieth of a pixel a step")
  func flight() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    var random = SplitMix64(seed: 21)
    let frame = LocalFrame(origin: place)
    let points = (0..<700).map { _ in
      frame.mapPoint(at: Vector2(random.double(-7000...7000), random.double(-7000...7000)))
    }
    // Down from 40 km, then low over the ground; each step is 1.5 % of the height.
    var eye = Vector3(0, -9000, 40_000)
    var before: [Double?] = []
    var greatest = 0.0
    var sums = [Double](repeating: 0, count: 700)
    var leaves: Set<Int> = []
    for step in 0..<220 {
      let view = MeshFixture.view(over: place, east: eye.x, north: eye.y, height: eye.z)
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      leaves.insert(tiles.count)
      let surface = DrawnSurface(tiles)
      let heights = points.map { p in surface.position(p).map { $0.z + eye.z } }
      if step > 0 {
        for (i, p) in points.enumerated() {
          guard let a = before[i], let b = heights[i] else { continue }
          let at = frame.position(of: p)
          let distance = Vector3(at.x - eye.x, at.y - eye.y, b - eye.z).length
          let moved = abs(b - a) * 1340 / distance
          greatest = max(greatest, moved)
          sums[i] += moved
        }
      }
      before = heights
      let height = eye.z - 900
      if height > 300 { eye.z -= height * 0.015 } else { eye.y += 4.5 }
    }
    #expect(greatest <= 0.05, "\(greatest) pixels")
    // The ground did change its shape on the way.
    #expect(leaves.count > 10)
    #expect((sums.max() ?? 0) > 0.1, "\(sums.max() ?? 0) pixels in all")
  }

  @Test("an elevation style between flat and realistic only scales heights")
  func style() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    var view = MeshFixture.view(over: place, height: 4000)
    for factor in [0, 1e-9, 0.25, 1, 3.0] {
      view.heightFactor = factor
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      #expect(WatertightTests.faults(tiles).isEmpty)
      let finest = mesh.detail.finestLevel
      var random = SplitMix64(seed: 1)
      let surface = DrawnSurface(tiles)
      for _ in 0..<200 {
        let p = MapPoint(
          Coordinate(
            latitude: random.double(45.95...46.05), longitude: random.double(6.95...7.05)))
        let truth = MeshGrid.height(p, level: finest, mesh.detail.ground) * factor
        let drawn = (surface.position(p)?.z ?? .nan) + 4000
        #expect(abs(drawn - truth) <= 0.75 * 30_000 / 1340, "factor \(factor)")
        if factor == 0 { #expect(abs(drawn) < 1e-3) }
      }
    }
    view.heightFactor = 0
    let flat = mesh.tiles(for: view, in: TerrainFrustum()).count
    view.heightFactor = 1
    #expect(flat < mesh.tiles(for: view, in: TerrainFrustum()).count)
  }
}
