import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The colour of land from afar, by where deserts, steppes, forests and ice are: from general knowledge, in
/// some fifty soft patches.
struct WorldClimate: Sendable {
  /// sRGB-encoded colours on a lattice of the map, 256 each way from the north-west corner.
  private let colors: [SIMD3<Float>]
  private static let side = 256
  private static let cell = MapPoint.worldWidth / Double(side)

  /// The built-in one, made when it is first asked for.
  static let shared = WorldClimate()

  private init() {
    colors = (0..<Self.side).flatMap { row -> [SIMD3<Float>] in
      let latitude = MapPoint(x: 0, y: (Double(row) + 0.5) * Self.cell).coordinate.latitude
      return (0..<Self.side).map { column in
        let longitude = (Double(column) + 0.5) / Double(Self.side) * 360 - 180
        // Climates do not end along parallels.
        let turn = longitude * .pi / 180
        let sway = 1.9 * sin(3 * turn + 1) + 1.3 * sin(7 * turn + 2) + 0.8 * sin(13 * turn)
        var color = Self.zone(latitude + sway)
        for patch in Self.patches {
          let y = (latitude - patch.latitude) / patch.height
          let x = wrappedLongitude(longitude - patch.longitude) / patch.width
          let d = x * x + y * y
          guard d < 6 else { continue }
          color += (patch.color - color) * Float(exp(-d) * patch.strength)
        }
        return color
      }
    }
  }

  /// The colour at a place of the map; sRGB-encoded.
  @inline(__always)
  func color(x: Double, y: Double) -> SIMD3<Float> {
    let u = x / Self.cell - 0.5
    let v = min(max(y / Self.cell - 0.5, 0), Double(Self.side - 1))
    let (i, j) = (u.rounded(.down), v.rounded(.down))
    let (fx, fy) = (Float(u - i), Float(v - j))
    let mask = Self.side - 1
    let column = Int(flooring: i, in: -(1 << 30)...(1 << 30))
    let row = Int(flooring: j, in: 0...mask)
    let below = min(row + 1, mask)
    func at(_ row: Int, _ column: Int) -> SIMD3<Float> { colors[row * Self.side + column & mask] }
    let top = at(row, column) + (at(row, column + 1) - at(row, column)) * fx
    let bottom = at(below, column) + (at(below, column + 1) - at(below, column)) * fx
    return top + (bottom - top) * fy
  }

  /// Dark ground of little colour is taken for streets, which lamps light at night: it gets some more.
  static func colored(_ color: SIMD3<Float>) -> SIMD3<Float> {
    let (most, least) = (color.max(), color.min())
    let saturation = (most - least) / max(most, 0.01)
    let share = min((0.74 - most) / 0.06, 1)
    guard saturation < 0.17, share > 0 else { return color }
    let stretched = most - (most - color) * (0.17 / max(saturation, 0.05))
    return color + (stretched - color) * share
  }

  // Of ground that is paved the lamps of towns would make streets: all have some colour.
  private static let rain = SIMD3<Float>(0.41, 0.51, 0.31)
  private static let forest = SIMD3<Float>(0.50, 0.57, 0.38)
  private static let meadow = SIMD3<Float>(0.61, 0.63, 0.43)
  private static let steppe = SIMD3<Float>(0.72, 0.68, 0.48)
  private static let desert = SIMD3<Float>(0.84, 0.76, 0.57)
  private static let red = SIMD3<Float>(0.78, 0.64, 0.46)
  private static let rock = SIMD3<Float>(0.67, 0.62, 0.50)
  private static let taiga = SIMD3<Float>(0.47, 0.54, 0.39)
  private static let tundra = SIMD3<Float>(0.66, 0.66, 0.53)
  static let snow = SIMD3<Float>(0.80, 0.88, 0.95)

  /// What grows at a latitude where no patch says otherwise.
  private static func zone(_ latitude: Double) -> SIMD3<Float> {
    let zones: [(Double, SIMD3<Float>)] = [
      (-90, snow), (-66, snow), (-56, tundra), (-47, forest), (-36, meadow), (-20, meadow),
      (-3, rain),
      (4, rain), (14, meadow), (26, steppe), (38, meadow), (50, forest), (57, taiga), (62, taiga),
      (71, tundra), (75, tundra), (80, snow), (90, snow),
    ]
    for (a, b) in zip(zones, zones.dropFirst()) where latitude <= b.0 {
      let t = Float((latitude - a.0) / (b.0 - a.0))
      return a.1 + (b.1 - a.1) * min(max(t, 0), 1)
    }
    return snow
  }

