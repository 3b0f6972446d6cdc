/// A file in the format FlatGeobuf with an index, of which features are read by their places, and the others are not.
public struct FlatGeobufArchive: Sendable {
  /// Reads so many bytes of the file from an offset on.
  public typealias Read = @Sendable (_ offset: Int, _ count: Int) throws -> [UInt8]

  /// Features that were found.
  public struct Selection: Sendable {
    /// Where they lie in the file, their sizes before them included, in its order.
    public fileprivate(set) var locations: [Range<Int>] = []
    /// How many bytes they have.
    public fileprivate(set) var byteCount = 0

    /// How many they are.
    public var count: Int { locations.count }

    /// Nothing.
    public init() {}
  }

  /// What the file says of its features.
  public let header: FlatGeobufHeader
  /// The box around all features.
  public let extent: GeographicBox
  private let tree: BoxTree
  private let treeBegin: Int
  private let featuresBegin: Int
  private let byteCount: Int
  private let read: Read

  /// Headers are larger only where they are damaged.
  private static let mostHeader = 1 << 24
  /// Bytes between features that are read with them, and bytes that are read at once.
  private static let gap = 1 << 13
  private static let mostAtOnce = 1 << 24

  /// Reads the header and the root of the index.
  ///
  /// - Parameter byteCount: of the file.
  /// - Throws: ``FlatGeobufError`` where it is damaged or has no index; what `read` throws.
  public init(byteCount: Int, read: @escaping Read) throws {
    guard byteCount >= 12 else { throw FlatGeobufError("is not FlatGeobuf") }
    let start = try read(0, 12)
    guard FlatGeobufFile.isPlausible(start), start[3] == 3 else {
      throw FlatGeobufError(
        FlatGeobufFile.isPlausible(start)
          ? "is FlatGeobuf of version \(start[3]); this program reads version 3"
          : "is not FlatGeobuf")
    }
    let whole = FlatBuffer(bytes: start, range: 0..<12, place: "the file")
    let size = Int(try whole.integer(8, as: UInt32.self))  // checked: 32 bits
    guard size <= min(byteCount - 12, Self.mostHeader) else {
      throw FlatGeobufError("ends inside its header; it may be cut off")
    }
    header = try FlatGeobufHeader(
      FlatBuffer(bytes: read(12, size), range: 0..<size, place: "the header"))
    treeBegin = 12 + size
    guard header.featureCount > 0 else {
      throw FlatGeobufError("has no features, or does not say how many; leave it out")
    }
    guard header.nodeSize > 0 else {
      throw FlatGeobufError(
        "has no index of places; write it with one, such as by ogr2ogr -lco SPATIAL_INDEX=YES")
    }
    guard header.featureCount <= byteCount / BoxTree.stride,
      let packed = BoxTree(leaves: header.featureCount, nodeSize: header.nodeSize),
      packed.byteCount <= byteCount - treeBegin
    else { throw FlatGeobufError("ends inside its index; it may be cut off") }
    tree = packed
    featuresBegin = treeBegin + packed.byteCount
    self.byteCount = byteCount
    self.read = read
    let root = try read(treeBegin, BoxTree.stride)
    extent = try FlatBuffer(bytes: root, range: 0..<root.count, place: "the index").box(0)
    try checkEnd()
  }

  /// Refuses a file that ends before its last feature does, whichever of them are read.
  private func checkEnd() throws {
    let leaf = try read(
      treeBegin + (tree.levels[0].upperBound - 1) * BoxTree.stride, BoxTree.stride)
    let node = FlatBuffer(bytes: leaf, range: 0..<leaf.count, place: "the index")
    let rest = byteCount - featuresBegin
    guard let begin = Int(exactly: try node.integer(32, as: UInt64.self)), begin <= rest - 4 else {
      throw FlatGeobufError("ends before its last feature; it may be cut off")
    }
    let start = try read(featuresBegin + begin, 4)
    let size = try FlatBuffer(bytes: start, range: 0..<4, place: "it").integer(0, as: UInt32.self)
    guard Int(size) <= rest - 4 - begin else {  // checked: 32 bits
      throw FlatGeobufError("ends inside its last feature; it may be cut off")
    }
  }

  /// The box around all features, beyond ±180° where they lie on both sides of that: without the widest gap between the
  /// boxes of a level of the index.
  public func narrowExtent() throws -> GeographicBox {
    guard extent.east - extent.west > 180,
      let nodes = tree.levels.first(where: { $0.count <= Self.mostSurveyed })
    else { return extent }
    let bytes = try read(
      treeBegin + nodes.lowerBound * BoxTree.stride, nodes.count * BoxTree.stride)
    let buffer = FlatBuffer(bytes: bytes, range: 0..<bytes.count, place: "the index")
    var spans: [(west: Double, east: Double)] = []
    for i in 0..<nodes.count {
      let box = try buffer.box(i * BoxTree.stride)
      // One with things on both sides says nothing.
      if !box.isEmpty, box.east - box.west < 180 { spans.append((box.west, box.east)) }
    }
    spans.sort { $0.west < $1.west }
    var (gap, after) = (extent.west + 360 - extent.east, 0)
    var east = -Double.infinity
    for (i, span) in spans.enumerated() {
      if i > 0, span.west - east > gap { (gap, after) = (span.west - east, i) }
      east = max(east, span.east)
    }
    guard after > 0, after < spans.count else { return extent }
    let low = spans[..<after].map(\.east).max() ?? extent.east
    return GeographicBox(
      west: spans[after].west, south: extent.south, east: low + 360, north: extent.north)
  }

