/// The chunks of a PNG file.
enum PNGChunks {
  /// Gives every chunk the checksum of its bytes.
  static func repairChecksums(of bytes: inout [UInt8]) {
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= bytes.count else { return }
      let sum = checksum(bytes[(start + 4)..<end])
      for i in 0..<4 { bytes[end + i] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(i))) }
      start = end + 4
    }
  }

  /// The CRC-32 of the PNG specification, annex D.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ sum >> 8 }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 != 0 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
}
