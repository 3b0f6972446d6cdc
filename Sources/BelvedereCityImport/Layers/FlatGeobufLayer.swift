import BelvedereFiles
import BelvedereFlatGeobuf

/// A layer as a file in the format FlatGeobuf, whose features and index may lie in files until it is written.
final class FlatGeobufLayer {
  private let space: ScratchSpace
  private let hasIndex: Bool
  private let features, leaves: ByteStore
  // Nobody else can see these while they are changed.
  @exclusivity(unchecked) private var encoder = FlatGeobufEncoder()
  @exclusivity(unchecked) private var node: [UInt8] = []
  @exclusivity(unchecked) private var properties: [UInt8] = []
  @exclusivity(unchecked) private var rounded = FlatRings()
  /// Columns by the numbers of a packer's keys.
  @exclusivity(unchecked) private var columns: [UInt16] = []
  /// Those of which every feature has some.
  @exclusivity(unchecked) private var own: (id: UInt16?, building: UInt16?, height: UInt16?) = (
    nil, nil, nil
  )

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
    try write(encoder.encode(geometry, properties: properties))
  }

  /// Adds a feature as it was packed; all of a layer by the same packer.
  func add(_ view: RecordView, of packer: FeaturePacker) throws(FileError) {
    properties.removeAll(keepingCapacity: true)
    if !view.id.isEmpty {
      FlatGeobufEncoder.append(view.id, ofColumn: known("id", &own.id), to: &properties)
    }
    for (key, value) in view.properties {
      FlatGeobufEncoder.append(value, ofColumn: column(key, of: packer), to: &properties)
    }
    try addRounded(view.rings)
  }

  /// Adds a block that stands for buildings.
  func add(_ block: FarBlock) throws(FileError) {
    properties.removeAll(keepingCapacity: true)
    add("yes", ofColumn: known("building", &own.building))
    add("\(block.height)", ofColumn: known("height", &own.height))
    rounded.removeAll()
    block.append(to: &rounded)
    try addRounded()
  }

  private func add(_ text: String, ofColumn column: UInt16) {
    var text = text
    text.withUTF8 {
      FlatGeobufEncoder.append(UnsafeRawBufferPointer($0), ofColumn: column, to: &properties)
    }
  }

  /// The number of a column, which is looked for once.
  private func known(_ name: String, _ number: inout UInt16?) -> UInt16 {
    if let number { return number }
    let found = encoder.column(name)
    number = found
    return found
  }

  private func column(_ key: Int, of packer: FeaturePacker) -> UInt16 {
    while columns.count <= key { columns.append(.max) }
    if columns[key] == .max { columns[key] = encoder.column(packer.names[key]) }
    return columns[key]
  }

  private func addRounded(_ rings: FlatRings) throws(FileError) {
    rounded.removeAll()
    rounded.places.append(contentsOf: rings.places)
    rounded.ends.append(contentsOf: rings.ends)
    rounded.polygonEnds.append(contentsOf: rings.polygonEnds)
    rounded.areLines = rings.areLines
    try addRounded()
  }

  private func addRounded() throws(FileError) {
    rounded.places.withUnsafeMutableBufferPointer { places in
      for n in places.indices { places[n] = CityFeature.Shape.rounded(places[n]) }
    }
    try write(encoder.encode(rounded, properties: properties))
  }

  /// Writes what was encoded.
  private func write(_ box: GeographicBox) throws(FileError) {
    if hasIndex {
      node.removeAll(keepingCapacity: true)
      FlatGeobufIndex.append(box, offset: UInt64(clamping: features.count), to: &node)
      try leaves.append(node)
    }
    try features.append(encoder.bytes)
  }

  /// Bytes of memory that are filled, or kept for more.
  var memory: Int { features.memory + leaves.memory }

  /// Says that nothing more is added. Another thread may then make and free the file.
  func seal() {
    features.seal()
    leaves.seal()
  }

  /// The file.
  ///
  /// - Parameter space: of the thread that makes it; `nil` for the one in which features are.
  func content(named name: String, in space: ScratchSpace? = nil) throws -> LayerContent {
    let space = space ?? self.space
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
