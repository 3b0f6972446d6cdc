import BelvedereGeoMath

/// A wall's windows as a pixel sees them: the mean of their pattern over its footprint; `windows.inc` has the same for the
/// kernels.
///
/// Which windows are lit follows from the building's seed alone: a window that is lit in one picture is
/// lit in all that are as dark. At work they are lit in groups of four, and cooler.
struct WindowsInPixel {
  private let across, upward: Stretch
  private let isWork: Bool
  private let seed: UInt32
  /// Which part of the footprint is glass.
  let glass: Float

  /// `nil` where there are none.
  ///
  /// - Parameters:
  ///   - along: metres from the wall's start.
  ///   - height: metres above its foot.
  ///   - way: the direction from the eye.
  ///   - pixel: metres across a pixel at the place, square to the line of sight.
  init?(
    _ pattern: WallPattern, of face: Face, along: Float, height: Float, way d: SIMD3<Float>,
    pixel: Float
  ) {
    // No glass in the ground floor's foot nor above the eaves; whole bays only, and of bands eighths.
    let bays = (face.size.x / pattern.width).rounded(.down)
    let floors = ((face.size.y - 0.6) / pattern.height).rounded(.down)
    guard floors >= 1 else { return nil }
    let isBand = pattern.glassWidth >= 1
    guard bays >= 1 || isBand else { return nil }
    let bay = isBand ? pattern.width / 8 : face.size.x / bays
    let floor = (face.size.y - 0.6) / floors
    let u = along / bay
    let w = (height - 0.3) / floor
    guard w > 0, w < floors, u > 0, along < face.size.x else { return nil }
    // The pixel's footprint on the wall: wider where the wall is seen at a slant, and higher where one looks down it or
    // along it, where level lines run askew through pixels.
    let level = max(1 - d.z * d.z, 0.0025).squareRoot()
    let slant = 1 / max(abs((d * face.normal).sum()), 0.02)
    let askew = d.z * (d.y * face.normal.x - d.x * face.normal.y) * slant
    let wide = pixel * level * slant
    let high = pixel * (askew * askew + 1).squareRoot() / level
    across = Stretch(at: u, width: wide / bay, duty: pattern.glassWidth)
    upward = Stretch(at: w, width: high / floor, duty: pattern.glassHeight)
    glass = across.glazed * upward.glazed
    isWork = pattern.mirror >= 0.5
    seed = UInt32(face.seed)  // checked: widens
  }

  /// The light from behind the glass, as a part of the whole footprint's.
  func light(night: Float) -> SIMD3<Float> {
    let share = (0.32 + 0.2 * ValueNoise.lattice(Int64(seed), 11, 3)) * night  // checked: widens
    let columns = across.groups(of: isWork ? 4 : 1)
    let rows = upward.groups(of: 1)
    var lit: Float = 0
    var tones: Float = 0
    for row in [(rows.second - 1, rows.parts.0), (rows.second, rows.parts.1)] {
      for column in [(columns.second - 1, columns.parts.0), (columns.second, columns.parts.1)] {
        let chance = ValueNoise.lattice(column.0, row.0, seed) * 0.5 + 0.5
        guard chance < share else { continue }
        let tone = chance / max(share, 1e-3) - 0.5
        let light = column.1 * row.1 * (1 + tone)
        lit += light
        tones += light * tone
      }
    }
    // Where they merge, what groups of them have in common.
    let seen =
      Stretch.resolved(isWork ? across.width / 4 : across.width) * Stretch.resolved(upward.width)
    let mean = seen < 1 ? crowded(share: share) * glass : share * glass
    lit = mean + (lit - mean) * seen
    tones = mean / 12 + (tones - mean / 12) * seen
    let cool = isWork ? 0.4 * lit + 0.7 * tones : 0.2 * lit + 0.4 * tones
    return (CityLights.warm * lit + (CityLights.cool - CityLights.warm) * cool) * Self.brightness
  }

