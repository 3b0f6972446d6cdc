import BelvedereFiles

/// What tells a file from another one of the same name.
public enum FileDigest {
  /// Bytes of a file above which only a part of it is read.
  private static let wholeBytes = 256 << 20
  private static let pieces = 64
  private static let pieceBytes = 1 << 20

  /// The SHA-256 of a file's bytes; of one of more than 256 MiB that of its length and of 64 pieces of a
  /// mebibyte, evenly spaced, the first and the last among them.
  ///
  /// - Returns: 64 hexadecimal digits; `nil` where there is no file.
  /// - Throws: `FileError` where one cannot be read.
  public static func digest(ofFile path: String) throws(FileError) -> String? {
    guard InputFile.kind(of: path) == .regular else { return nil }
    let file = try RandomAccessFile(path)
    var hash = SHA256()
    if file.size <= wholeBytes {
      for start in stride(from: 0, to: file.size, by: pieceBytes) {
        hash.add(try file.read(at: start, count: min(pieceBytes, file.size - start)))
      }
      return hash.hexadecimal
    }
    hash.add("\(file.size)".utf8)
    for i in 0..<pieces {
      let start = (file.size - pieceBytes) / (pieces - 1) * i
      hash.add(
        try file.read(at: i == pieces - 1 ? file.size - pieceBytes : start, count: pieceBytes))
    }
    return hash.hexadecimal
  }

  /// Digests of a file, or of all files in a folder and in those below it, by their names.
  public static func digests(of path: String, depth: Int = 6) throws(FileError) -> [String: String]
  {
    switch InputFile.kind(of: path) {
    case .regular: return try digest(ofFile: path).map { [path: $0] } ?? [:]
    case .folder:
      var all: [String: String] = [:]
      guard depth > 0 else { return all }
      for name in InputFile.names(inFolder: path).sorted() where !name.hasPrefix(".") {
        let inner = try digests(of: "\(path)/\(name)", depth: depth - 1)
        all.merge(inner) { a, _ in a }
      }
      return all
    case .other, .missing: return [:]
    }
  }

  /// The SHA-256 of bytes, 64 hexadecimal digits.
  public static func digest(of bytes: [UInt8]) -> String { SHA256.hexadecimal(of: bytes) }
}
