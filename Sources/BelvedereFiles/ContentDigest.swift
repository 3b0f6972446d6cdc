/// A number of 128 bits by which the same bytes are known again. It finds changes, not forgeries.
///
/// Two lanes of multiplications and rotations over words of eight bytes, in the manner of MurmurHash3 (A. Appleby 2011).
public struct ContentDigest: Sendable {
  private var a: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private var count: UInt64 = 0
  /// Bytes that are not yet a word.
  private var rest: [UInt8] = []

  /// That of nothing.
  public init() {}

  /// That of a file.
  ///
  /// - Throws: `FileError`.
  public init(file path: String) throws {
    self.init()
    try InputFile.forEachPart(of: path) { add($0) }
  }

  /// Adds bytes behind those before; how they are cut into pieces does not matter.
  public mutating func add(_ bytes: [UInt8]) {
    count &+= UInt64(truncatingIfNeeded: bytes.count)
    var next = 0
    if !rest.isEmpty {
      while rest.count < 8, next < bytes.count {
        rest.append(bytes[next])
        next += 1
      }
      guard rest.count == 8 else { return }
      mix(rest.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
      rest = []
    }
    bytes.withUnsafeBytes { bytes in
      while next + 8 <= bytes.count {
        mix(bytes.loadUnaligned(fromByteOffset: next, as: UInt64.self))
        next += 8
      }
    }
    rest = Array(bytes[next...])
  }

  private mutating func mix(_ word: UInt64) {
    let w = UInt64(littleEndian: word) &* 0x87C3_7B91_1142_53D5
    a = Self.rotated(a ^ Self.rotated(w, 31) &* 0x4CF5_AD43_2745_937F, 27) &* 5 &+ 0x52DC_E729
    b = Self.rotated(b &+ w ^ a, 33) &* 0x9FB2_1C65_1E98_DF25
  }

  private static func rotated(_ v: UInt64, _ by: UInt64) -> UInt64 { v << by | v >> (64 - by) }

  /// 32 hexadecimal digits.
  public var text: String {
    var last = self
    if !rest.isEmpty {
      var word: UInt64 = 0
      for byte in rest.reversed() { word = word << 8 | UInt64(truncatingIfNeeded: byte) }
      last.mix(word)
    }
    last.mix(count)
    last.mix(count ^ 0xFF)
    func digits(_ v: UInt64) -> String {
      let text = String(v, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits(last.a) + digits(last.b)
  }
}
