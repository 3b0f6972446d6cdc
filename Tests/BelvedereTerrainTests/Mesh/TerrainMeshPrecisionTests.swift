import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Precision and cost of the terrain mesh") struct TerrainMeshPrecisionTests {
  /// The greatest distance in pixels between points of the mesh in single precision and in doubles.
  private func jitter(height: Double, pitch: Double, over place: Coordinate) -> (Double, Int) {
    let model = MeshFixture.rough(center: place, width: 129, degrees: 0.05)
    let mesh = MeshFixture.mesh(model)
    let ground = MeshGrid.height(
      MapPoint(place), level: mesh.detail.finestLevel, mesh.detail.ground)
    let view = MeshFixture.view(over: place, height: ground + height)
    let (frustum, axes) = MeshFixture.frustum(pitch: pitch, heading: 33)
    let origin = MapPoint(place)
    let scale = MapPoint.metersPerMapPoint(at: place.latitude)
    let surface = DrawnSurface(mesh.tiles(for: view, in: frustum))
    var random = SplitMix64(seed: 5)
    var greatest = 0.0
    var count = 0
    for _ in 0..<4000 {
      // Where a ray through the picture meets the plane below the eye.
      let ray =
        axes.forward + axes.right * random.double(-0.47...0.47)
        + axes.up * random.double(-0.26...0.26)
      guard ray.z < -0.02 else { continue }
      let foot = ray * (height / -ray.z)
      let p = MapPoint(x: origin.x + foot.x / scale, y: origin.y - foot.y / scale)
      guard let tile = surface.tile(p) else { continue }
      let corner = tile.address.corner
      let size = tile.address.size
      let exact = MeshGrid.value(p, corner, size) { i, j in
        Vector3(
          (corner.x + Double(i) / 32 * size - origin.x) * scale,
          (origin.y - corner.y - Double(j) / 32 * size) * scale,
          tile.offset(j * 33 + i).z)
      }
      // The vertices are of single precision.
      let turned = MeshGrid.value(p, corner, size) { i, j in
        let v = tile.offset(j * 33 + i)
        return Vector3(v.dot(axes.right), v.dot(axes.up), v.dot(axes.forward))
      }
      let z = exact.dot(axes.forward)
      guard z > height / 4, turned.z > 0 else { continue }
      let off = Vector2(
        turned.x / turned.z - exact.dot(axes.right) / z,
        turned.y / turned.z - exact.dot(axes.up) / z)
      greatest = max(greatest, off.length * 1340)
      count += 1
    }
    return (greatest, count)
  }

  @Test("nothing jitters, from 2 m to 20,000 km")
  func precision() {
    for longitude in [7.0, 179.9999] {
      let place = Coordinate(latitude: 46.0123, longitude: longitude)
      for (height, pitch) in [(2.0, 60.0), (2, 0), (30, 80), (3000, 45), (60_000, 20), (2e7, 0)] {
        let (off, count) = jitter(height: height, pitch: pitch, over: place)
        #expect(off <= 0.01, "\(off) pixels at \(height) m")
        #expect(count > 500, "nothing in view at \(height) m")
      }
    }
  }

  @Test("the same tiles on one thread and many, cold and warm, and within the cache's bytes")
  func cache() {
    let place = Coordinate(latitude: 46, longitude: 7)
    let detail = TerrainDetail(of: TerrainMeshGround(MeshFixture.rough()))
    let mesh = TerrainMesh(detail: detail, cache: TerrainTileCache(bytes: 600_000))
    var greatest = 0
    for step in 0..<30 {
      let view = MeshFixture.view(
        over: place, east: Double(step) * 400 - 6000, height: 1500)
      let (frustum, _) = MeshFixture.frustum(pitch: 50, heading: 0)
      let first = mesh.tiles(for: view, in: frustum)
      let again = mesh.tiles(for: view, in: frustum) { count, body in
        for i in (0..<count).reversed() { body(i) }
      }
      #expect(first.map(\.address) == again.map(\.address))
      #expect(first.map(\.positions) == again.map(\.positions))
      greatest = max(greatest, mesh.cache.byteCount)
    }
    #expect(greatest > 0 && greatest <= 1_200_000, "\(greatest) bytes")
  }

  @Test("a model without bounds, or one that is not finite, is a plain")
  func plains() {
    let place = Coordinate(latitude: 46, longitude: 7)
    let broken = HeightField(
      width: 2, height: 2, bounds: MeshFixture.bounds(place, 0.1),
      samples: [.nan, .infinity, -.infinity, 3e38])
    for model in [ElevationMosaic(), broken] as [any ElevationModel] {
      let mesh = MeshFixture.mesh(model)
      let tiles = mesh.tiles(for: MeshFixture.view(over: place, height: 100), in: TerrainFrustum())
      #expect(!tiles.isEmpty)
      #expect(WatertightTests.faults(tiles).isEmpty)
      #expect(tiles.flatMap(\.positions).allSatisfy { $0.x.isFinite && $0.z.isFinite })
    }
  }
}
