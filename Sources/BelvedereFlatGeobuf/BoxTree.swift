/// The format's index: a packed R-tree over the boxes of features in their order, its root first.
///
/// Source: "FlatGeobuf: a performant binary encoding for geographic data", the section of the index; Kamel and Faloutsos,
/// "Hilbert R-tree", 1994.
struct BoxTree {
  /// Bytes of a node: a box of four numbers, and where it leads.
  static let stride = 40

  /// Ranges of nodes of the levels, from the leaves to the root.
  let levels: [Range<Int>]

  /// The tree over some leaves; `nil` where there is none, or more than can be counted.
  init?(leaves: Int, nodeSize: Int) {
    guard leaves > 0, nodeSize >= 2, leaves <= 1 << 40 else { return nil }
    var counts = [leaves]
    while let last = counts.last, last > 1 { counts.append((last + nodeSize - 1) / nodeSize) }
    // Of a single leaf there is a root above it.
    if leaves == 1 { counts.append(1) }
    var end = counts.reduce(0, +)
    levels = counts.map { count in
      defer { end -= count }
      return end - count..<end
    }
  }

  var nodeCount: Int { levels[0].upperBound }
  var byteCount: Int { nodeCount * Self.stride }

  /// Where the features begin whose boxes meet a box, by their order.
  func offsets(
    within box: GeographicBox, of buffer: FlatBuffer, nodeSize: Int
  ) throws(FlatGeobufError) -> [UInt64] {
    var found: [UInt64] = []
    // Each child of a node once, however often damaged nodes name it.
    var waiting = [(level: levels.count - 1, node: 0)]
    while let (level, node) = waiting.popLast() {
      let position = buffer.range.lowerBound + node * Self.stride
      guard try buffer.box(position).meets(box) else { continue }
      let offset = try buffer.integer(position + 32, as: UInt64.self)
      if level == 0 {
        found.append(offset)
        continue
      }
      let below = levels[level - 1]
      let first = below.lowerBound + (node - levels[level].lowerBound) * nodeSize
      guard offset == UInt64(clamping: first) else {
        throw FlatGeobufError("is damaged: a node leads elsewhere", in: buffer.place)
      }
      for child in first..<min(first + nodeSize, below.upperBound) {
        waiting.append((level - 1, child))
      }
    }
    return found.sorted()
  }
}

extension [UInt8] {
  /// Adds a whole number, the least byte first.
  mutating func append<T: FixedWidthInteger & BitwiseCopyable>(integer value: T) {
    var little = value.littleEndian
    Swift.withUnsafeBytes(of: &little) { append(contentsOf: $0) }
  }
}
