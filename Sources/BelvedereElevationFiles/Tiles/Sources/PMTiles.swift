import BelvedereFiles
import BelvedereLimits
import BelvedereTerrain
import Synchronization

/// A PMTiles file of version 3, read in parts: of a file of any size only the directories and tiles
/// that are asked for come into memory.
///
/// The file is not trusted: every part must lie within it, directories nest three deep, and nothing
/// inflates beyond a limit. Source: "PMTiles Version 3 Specification", Protomaps.
public final class PMTiles: TileSource {
  public let name: String
  public let info: TileSourceInfo
  private let file: RandomAccessFile
  private let header: PMTilesHeader
  private let root: PMTilesDirectory
  /// Leaf directories that were read last.
  private let leaves = Mutex(Leaves())

  private struct Leaves {
    /// By their place in the section.
    var directories: [UInt64: PMTilesDirectory] = [:]
    var entryCount = 0
  }

  /// The most bytes of a directory, compressed and inflated.
  static let maximumDirectoryBytes = 16 << 20
  /// Directories between the root and a tile, the root included.
  static let maximumDepth = 3
  /// Entries of leaf directories that stay in memory, 32 bytes each.
  private static let keptEntries = 1 << 20

  /// Opens a file whose tiles are of a kind.
  public init(path: String, content: TileContent = .pictures) throws {
    name = path
    file = try RandomAccessFile(path)
    header = try PMTilesHeader(
      file.prefix(PMTilesHeader.byteCount), fileSize: UInt64(clamping: file.size),
      content: content, name: path)
    root = try Self.directory(file, header.root, header.internalCompression)
    let coverage = Self.coverage(file, header, root, limit: Self.mostCounted)
    var info = TileSourceInfo(
      zooms: header.zooms, bounds: Self.bounds(header.bounds, coverage),
      encoding: nil, tiles: Self.tiles(of: root))
    if let text = Self.metadata(file, header) {
      info.encoding = TileMetadata.encoding(ofText: text)
      info.attribution = TileMetadata.attribution(ofText: text)
      info.licence = TileMetadata.licence(ofText: text)
    }
    info.examples = Self.example(file, header, root).map { [$0] } ?? []
    self.info = info
  }

  /// Whether a file's first bytes are those of a PMTiles file.
  public static func recognizes(_ start: [UInt8]) -> Bool { start.starts(with: "PMTiles".utf8) }

  public func tile(_ id: TileID) throws -> [UInt8]? {
    guard header.zooms.contains(id.zoom) else { return nil }
    let number = id.hilbertNumber
    var directory = root
    for _ in 0..<Self.maximumDepth {
      guard let entry = directory.entry(for: number) else { return nil }
      if entry.run > 0 { return try contents(entry, of: id) }
      directory = try leaf(entry)
    }
    throw damaged("its directories nest more than \(Self.maximumDepth) deep")
  }

  private func contents(_ entry: PMTilesDirectory.Entry, of id: TileID) throws -> [UInt8] {
    guard entry.count <= UInt64(TileSourceInfo.maximumTileBytes) else {  // checked: positive
      throw LimitError(
        subject: "\(name), tile \(id)", value: "\(entry.count) bytes",
        limit: "\(TileSourceInfo.maximumTileBytes) bytes", remedy: "a tile is far smaller")
    }
    guard let place = header.tiles.part(offset: entry.offset, count: entry.count) else {
      throw damaged("tile \(id) does not lie within its section; the file is cut short")
    }
    let bytes = try file.read(at: Int(clamping: place.offset), count: Int(clamping: place.count))
    guard header.tileCompression == .gzip else { return bytes }
    return try Gunzip.bytes(
      bytes, maximumBytes: TileSourceInfo.maximumTileBytes, name: "\(name), tile \(id)")
  }

  private func leaf(_ entry: PMTilesDirectory.Entry) throws -> PMTilesDirectory {
    if let known = leaves.withLock({ $0.directories[entry.offset] }) { return known }
    guard let place = header.leaves.part(offset: entry.offset, count: entry.count) else {
      throw damaged("a leaf directory does not lie within its section")
    }
    let directory = try Self.directory(file, place, header.internalCompression)
    leaves.withLock {
      if $0.entryCount + directory.entries.count > Self.keptEntries { $0 = Leaves() }
      $0.directories[entry.offset] = directory
      $0.entryCount += directory.entries.count
    }
    return directory
  }

  private func damaged(_ reason: String) -> TerrainFileError {
    TerrainFileError(file: name, reason: reason)
  }

