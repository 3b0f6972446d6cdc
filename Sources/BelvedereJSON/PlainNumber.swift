/// Numbers of JSON that are written as most are: with a few digits, and without an exponent.
package enum PlainNumber {
  /// Reads a number of up to 18 digits.
  ///
  /// Accuracy: that of the decimal number, rounded once.
  ///
  /// - Parameter position: where it begins; then where what follows it begins.
  /// - Returns: the number; `nil` for others, and for what is none, of which nothing is read.
  package static func read(_ text: UnsafeBufferPointer<UInt8>, at position: inout Int) -> Double? {
    var next = position
    let isNegative = next < text.count && text[next] == UInt8(ascii: "-")
    if isNegative { next += 1 }
    var mantissa: UInt64 = 0
    func digits() -> Int {
      let start = next
      while next < text.count {
        let digit = text[next] &- UInt8(ascii: "0")
        guard digit < 10 else { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)  // checked: wraps
        next += 1
      }
      return next - start
    }
    let first = next
    let whole = digits()
    guard whole > 0, whole == 1 || text[first] != UInt8(ascii: "0") else { return nil }
    var decimals = 0
    if next < text.count, text[next] == UInt8(ascii: ".") {
      next += 1
      decimals = digits()
      guard decimals > 0 else { return nil }
    }
    if next < text.count, text[next] | 0x20 == UInt8(ascii: "e") { return nil }
    // Clinger's exact case: an integer up to 2⁵³ over a power of ten below 10²³ rounds once.
    guard whole + decimals <= 18, mantissa <= 1 << 53 else { return nil }
    position = next
    let value = Double(mantissa) / powersOfTen[decimals]
    return isNegative ? -value : value
  }

  private static let powersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18,
  ]
}
