/// About how much memory values take, bytes, as ``JSONParser`` counts it while it reads them.
enum JSONMemory {
  /// A value, one that holds others beside these, and the name of a member.
  static let (value, list, name) = (56, 32, 32)

  /// A text of some bytes beside the value or the name; up to 15 stand in that itself.
  static func text(_ count: Int) -> Int { count > 15 ? count + 32 : 0 }

  /// All values of a text, whether that is correct or not.
  static func all(of text: UnsafeBufferPointer<UInt8>) -> Int {
    var (sum, i) = (0, 0)
    func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
    func skipSpace() { while i < text.count, isSpace(text[i]) { i += 1 } }
    func next() -> UInt8 { i < text.count ? text[i] : 0 }
    while i < text.count {
      let byte = text[i]
      i += 1
      switch byte {
      case UInt8(ascii: "\""):
        var length = 0
        while i < text.count, text[i] != UInt8(ascii: "\"") {
          // An escape stands for a byte at least, and one of a code for up to three.
          let isEscape = text[i] == UInt8(ascii: "\\")
          if isEscape { i += 1 }
          let isCode = isEscape && next() == UInt8(ascii: "u")
          length += isCode ? 3 : 1
          i += isCode ? 5 : 1
        }
        i += 1
        skipSpace()
        sum += Self.text(length) + (next() == UInt8(ascii: ":") ? name : value)
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        skipSpace()
        sum += value + ([UInt8(ascii: "]"), UInt8(ascii: "}")].contains(next()) ? 0 : list)
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "a")...UInt8(ascii: "z"):
        sum += value
        // To the end of the number or word.
        while i < text.count, text[i] > 0x20,
          ![UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(text[i])
        {
          i += 1
        }
      default: break
      }
    }
    return sum
  }
}
