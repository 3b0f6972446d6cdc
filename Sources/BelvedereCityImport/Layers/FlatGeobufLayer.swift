import BelvedereFiles
import BelvedereFlatGeobuf

/// A layer as a file in the format FlatGeobuf, whose features and index may lie in files until it is written.
final class FlatGeobufLayer {
  private let space: ScratchSpace
  private let hasIndex: Bool
  private var encoder = FlatGeobufEncoder()
  private let features, leaves: ByteStore
  private var node: [UInt8] = []

  init(_ space: ScratchSpace, hasIndex: Bool) {
    (self.space, self.hasIndex) = (space, hasIndex)
    (features, leaves) = (ByteStore(space), ByteStore(space))
  }

  var count: Int { encoder.count }

  /// Adds a feature; with an index in an order in which neighbours are near.
  func add(_ feature: CityFeature) throws(FileError) {
    let id = feature.id.isEmpty ? [] : [(key: "id", value: feature.id)]
    try add(feature.shape.closed, id + feature.properties)
  }

  func add(
    _ geometry: FlatGeobufFeature.Geometry, _ properties: [(key: String, value: String)]
  ) throws(FileError) {
    let box = encoder.encode(geometry, properties: properties)
    if hasIndex {
      node.removeAll(keepingCapacity: true)
      FlatGeobufIndex.append(box, offset: UInt64(clamping: features.count), to: &node)
      try leaves.append(node)
    }
    try features.append(encoder.bytes)
  }

  /// The file.
  func content(named name: String) throws -> LayerContent {
    let index = hasIndex ? FlatGeobufIndex(count: count) : nil
    var levels = index == nil ? [] : [leaves]
    for number in 1..<max(index?.levelCount ?? 0, 1) {
      guard var builder = index?.builder(ofLevel: number) else { break }
      let level = ByteStore(space)
      try levels[number - 1].forEachPart(unit: FlatGeobufIndex.stride) { nodes in
        var bytes: [UInt8] = []
        builder.take(nodes, into: &bytes)
        try level.append(bytes)
      }
      var bytes: [UInt8] = []
      builder.finish(into: &bytes)
      try level.append(bytes)
      levels.append(level)
    }
    let header = encoder.header(named: name, hasIndex: index != nil)
    return LayerContent([.bytes(header)] + (levels.reversed() + [features]).map { .store($0) })
  }
}

/// The bytes of a layer's file.
final class LayerContent {
  enum Part {
    case bytes([UInt8])
    case store(ByteStore)
  }

  private let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  /// Tells them, part by part.
  func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
    for part in parts {
      switch part {
      case .bytes(let bytes): try body(bytes)
      case .store(let store): try store.forEachPart { try body(Array($0)) }
      }
    }
  }
}
