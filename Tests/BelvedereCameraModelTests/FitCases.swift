import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation

/// A request for a fit.
struct FitCase: CustomStringConvertible {
  var positions: [MapPosition]
  var viewport: Viewport
  var pitch, heading: Double
  var ground = 0.0
  var alignment = CameraFit.Alignment.centered
  var minimumDistance: Double?
  var limits = CameraLimits(pitchLimit: .none)

  func fit() throws -> CameraFit {
    try CameraFit(
      positions, in: viewport, pitch: pitch, heading: heading, groundElevation: ground,
      alignment: alignment, minimumDistance: minimumDistance, limits: limits)
  }

  var description: String {
    """
    \(positions.count) positions \(positions.prefix(5)), pitch \(pitch), heading \(heading), \
    ground \(ground), least \(String(describing: minimumDistance)), \(limits), \(viewport)
    """
  }

  /// Positions of every kind: near and far, high and low, across 180°.
  static func any(_ random: inout SplitMix64, spread: ClosedRange<Double> = 0...6) -> FitCase {
    let size = pow(10, random.double(spread))
    let middle = LocalFrame(
      origin: Coordinate(
        latitude: random.pick([random.double(-60...60), random.double(-80...80), 0]),
        longitude: random.pick([random.double(-180...180), 180, -179.99, 0])))
    let shape = Vector2(random.pick([1, 1, 0.01, 0]), random.pick([1, 1, 0.01]))
    let ground = random.pick([0, 0, random.double(-100...4000)])
    let height = random.pick([0, 0, 0.2 * min(size, 10_000), random.double(0...500)])
    let positions = (0..<random.pick([2, 3, 4, 5, 20, 100])).map { _ in
      MapPosition(
        middle.coordinate(
          at: Vector2(random.double(-1...1), random.double(-1...1)) * shape * size),
        elevation: ground + (height == 0 ? 0 : random.double(0...height)))
    }
    var viewport = anyViewport(&random)
    viewport.fieldOfView = random.pick([30, 30, random.double(5...110)])
    if random.oneIn(2) {
      viewport.padding = EdgePadding(
        top: random.double(0...0.45) * viewport.height,
        left: random.double(0...0.45) * viewport.width,
        bottom: random.double(0...0.45) * viewport.height,
        right: random.double(0...0.45) * viewport.width)
    }
    return FitCase(
      positions: positions, viewport: viewport,
      pitch: random.pick([0, 30, 45, 60, random.double(0...85), 85]),
      heading: random.pick([0, 90, 180, 270, random.double(0...360), random.double(-999...999)]),
      ground: ground)
  }
}

/// What ``CameraView`` says about a fit; knows nothing of how fits are found.
struct FitWitness {
  let view: CameraView
  /// In the frame of the view.
  let positions: [Vector3]
  private let left, right, top, bottom: Double

  init(_ fit: CameraFit, _ viewport: Viewport, _ positions: [MapPosition]) throws {
    view = try CameraView(
      camera: fit.camera, viewport: viewport, groundElevation: fit.groundElevation)
    let frame = view.frame
    self.positions = positions.map {
      let p = frame.position(of: $0.coordinate)
      return Vector3(p.x, p.y, $0.elevation)
    }
    let padding = viewport.padding
    (left, right) = (padding.left, viewport.width - padding.right)
    (top, bottom) = (padding.top, viewport.height - padding.bottom)
  }

  /// The least margins across and down, and both of each pair, for an eye that is moved; `nil`
  /// where a position is behind it.
  func margins(
    movedBy step: Vector3 = .zero
  ) -> (left: Double, right: Double, top: Double, bottom: Double)? {
    var result = (
      left: Double.infinity, right: Double.infinity, top: Double.infinity,
      bottom: Double.infinity
    )
    for p in positions {
      guard let point = view.project(p - step).point else { return nil }
      result.left = min(result.left, point.x - left)
      result.right = min(result.right, right - point.x)
      result.top = min(result.top, point.y - top)
      result.bottom = min(result.bottom, bottom - point.y)
    }
    return result
  }

  /// Whether all is inside for an eye moved so.
  func sees(movedBy step: Vector3) -> Bool {
    guard let m = margins(movedBy: step) else { return false }
    return min(m.left, m.right, m.top, m.bottom) >= 0
  }

  /// The least depth and the greatest.
  var depths: (nearest: Double, furthest: Double) {
    let all = positions.map { ($0 - view.eye).dot(view.forward) }
    return (all.min() ?? .nan, all.max() ?? .nan)
  }

  /// The greatest least margin across, or down, for an eye that is moved forward and then any way
  /// along an axis of the screen: a golden-section search, for the margin is concave in that way.
  func bestMargin(forward: Double, along axis: Vector3, isAcross: Bool) -> Double {
    let reach =
      4 * depths.furthest
      * max(
        view.viewport.width, view.viewport.height) / view.viewport.focalLength
    func value(_ x: Double) -> Double {
      guard let m = margins(movedBy: view.forward * forward + axis * x) else { return -.infinity }
      return isAcross ? min(m.left, m.right) : min(m.top, m.bottom)
    }
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (-reach, reach)
    var (a, b) = (high - ratio * (high - low), low + ratio * (high - low))
    var (va, vb) = (value(a), value(b))
    for _ in 0..<90 {
      if va < vb {
        (low, a, va) = (a, b, vb)
        b = low + ratio * (high - low)
        vb = value(b)
      } else {
        (high, b, vb) = (b, a, va)
        a = high - ratio * (high - low)
        va = value(a)
      }
    }
    return max(va, vb)
  }

  /// The least distance of a camera at this orientation and another centre (metres in the frame, on
  /// the ground) that sees all, by bisection.
  func leastDistance(at center: Vector2) -> Double {
    let place = Vector3(center.x, center.y, view.groundElevation)
    func sees(_ distance: Double) -> Bool {
      self.sees(movedBy: place - view.forward * distance - view.eye)
    }
    var (low, high) = (0.0, view.camera.distance)
    while !sees(high), high < 1e12 { (low, high) = (high, 2 * high) }
    for _ in 0..<80 {
      let middle = (low + high) / 2
      if sees(middle) { high = middle } else { low = middle }
    }
    return high
  }
}
