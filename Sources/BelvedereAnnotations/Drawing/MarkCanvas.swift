import BelvedereGeoMath
import BelvedereImaging

/// Rows of an opaque picture, of 8 or 16 bits a sample, that marks are drawn on. Colours are mixed on
/// sRGB-encoded values.
package struct MarkCanvas: @unchecked Sendable {
  let base: UnsafeMutableRawPointer
  let width, height: Int
  let bits: Int
  /// The rows that may be changed.
  let rows: Range<Int>

  /// A colour and how much of it there is.
  package struct Ink: Sendable, Hashable {
    var red, green, blue, alpha: Float

    init(_ color: Color, alpha: Double = 1) {
      red = Self.held(color.red)
      green = Self.held(color.green)
      blue = Self.held(color.blue)
      self.alpha = Self.held(color.alpha) * Self.held(alpha)
    }

    private static func held(_ value: Double) -> Float {
      value.isNaN ? 0 : Float(min(max(value, 0), 1))
    }

    func faded(_ part: Double) -> Ink {
      var ink = self
      ink.alpha *= Self.held(part)
      return ink
    }
  }

  /// The columns and rows of a box that may be changed.
  func pixels(x: Double, y: Double, toX: Double, toY: Double) -> (x: Range<Int>, y: Range<Int>) {
    let left = Int(flooring: x, in: 0...width)
    let right = Int(clamping: toX.rounded(.up), in: 0...width)
    let top = Int(flooring: y, in: rows.lowerBound...rows.upperBound)
    let bottom = Int(clamping: toY.rounded(.up), in: rows.lowerBound...rows.upperBound)
    return (left..<max(left, right), top..<max(top, bottom))
  }

  /// Lays a colour over a pixel.
  @inline(__always)
  func mix(_ x: Int, _ y: Int, _ red: Float, _ green: Float, _ blue: Float, _ alpha: Float) {
    guard alpha > 0 else { return }
    let i = 4 * (y * width + x)
    if bits == 16 {
      let pixel = base.assumingMemoryBound(to: UInt16.self) + i
      func laid(_ old: UInt16, _ new: Float) -> UInt16 {
        let value = Float(old) + (new * 65535 - Float(old)) * alpha
        return UInt16(min(max(value, 0), 65535) + 0.5)  // checked: held
      }
      (pixel[0], pixel[1], pixel[2]) = (
        laid(pixel[0], red), laid(pixel[1], green), laid(pixel[2], blue)
      )
      return
    }
    let pixel = base.assumingMemoryBound(to: UInt8.self) + i
    func laid(_ old: UInt8, _ new: Float) -> UInt8 {
      let value = Float(old) + (new * 255 - Float(old)) * alpha
      return UInt8(min(max(value, 0), 255) + 0.5)  // checked: held
    }
    (pixel[0], pixel[1], pixel[2]) = (
      laid(pixel[0], red), laid(pixel[1], green), laid(pixel[2], blue)
    )
  }

  /// Lays one colour over another one, and both together over a pixel.
  func mix(
    _ x: Int, _ y: Int, _ ink: Ink, _ part: Float, over below: Ink, _ belowPart: Float,
    _ opacity: Double
  ) {
    let (a, b) = (ink.alpha * part, below.alpha * belowPart)
    let rest = b * (1 - a)
    let sum = a + rest
    guard sum > 0 else { return }
    mix(
      x, y, (ink.red * a + below.red * rest) / sum, (ink.green * a + below.green * rest) / sum,
      (ink.blue * a + below.blue * rest) / sum, sum * Float(opacity))
  }

  func mix(_ x: Int, _ y: Int, _ ink: Ink, _ part: Float) {
    mix(x, y, ink.red, ink.green, ink.blue, ink.alpha * part)
  }
}
