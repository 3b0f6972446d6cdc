import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("The mesh of a model of several zooms") struct PyramidMeshTests {
  private let place = Coordinate(latitude: 46, longitude: 7)
  /// 55 km, samples 54 m apart; the coarsest of six zooms has them 1.7 km apart.
  private static let finest = MeshFixture.rough(width: 1025, degrees: 0.5, height: 1500)
  private static let model = MeshPyramid(finest, zooms: 6)

  @Test("a wide view reads coarse samples, a close one fine ones around it alone")
  func reading() {
    let far = MeshPyramid(Self.finest, zooms: 6)
    var view = MeshFixture.view(over: place, height: 900_000)
    _ = MeshFixture.mesh(far).tiles(
      for: view, in: MeshFixture.frustum(pitch: 0, heading: 0).frustum)
    #expect(far.asked.all[0] == 0 && far.asked.all[1] == 0, "\(far.asked.all)")
    #expect(far.asked.all.reduce(0, +) > 0)
    let near = MeshPyramid(Self.finest, zooms: 6)
    view = MeshFixture.view(over: place, height: 3000)
    let detail = TerrainDetail(of: TerrainMeshGround(near))
    let mesh = TerrainMesh(detail: detail)
    _ = mesh.tiles(for: view, in: MeshFixture.frustum(pitch: 70, heading: 0).frustum)
    #expect(near.asked.all[0] > 0)
    #expect(detail.blocks.measured < detail.blocks.count, "\(detail.blocks)")
    // A model that has one zoom must be looked at as a whole.
    let alone = TerrainDetail(of: TerrainMeshGround(Self.finest))
    view = MeshFixture.view(over: place, height: 900_000)
    _ = TerrainMesh(detail: alone).tiles(for: view, in: TerrainFrustum())
    #expect(alone.blocks.measured == alone.blocks.count)
  }

  @Test("tiles of levels with heights of their own share all edges and corners")
  func watertight() {
    let mesh = MeshFixture.mesh(Self.model)
    var random = SplitMix64(seed: 4)
    var levels: Set<Int> = []
    for n in 0..<12 {
      var height = 300.0
      for _ in 0..<(n % 6) { height *= 3.7 }
      let view = MeshFixture.view(
        over: place, east: random.double(-25_000...25_000),
        north: random.double(-25_000...25_000), height: 800 + height * random.double(1...3),
        focalLength: 700, tolerance: random.double(0.5...4))
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      levels.formUnion(tiles.map(\.address.level))
      let faults = WatertightTests.faults(tiles)
      #expect(faults.isEmpty, "\(n): \(faults.prefix(3)) and more, \(faults.count) in all")
    }
    #expect(levels.count > 8, "\(levels)")
  }

  @Test("an error is less than its parent's by half, whatever is asked first")
  func ratio() {
    let details = (0..<2).map { _ in TerrainDetail(of: TerrainMeshGround(Self.model)) }
    let bounds = Self.model.bounds
    var random = SplitMix64(seed: 6)
    for n in 0..<4000 {
      let p = MapPoint(
        Coordinate(
          latitude: random.double(bounds.south...bounds.north),
          longitude: random.double(bounds.west...bounds.east)))
      let level = random.int(2...details[0].finestLevel)
      let size = TerrainTileAddress(level: level, x: 0, y: 0).size
      let address = TerrainTileAddress(level: level, x: Int(p.x / size), y: Int(p.y / size))
      // The one asks for parents first, the other for children.
      let detail = details[n % 2]
      let (parent, tile) =
        n % 2 == 0
        ? (detail.tile(address.parent), detail.tile(address))
        : { ($0.1, $0.0) }((detail.tile(address), detail.tile(address.parent)))
      #expect(parent.error >= tile.error * 1.4999, "\(address)")
      #expect(details[0].tile(address) == details[1].tile(address))
    }
  }

  @Test("what is drawn of it lies within the tolerance off the finest surface")
  func tolerance() {
    let mesh = MeshFixture.mesh(Self.model)
    var random = SplitMix64(seed: 9)
    var greatest = 0.0
    var count = 0
    for (pitch, height) in [(0.0, 200_000.0), (45, 90_000), (30, 30_000), (60, 12_000), (80, 4000)]
    {
      var view = MeshFixture.view(
        over: place, east: random.double(-5000...5000), north: -height, height: 1000 + height)
      view.spread = MeshFixture.spread
      let (frustum, axes) = MeshFixture.frustum(pitch: pitch, heading: 0)
      let tiles = mesh.tiles(for: view, in: frustum)
      let shown = MeshFixture.greatestError(of: tiles, mesh, view, axes, &random)
      greatest = max(greatest, shown.greatest)
      count += shown.count
    }
    #expect(count > 10_000)
    #expect(greatest <= 0.75, "\(greatest) pixels")
    #expect(greatest > 0.1, "\(greatest) pixels")
  }

  @Test("where it ends its wall stands within a pixel and a half")
  func edges() {
    let plateau = HeightField(
      width: 1025, height: 1025,
      bounds: GeographicBounds(south: 45.75, west: 6.75, north: 46.25, east: 7.25),
      samples: [Float](repeating: 800, count: 1025 * 1025))
    let mesh = MeshFixture.mesh(MeshPyramid(plateau, zooms: 6))
    for height in [60_000.0, 200_000] {
      let view = MeshFixture.view(over: place, height: height)
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      let (west, east) = (186.75 / 360 * MapPoint.worldWidth, 187.25 / 360 * MapPoint.worldWidth)
      let scale = MapPoint.metersPerMapPoint(at: place.latitude)
      let ends = tiles.filter { tile in
        let (x, y) = (tile.address.corner.x, tile.address.corner.coordinate.latitude)
        let isBeside = y > 45.8 && y < 46.2
        return isBeside && [west, east].contains { $0 > x && $0 < x + tile.address.size }
      }
      #expect(!ends.isEmpty)
      for tile in ends {
        let cell = tile.address.size / Double(TerrainMeshGround.cells) * scale
        #expect(cell * view.focalLength / height <= 1.5, "\(height) \(tile.address)")
      }
    }
  }

  @Test("more tiles than are allowed are not drawn, and the coarser mesh is whole")
  func mostTiles() {
    let mesh = MeshFixture.mesh(Self.model)
    var view = MeshFixture.view(over: place, height: 5000)
    view.heightFactor = 50
    let all = mesh.tiles(for: view, in: TerrainFrustum())
    view.maximumTiles = all.count / 3
    let fewer = mesh.tiles(for: view, in: TerrainFrustum())
    #expect(fewer.count <= view.maximumTiles && fewer.count > view.maximumTiles / 3)
    #expect(WatertightTests.faults(fewer).isEmpty)
  }

  @Test("along a flight over it no point of the ground moves by more than a twentieth of a pixel")
  func flight() {
    let mesh = MeshFixture.mesh(Self.model)
    let flown = MeshFixture.fly(over: mesh, place)
    #expect(flown.greatest <= 0.05, "\(flown.greatest) pixels")
    #expect(flown.leaves > 10 && flown.most > 0.1)
    // Coarse zooms did take part.
    #expect(Self.model.asked.all[1...].reduce(0, +) > 0)
  }
}
