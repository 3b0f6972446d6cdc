/// A tile of a map as layers of points, lines and polygons.
///
/// The file is not trusted: lengths, indices and counts are checked, and nothing is made that is larger than some
/// hundred times the file.
/// Source: "Vector Tile Specification 2.1", Mapbox.
public struct VectorTile: Sendable {
  /// A layer; names do not occur twice.
  public struct Layer: Sendable {
    /// Its name, not empty.
    public let name: String
    /// 1 or 2.
    public let version: Int
    /// Numbers along the tile's edge; coordinates may lie beyond it.
    public let extent: Int
    /// What it shows, in the file's order.
    public let features: [Feature]
  }

  /// Something on the map.
  public struct Feature: Sendable {
    /// Its number, where it has one.
    public let id: UInt64?
    /// What is told of it, in the file's order.
    public let properties: [(name: String, value: Value)]
    /// Its shape.
    public let geometry: VectorTileGeometry
    /// Features of a layer with the same number have the same properties.
    package let propertySet: Int

    /// The value of a property; `nil` where there is none.
    public subscript(_ name: String) -> Value? { properties.first { $0.name == name }?.value }
  }

  /// The value of a property.
  public enum Value: Sendable, Hashable {
    case text(String)
    case real(Double)
    case integer(Int64)
    /// One beyond 64 bits with a sign.
    case large(UInt64)
    case bool(Bool)

    /// As a text: of a number the shortest one.
    public var text: String {
      switch self {
      case .text(let text): text
      case .real(let number): Int64(exactly: number).map { "\($0)" } ?? "\(number)"
      case .integer(let number): "\(number)"
      case .large(let number): "\(number)"
      case .bool(let flag): flag ? "true" : "false"
      }
    }

    /// As a number: a text that is one, too; `nil` for others and what is not finite.
    public var number: Double? {
      let number: Double? =
        switch self {
        case .text(let text): Double(text)
        case .real(let number): number
        case .integer(let number): Double(number)
        case .large(let number): Double(number)
        case .bool: nil
        }
      return number.flatMap { $0.isFinite ? $0 : nil }
    }
  }

  /// Layers in the file's order.
  public let layers: [Layer]
  /// What the specification forbids and is mended, with its place: features without a known type or geometry, and layers
  /// whose name was there before, are left out; a layer without a version is of version 1.
  /// Of many the first hundred.
  public let repairs: [VectorTileError]
  /// How many they are.
  public let repairCount: Int

  /// Reads a tile that is not compressed.
  ///
  /// - Throws: ``VectorTileError`` for what is damaged.
  public init(_ bytes: [UInt8]) throws(VectorTileError) {
    var layers: [Layer] = []
    var repairs = VectorTileRepairs()
    var names: Set<String> = []
    var reader = ProtobufReader(bytes[...])
    while let (number, value) = try reader.next() {
      guard number == 3 else { throw VectorTileError("has a field \(number), which no tile has") }
      let layer = try VectorTileLayerReader(value.bytes("layer")).layer(&repairs)
      guard names.insert(layer.name).inserted else {
        repairs.note(VectorTileError("is there twice; the first one counts", at: layer.name))
        continue
      }
      layers.append(layer)
    }
    self.layers = layers
    (self.repairs, repairCount) = (repairs.first, repairs.count)
  }
}
