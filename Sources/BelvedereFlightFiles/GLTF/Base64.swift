/// Bytes as text of RFC 4648.
enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (i, letter) in alphabet.enumerated() {
      values[Int(letter)] = UInt8(clamping: i)  // checked: a byte
    }
    return values
  }()

  static func text(_ bytes: [UInt8]) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)  // bounded: bytes in memory
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var group = UInt32(0)  // checked: a literal
      for (i, byte) in part.enumerated() {
        group |= UInt32(byte) << UInt32(16 - 8 * i)  // checked: a byte, 0 to 16
      }
      for i in 0..<4 {
        let letter = alphabet[Int(group >> UInt32(18 - 6 * i) & 63)]  // checked: below 64
        out.append(i <= part.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The bytes of a text; `nil` where it is none.
  static func bytes(_ text: Substring) -> [UInt8]? {
    let letters = Array(text.utf8)
    let count = letters.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
    guard count % 4 != 1, letters.count - count <= 2 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(count / 4 * 3 + 2)  // bounded: a text in memory
    var group = UInt32(0)  // checked: a literal
    for i in 0..<count {
      let value = values[Int(letters[i])]  // checked: a byte
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)  // checked: a byte
      if i % 4 == 3 {
        out += [
          UInt8(truncatingIfNeeded: group >> 16), UInt8(truncatingIfNeeded: group >> 8),
          UInt8(truncatingIfNeeded: group),
        ]
        group = 0
      }
    }
    switch count % 4 {
    case 2: out.append(UInt8(truncatingIfNeeded: group >> 4))
    case 3:
      out += [UInt8(truncatingIfNeeded: group >> 10), UInt8(truncatingIfNeeded: group >> 2)]
    default: break
    }
    return out
  }
}
