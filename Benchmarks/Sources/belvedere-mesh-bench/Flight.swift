import Belvedere
import BelvedereRasterization
import BenchmarkSupport
import CAllocationCount
import Foundation

/// A camera of 1280 × 720 pixels that flies north at a constant height, 3 m a frame.
struct Flight {
  let pitch: Double
  /// Metres between the highest ground and the eye.
  let height: Double
  let threads: Int

  /// What one flight costs.
  struct Costs {
    var first = 0.0
    var seconds: [Double] = []
    var tiles = 0
    var triangles = 0
    var allocated: [Double] = []
    /// Resident bytes after the tenth frame and after the last.
    var resident: (early: UInt64, late: UInt64) = (0, 0)
  }

  func fly(over mesh: TerrainMesh, frames: Int) -> Costs {
    var costs = Costs()
    let clock = ContinuousClock()
    var made: [TerrainMeshTile] = []
    for frame in 0..<frames {
      let (view, frustum) = view(frame, top: mesh.detail.ground.model.range.upperBound)
      made = []
      let before = allocation_bytes()
      let start = clock.now
      made = mesh.tiles(for: view, in: frustum) { count, body in
        Parallel.forEach(count, threads: threads) { i, _ in body(i) }
      }
      let seconds = (clock.now - start).inSeconds
      if frame == 0 {
        costs.first = seconds
      } else {
        costs.seconds.append(seconds)
        costs.allocated.append(Double(allocation_bytes() - before))
      }
      if frame == 10 { costs.resident.early = resident_bytes() }
    }
    costs.resident.late = resident_bytes()
    costs.tiles = made.count
    costs.triangles = made.reduce(0) { $0 + $1.indices.count / 3 }
    return costs
  }

  private func view(_ frame: Int, top: Double) -> (TerrainMeshView, TerrainFrustum) {
    let place = Relief.place
    let scale = MapPoint.metersPerMapPoint(at: place.latitude)
    // The frame's origin is the place under the picture's middle, and moves along.
    let start = MapPoint(place)
    let origin = MapPoint(x: start.x, y: start.y - Double(frame) * 3 / scale)
    let k = 360 / tan(15 * Double.pi / 180)
    let p = pitch * .pi / 180
    let forward = Vector3(0, sin(p), -cos(p))
    let up = Vector3(0, cos(p), sin(p))
    let right = Vector3(1, 0, 0)
    let view = TerrainMeshView(
      earth: .flat(
        origin: origin,
        metersPerMapPoint: MapPoint.metersPerMapPoint(at: origin.coordinate.latitude)),
      eye: Vector3(0, -1000, top + height), focalLength: k,
      spread: 1 + (640 * 640 + 360 * 360) / (k * k), widestSide: 4)
    let planes = [
      forward * (640 / k) + right, forward * (640 / k) - right, forward * (360 / k) + up,
      forward * (360 / k) - up,
    ]
    return (view, TerrainFrustum(planes: planes.map { ($0, 0) }))
  }
}
