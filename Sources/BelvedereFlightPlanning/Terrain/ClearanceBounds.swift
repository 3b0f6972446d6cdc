import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clearance of a path's eyes over ground: at moments, and bounded over stretches of time.
struct ClearanceBounds {
  let path: CameraPath
  let ground: any FlightGround

  /// What is right below the eye at a moment.
  struct Look {
    var time: Double
    /// Metres of the eye above the top.
    var clearance: Double
    var top: Double
    var below: MapPoint
  }

  func look(at time: Double) -> Look {
    let camera = path.camera(at: time)
    let eye = camera.eye(above: ground.elevation(at: MapPoint(camera.centerCoordinate)))
    let top = ground.top(at: eye.below)
    return Look(time: time, clearance: eye.elevation - top, top: top, below: eye.below)
  }

  /// A clearance below which no eye is between two times of a leg. What rounding may take is taken off.
  func leastClearance(_ leg: PathLeg, from begin: Double, to end: Double) -> Double {
    let box = leg.box(from: begin, to: end)
    let below = box.below
    guard box.x.isFinite, box.y.isFinite, below.x.isFinite, below.y.isFinite, box.height.isFinite
    else { return -.infinity }
    let level = ground.elevations(x: box.x.low...box.x.high, y: box.y.low...box.y.high).lowerBound
    let top = ground.highestTop(x: below.x.low...below.x.high, y: below.y.low...below.y.high)
    let rounding = 1e-12 * (abs(box.height.high) + abs(level) + abs(top))
    return level + box.height.low - top - rounding
  }

  /// A stretch of time with its leg.
  struct Stretch {
    var leg: Int
    var begin, end: Double
    /// Nowhere in it is the clearance less.
    var least: Double

    var middle: Double { begin + (end - begin) / 2 }
    /// Whether it can be halved.
    var isDivisible: Bool { middle > begin && middle < end }
  }

  func stretch(_ leg: Int, from begin: Double, to end: Double) -> Stretch {
    Stretch(
      leg: leg, begin: begin, end: end,
      least: leastClearance(path.legs[leg], from: begin, to: end))
  }

  /// The legs, whole.
  var legs: [Stretch] {
    path.legs.indices.map { i in
      let leg = path.legs[i]
      return stretch(i, from: leg.start, to: leg.start + leg.duration)
    }
  }

  func halves(of stretch: Stretch) -> (Stretch, Stretch) {
    let middle = stretch.middle
    return (
      self.stretch(stretch.leg, from: stretch.begin, to: middle),
      self.stretch(stretch.leg, from: middle, to: stretch.end)
    )
  }
}

extension MapCamera {
  /// The point of the map right below the eye, and the eye's elevation over a centre at some elevation.
  func eye(above center: Double) -> (below: MapPoint, elevation: Double) {
    let (p, h) = (pitch * .pi / 180, heading * .pi / 180)
    let point = MapPoint(centerCoordinate)
    let reach =
      distance * sin(p) / MapPoint.metersPerMapPoint(at: centerCoordinate.latitude)
    return (
      MapPoint(x: point.x - reach * sin(h), y: point.y + reach * cos(h)),
      center + distance * cos(p)
    )
  }
}
