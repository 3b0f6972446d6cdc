import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Errors of the terrain mesh") struct TerrainMeshErrorTests {
  private let place = Coordinate(latitude: 46, longitude: 7)

  @Test("no tile's mesh lies farther off the finest one, or off the ground, than its error says")
  func errors() {
    for model in [MeshFixture.rough(), MeshFixture.chessboard()] {
      let detail = TerrainDetail(of: TerrainMeshGround(model))
      let finest = detail.finestLevel
      let bounds = model.bounds
      var random = SplitMix64(seed: 3)
      var tight: [Int: Double] = [:]
      for _ in 0..<4000 {
        let p = MapPoint(
          Coordinate(
            latitude: random.double((bounds.south - 0.01)...(bounds.north + 0.01)),
            longitude: random.double((bounds.west - 0.01)...(bounds.east + 0.01))))
        let level = random.int(max(finest - 9, 0)...(finest + 3))
        let size = TerrainTileAddress(level: level, x: 0, y: 0).size
        let address = TerrainTileAddress(level: level, x: Int(p.x / size), y: Int(p.y / size))
        let tile = detail.tile(address)
        if level >= finest, MeshFixture.isAtEdge(p, within: size / 32, detail.ground) { continue }
        // Coarse meshes are compared with the finest one, that one and finer ones with the ground.
        let truth =
          level < finest
          ? MeshGrid.height(p, level: finest, detail.ground) : MeshFixture.ground(p, detail.ground)
        let off = abs(MeshGrid.height(p, level: level, detail.ground) - truth)
        // Off the ground it is an estimate.
        let slack = level < finest ? 1 + 1e-6 : 5
        #expect(off <= Double(tile.error) * slack + 1e-3, "\(address), \(off), \(tile.error)")
        #expect(truth >= Double(tile.low) - 1e-3 && truth <= Double(tile.high) + 1e-3)
        if tile.error > 0 { tight[level] = max(tight[level] ?? 0, off / Double(tile.error)) }
        if level > 0 {
          let parent = detail.tile(address.parent)
          #expect(parent.error >= tile.error * 1.4999)
          #expect(parent.low <= tile.low && parent.high >= tile.high)
        }
      }
      // The bounds are not idle: points come near them.
      #expect((tight[finest - 2] ?? 0) > 0.25)
      #expect(detail.tile(TerrainTileAddress(level: finest, x: 0, y: 0)).error == 0)
    }
  }

  @Test(
    "by parallel rays what lies beside the eye errs by as much as it is blurred, and needs fewer tiles"
  )
  func blurred() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    var view = MeshFixture.view(over: place, height: 1e7)
    view.parallelScale = 0.2
    view.widestSide = 4
    let sharp = mesh.tiles(for: view, in: TerrainFrustum(planes: []), showing: nil)
    view.parallelBlur = 0.005
    let blurred = mesh.tiles(for: view, in: TerrainFrustum(planes: []), showing: nil)
    #expect(sharp.tolerance == 0.75 && blurred.tolerance == 0.75)
    #expect(
      4 * blurred.tiles.count < sharp.tiles.count, "\(blurred.tiles.count), \(sharp.tiles.count)")
    let surface = DrawnSurface(blurred.tiles)
    let frame = LocalFrame(origin: place)
    var random = SplitMix64(seed: 12)
    var greatest = 0.0
    for _ in 0..<4000 {
      let at = Vector2(random.double(-7000...7000), random.double(-7000...7000))
      let p = frame.mapPoint(at: at)
      if MeshFixture.isAtEdge(p, within: 2000, mesh.detail.ground) { continue }
      guard let drawn = surface.position(p) else { continue }
      let off = abs(drawn.z + 1e7 - MeshFixture.ground(p, mesh.detail.ground))
      greatest = max(greatest, off / (5 + 0.005 * at.length))
    }
    #expect(greatest <= 0.75 && greatest > 0.05, "\(greatest)")
  }

  @Test("the drawn ground shows at most the tolerance off the ground, from close by, too")
  func tolerance() {
    let mesh = MeshFixture.mesh(MeshFixture.rough())
    var greatest = 0.0
    var random = SplitMix64(seed: 8)
    var count = 0
    for (pitch, heading, height) in [
      (0.0, 0.0, 20_000.0), (20, 300, 5000), (45, 45, 9000), (60, 170, 2500), (75, 20, 500),
      (85, 120, 150), (70, 80, 80), (80, 250, 40),
    ] {
      let (east, north) = (random.double(-3000...3000), random.double(-3000...3000))
      // From close by over what is right below the eye.
      let below = LocalFrame(origin: place).mapPoint(at: Vector2(east, north))
      let base = height < 3000 ? MeshFixture.ground(below, mesh.detail.ground) : 800
      var view = MeshFixture.view(over: place, east: east, north: north, height: base + height)
      view.spread = MeshFixture.spread
      let (frustum, axes) = MeshFixture.frustum(pitch: pitch, heading: heading)
      // Where the view would need too many tiles it is drawn within a greater tolerance.
      let (tiles, tolerance) = mesh.tiles(for: view, in: frustum, showing: nil)
      let shown = MeshFixture.greatestError(of: tiles, mesh, view, axes, &random)
      greatest = max(greatest, shown.greatest * 0.75 / tolerance)
      count += shown.count
    }
    #expect(count > 20_000)
    #expect(greatest <= 0.75)
    // Not by drawing everything.
    #expect(greatest > 0.1, "\(greatest)")
  }

  @Test("along a flight no point of the ground moves by more than a twentieth of a pixel a step")
  func flight() {
    let flown = MeshFixture.fly(over: MeshFixture.mesh(MeshFixture.rough()), place)
    #expect(flown.greatest <= 0.05, "\(flown.greatest) pixels")
    // The ground did change its shape on the way.
    #expect(flown.leaves > 10)
    #expect(flown.most > 0.1, "\(flown.most) pixels in all")
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
