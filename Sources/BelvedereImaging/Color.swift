import BelvedereGeoMath

/// An sRGB colour with straight (not premultiplied) alpha, components in [0, 1].
public struct Color: Sendable, Hashable {
  /// sRGB-encoded components and opacity.
  public var red, green, blue, alpha: Double

  /// Makes a colour from sRGB-encoded components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Reads `#rgb`, `#rrggbb` or `#rrggbbaa`; `nil` for anything else.
  public init?(hex text: some StringProtocol) {
    guard text.first == "#" else { return nil }
    var digits: [Int] = []
    for character in text.dropFirst() {
      guard character.isASCII, let digit = character.hexDigitValue else { return nil }
      digits.append(digit)
    }
    func pair(_ i: Int) -> Double { Double(digits[i] * 16 + digits[i + 1]) / 255 }
    switch digits.count {
    case 3:
      self.init(
        red: Double(digits[0]) / 15, green: Double(digits[1]) / 15, blue: Double(digits[2]) / 15)
    case 6: self.init(red: pair(0), green: pair(2), blue: pair(4))
    case 8: self.init(red: pair(0), green: pair(2), blue: pair(4), alpha: pair(6))
    default: return nil
    }
  }

  /// `#rrggbb`, with two more digits where the colour is not opaque.
  public var hex: String {
    func digits(_ v: Double) -> String {
      let n = Int(clamping: v * 255, in: 0...255)
      return (n < 16 ? "0" : "") + String(n, radix: 16)
    }
    return "#" + digits(red) + digits(green) + digits(blue) + (alpha < 1 ? digits(alpha) : "")
  }
}