  /// The tiles of a root directory without leaves; `nil` for a larger file.
  private static func tiles(of root: PMTilesDirectory) -> [TileID]? {
    var tiles: [TileID] = []
    for entry in root.entries {
      guard entry.run > 0,
        entry.run <= UInt64(TileSourceInfo.maximumListedTiles - tiles.count)  // checked: positive
      else { return nil }
      for number in entry.tile..<(entry.tile + entry.run) {
        if let id = TileID(hilbertNumber: number) { tiles.append(id) }
      }
    }
    return tiles
  }

  /// The most entries of directories whose places are looked at when a file is opened.
  private static let mostCounted = 1 << 16
  /// The most entries of directories that are looked at for which zooms are whole.
  private static let maximumCovered = 1 << 22

  /// Of all its directories, where they are sound and have at most four million entries.
  public func coverage() -> TileCoverage? {
    Self.coverage(file, header, root, limit: Self.maximumCovered)
  }

  /// Where there are tiles; `nil` of damaged directories, and of more entries than a number. A leaf that is empty, or
  /// that two entries name, is damage: else a small file could be read for hours.
  private static func coverage(
    _ file: RandomAccessFile, _ header: PMTilesHeader, _ root: PMTilesDirectory, limit: Int
  ) -> TileCoverage? {
    var coverage = TileCoverage()
    var left = limit
    var seen: Set<UInt64> = []
    func add(_ directory: PMTilesDirectory, depth: Int) -> Bool {
      left -= directory.entries.count
      guard left >= 0 else { return false }
      return directory.entries.allSatisfy { entry in
        if entry.run > 0 {
          coverage.add(entry.tile..<(entry.tile + entry.run))
          return true
        }
        guard depth < maximumDepth, seen.insert(entry.offset).inserted,
          let place = header.leaves.part(offset: entry.offset, count: entry.count),
          let leaf = try? Self.directory(file, place, header.internalCompression),
          !leaf.entries.isEmpty
        else { return false }
        return add(leaf, depth: depth + 1)
      }
    }
    return add(root, depth: 1) ? coverage : nil
  }

  /// The header's box where its tiles reach there, at most as far as they do.
  private static func bounds(_ stated: GeographicBounds?, _ tiles: TileCoverage?)
    -> GeographicBounds
  {
    let covered = tiles?.finestBounds
    guard let stated else { return covered ?? TileSourceInfo.world }
    guard let covered else { return stated }
    let common = stated.intersections(with: covered).filter {
      $0.north > $0.south && $0.east > $0.west
    }
    return common.count == 1 ? common[0] : common.isEmpty ? covered : stated
  }

  /// The last tile of all, down the last directories; `nil` where they are damaged.
  private static func example(
    _ file: RandomAccessFile, _ header: PMTilesHeader, _ root: PMTilesDirectory
  ) -> TileID? {
    var directory = root
    for _ in 0..<maximumDepth {
      guard let last = directory.entries.last else { return nil }
      if last.run > 0 { return TileID(hilbertNumber: last.tile) }
      guard let place = header.leaves.part(offset: last.offset, count: last.count),
        let next = try? self.directory(file, place, header.internalCompression)
      else { return nil }
      directory = next
    }
    return nil
  }

  private static func directory(
    _ file: RandomAccessFile, _ place: PMTilesHeader.Section,
    _ compression: PMTilesHeader.Compression
  ) throws -> PMTilesDirectory {
    let bytes = try section(file, place, compression, maximumDirectoryBytes, "a directory")
    guard let directory = PMTilesDirectory(bytes) else {
      throw TerrainFileError(file: file.name, reason: "has a damaged directory")
    }
    return directory
  }

  private static func section(
    _ file: RandomAccessFile, _ place: PMTilesHeader.Section,
    _ compression: PMTilesHeader.Compression,
    _ maximumBytes: Int, _ what: String
  ) throws -> [UInt8] {
    guard place.count <= UInt64(maximumBytes) else {  // checked: positive
      throw LimitError(
        subject: "\(file.name), \(what),", value: "\(place.count) bytes",
        limit: "\(maximumBytes) bytes", remedy: "a well-made file has smaller ones")
    }
    let bytes = try file.read(at: Int(clamping: place.offset), count: Int(clamping: place.count))
    guard compression == .gzip else { return bytes }
    return try Gunzip.bytes(bytes, maximumBytes: maximumBytes, name: "\(file.name), \(what)")
  }

  /// What the metadata say; damaged metadata say nothing.
  private static func metadata(_ file: RandomAccessFile, _ header: PMTilesHeader) -> [UInt8]? {
    guard header.metadata.count > 0 else { return nil }
    return try? section(
      file, header.metadata, header.internalCompression, TileMetadata.maximumBytes, "metadata")
  }
}