  /// A part of the world of one colour, which fades from its middle.
  private struct Patch {
    let latitude, longitude: Double
    /// Degrees from the middle at which it has faded to a third.
    let height, width: Double
    let color: SIMD3<Float>
    let strength: Double

    init(
      _ latitude: Double, _ longitude: Double, _ height: Double, _ width: Double,
      _ color: SIMD3<Float>, _ strength: Double = 0.9
    ) {
      (self.latitude, self.longitude, self.height, self.width) = (
        latitude, longitude, height, width
      )
      (self.color, self.strength) = (color, strength)
    }
  }

  private static let patches: [Patch] = [
    // Africa and Arabia.
    Patch(23, -2, 7, 17, desert), Patch(24, 16, 7, 13, desert), Patch(23, 29, 7, 8, desert),
    Patch(14, 10, 2.5, 28, steppe, 0.7), Patch(6, 46, 6, 5, steppe),
    Patch(11, 49, 3, 4, desert, 0.5),
    Patch(0, 20, 5, 9, rain), Patch(6, -6, 3, 8, rain, 0.7), Patch(-22, 21, 5, 6, steppe),
    Patch(-24, 15, 7, 2.5, desert), Patch(-10, 25, 5, 10, meadow, 0.6),
    Patch(-2, 37, 5, 5, steppe, 0.6),
    Patch(22, 47, 8, 8, desert), Patch(19, 53, 4, 4, desert), Patch(-23, 44.5, 3, 2, steppe, 0.6),
    // Asia.
    Patch(33, 42, 4, 6, desert, 0.7), Patch(32, 56, 5, 7, desert, 0.8),
    Patch(31, 64, 4, 5, desert, 0.8),
    Patch(40, 60, 4, 7, desert, 0.8), Patch(47, 68, 5, 17, steppe, 0.8),
    Patch(27, 71, 3.5, 4, desert, 0.8),
    Patch(18, 77, 5, 4, steppe, 0.6), Patch(34, 87, 3, 9, rock), Patch(39, 84, 4, 8, desert, 0.8),
    Patch(42, 104, 5, 13, desert, 0.75), Patch(47, 104, 4, 14, steppe, 0.6),
    Patch(27, 112, 6, 12, forest, 0.6), Patch(36, 137, 6, 6, forest, 0.8),
    Patch(15, 103, 6, 7, forest, 0.7),
    Patch(1, 113, 6, 8, rain), Patch(-5, 140, 5, 9, rain), Patch(39, 34, 3, 7, steppe, 0.6),
    // Australia and New Zealand.
    Patch(-24, 127, 8, 13, red, 0.75), Patch(-25, 138, 8, 9, red, 0.6),
    Patch(-33, 148, 3, 4, meadow, 0.7),
    Patch(-14, 134, 3, 9, steppe, 0.6), Patch(-42, 172, 5, 5, forest, 0.7),
    // Europe.
    Patch(49, 12, 6, 14, meadow, 0.5), Patch(40, -4, 3, 5, steppe, 0.7),
    Patch(48, 38, 3, 10, meadow, 0.6),
    Patch(65, -18.5, 2, 5, tundra),
    // The Americas.
    Patch(38.5, -116, 5, 6, rock, 0.8), Patch(34, -113, 4, 6, desert, 0.6),
    Patch(28, -104, 5, 4, steppe),
    Patch(41, -102, 8, 7, steppe, 0.7), Patch(44, -110, 5, 6, rock, 0.5),
    Patch(37, -83, 7, 8, forest, 0.9),
    Patch(47, -122.5, 5, 3, forest, 0.8), Patch(37.3, -121, 2.6, 2.2, steppe, 0.75),
    Patch(42, -91, 4, 5, meadow, 0.6), Patch(14, -87, 5, 7, rain, 0.7),
    Patch(-4, -62, 9, 13, rain, 0.85),
    Patch(-9, -41, 6, 6, steppe, 0.5), Patch(-21, -69.5, 9, 1.8, desert),
    Patch(-16, -71, 6, 3, rock, 0.5),
    Patch(-34, -68, 7, 2.5, rock, 0.6), Patch(-44, -68.5, 6, 3, steppe),
    Patch(-35, -61, 4, 4, meadow, 0.6),
  ]
}
