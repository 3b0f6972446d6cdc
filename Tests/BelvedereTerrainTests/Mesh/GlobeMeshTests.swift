import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("The terrain mesh on the ellipsoid") struct GlobeMeshTests {
  private func view(_ place: Coordinate, height: Double) throws -> TerrainMeshView {
    let frame = try TangentFrame(origin: GeodeticPosition(place, height: 0))
    return TerrainMeshView(
      earth: .globe(frame), eye: Vector3(0, 0, height), focalLength: 900, tolerance: 1.5)
  }

  @Test("vertices are where their latitude, longitude and height say, to single precision")
  func positions() throws {
    let place = Coordinate(latitude: 46, longitude: 7)
    let mesh = MeshFixture.mesh(MeshFixture.rough(width: 129, degrees: 0.05))
    for height in [1300.0, 30_000, 2e7] {
      let view = try view(place, height: height)
      guard case .globe(let frame) = view.earth else { return }
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      #expect(tiles.count > 10)
      var matching = 0
      for tile in tiles {
        let a = tile.address
        let heights = mesh.detail.ground.heights(
          spacing: a.size / 32, column: a.x * 32, row: a.y * 32, columns: 33, rows: 33)
        for (k, p) in tile.positions.enumerated() {
          let at = MapPoint(
            x: a.corner.x + Double(k % 33) * a.size / 32,
            y: a.corner.y + Double(k / 33) * a.size / 32)
          let exact =
            try frame.position(
              of: GeodeticPosition(at.coordinate, height: Double(heights[k]))) - view.eye
          let off = (Vector3(p) - exact).length
          if off <= exact.length * 1.3e-7 + 1e-8 { matching += 1 }
          // The others are on their way from the parent's mesh, or below the finest level on it.
          if a.level <= mesh.detail.finestLevel { #expect(off * 900 / exact.length <= 1.5) }
        }
      }
      #expect(matching > 1000)
    }
  }

  /// Mountains whose heights nobody knows before they are read.
  private struct Untold: ElevationModel {
    let field = MeshFixture.rough(degrees: 0.2, height: 3000)
    var bounds: GeographicBounds { field.bounds }
    var resolution: Double { field.resolution }
    var range: ClosedRange<Double> { field.range }
    var statedRange: ClosedRange<Double>? { nil }
    func elevation(latitude: Double, longitude: Double) -> Double? {
      field.elevation(latitude: latitude, longitude: longitude)
    }
  }

  @Test(
    "an eye among mountains sees about as many tiles as in the flat map, none nearer than it is")
  func nearMountains() throws {
    for (degrees, height) in [(0.0, 2500.0), (0.08, 1800), (0.15, 1200), (0.3, 2)] {
      let place = Coordinate(latitude: 46 - degrees, longitude: 7)
      let globe = try view(place, height: height)
      var flat = MeshFixture.view(over: place, height: height, focalLength: 900, tolerance: 1.5)
      flat.spread = globe.spread
      let tiles = MeshFixture.mesh(Untold()).tiles(for: globe, in: TerrainFrustum())
      let others = MeshFixture.mesh(Untold()).tiles(for: flat, in: TerrainFrustum())
      // Every second one of the flat world's is a copy, or beyond the horizon.
      #expect(tiles.count < 2 * others.count + 100, "\(tiles.count) and \(others.count)")
      for tile in tiles {
        let nearest = tile.positions.indices.map { k -> Double in
          let p = Vector3(tile.positions[k]) * tile.scale + tile.origin
          return p.length
        }.min()
        #expect(tile.distance <= (nearest ?? 0) + 0.01, "\(tile.address)")
      }
    }
  }

  @Test("no cracks around the whole Earth, across ±180° too")
  func watertight() throws {
    for longitude in [7, 179.999] {
      let place = Coordinate(latitude: 46, longitude: longitude)
      let mesh = MeshFixture.mesh(
        MeshFixture.rough(center: place, width: 129, degrees: 0.05))
      for height in [1300.0, 60_000, 2e7] {
        let tiles = mesh.tiles(for: try view(place, height: height), in: TerrainFrustum())
        let faults = WatertightTests.faults(tiles, world: true)
        #expect(faults.isEmpty, "\(longitude)°, \(height) m: \(faults.prefix(3))")
      }
    }
  }

  @Test("sea drops below the horizon, and what lies behind it is left out")
  func horizon() throws {
    let place = Coordinate(latitude: 10, longitude: -30)
    let mesh = MeshFixture.mesh(ElevationMosaic())
    for height in [2.0, 100, 10_000, 400_000] {
      let view = try view(place, height: height)
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      // The slope of the horizon on a sphere of the Earth's size, within a part in 100.
      let radius = 6_371_000.0
      let dip = (2 * radius * height + height * height).squareRoot() / radius
      var highest = -Double.infinity
      var farthest = 0.0
      var lowest = 0.0
      for tile in tiles {
        for p in tile.positions {
          let v = Vector3(p)
          let level = v.xy.length
          guard level > 0 else { continue }
          highest = max(highest, v.z / level)
          farthest = max(farthest, v.length)
          lowest = min(lowest, v.z)
        }
      }
      // A pixel and a half may hide the very edge.
      #expect(abs(highest + dip) < dip * 0.02 + 2 / 900.0, "\(highest), \(-dip) at \(height) m")
      // All of the cap that is in view is there, and little else.
      let edge = (2 * radius * height + height * height).squareRoot()
      #expect(farthest >= edge * 0.99)
      #expect(tiles.count < 3000)
      // Great tiles that reach across the edge go on behind it, but not around the Earth.
      #expect(lowest > -1.5 * radius, "\(lowest)")
    }
  }
}
