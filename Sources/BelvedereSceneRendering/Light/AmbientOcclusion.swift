import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How much of the sky's light reaches each pixel past its surroundings on the screen: of every second
/// pixel of every second row, which serve their neighbours too.
///
/// Source: McGuire, Osman, Bukowski & Hennessy, "The Alchemy Screen-Space Ambient Obscurance
/// Algorithm", 2011.
struct AmbientOcclusion {
  /// How many pixels are looked at each way.
  private let columns, rows: Int
  private let values: SharedBuffer<Float>

  /// Metres within which surfaces shade each other.
  static let radius: Float = 14
  /// Offsets on a spiral, so that near surroundings are looked at more closely.
  static func spiral(taps: Int) -> [SIMD2<Float>] {
    (0..<taps).map {
      let t = (Float($0) + 0.5) / Float(taps)
      let angle = t * 2 * .pi * 3
      return SIMD2(cos(angle), sin(angle)) * t
    }
  }

  /// The greatest number of rows over which surfaces shade each other.
  static func maximumReach(height: Int) -> Int { height / 14 }

  /// - Parameter fullHeight: the rows of the whole picture, of which the frame may be a part.
  init(_ frame: Frame, fullHeight: Int) {
    let spiral = Self.spiral(taps: frame.quality.occlusionTaps)
    columns = (frame.visibility.width + 1) / 2
    rows = (frame.visibility.height + 1) / 2
    values = SharedBuffer(repeating: 1, count: columns * rows)
    let (columns, values) = (columns, self.values)
    if spiral.isEmpty { return }
    let longest = Float(Self.maximumReach(height: fullHeight))
    Parallel.forEach(rows, threads: frame.threads) { row, _ in
      let y = 2 * row
      for column in 0..<columns {
        let x = 2 * column
        let id = frame.visibility.triangle(x: x, y: y, sample: 0)
        guard id != .none else { continue }
        let z = frame.visibility.depthValue(x: x, y: y, sample: 0)
        let reach = min(Self.radius * Float(frame.view.focalLength) * z, longest)
        guard reach > 2.5 else { continue }
        values[row * columns + column] = Self.occlusion(
          frame, x, y, id: id, z: z, reach: reach, spiral)
      }
    }
  }

  func deallocate() { values.deallocate() }

  private static func occlusion(
    _ frame: Frame, _ x: Int, _ y: Int, id: TriangleID, z: Float, reach: Float,
    _ spiral: [SIMD2<Float>]
  ) -> Float {
    let visibility = frame.visibility
    let p = frame.offset(Float(x) + 0.5, Float(y) + 0.5, depthValue: z)
    let n = frame.normal(id, at: p)
    let limit = radius * radius
    // Interleaved gradient noise (Jimenez 2014): turns the spiral from pixel to pixel, by the rows of the
    // whole picture.
    let row = Float(y / 2 + frame.firstRow / 2)
    let noise = 52.9829189 * (0.06711056 * Float(x / 2) + 0.00583715 * row).fraction
    let turn = noise.fraction * 2 * Float.pi
    let (c, s) = (cos(turn), sin(turn))
    let bias = 0.12 + 0.0012 / z
    var sum: Float = 0
    for tap in spiral {
      let qx = x + 2 * whole((tap.x * c - tap.y * s) * reach / 2)
      let qy = y + 2 * whole((tap.x * s + tap.y * c) * reach / 2)
      guard qx >= 0, qy >= 0, qx < visibility.width, qy < visibility.height else { continue }
      let zq = visibility.depthValue(x: qx, y: qy, sample: 0)
      guard zq > 0 else { continue }
      let v = frame.offset(Float(qx) + 0.5, Float(qy) + 0.5, depthValue: zq) - p
      let d2 = (v * v).sum()
      guard d2 < limit else { continue }
      let falloff = 1 - d2 / limit
      sum += max(0, (v * n).sum() - bias) / (d2 + 0.4).squareRoot() * falloff
    }
    return max(0, 1 - 1.7 * sum / Float(spiral.count))
  }

  /// The nearest whole number; faster than a call of the C library's rounding.
  @inline(__always)
  private static func whole(_ v: Float) -> Int {
    Int(v + 65536.5) - 65536  // checked: |v| is below the picture's height
  }

  /// The mean over the 4 × 4 nearest of like depth, which takes the noise out.
  func value(_ x: Int, _ y: Int, depthValue: Float, _ visibility: VisibilityBuffer) -> Float {
    var sum: Float = 0
    var weight: Float = 0
    let (left, top) = ((x + 1) / 2 - 2, (y + 1) / 2 - 2)
    for qy in max(top, 0)..<min(top + 4, rows) {
      for qx in max(left, 0)..<min(left + 4, columns) {
        let z = visibility.depthValue(x: 2 * qx, y: 2 * qy, sample: 0)
        if abs(z - depthValue) < 0.03 * depthValue {
          sum += values[qy * columns + qx]
          weight += 1
        }
      }
    }
    return weight > 0 ? sum / weight : 1
  }
}

extension Float {
  fileprivate var fraction: Float { self - rounded(.down) }
}
