import BelvedereFiles

/// Records that are told in the order of their keys: sorted in memory, or in runs in a file that are merged.
///
/// Source: D. E. Knuth, "The Art of Computer Programming" 3, 5.4 (external sorting).
final class RecordSorter: ScratchStore {
  /// What of records with the same key comes first.
  enum Ties {
    /// Those that came first.
    case arrival
    /// Those whose text, with which they begin, comes first by its bytes; then those that came first.
    case text
  }

  /// A key, and where its record lies in memory.
  private struct Entry {
    var key: SortKey
    var chunk: UInt32
    var offset: UInt32
  }

  private let space: ScratchSpace
  private let ties: Ties
  @exclusivity(unchecked) private var chunks: [ScratchChunk] = []
  /// Bytes of memory that are filled, or kept for more.
  private(set) var memory = 0
  /// Records in memory.
  @exclusivity(unchecked) private var waiting = 0
  /// Those in their order, once they were sorted.
  @exclusivity(unchecked) private var sorted: [Entry]?
  private var runs = RecordRuns()
  private var isRead = false
  private var isSealed = false
  /// All records.
  @exclusivity(unchecked) private(set) var count = 0

  /// Runs that are merged at once.
  private static let mostRuns = 64
  /// What a record in memory takes beside its own bytes.
  private static let header = 20

  init(_ space: ScratchSpace, ties: Ties = .arrival) {
    (self.space, self.ties) = (space, ties)
    space.join(self)
  }

  deinit {
    if !isSealed { space.leave(self) }
    space.give(memory, chunks)
  }

  var spillableBytes: Int { isRead ? 0 : memory }

  /// Adds a record.
  func add(_ key: SortKey, _ record: UnsafeRawBufferPointer) throws(FileError) {
    let length = Self.header + record.count
    sorted = nil
    if (chunks.last?.room ?? -1) < length {
      let size = max(space.chunkSize, length)
      // With a place for each record in what is sorted.
      let all = size + size / length * MemoryLayout<Entry>.stride
      try space.take(all)
      memory += all
      chunks.append(space.chunk(size))
    }
    let chunk = chunks[chunks.count - 1]
    withUnsafeBytes(of: key) { chunk.append($0) }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: record.count)) { chunk.append($0) }
    chunk.append(record)
    (waiting, count) = (waiting + 1, count + 1)
  }

  func add(_ key: SortKey, _ record: [UInt8]) throws(FileError) {
    let result = record.withUnsafeBytes { record in
      Result { () throws(FileError) in try add(key, record) }
    }
    try result.get()
  }

  /// Says that nothing more is added. Another thread may then tell and free the records.
  func seal() {
    if !isSealed { space.leave(self) }
    isSealed = true
  }

  /// Tells all records in their order; may be called again.
  func forEach(_ body: (SortKey, UnsafeRawBufferPointer) throws -> Void) throws {
    // What is made of the records needs room, too.
    if !runs.isEmpty || (space.folder != nil && memory > space.limit / 3) { try spill() }
    isRead = true
    defer { isRead = false }
    guard runs.isEmpty else {
      return try runs.merge(ties, bufferSize: bufferSize, body)
    }
    for entry in entries() { try body(entry.key, record(entry)) }
  }

  func spill() throws(FileError) {
    guard waiting > 0 else { return }
    if runs.file == nil { runs.file = try space.file() }
    try runs.begin(bufferSize: bufferSize)
    for entry in entries() {
      try runs.write(entry.key, record(entry))
    }
    try runs.finish()
    space.give(memory, chunks)
    (chunks, sorted, waiting) = ([], nil, 0)
    memory = 0
    guard runs.count >= Self.mostRuns else { return }
    try runs.join(ties, into: try space.file(), bufferSize: bufferSize)
  }

  /// What is read of each run at once: all of them together what is put into a run.
  private var bufferSize: Int {
    min(max(space.limit / 4 / max(runs.count, 1), 1 << 12), 1 << 18)
  }

  private func record(_ entry: Entry) -> UnsafeRawBufferPointer {
    let (chunk, offset) = (Int(entry.chunk), Int(entry.offset))  // checked: widens
    let start = UnsafeRawPointer(chunks[chunk].base) + offset
    let length = Int(start.loadUnaligned(fromByteOffset: 16, as: UInt32.self))  // checked: widens
    return UnsafeRawBufferPointer(start: start + Self.header, count: length)
  }

  private func entries() -> [Entry] {
    if let sorted { return sorted }
    var entries: [Entry] = []
    entries.reserveCapacity(waiting)
    for (n, chunk) in chunks.enumerated() {
      var offset = 0
      while offset < chunk.used {
        let key = (chunk.base + offset).loadUnaligned(as: SortKey.self)
        let length = (chunk.base + offset).loadUnaligned(fromByteOffset: 16, as: UInt32.self)
        // Chunks are no larger than their size, or hold one record.
        entries.append(
          Entry(
            key: key, chunk: UInt32(truncatingIfNeeded: n),
            offset: UInt32(truncatingIfNeeded: offset)))
        offset += Self.header + Int(length)  // checked: widens
      }
    }
    switch ties {
    case .arrival:
      entries.sort {
        $0.key == $1.key
          ? ($0.chunk, $0.offset) < ($1.chunk, $1.offset) : $0.key < $1.key
      }
    case .text:
      entries.sort { a, b in
        guard a.key == b.key else { return a.key < b.key }
        let order = RecordText.order(record(a), record(b))
        return order == 0 ? (a.chunk, a.offset) < (b.chunk, b.offset) : order < 0
      }
    }
    sorted = entries
    return entries
  }
}
