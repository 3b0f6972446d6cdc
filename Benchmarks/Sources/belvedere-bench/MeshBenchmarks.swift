import Belvedere
import BenchmarkSupport
import Foundation

extension Benchmarks {
  /// The mesh of a synthetic model of 4096 × 4096 heights, 30 m apart, in a view of 1280 × 720 pixels.
  func meshing() -> [Measurement] {
    let width = 4096
    let model = Self.hills(width: width)
    let ground = TerrainMeshGround(model)
    var detail = TerrainDetail(of: ground)
    let measured = measure(
      "measure a 4096² model's meshes", repeats: min(repeats, 3),
      work: (Double(width * width) / 1e6, "Msample")
    ) {
      detail = TerrainDetail(of: ground)
    }
    let mesh = TerrainMesh(detail: detail)
    var results = [measured]
    for (name, pitch, height) in [("45°", 45.0, 4000.0), ("75°", 75, 1500)] {
      var tiles = 0
      var triangles = 0
      var step = 0.0
      let result = measure("mesh 1280×720 at \(name), warm", repeats: max(repeats, 9), work: nil) {
        // The eye moves, so that every frame's positions are new.
        step += 1
        let (view, frustum) = Self.meshView(pitch: pitch, height: 1200 + height, north: step * 5)
        let made = mesh.tiles(for: view, in: frustum)
        tiles = made.count
        triangles = made.reduce(0) { $0 + $1.indices.count / 3 }
      }
      note(
        "\(name): \(tiles) tiles, \(triangles) triangles, "
          + "\(mesh.cache.byteCount >> 10) KiB of heights, \((detail.tileCount * 12) >> 10) KiB of errors"
      )
      results.append(result)
    }
    return results
  }

  private func note(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

  private static func hills(width: Int) -> HeightField {
    var samples = [Float](repeating: 0, count: width * width)
    for y in 0..<width {
      for x in 0..<width {
        let (u, v) = (Double(x) / 130, Double(y) / 130)
        let large = sin(u) * cos(v * 1.3) + 0.5 * sin(u * 2.7 + v)
        let small = 0.1 * sin(u * 9.1 - v * 7.3) + 0.02 * sin(u * 41) * sin(v * 37)
        samples[y * width + x] = Float(600 + 400 * (large + small))
      }
    }
    let side = Double(width - 1) / 3600
    return HeightField(
      width: width, height: width,
      bounds: GeographicBounds(south: 46, west: 7, north: 46 + side, east: 7 + side),
      samples: samples)
  }

  private static func meshView(
    pitch: Double, height: Double, north: Double
  ) -> (TerrainMeshView, TerrainFrustum) {
    let place = Coordinate(latitude: 46.3, longitude: 7.5)
    let k = 360 / tan(15 * Double.pi / 180)
    let p = pitch * .pi / 180
    let forward = Vector3(0, sin(p), -cos(p))
    let up = Vector3(0, cos(p), sin(p))
    let right = Vector3(1, 0, 0)
    let view = TerrainMeshView(
      earth: .flat(
        origin: MapPoint(place),
        metersPerMapPoint: MapPoint.metersPerMapPoint(at: place.latitude)),
      eye: Vector3(0, north, height), focalLength: k,
      spread: 1 + (640 * 640 + 360 * 360) / (k * k))
    let planes = [
      forward * (640 / k) + right, forward * (640 / k) - right, forward * (360 / k) + up,
      forward * (360 / k) - up,
    ]
    return (view, TerrainFrustum(planes: planes.map { ($0, 0) }))
  }
}
