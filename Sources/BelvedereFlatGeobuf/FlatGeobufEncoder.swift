import BelvedereGeodesy

/// Features, whose properties are texts, one by one as bytes of a file in the format FlatGeobuf, and the header for them.
///
/// A file is the header, the index where it has one (``FlatGeobufIndex``), and the features.
public struct FlatGeobufEncoder {
  /// How many features there are.
  public private(set) var count = 0
  private var extent = GeographicBox()
  private var columns: [String: UInt16] = [:]
  private var names: [String] = []
  private var type: GeometryType?
  private var buffer = FlatBufferWriter()
  private var properties: [UInt8] = []

  /// None yet.
  public init() {}

  /// The bytes of the last feature.
  public var bytes: [UInt8] { buffer.bytes }

  /// Makes the bytes of a feature. Columns are those of the names in the order in which they come.
  ///
  /// - Parameters:
  ///   - geometry: points, lines or polygons of rings that are closed.
  ///   - properties: at most 65,536 names among all features; texts below 2 GiB.
  /// - Returns: the box around it.
  @discardableResult
  public mutating func encode(
    _ geometry: FlatGeobufFeature.Geometry, properties: [(key: String, value: String)]
  ) -> GeographicBox {
    buffer.restart()
    let feature = buffer.table(Self.feature, from: 4)
    let kind = add(geometry, from: feature + 4)
    type = type == nil || type == kind ? kind : .unknown
    self.properties.removeAll(keepingCapacity: true)
    for (key, value) in properties {
      self.properties.append(integer: column(key))
      self.properties.append(integer: UInt32(truncatingIfNeeded: value.utf8.count))
      self.properties.append(contentsOf: value.utf8)
    }
    if self.properties.isEmpty {
      buffer.vector(from: feature + 8, count: 0)
    } else {
      buffer.content(self.properties, from: feature + 8)
    }
    buffer.finish()
    let box = geometry.box
    extent.add(box)
    count += 1
    return box
  }

  private static let feature = FlatBufferWriter.Layout([(0, 4), (1, 4)])
  private static let simple = FlatBufferWriter.Layout([(1, 4), (6, 1)])
  private static let ringed = FlatBufferWriter.Layout([(0, 4), (1, 4), (6, 1)])
  private static let parted = FlatBufferWriter.Layout([(7, 4), (6, 1)])

  private mutating func column(_ name: String) -> UInt16 {
    if let number = columns[name] { return number }
    let number = UInt16(clamping: names.count)
    columns[name] = number
    names.append(name)
    return number
  }

  /// Adds a geometry's table; returns its type.
  @discardableResult
  private mutating func add(
    _ geometry: FlatGeobufFeature.Geometry, from field: Int
  ) -> GeometryType {
    switch geometry {
    case .points(let places):
      let type = places.count == 1 ? GeometryType.point : .multiPoint
      add([places], type, from: field)
      return type
    case .lines(let lines):
      let type = lines.count == 1 ? GeometryType.lineString : .multiLineString
      add(lines, type, from: field)
      return type
    case .polygons(let polygons) where polygons.count == 1:
      add(polygons[0], .polygon, from: field)
      return .polygon
    case .polygons(let polygons):
      parts(polygons.count, .multiPolygon, from: field) { writer, i, field in
        writer.add(polygons[i], .polygon, from: field)
      }
      return .multiPolygon
    case .collection(let members):
      parts(members.count, .collection, from: field) { writer, i, field in
        writer.add(members[i], from: field)
      }
      return .collection
    }
  }

  private mutating func add(_ rings: [[Coordinate]], _ type: GeometryType, from field: Int) {
    let table = buffer.table(rings.count > 1 ? Self.ringed : Self.simple, from: field)
    var places = table + 4
    if rings.count > 1 {
      places += 4
      buffer.vector(from: table + 4, count: rings.count)
      var end = 0
      for ring in rings {
        end += ring.count
        buffer.append(UInt32(truncatingIfNeeded: end))
      }
    }
    buffer.set(type.rawValue, at: places + 4)
    buffer.places(rings, from: places)
  }

  private mutating func parts(
    _ count: Int, _ type: GeometryType, from field: Int,
    _ add: (inout Self, Int, _ field: Int) -> Void
  ) {
    let table = buffer.table(Self.parted, from: field)
    buffer.set(type.rawValue, at: table + 8)
    buffer.vector(from: table + 4, count: count)
    let first = buffer.bytes.count
    for _ in 0..<count { buffer.append(0 as UInt32) }
    for i in 0..<count { add(&self, i, first + 4 * i) }
  }

  /// What the file begins with.
  ///
  /// - Parameters:
  ///   - name: of the layer.
  ///   - hasIndex: whether an index follows.
  public func header(named name: String, hasIndex: Bool) -> [UInt8] {
    let layout = FlatBufferWriter.Layout([
      (8, 8), (0, 4), (1, 4), (7, 4), (10, 4), (9, 2), (2, 1),
    ])
    let column = FlatBufferWriter.Layout([(0, 4), (1, 1)])
    let system = FlatBufferWriter.Layout([(0, 4), (1, 4)])
    var buffer = FlatBufferWriter()
    let table = buffer.table(layout, from: 4)
    func field(_ number: Int) -> Int { table + (layout.offsets[number] ?? 0) }
    buffer.set(UInt64(clamping: count), at: field(8))
    buffer.set(UInt16(hasIndex ? FlatGeobufIndex.nodeSize : 0), at: field(9))  // checked: 16
    buffer.set((type ?? .unknown).rawValue, at: field(2))
    buffer.text(name, from: field(0))
    if extent.isEmpty {
      buffer.vector(from: field(1), count: 0, alignment: 8)
    } else {
      buffer.vector(from: field(1), count: 4, alignment: 8)
      for value in [extent.west, extent.south, extent.east, extent.north] {
        buffer.append(value.bitPattern)
      }
    }
    buffer.vector(from: field(7), count: names.count)
    let first = buffer.bytes.count
    for _ in names { buffer.append(0 as UInt32) }
    for (i, name) in names.enumerated() {
      let position = buffer.table(column, from: first + 4 * i)
      buffer.set(FlatGeobufHeader.Column.Kind.string.rawValue, at: position + 8)
      buffer.text(name, from: position + 4)
    }
    let position = buffer.table(system, from: field(10))
    buffer.set(4326 as Int32, at: position + 8)
    buffer.text("EPSG", from: position + 4)
    buffer.finish()
    return [0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 1] + buffer.bytes
  }
}