  /// Which part of the windows is lit where they are finer than pixels: larger groups have shares of their own, which depart
  /// from the whole wall's by as much as those of as many windows as the footprint covers.
  private func crowded(share: Float) -> Float {
    let u = across.crowds(of: isWork ? 4 : 1)
    let w = upward.crowds(of: 1)
    let many = max((isWork ? across.width / 4 : across.width) * upward.width, 1)
    let spread = min(((1 - share) / (share * many * 1.78)).squareRoot(), 1)
    func part(_ i: Int) -> Float {
      let steps = u.doublings * 37 + w.doublings * 59 + i * 96
      let own = seed &+ 101 &+ UInt32(steps)  // checked: below 2^12
      let (columns, rows) = (u.at[i], w.at[i])
      var sum: Float = 0
      for (row, high) in [(rows.second - 1, rows.parts.0), (rows.second, rows.parts.1)] {
        for (column, wide) in [
          (columns.second - 1, columns.parts.0), (columns.second, columns.parts.1),
        ] {
          let x = ValueNoise.lattice(column, row, own) * 0.5 + 0.5
          // Few are bright: of mean 0 and variance 1.78.
          sum += (x * x * (x * x) * 5 - 1) * wide * high
        }
      }
      return share * (spread * sum + 1)
    }
    let (lesser, greater) = (part(0), part(1))
    return greater + (lesser - greater) * (u.seen * w.seen)
  }

  /// Of a lit window; hardly more than a display shows, so that one that is a part of a pixel is not brighter than one that
  /// is a whole.
  private static let brightness: Float = 0.95
}

extension WindowsInPixel {
  /// What a footprint covers of a pattern along one axis of a wall.
  private struct Stretch {
    /// The place, and the footprint's width; in periods.
    let at, width: Float
    /// The glass from the axis' beginning to the footprint's ends, in periods; which part of a period is glass.
    let first, last, duty: Float

    init(at: Float, width: Float, duty: Float) {
      /// The integral from 0 of a pulse that is 1 in the middle part `duty` of each period.
      func integral(_ t: Float) -> Float {
        let whole = t.rounded(.down)
        return whole * duty + min(max(t - whole - (1 - duty) / 2, 0), duty)
      }
      self.at = min(max(at, -1e6), 1e6)
      self.width = min(max(width, 1e-3), 1e6)
      self.duty = duty
      first = integral(self.at - self.width / 2)
      last = integral(self.at + self.width / 2)
    }

    /// How much is still seen of what varies from window to window, by how many of them a footprint covers: pixels cannot
    /// show what is finer than two of them, and what a mean over the footprint leaves of it crawls.
    static func resolved(_ covered: Float) -> Float { min(max((1.25 - covered) / 0.75, 0), 1) }

    /// Which part of the footprint is glass, along the axis.
    var glazed: Float {
      duty + (min(max((last - first) / width, 0), 1) - duty) * Self.resolved(width)
    }

    /// Groups of windows, so many at once that a footprint covers half of them to all, and as many again: how often the
    /// lesser are twice the groups of one, how much of them is seen, and of both the number of the second of the two that
    /// are nearest, and which part of the footprint lies on each.
    func crowds(
      of size: Float
    ) -> (doublings: Int, seen: Float, at: [(second: Int64, parts: (Float, Float))]) {
      let (at, width) = (self.at / size, self.width / size)
      // A number's exponent is its logarithm rounded down.
      let doublings = min(max(Int(width.exponent), -1), 20) + 1  // checked: widens
      let both = (0..<2).map { i -> (second: Int64, parts: (Float, Float)) in
        let crowd = Float(sign: .plus, exponent: doublings + i, significand: 1)
        let second = (at / crowd + 0.5).rounded(.down)
        let beyond = min(max((at + width / 2 - second * crowd) / width, 0), 1)
        return (Int64(second), (1 - beyond, beyond))  // checked: within ±1e6
      }
      let lesser = Float(sign: .plus, exponent: doublings, significand: 1)
      return (doublings, min(max(2 - width / lesser * 2, 0), 1), both)
    }

    /// The two groups of windows that are nearest: the number of the second, and which part of the footprint is glass of
    /// each.
    func groups(of size: Float) -> (second: Int64, parts: (Float, Float)) {
      let second = (at / size + 0.5).rounded(.down)
      let cut = min(max(second * size * duty, first), last)
      return (
        Int64(second),  // checked: within ±1e6
        ((cut - first) / width, (last - cut) / width)
      )
    }
  }
}
