import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lengths on the ground of what is straight on the map, which goes on beyond its edge: on the sphere of
/// the ellipsoid's greater axis, whose metres the map has.
enum GroundWays {
  /// Metres a map point at a place of the map.
  static func metersPerMapPoint(_ place: Vector2) -> Double {
    metersAtEquator / cosh(height(place))
  }

  /// The length of an edge, metres; relative error below 1e-8.
  static func length(_ a: Vector2, _ b: Vector2) -> Double {
    let (u, v) = (height(a), height(b))
    // The mean of the latitude's cosine, of which the integral is the latitude.
    let mean: Double
    if abs(v - u) > 0.05 {
      mean = (atan(sinh(v)) - atan(sinh(u))) / (v - u)
    } else {
      mean = (1 / cosh(u) + 4 / cosh((u + v) / 2) + 1 / cosh(v)) / 6
    }
    return (b - a).length * mean * metersAtEquator
  }

  /// From the equator, in radians of the map.
  static func height(_ place: Vector2) -> Double {
    (0.5 - place.y / MapPoint.worldWidth) * 2 * .pi
  }

  /// Metres a map point at the equator.
  static let metersAtEquator = 2 * Double.pi * Ellipsoid.wgs84.semiMajorAxis / MapPoint.worldWidth
}

extension EdgeLine {
  /// Radians of the map's height within which its scale changes so evenly that a straight line errs by less
  /// than 8e-5 of a way; and how many such parts a line is cut into.
  private static let evenHeight = 0.03, mostParts = 20_000.0

  /// The same line on the map with the ways on the ground.
  func measured() -> EdgeLine {
    var measured = points
    var ground = 0.0
    for n in points.indices {
      measured[n].ground = ground
      guard isClosed || n + 1 < points.count, !points[n].isSeam else { continue }
      ground += GroundWays.length(points[n].place, points[(n + 1) % points.count].place)
    }
    return EdgeLine(
      points: measured, isClosed: isClosed, start: start, end: end, ground: ground)?
      .cutByScale() ?? self
  }

  /// A line on the map that knows its ways, with more points where the scale changes much along an edge.
  func cutByScale() -> EdgeLine? {
    let last = isClosed ? points.count : points.count - 1
    func next(_ n: Int) -> Point { points[(n + 1) % points.count] }
    func rise(_ n: Int) -> Double {
      abs(GroundWays.height(next(n).place) - GroundWays.height(points[n].place))
    }
    let total = (0..<last).reduce(0) { $0 + rise($1) }
    let step = max(Self.evenHeight, total / Self.mostParts)
    var cut: [Point] = []
    for n in points.indices {
      var a = points[n]
      a.metersPerUnit = GroundWays.metersPerMapPoint(a.place)
      cut.append(a)
      guard n < last, !a.isSeam else { continue }
      let d = next(n).place - a.place
      let count = Int(clamping: (rise(n) / step).rounded(.up), in: 1...20_000)
      for i in 1..<max(count, 1) {
        let t = Double(i) / Double(count)
        var p = a
        p.place = a.place + d * t
        p.way = a.way + d.length * t
        p.ground = a.ground + GroundWays.length(a.place, p.place)
        p.metersPerUnit = GroundWays.metersPerMapPoint(p.place)
        cut.append(p)
      }
    }
    return EdgeLine(points: cut, isClosed: isClosed, start: start, end: end, ground: ground)
  }
}
