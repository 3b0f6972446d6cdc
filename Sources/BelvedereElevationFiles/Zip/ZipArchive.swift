import BelvedereFiles
import BelvedereLimits

/// A zip file, read by its central directory.
///
/// Entries are stored or deflated. Encrypted and split archives and ZIP64 are refused. Entries may
/// not overlap: an archive whose entries share their data unpacks to many times its size. Names are
/// never used as paths.
///
/// Source: PKWARE APPNOTE 6.3.10.
package struct ZipArchive {
  /// A file in the archive.
  package struct Entry {
    /// The name, as it stands there.
    package let name: String
    /// Bytes before and after compression.
    let size, storedSize: Int
    let isDeflated: Bool
    let checksum: UInt32
    /// Where its local header starts.
    fileprivate let offset: Int

    /// The name without its folders.
    var baseName: String { name.split(separator: "/").last.map(String.init) ?? name }
  }

  private let file: RandomAccessFile
  /// The files, in the order of the directory; folders are left out.
  package let entries: [Entry]

  /// Reads the directory.
  package init(_ file: RandomAccessFile) throws {
    self.file = file
    let (directory, count) = try Self.end(file)
    entries = try Self.entries(file, directory, count)
  }

  /// Where the directory lies, and how many entries it has.
  private static func end(_ file: RandomAccessFile) throws -> (Range<Int>, Int) {
    let tail = min(file.size, 22 + 65535)
    let bytes = try file.read(at: file.size - tail, count: tail)
    for start in stride(from: tail - 22, through: 0, by: -1)
    where word(bytes, start, 4) == 0x0605_4B50 {
      let disks = [word(bytes, start + 4, 2), word(bytes, start + 6, 2)]
      let count = word(bytes, start + 10, 2)
      let size = word(bytes, start + 12, 4)
      let offset = word(bytes, start + 16, 4)
      guard disks == [0, 0], word(bytes, start + 8, 2) == count, count < 65535,
        offset < Int(UInt32.max)  // checked: constant
      else { throw error(file, "is a split archive or a ZIP64 one; unpack it first") }
      let position = file.size - tail + start
      guard offset + size <= position, count * 46 <= size else {
        throw error(file, "its directory does not lie in the archive; it is damaged")
      }
      return (offset..<(offset + size), count)
    }
    throw error(file, "has no directory at its end; the archive is cut short or damaged")
  }

  private static func entries(
    _ file: RandomAccessFile, _ directory: Range<Int>, _ count: Int
  ) throws -> [Entry] {
    let bytes = try file.read(at: directory.lowerBound, count: directory.count)
    var result: [Entry] = []
    var spans: [Range<Int>] = []
    var at = 0
    for _ in 0..<count {
      guard at + 46 <= bytes.count, word(bytes, at, 4) == 0x0201_4B50 else {
        throw error(file, "its directory is damaged")
      }
      let flags = word(bytes, at + 8, 2)
      let method = word(bytes, at + 10, 2)
      let storedSize = word(bytes, at + 20, 4)
      let size = word(bytes, at + 24, 4)
      let nameLength = word(bytes, at + 28, 2)
      let rest = word(bytes, at + 30, 2) + word(bytes, at + 32, 2)
      let offset = word(bytes, at + 42, 4)
      guard at + 46 + nameLength + rest <= bytes.count else {
        throw error(file, "its directory is damaged")
      }
      let raw = bytes[(at + 46)..<(at + 46 + nameLength)]
      at += 46 + nameLength + rest
      // The local header repeats the name; what else it holds is at least nothing.
      let end = offset + 30 + nameLength + storedSize
      guard end <= directory.lowerBound else {
        throw error(file, "an entry does not lie in the archive; it is damaged")
      }
      spans.append(offset..<end)
      let name = String(decoding: raw, as: UTF8.self)
      if raw.last == UInt8(ascii: "/") { continue }
      guard !raw.isEmpty, !raw.contains(0) else { throw error(file, "an entry has no name") }
      guard flags & 1 == 0 else {
        throw error(
          file, "\(name) in it is encrypted; unpack it with its password, and pack it without one")
      }
      guard method == 0 || method == 8 else {
        throw error(file, "\(name) is compressed by method \(method); pack it with deflate")
      }
      guard method == 8 ? size <= storedSize * Inflate.maximumRatio : size == storedSize else {
        throw error(file, "\(name) cannot have \(size) bytes; the archive is damaged")
      }
      result.append(
        Entry(
          name: name, size: size, storedSize: storedSize, isDeflated: method == 8,
          checksum: UInt32(truncatingIfNeeded: word(bytes, at - rest - nameLength - 30, 4)),
          offset: offset))
    }
    spans.sort { $0.lowerBound < $1.lowerBound }
    for (a, b) in zip(spans, spans.dropFirst()) where a.upperBound > b.lowerBound {
      throw error(file, "its entries overlap; the archive is damaged or made to do harm")
    }
    return result
  }

  /// Unpacks an entry.
  ///
  /// - Parameter maximumBytes: Its size above which nothing is read.
  package func bytes(of entry: Entry, maximumBytes: Int) throws -> [UInt8] {
    guard entry.size <= maximumBytes else {
      throw LimitError(
        subject: "\(file.name)/\(entry.name)", value: "\(entry.size) bytes",
        limit: "\(maximumBytes) bytes", remedy: "unpack it first, or raise --memory")
    }
    let stored = try file.read(at: start(of: entry), count: entry.storedSize)
    let bytes =
      entry.isDeflated ? Inflate.bytes(stored, count: entry.size, wrapping: .none) : stored
    guard let bytes, bytes.count == entry.size else {
      throw Self.error(file, "\(entry.name) does not unpack to \(entry.size) bytes; it is damaged")
    }
    guard Inflate.checksum(bytes) == entry.checksum else {
      throw Self.error(file, "the checksum of \(entry.name) is wrong; the archive is damaged")
    }
    return bytes
  }

  /// The first bytes of an entry: so many, or fewer where it is shorter or damaged.
  func prefix(of entry: Entry, count: Int) throws -> [UInt8] {
    let start = try start(of: entry)
    let wanted = min(count, entry.size)
    guard entry.isDeflated else { return try file.read(at: start, count: wanted) }
    // Compressed data are hardly larger than what they stand for.
    let stored = try file.read(at: start, count: min(entry.storedSize, count + 1024))
    return Inflate.bytes(stored, count: wanted, wrapping: .none) ?? []
  }

  /// Where an entry's data begin.
  private func start(of entry: Entry) throws -> Int {
    let header = try file.read(at: entry.offset, count: 30)
    guard Self.word(header, 0, 4) == 0x0403_4B50 else {
      throw Self.error(file, "\(entry.name) has no header; the archive is damaged")
    }
    return entry.offset + 30 + Self.word(header, 26, 2) + Self.word(header, 28, 2)
  }

  /// A little-endian word of 2 or 4 bytes; 0 beyond the end.
  private static func word(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { return 0 }
    var result = 0
    for i in (0..<count).reversed() {
      result = result << 8 | Int(bytes[offset + i])  // checked: UInt8 to Int
    }
    return result
  }

  private static func error(_ file: RandomAccessFile, _ reason: String) -> TerrainFileError {
    TerrainFileError(file: file.name, reason: reason)
  }
}