  private static let mostSurveyed = 1 << 16

  /// The boxes of the index's finest level that has few enough, with how many features are in each: roughly where they are.
  ///
  /// - Parameter most: boxes, at least 1.
  /// - Throws: ``FlatGeobufError`` where the index is damaged; what reading throws.
  public func survey(atMost most: Int) throws -> [(box: GeographicBox, count: Int)] {
    guard let level = tree.levels.firstIndex(where: { $0.count <= most }) else { return [] }
    let nodes = tree.levels[level]
    let bytes = try read(
      treeBegin + nodes.lowerBound * BoxTree.stride, nodes.count * BoxTree.stride)
    let buffer = FlatBuffer(bytes: bytes, range: 0..<bytes.count, place: "the index")
    var each = 1
    for _ in 0..<level { each *= header.nodeSize }
    return try (0..<nodes.count).map { i in
      (try buffer.box(i * BoxTree.stride), min(each, header.featureCount - i * each))
    }
  }

  /// The features whose boxes meet one of some boxes.
  ///
  /// - Parameters:
  ///   - isByMiddle: whether their boxes must have their middle in one, which holds its western and southern edges
  ///     alone, so that boxes beside each other share none.
  ///   - most: bytes of features.
  /// - Returns: `nil` where there are more.
  /// - Throws: ``FlatGeobufError`` where the index is damaged; what reading throws.
  public func selection(
    within boxes: [GeographicBox], isByMiddle: Bool = false, atMost most: Int = .max
  ) throws -> Selection? {
    var found = Selection()
    let leaves = tree.levels[0]
    // Each child of a node once, whatever damaged nodes name.
    var waiting = [(level: tree.levels.count - 1, nodes: 0..<1, parent: extent)]
    while let (level, nodes, parent) = waiting.popLast() {
      // A feature ends where the next one begins.
      let end = level == 0 ? min(nodes.upperBound + 1, leaves.upperBound) : nodes.upperBound
      let bytes = try read(
        treeBegin + nodes.lowerBound * BoxTree.stride, (end - nodes.lowerBound) * BoxTree.stride)
      let buffer = FlatBuffer(bytes: bytes, range: 0..<bytes.count, place: "the index")
      for node in nodes {
        let position = (node - nodes.lowerBound) * BoxTree.stride
        let box = try buffer.box(position)
        // Of nothing it is empty; what is no number lies nowhere.
        guard parent.contains(box) || box.west > box.east else {
          throw FlatGeobufError(
            "is damaged: a box lies outside of the one around it", in: "the index")
        }
        guard boxes.contains(where: { box.meets($0) }) else { continue }
        guard level > 0 else {
          let middle = box.middle
          guard !isByMiddle || boxes.contains(where: { $0.holds(middle) }) else { continue }
          let location = try location(buffer, position, isLast: node + 1 == leaves.upperBound)
          found.byteCount += location.count
          guard found.byteCount <= most else { return nil }
          found.locations.append(location)
          continue
        }
        let below = tree.levels[level - 1]
        let first = below.lowerBound + (node - tree.levels[level].lowerBound) * header.nodeSize
        guard try buffer.integer(position + 32, as: UInt64.self) == UInt64(clamping: first) else {
          throw FlatGeobufError("is damaged: a node leads elsewhere", in: "the index")
        }
        waiting.append(
          (level - 1, first..<min(first + header.nodeSize, below.upperBound), box))
      }
    }
    found.locations.sort { $0.lowerBound < $1.lowerBound }
    return found
  }

  private func location(
    _ buffer: FlatBuffer, _ position: Int, isLast: Bool
  ) throws(FlatGeobufError) -> Range<Int> {
    let size = byteCount - featuresBegin
    let begin = try buffer.integer(position + 32, as: UInt64.self)
    let end =
      isLast
      ? UInt64(clamping: size)
      : try buffer.integer(position + BoxTree.stride + 32, as: UInt64.self)
    guard let first = Int(exactly: begin), let last = Int(exactly: end), first <= last - 12,
      last <= size
    else { throw FlatGeobufError("is damaged: it leads out of the file", in: "the index") }
    return featuresBegin + first..<featuresBegin + last
  }

  /// Reads the features that were found.
  ///
  /// - Returns: a file of them alone, without an index.
  /// - Throws: ``FlatGeobufError`` where they are damaged; what reading throws.
  public func features(of selection: Selection) throws -> FlatGeobufFile {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(selection.byteCount)
    let locations = selection.locations
    var i = 0
    while i < locations.count {
      let begin = locations[i].lowerBound
      var end = locations[i].upperBound
      var next = i + 1
      while next < locations.count, locations[next].lowerBound <= end + Self.gap,
        locations[next].upperBound - begin <= Self.mostAtOnce
      {
        // Damaged ones may lie in each other.
        end = max(end, locations[next].upperBound)
        next += 1
      }
      let run = try read(begin, end - begin)
      for location in locations[i..<next] {
        bytes += run[location.lowerBound - begin..<location.upperBound - begin]
      }
      i = next
    }
    return FlatGeobufFile(header, features: bytes, count: locations.count)
  }
}

extension FlatBuffer {
  /// The box that a node of the index begins with.
  func box(_ position: Int) throws(FlatGeobufError) -> GeographicBox {
    GeographicBox(
      west: try double(position), south: try double(position + 8),
      east: try double(position + 16), north: try double(position + 24))
  }
}
