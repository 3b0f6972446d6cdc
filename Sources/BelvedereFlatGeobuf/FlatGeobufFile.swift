/// A file in the format FlatGeobuf, version 3 (flatgeobuf.org): features in binary form, perhaps with an index of their boxes.
public struct FlatGeobufFile: Sendable {
  /// What it says of its features.
  public let header: FlatGeobufHeader
  private let bytes: [UInt8]
  private let tree: (tree: BoxTree, begin: Int)?
  private let begin: Int

  /// The version stands in the fourth byte; the last is that of a patch.
  private static let magic: [UInt8] = [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62]

  /// Whether a file may be one, by what it begins with.
  public static func isPlausible(_ start: [UInt8]) -> Bool {
    start.starts(with: magic.prefix(3)) && start.dropFirst(4).starts(with: magic.suffix(3))
  }

  /// Reads the header.
  ///
  /// - Parameter bytes: the whole file, below 2 GiB.
  /// - Throws: ``FlatGeobufError``.
  public init(_ bytes: [UInt8]) throws(FlatGeobufError) {
    guard bytes.count <= 1 << 31 else {
      throw FlatGeobufError("is larger than 2 GiB; split it, such as with ogr2ogr -spat")
    }
    guard bytes.count >= 12, bytes.starts(with: Self.magic) else {
      throw FlatGeobufError(
        bytes.count >= 12 && Self.isPlausible(bytes)
          ? "is FlatGeobuf of version \(bytes[3]); this program reads version 3"
          : "is not FlatGeobuf")
    }
    let whole = FlatBuffer(bytes: bytes, range: 0..<bytes.count, place: "the file")
    let size = Int(try whole.integer(8, as: UInt32.self))  // checked: 32 bits
    guard size <= bytes.count - 12 else {
      throw FlatGeobufError("ends inside its header; it may be cut off")
    }
    header = try FlatGeobufHeader(
      FlatBuffer(bytes: bytes, range: 12..<12 + size, place: "the header"))
    var position = 12 + size
    var tree: (BoxTree, Int)?
    if header.nodeSize > 0, header.featureCount > 0 {
      guard header.featureCount <= bytes.count / BoxTree.stride,
        let packed = BoxTree(leaves: header.featureCount, nodeSize: header.nodeSize),
        packed.byteCount <= bytes.count - position
      else { throw FlatGeobufError("ends inside its index; it may be cut off") }
      tree = (packed, position)
      position += packed.byteCount
    }
    self.tree = tree
    self.bytes = bytes
    begin = position
  }

  /// Features of a file by themselves.
  init(_ header: FlatGeobufHeader, features: [UInt8], count: Int) {
    var header = header
    (header.featureCount, header.nodeSize) = (count, 0)
    self.header = header
    bytes = features
    tree = nil
    begin = 0
  }

  /// Bytes of its features.
  public var featureByteCount: Int { bytes.count - begin }

  /// Whether features can be found by their places.
  public var hasIndex: Bool { tree != nil }

  /// Where the features are, in the order of the file.
  ///
  /// - Parameter box: features whose boxes lie outside are left out, where there is an index; `nil` for all.
  /// - Throws: ``FlatGeobufError`` where the file's structure is damaged.
  public func locations(
    within box: GeographicBox? = nil
  ) throws(FlatGeobufError) -> [Range<Int>] {
    var locations: [Range<Int>] = []
    if let box, let (tree, position) = tree {
      let buffer = FlatBuffer(
        bytes: bytes, range: position..<position + tree.byteCount, place: "the index")
      for offset in try tree.offsets(within: box, of: buffer, nodeSize: header.nodeSize) {
        guard let offset = Int(exactly: offset), offset <= featureByteCount else {
          throw FlatGeobufError("is damaged: it leads out of the file", in: "the index")
        }
        locations.append(try location(begin + offset, locations.count))
      }
      return locations
    }
    locations.reserveCapacity(min(header.featureCount, featureByteCount / 12))
    var position = begin
    while position < bytes.count {
      let location = try location(position, locations.count)
      locations.append(location)
      position = location.upperBound
    }
    guard header.featureCount == 0 || locations.count == header.featureCount else {
      throw FlatGeobufError(
        "holds \(locations.count) features where its header names \(header.featureCount); it may be cut off"
      )
    }
    return locations
  }

  private func location(_ position: Int, _ number: Int) throws(FlatGeobufError) -> Range<Int> {
    let buffer = FlatBuffer(bytes: bytes, range: position..<bytes.count, place: "the file")
    guard position <= bytes.count - 4 else {
      throw FlatGeobufError("ends inside feature \(number); it may be cut off")
    }
    let size = Int(try buffer.integer(position, as: UInt32.self))  // checked: 32 bits
    let begin = position + 4
    guard size <= bytes.count - begin else {
      throw FlatGeobufError("ends inside feature \(number); it may be cut off")
    }
    guard size >= 8 else { throw FlatGeobufError("is damaged: feature \(number) is empty") }
    return begin..<begin + size
  }

  /// A feature.
  ///
  /// - Parameter location: one of ``locations(within:)``.
  /// - Throws: ``FlatGeobufError`` where it is damaged.
  public func feature(at location: Range<Int>) throws(FlatGeobufError) -> FlatGeobufFeature {
    var decoder = FeatureDecoder(FlatBuffer(bytes: bytes, range: location, place: "it"))
    return try decoder.feature(header)
  }
}
