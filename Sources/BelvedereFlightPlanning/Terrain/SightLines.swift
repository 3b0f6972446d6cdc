import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether a target is seen from every place of a box, from none, or that is not known.
///
/// Lines of sight are straight in the flat map's frame, as elsewhere. Ground that rises less than
/// ``slack`` into a line does not block it.
struct SightLines {
  enum Answer { case seen, hidden, unknown }

  /// Where eyes are: map points and metres.
  struct Eyes {
    var x, y, z: Interval
  }

  /// How much is looked at before what is left counts as unknown: lines that graze rough ground for long can be cut
  /// without end.
  final class Effort {
    /// Parts of lines.
    private(set) var left: Int

    init(_ parts: Int) { left = parts }

    func spend(_ parts: Int) { left -= parts }
  }

  let ground: any FlightGround
  let target: SightTarget
  private let places: [Vector3]
  private let effort: Effort

  /// Metres.
  static let slack = 1e-3
  /// The most parts of one line that are looked at.
  private static let maximumParts = 20_000

  init(_ ground: any FlightGround, _ target: SightTarget, _ effort: Effort) {
    self.ground = ground
    self.effort = effort
    self.target = target
    places = target.places.map {
      let longitude = wrappedLongitude($0.longitude)
      let point = MapPoint(Coordinate(latitude: $0.latitude, longitude: longitude))
      return Vector3(point.x, point.y, $0.height)
    }
  }

  func answer(from eyes: Eyes) -> Answer {
    guard eyes.x.isFinite, eyes.y.isFinite, eyes.z.isFinite,
      eyes.x.width < MapPoint.worldWidth / 4
    else { return .unknown }
    var (seen, open) = (0, places.count)
    for place in places {
      switch line(from: eyes, to: place) {
      case .seen: seen += 1
      case .hidden: open -= 1
      case .unknown: break
      }
      if seen >= target.count { return .seen }
      if open < target.count { return .hidden }
    }
    return .unknown
  }

  private func line(from eyes: Eyes, to place: Vector3) -> Answer {
    let world = MapPoint.worldWidth
    let middle = (eyes.x.low + eyes.x.high) / 2
    let x = place.x + ((middle - place.x) / world).rounded() * world
    /// The section at a part of the way to the place.
    func section(_ s: Double) -> Eyes {
      func mix(_ eye: Interval, _ end: Double) -> Interval {
        Interval(eye.low + (end - eye.low) * s, eye.high + (end - eye.high) * s)
      }
      return Eyes(x: mix(eyes.x, x), y: mix(eyes.y, place.y), z: mix(eyes.z, place.z))
    }
    let spread = max(eyes.x.width, eyes.y.width)
    let length = max(abs(x - middle), abs(place.y - (eyes.y.low + eyes.y.high) / 2))
    // A tenth of a millimetre at the equator.
    let finest = 1e-3
    var parts = [(0.0, 1.0)]
    var count = 0
    var isUnknown = false
    let cost = ground.lookCost
    while let (begin, end) = parts.popLast() {
      count += 1
      effort.spend(cost)
      let (a, b) = (section(begin), section(end))
      let (across, down) = (a.x.union(b.x), a.y.union(b.y))
      let top = ground.highestTop(x: across.low...across.high, y: down.low...down.high)
      if min(a.z.low, b.z.low) + Self.slack >= top { continue }
      let s = begin + (end - begin) / 2
      let at = section(s)
      // The lowest there is at most the highest of the part.
      if at.z.high + Self.slack < top,
        at.z.high + Self.slack
          < ground.lowestTop(x: at.x.low...at.x.high, y: at.y.low...at.y.high)
      {
        return .hidden
      }
      // Where the eyes' own box is as wide as the part, shorter parts tell no more. Another part may
      // still hide the target for sure.
      if (end - begin) * length < max(0.25 * (1 - s) * spread, finest) {
        isUnknown = true
        continue
      }
      if count * cost >= Self.maximumParts || effort.left <= 0 { return .unknown }
      parts.append((s, end))
      parts.append((begin, s))
    }
    return isUnknown ? .unknown : .seen
  }
}
