import BelvedereCameraModel
import BelvedereGeoMath

/// The eye that stands as far forward as all of some points allow.
///
/// Points and eye are given in the axes of a camera: right, up and forward. A point q is seen from the eye
/// g where |q.x − g.x| ≤ t.x (q.z − g.z), and likewise for y; how far forward the eye may go follows from
/// the extremes of q.x ± t.x q.z and q.y ± t.y q.z.
struct NearestEye {
  private let points: [Vector3]
  /// Half the picture's width and height at a depth of 1.
  private let opening: Vector2

  /// Metres that the eye keeps from the farthest point, and a hundredth of it from the nearest.
  private static let leastDistance = CameraFit.defaultMinimumDistance

  init(_ points: [Vector3], opening: Vector2) {
    self.points = points
    self.opening = opening
  }

  /// The eye; `nil` without points.
  ///
  /// - Parameter sinking: 0 where opposite margins are equal, 1 where the points touch the lower edge.
  func eye(sinking: Double) -> Vector3? {
    guard !points.isEmpty else { return nil }
    let (nearest, farthest) = points.reduce((Double.infinity, -Double.infinity)) {
      (min($0.0, $1.z), max($0.1, $1.z))
    }
    let across = points.map { Vector2($0.x, $0.z) }
    let upright = points.map { Vector2($0.y, $0.z) }
    let forward = min(
      Self.forward(across, opening.x), Self.forward(upright, opening.y),
      nearest - Self.leastDistance / 100, farthest - Self.leastDistance)
    let x = Self.middle(across, opening.x, forward)
    let y = Self.middle(upright, opening.y, forward)
    let highest = upright.reduce(Double.infinity) {
      min($0, $1.x + opening.y * ($1.y - forward))
    }
    return Vector3(x, y + (highest - y) * sinking, forward)
  }

  /// How far forward an eye may stand that sees points of (place, depth) through an opening.
  private static func forward(_ points: [Vector2], _ opening: Double) -> Double {
    let (low, high) = points.reduce((-Double.infinity, Double.infinity)) {
      (max($0.0, $1.x - opening * $1.y), min($0.1, $1.x + opening * $1.y))
    }
    return (high - low) / (2 * opening)
  }

  /// The eye's place from which the outermost points are seen equally far from the middle.
  ///
  /// The opening through which they are just seen is the root of a concave function made of straight
  /// pieces, which Newton's steps reach.
  private static func middle(_ points: [Vector2], _ opening: Double, _ forward: Double) -> Double {
    var opening = opening
    var place = 0.0
    for _ in 0..<24 {
      var (low, high) = (Vector2(-.infinity, 0), Vector2(.infinity, 0))
      for point in points {
        let depth = point.y - forward
        if point.x - opening * depth > low.x { low = Vector2(point.x - opening * depth, depth) }
        if point.x + opening * depth < high.x { high = Vector2(point.x + opening * depth, depth) }
      }
      place = (low.x + high.x) / 2
      let change = (high.x - low.x) / (low.y + high.y)
      guard abs(change) > 1e-12 * opening else { break }
      opening -= change
    }
    return place
  }
}
