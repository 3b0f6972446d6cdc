/// The properties of a layer's features: those that are told by the same numbers are made once.
struct PropertySets {
  typealias Properties = [(name: String, value: VectorTile.Value)]

  private var numbers: [ArraySlice<UInt8>: Int] = [:]
  private var all: [Properties] = []

  /// The properties of some packed numbers, and the number of these properties.
  ///
  /// - Returns: `nil` for a key without a value.
  mutating func properties(
    _ tags: ArraySlice<UInt8>, keys: [String], values: [VectorTile.Value]
  ) throws(VectorTileError) -> (number: Int, Properties)? {
    if let number = numbers[tags] { return (number, all[number]) }
    var reader = ProtobufReader(tags)
    var result: Properties = []
    while let key = try reader.nextPacked() {
      guard let value = try reader.nextPacked() else { return nil }
      guard let key = Int(exactly: key), key < keys.count, let value = Int(exactly: value),
        value < values.count
      else { throw VectorTileError("has a tag that the layer does not have") }
      result.append((keys[key], values[value]))
    }
    numbers[tags] = all.count
    all.append(result)
    return (all.count - 1, result)
  }
}
