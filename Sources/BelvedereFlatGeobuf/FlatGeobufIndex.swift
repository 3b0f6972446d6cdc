/// The index by which the features of a file are found by their places, made level by level.
public struct FlatGeobufIndex {
  /// Children of a node.
  public static let nodeSize = 16
  /// Bytes of a node.
  public static let stride = BoxTree.stride

  private let tree: BoxTree

  /// The index of some features; `nil` for none.
  public init?(count: Int) {
    guard let tree = BoxTree(leaves: count, nodeSize: Self.nodeSize) else { return nil }
    self.tree = tree
  }

  /// How many levels there are: of the features as the first one, of the root as the last. In the file the root's is
  /// the first.
  public var levelCount: Int { tree.levels.count }

  /// Adds the bytes of a feature's node.
  ///
  /// - Parameters:
  ///   - box: around the feature.
  ///   - offset: where its bytes begin behind the index.
  public static func append(_ box: GeographicBox, offset: UInt64, to bytes: inout [UInt8]) {
    for value in [box.west, box.south, box.east, box.north] {
      bytes.append(integer: value.bitPattern)
    }
    bytes.append(integer: offset)
  }

  /// Makes a level of the one below it.
  public struct LevelBuilder {
    private let first: Int
    private var box = GeographicBox()
    private var children = 0

    fileprivate init(first: Int) { self.first = first }

    /// Takes nodes of the level below, in their order.
    ///
    /// - Parameters:
    ///   - nodes: some of them, whole.
    ///   - bytes: to which the nodes that are complete are added.
    public mutating func take(_ nodes: UnsafeRawBufferPointer, into bytes: inout [UInt8]) {
      for start in Swift.stride(from: 0, to: nodes.count, by: FlatGeobufIndex.stride) {
        func number(_ n: Int) -> Double {
          let bits = nodes.loadUnaligned(fromByteOffset: start + 8 * n, as: UInt64.self)
          return Double(bitPattern: UInt64(littleEndian: bits))
        }
        if children > 0, children % FlatGeobufIndex.nodeSize == 0 { flush(into: &bytes) }
        box.add(
          GeographicBox(west: number(0), south: number(1), east: number(2), north: number(3)))
        children += 1
      }
    }

    /// Adds the last node.
    public mutating func finish(into bytes: inout [UInt8]) { flush(into: &bytes) }

    private mutating func flush(into bytes: inout [UInt8]) {
      let node = (children - 1) / FlatGeobufIndex.nodeSize
      let child = UInt64(first + node * FlatGeobufIndex.nodeSize)  // checked: counts
      FlatGeobufIndex.append(box, offset: child, to: &bytes)
      box = GeographicBox()
    }
  }

  /// What makes a level of the one below it.
  ///
  /// - Parameter number: of the level, from 1.
  public func builder(ofLevel number: Int) -> LevelBuilder {
    LevelBuilder(first: tree.levels[number - 1].lowerBound)
  }

  /// All of it.
  func bytes(_ boxes: [GeographicBox], _ offsets: [UInt64]) -> [UInt8] {
    var levels: [[UInt8]] = [[]]
    for (box, offset) in zip(boxes, offsets) { Self.append(box, offset: offset, to: &levels[0]) }
    for number in 1..<max(levelCount, 1) {
      var (builder, bytes) = (builder(ofLevel: number), [UInt8]())
      levels[number - 1].withUnsafeBytes { builder.take($0, into: &bytes) }
      builder.finish(into: &bytes)
      levels.append(bytes)
    }
    return Array(levels.reversed().joined())
  }
}
