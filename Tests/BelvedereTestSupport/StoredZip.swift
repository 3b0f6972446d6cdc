/// Zip archives of files that are not compressed.
public enum StoredZip {
  /// Makes one.
  public static func bytes(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in files {
      let offset = archive.count
      let sum = Int(checksum(bytes))
      let about =
        word(20, 2) + word(0, 2) + word(0, 2) + word(0, 4) + word(sum, 4) + word(bytes.count, 4)
        + word(bytes.count, 4) + word(name.utf8.count, 2) + word(0, 2)
      archive += word(0x0403_4B50, 4) + about + Array(name.utf8) + bytes
      directory +=
        word(0x0201_4B50, 4) + word(20, 2) + about + word(0, 2) + word(0, 2) + word(0, 2)
        + word(0, 4) + word(offset, 4) + Array(name.utf8)
    }
    let start = archive.count
    return archive + directory + word(0x0605_4B50, 4) + word(0, 4) + word(files.count, 2)
      + word(files.count, 2) + word(directory.count, 4) + word(start, 4) + word(0, 2)
  }

  private static func word(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 255) }
  }

  /// CRC-32 (ISO 3309).
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~sum
  }
}
