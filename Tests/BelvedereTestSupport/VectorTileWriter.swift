/// Writes vector tiles for tests: messages of Protocol Buffers, byte by byte.
public struct VectorTileWriter {
  private var layers: [UInt8] = []

  /// A tile without layers.
  public init() {}

  /// The shape of a feature: its type, 1 to 3, and the numbers of its commands, parameters not yet ZigZag-coded.
  public struct Shape {
    let type: UInt64
    let commands: [UInt64]

    /// A shape of any type and any numbers.
    public init(type: UInt64, commands: [UInt64]) { (self.type, self.commands) = (type, commands) }

    /// Points.
    public static func points(_ points: [(Int, Int)]) -> Shape {
      var cursor = (0, 0)
      return Shape(type: 1, commands: [command(1, points.count)] + steps(points[...], &cursor))
    }

    /// Lines.
    public static func lines(_ lines: [[(Int, Int)]]) -> Shape {
      var cursor = (0, 0)
      return Shape(type: 2, commands: lines.flatMap { path($0, &cursor) })
    }

    /// Rings, each without its first place again.
    public static func rings(_ rings: [[(Int, Int)]]) -> Shape {
      var cursor = (0, 0)
      return Shape(type: 3, commands: rings.flatMap { path($0, &cursor) + [command(7, 1)] })
    }

    private static func path(_ places: [(Int, Int)], _ cursor: inout (Int, Int)) -> [UInt64] {
      [command(1, 1)] + steps(places.prefix(1), &cursor) + [command(2, places.count - 1)]
        + steps(places.dropFirst(), &cursor)
    }

    private static func steps(
      _ places: ArraySlice<(Int, Int)>, _ cursor: inout (Int, Int)
    ) -> [UInt64] {
      places.flatMap { place -> [UInt64] in
        defer { cursor = place }
        return [zigzag(place.0 - cursor.0), zigzag(place.1 - cursor.1)]
      }
    }

    /// A command so many times.
    public static func command(_ id: Int, _ count: Int) -> UInt64 { UInt64(count << 3 | id) }

    /// A parameter.
    public static func zigzag(_ number: Int) -> UInt64 {
      UInt64(bitPattern: Int64((number << 1) ^ (number >> 63)))
    }
  }

  /// Adds a layer of features with texts and numbers as properties.
  public mutating func add(
    layer name: String, version: UInt64? = 2, extent: UInt64? = 4096,
    _ features: [(properties: [(String, String)], shape: Shape)]
  ) {
    var keys: [String] = []
    var values: [String] = []
    func index(_ text: String, _ list: inout [String]) -> UInt64 {
      if let known = list.firstIndex(of: text) { return UInt64(known) }
      list.append(text)
      return UInt64(list.count - 1)
    }
    var layer = Self.field(1, Array(name.utf8))
    for (i, feature) in features.enumerated() {
      let tags = feature.properties.flatMap { [index($0.0, &keys), index($0.1, &values)] }
      layer += Self.field(
        2,
        Self.number(1, UInt64(i)) + Self.field(2, tags.flatMap(Self.varint))
          + Self.number(3, feature.shape.type)
          + Self.field(4, feature.shape.commands.flatMap(Self.varint)))
    }
    for key in keys { layer += Self.field(3, Array(key.utf8)) }
    for value in values {
      if let number = Double(value) {
        let bits = number.bitPattern
        layer += Self.field(4, [3 << 3 | 1] + (0..<8).map { UInt8(bits >> (8 * $0) & 255) })
      } else {
        layer += Self.field(4, Self.field(1, Array(value.utf8)))
      }
    }
    if let extent { layer += Self.number(5, extent) }
    if let version { layer += Self.number(15, version) }
    layers += Self.field(3, layer)
  }

  /// The tile's file.
  public var bytes: [UInt8] { layers }

  private static func varint(_ number: UInt64) -> [UInt8] {
    var result: [UInt8] = []
    var rest = number
    while rest > 127 {
      result.append(UInt8(rest & 127) | 128)
      rest >>= 7
    }
    return result + [UInt8(rest)]
  }

  private static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] {
    varint(field << 3) + varint(value)
  }

  private static func field(_ field: UInt64, _ bytes: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(bytes.count)) + bytes
  }
}
