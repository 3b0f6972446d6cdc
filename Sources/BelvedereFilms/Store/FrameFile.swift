import BelvedereImaging
internal import CBelvedereZlib

/// A frame as a file: a PNG that says which film's frame it is, and which one.
struct FrameFile: Sendable {
  let width, height: Int
  /// The film's.
  let fingerprint: String

  private static let keyword = "Frame"

  private func text(_ number: Int) -> String { "\(number) of film \(fingerprint)" }

  /// The file of a frame; the same picture has the same bytes.
  func encoded(_ image: Image, number: Int, threads: Int) throws(PNGError) -> [UInt8] {
    try PNG.encode(
      image, text: [("Software", "Belvedere"), (Self.keyword, text(number))], threads: threads)
  }

  /// Whether bytes are the whole file of a frame: every part's checksum is right, the size is the film's, and
  /// it names this film and this frame.
  ///
  /// Source: Portable Network Graphics (PNG) Specification, W3C, 5.3 and 11.2.2, 11.3.4.5.
  func isWhole(_ bytes: [UInt8], number: Int) -> Bool {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    guard bytes.starts(with: signature) else { return false }
    var at = signature.count
    var isNamed = false
    var isSized = false
    func word(_ i: Int) -> Int {
      bytes[i..<(i + 4)].reduce(0) { $0 << 8 | Int($1) }  // checked: a byte
    }
    // What iTXt holds between the keyword and an uncompressed text without language.
    let named = Array(Self.keyword.utf8) + [0, 0, 0, 0, 0] + Array(text(number).utf8)
    while bytes.count - at >= 12 {
      let length = word(at)
      guard length <= bytes.count - at - 12 else { return false }
      let body = (at + 8)..<(at + 8 + length)
      guard Self.checksum(bytes[(at + 4)..<body.upperBound]) == word(body.upperBound) else {
        return false
      }
      let kind = bytes[(at + 4)..<(at + 8)]
      at = body.upperBound + 4
      if kind.elementsEqual("IHDR".utf8) {
        isSized =
          length == 13 && word(body.lowerBound) == width && word(body.lowerBound + 4) == height
      } else if kind.elementsEqual("iTXt".utf8) {
        isNamed = isNamed || bytes[body].elementsEqual(named)
      } else if kind.elementsEqual("IEND".utf8) {
        return isSized && isNamed && at == bytes.count
      }
    }
    return false
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.withUnsafeBufferPointer { buffer in
      Int(crc32(0, buffer.baseAddress, UInt32(clamping: buffer.count)))  // checked: 32 bits
    }
  }
}
