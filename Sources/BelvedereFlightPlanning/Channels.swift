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

/// The numbers that a path moves, side by side, and their changes.
///
/// In order: map points east and south, the natural logarithm of the distance in metres, degrees of pitch
/// and of heading, the lens (the logarithm of half the view's height at distance 1); two are unused. With
/// logarithms a dolly zoom is a straight line, and equal factors take equal steps.
typealias Channels = SIMD8<Double>

/// Where a channel stands in ``Channels``.
enum Channel {
  static let east = 0
  static let south = 1
  static let zoom = 2
  static let pitch = 3
  static let heading = 4
  static let lens = 5
  static let count = 6
}

/// A camera on its way with its lens, and three derivatives of its channels by time.
struct PathState {
  var camera: MapCamera
  var lens: Double
  var first = Channels()
  var second = Channels()
  var third = Channels()
}

/// The lens of a vertical field of view in degrees.
func lens(ofFieldOfView degrees: Double) -> Double { log(tan(degrees * .pi / 360)) }

/// The vertical field of view of a lens in degrees, to 1e-12: one that was given comes back as it was.
func fieldOfView(ofLens lens: Double) -> Double {
  (atan(exp(lens)) * 360 / .pi * 1e12).rounded() / 1e12
}

extension MapCamera {
  /// The camera moved by a change of channels; bit for bit the same where nothing changes.
  func moved(by change: Channels) -> MapCamera {
    var center = centerCoordinate
    if change[Channel.east] != 0 || change[Channel.south] != 0 {
      let point = MapPoint(center)
      // Rounding must not lead off the map.
      let south = min(max(point.y + change[Channel.south], 0), MapPoint.worldWidth)
      center = MapPoint(x: point.x + change[Channel.east], y: south).coordinate
      let edge = MapPoint.maximumLatitude
      center.latitude = min(max(center.latitude, -edge), edge)
    }
    return MapCamera(
      lookingAtCenter: center,
      fromDistance: change[Channel.zoom] == 0 ? distance : distance * exp(change[Channel.zoom]),
      // Rounding again: what is planned stays inside.
      pitch: min(max(pitch + change[Channel.pitch], 0), 90),
      heading: heading + change[Channel.heading])
  }

  /// What changes from this camera to another: the short way round the world, the heading the shorter
  /// way.
  func change(to other: MapCamera) -> Channels {
    var change = Channels()
    if centerCoordinate != other.centerCoordinate {
      let (p, q) = (MapPoint(centerCoordinate), MapPoint(other.centerCoordinate))
      change[Channel.east] = q.shortDeltaX(from: p)
      change[Channel.south] = q.y - p.y
    }
    if distance != other.distance { change[Channel.zoom] = log(other.distance / distance) }
    change[Channel.pitch] = other.pitch - pitch
    change[Channel.heading] = headingChange(from: heading, to: other.heading)
    return change
  }
}

/// Degrees from one heading to another the shorter way, within ±180. Half a turn goes by way of the south, clockwise from
/// the lower heading, so that the way back is the same one.
func headingChange(from a: Double, to b: Double) -> Double {
  let (a, b) = (wrappedHeading(a), wrappedHeading(b))
  return abs(b - a) == 180 ? b - a : wrappedLongitude(b - a)
}
