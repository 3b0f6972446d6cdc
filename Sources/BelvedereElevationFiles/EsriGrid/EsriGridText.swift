import BelvedereFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The words of a text file, read in pieces.
struct EsriGridText {
  private let file: RandomAccessFile
  private var piece: [UInt8] = []
  private var at = 0
  private var offset = 0
  /// The line of the word that was read last, from 1.
  private(set) var line = 1

  private static let pieceSize = 1 << 18
  /// No number is longer.
  private static let maximumWord = 512

  /// What some editors write before text in UTF-8.
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ file: RandomAccessFile) { self.file = file }

  /// The next word; `nil` at the end.
  mutating func word() throws -> ArraySlice<UInt8>? {
    while true {
      while at < piece.count {
        let byte = piece[at]
        guard Self.isSpace(byte) else { break }
        if byte == 10 { line += 1 }
        at += 1
      }
      if at < piece.count { break }
      guard try refill() else { return nil }
    }
    var end = at
    while true {
      while end < piece.count, !Self.isSpace(piece[end]) { end += 1 }
      guard end == piece.count, end - at <= Self.maximumWord else { break }
      // The word may go on in the next piece.
      let length = end - at
      guard try refill() else { break }
      end = at + length
    }
    guard end - at <= Self.maximumWord else {
      throw error("a word of over \(Self.maximumWord) bytes; this is no grid of numbers")
    }
    defer { at = end }
    return piece[at..<end]
  }

  /// Keeps what is left of a piece and adds the next one; `false` at the end of the file.
  private mutating func refill() throws -> Bool {
    let count = min(Self.pieceSize, file.size - offset)
    guard count > 0 else { return false }
    var next = try file.read(at: offset, count: count)
    if offset == 0, next.starts(with: Self.byteOrderMark) {
      next.removeFirst(Self.byteOrderMark.count)
    }
    offset += count
    piece = Array(piece[at...]) + next
    at = 0
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (byte >= 9 && byte <= 13) }

  /// An error at a line, the one of the last word unless given.
  func error(_ reason: String, line: Int? = nil) -> TerrainFileError {
    TerrainFileError(file: file.name, reason: "line \(line ?? self.line): \(reason)")
  }

  /// The number of a word, correctly rounded; `nil` where it is none. `nan` is a number.
  static func number(_ word: ArraySlice<UInt8>) -> Double? {
    word.withUnsafeBufferPointer { bytes in
      var i = 0
      let isNegative = bytes.first == UInt8(ascii: "-")
      if isNegative || bytes.first == UInt8(ascii: "+") { i = 1 }
      var digits: UInt64 = 0
      var digitCount = 0
      var decimals = 0
      var hasPoint = false
      while i < bytes.count {
        let digit = bytes[i] &- UInt8(ascii: "0")
        if digit <= 9 {
          digitCount += 1
          if hasPoint { decimals += 1 }
          // 15 digits are below 2⁵³; longer numbers go the slow way.
          if digitCount <= 15 { digits = digits * 10 + UInt64(digit) }  // checked: a digit
        } else if bytes[i] == UInt8(ascii: "."), !hasPoint {
          hasPoint = true
        } else {
          return slow(word)
        }
        i += 1
      }
      guard digitCount > 0 else { return nil }
      guard digitCount <= 15 else { return slow(word) }
      // Both exact, so that their quotient is rounded once.
      let value = Double(digits) / powers[decimals]
      return isNegative ? -value : value
    }
  }

  private static let powers: [Double] = (0...15).map { pow(10, Double($0)) }

  private static func slow(_ word: ArraySlice<UInt8>) -> Double? {
    let text = String(decoding: word, as: UTF8.self).lowercased()
    if ["nan", "-nan", "+nan"].contains(text) { return .nan }
    guard text.utf8.allSatisfy({ "0123456789+-.e".utf8.contains($0) }) else { return nil }
    return Double(text)
  }
}
