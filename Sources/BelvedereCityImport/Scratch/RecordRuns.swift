import BelvedereFiles

/// Sorted runs of records in a file.
struct RecordRuns {
  var file: UnnamedFile?
  private var ranges: [Range<Int>] = []
  private var end = 0
  private var buffer: [UInt8] = []
  private var bufferSize = 0

  var isEmpty: Bool { ranges.isEmpty }
  var count: Int { ranges.count }

  /// Begins a run behind the last one.
  mutating func begin(bufferSize: Int) throws(FileError) {
    ranges.append(end..<end)
    self.bufferSize = bufferSize
    buffer.reserveCapacity(bufferSize)
  }

  mutating func write(_ key: SortKey, _ record: UnsafeRawBufferPointer) throws(FileError) {
    withUnsafeBytes(of: key) { buffer.append(contentsOf: $0) }
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: record.count)) { buffer.append(contentsOf: $0) }
    buffer.append(contentsOf: record)
    if buffer.count >= bufferSize { try flush() }
  }

  /// Ends the run.
  mutating func finish() throws(FileError) {
    try flush()
    buffer = []
    ranges[ranges.count - 1] = ranges[ranges.count - 1].lowerBound..<end
  }

  private mutating func flush() throws(FileError) {
    guard let file, !buffer.isEmpty else { return }
    let offset = end
    let result = buffer.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try file.write(bytes, at: offset) }
    }
    try result.get()
    end += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Makes one run of all, in another file.
  mutating func join(
    _ ties: RecordSorter.Ties, into other: UnnamedFile, bufferSize: Int
  ) throws(FileError) {
    var joined = RecordRuns()
    joined.file = other
    try joined.begin(bufferSize: 1 << 18)
    do {
      try merge(ties, bufferSize: bufferSize) { try joined.write($0, $1) }
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(.read, path: "", reason: "\(error)")
    }
    try joined.finish()
    self = joined
  }

  /// Tells the records of all runs in their order.
  func merge(
    _ ties: RecordSorter.Ties, bufferSize: Int,
    _ body: (SortKey, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    guard let file else { return }
    var readers: [RunReader] = []
    for range in ranges {
      let reader = RunReader(file, range, bufferSize: bufferSize)
      if try reader.advance() { readers.append(reader) }
    }
    /// Whether the record of one run comes before that of another, which is a later one where its number is greater.
    func precedes(_ a: Int, _ b: Int) -> Bool {
      let (x, y) = (readers[a], readers[b])
      if x.key != y.key { return x.key < y.key }
      guard ties == .text else { return a < b }
      let order = RecordText.order(x.record, y.record)
      return order == 0 ? a < b : order < 0
    }
    var heap: [Int] = []
    func sink(_ start: Int) {
      var place = start
      while true {
        var first = place
        for child in [2 * place + 1, 2 * place + 2]
        where child < heap.count && precedes(heap[child], heap[first]) { first = child }
        guard first != place else { return }
        heap.swapAt(place, first)
        place = first
      }
    }
    heap = Array(readers.indices)
    for place in heap.indices.reversed() { sink(place) }
    while let first = heap.first {
      let reader = readers[first]
      try body(reader.key, reader.record)
      if try !reader.advance() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
      }
      sink(0)
    }
  }
}

/// Reads a run record by record.
private final class RunReader {
  private let file: UnnamedFile
  private var rest: Range<Int>
  private var buffer: UnsafeMutableRawBufferPointer
  private var (next, filled) = (0, 0)
  private(set) var key = SortKey(0, 0)
  private(set) var record = UnsafeRawBufferPointer(start: nil, count: 0)

  init(_ file: UnnamedFile, _ range: Range<Int>, bufferSize: Int) {
    (self.file, rest) = (file, range)
    buffer = .allocate(byteCount: max(bufferSize, 64), alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// Goes to the next record; returns whether there is one.
  func advance() throws(FileError) -> Bool {
    guard next < filled || !rest.isEmpty else { return false }
    try need(20)
    key = UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: next, as: SortKey.self)
    let length = Int(  // checked: widens
      UnsafeRawBufferPointer(buffer).loadUnaligned(fromByteOffset: next + 16, as: UInt32.self))
    try need(20 + length)
    record = UnsafeRawBufferPointer(
      rebasing: UnsafeRawBufferPointer(buffer)[next + 20..<next + 20 + length])
    next += 20 + length
    return true
  }

  /// Reads on, so that there are some bytes from the next one.
  private func need(_ count: Int) throws(FileError) {
    guard filled - next < count else { return }
    if count > buffer.count {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * count, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[next..<filled]))
      buffer.deallocate()
      buffer = larger
    } else if filled > next {
      buffer.baseAddress.map { $0.copyMemory(from: $0 + next, byteCount: filled - next) }
    }
    (next, filled) = (0, filled - next)
    let part = rest.prefix(buffer.count - filled)
    try file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<filled + part.count]),
      at: part.lowerBound)
    filled += part.count
    rest = part.upperBound..<rest.upperBound
  }
}
