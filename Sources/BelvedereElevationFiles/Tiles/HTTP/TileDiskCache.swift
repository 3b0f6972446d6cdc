import BelvedereFiles
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Fetched tiles as files, each written whole or not at all. A cache that cannot be written is none:
/// nothing fails because of it. Links within it are not followed: who else may write into the folder
/// must not choose what is written over, or read.
final class TileDiskCache: Sendable {
  /// What was answered for a tile.
  struct Entry: Sendable, Hashable {
    /// `nil` for a tile that the server does not have.
    var bytes: [UInt8]?
    var etag: String
    /// Seconds since 1970.
    var fetched: Int64
  }

  /// The folder of one template's tiles, and the one of all.
  private let folder, root: String
  private let maximumBytes: Int
  /// Bytes of all files, counted when it is first needed.
  private let used = Mutex<Int?>(nil)

  private static let magic = Array("BVTILE1\n".utf8)

  init(folder: String, template: String, maximumBytes: Int) {
    root = folder
    self.folder = "\(folder)/\(String(Self.hash(template.utf8), radix: 16))"
    self.maximumBytes = max(maximumBytes, 0)
  }

  /// Seconds since 1970.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)  // checked: 64 bits
  }

  /// What is known of a tile; `nil` for nothing, and for a damaged file.
  func read(_ id: TileID) -> Entry? {
    let path = "\(folder)/\(id).tile"
    guard isOwn(id), InputFile.kind(of: path) == .regular, !InputFile.isLink(path),
      let bytes = try? InputFile.read(
        path, maximumBytes: TileSourceInfo.maximumTileBytes + 1024, remedy: ""),
      let entry = Self.decode(bytes)
    else { return nil }
    // The time of the last use decides what leaves first.
    utimensat(AT_FDCWD, path, nil, 0)
    return entry
  }

  /// Keeps what was answered.
  func write(_ entry: Entry, for id: TileID) {
    let bytes = Self.encode(entry)
    guard bytes.count <= maximumBytes else { return }
    var path = ""
    for part in "\(folder)/\(id.zoom)/\(id.x)".split(
      separator: "/", omittingEmptySubsequences: false)
    {
      path += "\(part)/"
      mkdir(path, 0o777)
    }
    guard isOwn(id),
      let file = try? AtomicFile(path: "\(folder)/\(id).tile", followsLinks: false),
      (try? file.write(bytes, isSynced: false)) != nil
    else { return }
    used.withLock { used in
      let total = (used ?? Self.files(root).reduce(0) { $0 + $1.size }) + bytes.count
      used = total > maximumBytes ? evict() : total
    }
  }

  /// Whether a tile's folders are no links that lead elsewhere.
  private func isOwn(_ id: TileID) -> Bool {
    ["", "/\(id.zoom)", "/\(id.zoom)/\(id.x)"].allSatisfy { !InputFile.isLink(folder + $0) }
  }

  /// Removes the files that were used least recently until a fifth is free; the bytes that stay.
  private func evict() -> Int {
    let files = Self.files(root).sorted { ($0.time, $0.path) < ($1.time, $1.path) }
    var total = files.reduce(0) { $0 + $1.size }
    for file in files {
      guard total > maximumBytes - maximumBytes / 5 else { break }
      if unlink(file.path) == 0 { total -= file.size }
    }
    return total
  }

  /// The cache's own files, four folders deep.
  private static func files(
    _ folder: String, depth: Int = 0
  ) -> [(path: String, size: Int, time: Int64)] {
    InputFile.names(inFolder: folder).flatMap { name -> [(path: String, size: Int, time: Int64)] in
      let path = "\(folder)/\(name)"
      if depth < 3 {
        return InputFile.kind(of: path) == .folder && !InputFile.isLink(path)
          ? files(path, depth: depth + 1) : []
      }
      var status = stat()
      guard name.hasSuffix(".tile"), lstat(path, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { return [] }
      let time =
        Int64(status.st_mtim.tv_sec)  // checked: 64 bits
        &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)  // checked: 64 bits
      return [(path, Int(clamping: status.st_size), time)]
    }
  }

  // Eight bytes of magic, a check number, the time, flags, the mark's length and text, the tile.

  static func encode(_ entry: Entry) -> [UInt8] {
    var rest: [UInt8] = []
    append(UInt64(bitPattern: entry.fetched), to: &rest)
    rest.append(entry.bytes == nil ? 1 : 0)
    let etag = Array(entry.etag.utf8.prefix(255))
    rest.append(UInt8(clamping: etag.count))
    rest += etag + (entry.bytes ?? [])
    var bytes = magic
    append(hash(rest), to: &bytes)
    return bytes + rest
  }

  static func decode(_ bytes: [UInt8]) -> Entry? {
    guard bytes.count >= 26, bytes.starts(with: magic),
      number(bytes[8..<16]) == hash(bytes[16...]), bytes[24] <= 1
    else { return nil }
    let start = 26 + Int(bytes[25])  // checked: a byte
    guard start <= bytes.count else { return nil }
    return Entry(
      bytes: bytes[24] == 1 ? nil : Array(bytes[start...]),
      etag: String(decoding: bytes[26..<start], as: UTF8.self),
      fetched: Int64(bitPattern: number(bytes[16..<24])))
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * i))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }  // checked: a byte
  }

  /// FNV-1a of 64 bits: against accidents, not against attackers.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3  // checked: a byte
    }
  }
}
