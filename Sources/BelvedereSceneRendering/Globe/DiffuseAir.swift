import BelvedereGeoMath

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The light that the whole air sheds on a part of it, by the sun's height there.
struct DiffuseAir {
  let nodes: [Vector3]
  static let lowest = -0.2
  static let count = 61

  init() {
    nodes = (0..<Self.count).map {
      let s = Self.lowest + (1 - Self.lowest) * Double($0) / Double(Self.count - 1)
      return Atmosphere.scatteredAgain(sunElevation: asin(s))
    }
  }

  /// - Parameter sine: of the sun's elevation.
  func light(_ sine: Double) -> Vector3 {
    let x =
      min(max((sine - Self.lowest) / (1 - Self.lowest), 0), 0.999_999) * Double(Self.count - 1)
    let i = Int(x)  // checked: clamped to the table
    return nodes[i] + (nodes[i + 1] - nodes[i]) * (x - Double(i))
  }
}
