import BelvedereLimits
internal import CBelvedereSQLite
import Synchronization

/// The questions that are asked of an MBTiles file, one at a time.
final class MBTilesDatabase: Sendable {
  /// Steps of SQLite's machine for a question: some tenths of a second at most.
  private static let maximumSteps: UInt64 = 20_000_000
  private static let maximumMetadata = 1000

  private let path: String
  private let handles: Mutex<Handles>

  /// SQLite's own; used under the lock only.
  private struct Handles: @unchecked Sendable {
    var database: OpaquePointer
    var tileQuery: OpaquePointer?
  }

  init(path: String) throws {
    self.path = path
    var database: OpaquePointer?
    var text = Self.emptyMessage
    let status = bv_sqlite_open(
      path, Int32(clamping: TileSourceInfo.maximumTileBytes), Self.maximumSteps, &database, &text)
    guard let database else { throw Self.failure(status, text, path) }
    handles = Mutex(Handles(database: database, tileQuery: nil))
  }

  deinit {
    handles.withLock {
      bv_sqlite_finalize($0.tileQuery)
      bv_sqlite_close($0.database)
    }
  }

  /// A tile's bytes; rows count from the south.
  func tile(_ id: TileID) throws -> [UInt8]? {
    try handles.withLock { handles throws -> [UInt8]? in
      if handles.tileQuery == nil {
        handles.tileQuery = try prepare(
          "SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?",
          handles)
      }
      guard let query = handles.tileQuery else { return nil }
      let parameters = [Int64(id.zoom), Int64(id.x), Int64(id.rowFromSouth)]  // checked: 64 bits
      bv_sqlite_start(query, parameters, 3)
      defer { bv_sqlite_start(query, [], 0) }
      guard try step(query) else { return nil }
      return Self.bytes(query, 0)
    }
  }

  /// The table of metadata; empty where there is none.
  func metadata() throws -> [String: String] {
    var result: [String: String] = [:]
    do {
      try rows("SELECT name, value FROM metadata", limit: Self.maximumMetadata) { row in
        guard let name = Self.bytes(row, 0), let value = Self.bytes(row, 1),
          name.count <= 256, value.count <= TileMetadata.maximumBytes
        else { return }
        result[String(decoding: name, as: UTF8.self).lowercased()] = String(
          decoding: value, as: UTF8.self)
      }
    } catch is TerrainFileError {
      // The table may be missing; what it says is not needed.
    }
    return result
  }

  /// All tiles, where they are at most 512, and the first eight in any case.
  func listedTiles() throws -> (all: [TileID]?, first: [TileID]) {
    var tiles: [TileID] = []
    let most = TileSourceInfo.maximumListedTiles
    let count = try listed(limit: most + 1) { tiles.append($0) }
    return (count <= most ? tiles : nil, Array(tiles.prefix(8)))
  }

  /// The most tiles that are looked at for which zooms are whole.
  static let maximumCovered = 1 << 20

  /// Where there are tiles; `nil` of more than a number of them.
  func coverage(limit: Int = maximumCovered) throws -> TileCoverage? {
    var coverage = TileCoverage()
    let count = try listed(limit: limit + 1) { coverage.add($0) }
    return count <= limit ? coverage : nil
  }

  /// Calls a closure for each tile up to a number of rows; the number of rows seen.
  private func listed(limit: Int, _ body: (TileID) -> Void) throws -> Int {
    try rows("SELECT zoom_level, tile_column, tile_row FROM tiles", limit: limit) { row in
      guard let zoom = Self.integer(row, 0), (0...TileID.maximumZoom).contains(zoom),
        let x = Self.integer(row, 1), let south = Self.integer(row, 2),
        (0..<(1 << zoom)).contains(south),
        let id = TileID(zoom: zoom, x: x, y: (1 << zoom) - 1 - south)
      else { return }
      body(id)
    }
  }

  /// The coarsest and finest zoom; `nil` where finding them takes too long.
  func zooms() throws -> ClosedRange<Int>? {
    var found: [Int] = []
    do {
      // Two questions: an index answers each at once.
      for function in ["min", "max"] {
        try rows("SELECT \(function)(zoom_level) FROM tiles", limit: 1) {
          if let zoom = Self.integer($0, 0), (0...TileID.maximumZoom).contains(zoom) {
            found.append(zoom)
          }
        }
      }
    } catch is LimitError {
      return nil
    }
    return found.count == 2 && found[0] <= found[1] ? found[0]...found[1] : nil
  }

  /// Calls a closure for each row up to a number; the number of rows seen.
  @discardableResult
  private func rows(
    _ sql: String, limit: Int, _ body: (OpaquePointer) -> Void
  ) throws -> Int {
    try handles.withLock { handles throws -> Int in
      let query = try prepare(sql, handles)
      defer { bv_sqlite_finalize(query) }
      bv_sqlite_start(query, [], 0)
      var count = 0
      while count < limit, try step(query) {
        body(query)
        count += 1
      }
      return count
    }
  }

  private func prepare(_ sql: String, _ handles: Handles) throws -> OpaquePointer {
    var query: OpaquePointer?
    var text = Self.emptyMessage
    let status = bv_sqlite_prepare(handles.database, sql, &query, &text)
    guard let query else { throw Self.failure(status, text, path) }
    return query
  }

  private func step(_ query: OpaquePointer) throws -> Bool {
    var text = Self.emptyMessage
    switch bv_sqlite_step(query, &text) {
    case BV_SQLITE_OK: return true
    case BV_SQLITE_DONE: return false
    case let status: throw Self.failure(status, text, path)
    }
  }

  private static func bytes(_ query: OpaquePointer, _ column: Int32) -> [UInt8]? {
    var count = 0
    guard let start = bv_sqlite_bytes(query, column, &count) else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  private static func integer(_ query: OpaquePointer, _ column: Int32) -> Int? {
    var isNull: Int32 = 0
    let value = bv_sqlite_integer(query, column, &isNull)
    return isNull == 0 ? Int(exactly: value) : nil
  }

  private static var emptyMessage: [CChar] { .init(repeating: 0, count: 160) }

  private static func failure(
    _ status: bv_sqlite_status, _ text: [CChar], _ path: String
  ) -> any Error {
    let words = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    switch status {
    case BV_SQLITE_ABSENT:
      return TerrainFileError(
        file: path,
        reason: "is an SQLite database, and this program was built without SQLite; install "
          + "libsqlite3-dev and build it again, or convert the file to PMTiles")
    case BV_SQLITE_BUDGET:
      return LimitError(
        subject: path, value: "a table that takes more steps to search",
        limit: "\(maximumSteps) steps",
        remedy: "make an index of zoom_level, tile_column and tile_row")
    case BV_SQLITE_MEMORY:
      return LimitError(
        subject: path, value: "rows for which there is no memory", limit: "what there is",
        remedy: "free some memory")
    default: return TerrainFileError(file: path, reason: "is no readable MBTiles file: \(words)")
    }
  }
}
