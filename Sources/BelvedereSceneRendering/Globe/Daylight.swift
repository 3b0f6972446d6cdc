import BelvedereGeoMath
import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How bright sun and sky are where the sun stands at different heights: day, dusk and night on one
/// globe, exposed alike.
struct Daylight: Sendable {
  /// The light at one height of the sun.
  private struct Node {
    var sun, sky, share: SIMD3<Float>
    var night: Float
  }

  private let nodes: FrozenArray<Node>

  static let count = 65
  /// Sines of the sun's elevation; far below the horizon nothing changes.
  static let lowest = -0.36
  static let first = -0.6

  /// The same light everywhere, for pictures that are not shaded.
  init(_ air: Atmosphere) {
    let node = Node(sun: .zero, sky: air.skyLight, share: SIMD3(repeating: 1), night: 0)
    nodes = FrozenArray(Array(repeating: node, count: Self.count))
  }

  /// - Parameters:
  ///   - air: the atmosphere at one elevation of the sun, whose exposure all share.
  ///   - reference: that elevation in radians.
  ///   - seen: the elevations that a picture shows, in radians; others are as the nearest of them.
  init(_ air: Atmosphere, reference: Double, seen: ClosedRange<Double>) {
    let low = Int(Self.position(sin(seen.lowerBound)))  // checked: within the table
    let high = Int(Self.position(sin(seen.upperBound)).rounded(.up))  // checked: within the table
    let standard = Self.skyLight(reference)
    func gain(_ elevation: Double) -> Double {
      Twilight.skyGain(sunElevation: elevation * 180 / .pi)
    }
    let gained = gain(reference)
    let made = (low...high).map { i -> Node in
      let t = Self.first + (1 - Self.first) * Double(i) / Double(Self.count - 1)
      let e = asin(t < 0 ? -t * t : t * t)
      let direct = Atmosphere.directLight(sunElevation: e) * (Double(air.exposure) / .pi)
      let ratio = Self.skyLight(e) / standard
      let share = SIMD3(Float(ratio.x), Float(ratio.y), Float(ratio.z))
      return Node(
        sun: SIMD3(single: direct), sky: air.skyLight * share * Float(gain(e) / gained),
        share: share,
        night: CityLights.night(sunElevation: e * 180 / .pi))
    }
    nodes = FrozenArray((0..<Self.count).map { made[min(max($0, low), high) - low] })
  }

  /// Red, green and blue of the sun and of the sky, the sky's as a part of those in its table, and the night: node
  /// by node.
  var numbers: [Float] {
    (0..<nodes.count).flatMap { i -> [Float] in
      let n = nodes.base[i]
      return [n.sun, n.sky, n.share].flatMap { [$0.x, $0.y, $0.z] } + [n.night]
    }
  }

  /// Where a sine of the sun's elevation lies between the nodes, which crowd around the horizon.
  @inline(__always)
  private static func position(_ sine: Double) -> Double {
    let s = min(max(sine, lowest), 1)
    let t = s < 0 ? -(-s).squareRoot() : s.squareRoot()
    return (t - first) / (1 - first) * Double(count - 1)
  }

  /// The light on level ground from a coarse sum over the sky, with less blue as that of
  /// ``Atmosphere/skyLight``.
  private static func skyLight(_ elevation: Double) -> Vector3 {
    let sun = Vector3(0, cos(elevation), sin(elevation))
    let again = Atmosphere.scatteredAgain(sunElevation: elevation)
    let (rows, columns) = (10, 8)
    var sum = Vector3.zero
    for i in 0..<rows {
      let t = (Double(i) + 0.5) / Double(rows)
      let z = t * t
      let level = (1 - z * z).squareRoot()
      for j in 0..<columns {
        let a = (Double(j) + 0.5) / Double(columns) * .pi
        let d = Vector3(level * sin(a), level * cos(a), z)
        sum += Atmosphere.scatter(d, sun: sun, again: again) * (z * 2 * t)
      }
    }
    let gray = Vector3(repeating: sum.dot(Vector3(0.2126, 0.7152, 0.0722)))
    return sum + (gray - sum) * 0.55
  }

  /// The light at a place towards whose sun a direction points, along its own east, north and up.
  @inline(__always)
  func light(_ sunDirection: SIMD3<Float>) -> LocalLight {
    let x = Self.position(Double(sunDirection.z))
    let i = min(Int(x), Self.count - 2)  // checked: within the table
    let f = Float(x - Double(i))
    let a = nodes.base[i]
    let b = nodes.base[i + 1]
    return LocalLight(
      sunDirection: sunDirection, sunLight: a.sun + (b.sun - a.sun) * f,
      skyLight: a.sky + (b.sky - a.sky) * f, night: a.night + (b.night - a.night) * f,
      skyShare: a.share + (b.share - a.share) * f)
  }
}
