import BelvedereFiles

/// A TIFF file's byte order and width of offsets.
struct TIFFLayout: Sendable {
  let file: RandomAccessFile
  let isBigEndian: Bool
  /// Whether offsets take eight bytes: BigTIFF.
  let isBig: Bool
  /// Where the first directory starts.
  private(set) var firstDirectory = 0

  /// Whether bytes start as TIFF files do.
  static func isTIFF(_ prefix: [UInt8]) -> Bool {
    prefix.starts(with: [0x49, 0x49, 42, 0]) || prefix.starts(with: [0x4D, 0x4D, 0, 42])
      || prefix.starts(with: [0x49, 0x49, 43, 0]) || prefix.starts(with: [0x4D, 0x4D, 0, 43])
  }

  /// Reads the header.
  init(_ file: RandomAccessFile) throws {
    self.file = file
    let head = try file.prefix(16)
    guard Self.isTIFF(head), head.count >= 8 else {
      throw TerrainFileError(
        file: file.name, reason: "is no TIFF file: it does not start as one, or ends in its header")
    }
    isBigEndian = head[0] == 0x4D
    isBig = head[2] == 43 || head[3] == 43
    if isBig {
      guard head.count >= 16, integer(head, at: 4, bytes: 2) == 8,
        integer(head, at: 6, bytes: 2) == 0
      else { throw error("its BigTIFF header is damaged") }
    }
    guard let first = integer(head, at: isBig ? 8 : 4, bytes: isBig ? 8 : 4), first > 0 else {
      throw error("it holds no picture")
    }
    firstDirectory = first
  }

  /// A word of up to eight bytes; 0 where it does not lie in the bytes.
  func word(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> UInt64 {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    var result: UInt64 = 0
    for i in 0..<count {
      let byte = bytes[offset + (isBigEndian ? i : count - 1 - i)]
      result = result << 8 | UInt64(byte)  // checked: UInt8 to UInt64
    }
    return result
  }

  /// The same as an integer; `nil` where it is larger than there are files.
  func integer(_ bytes: [UInt8], at offset: Int, bytes count: Int) -> Int? {
    Int(exactly: word(bytes, at: offset, bytes: count))
  }

  func error(_ reason: String) -> TerrainFileError {
    TerrainFileError(file: file.name, reason: reason)
  }
}
