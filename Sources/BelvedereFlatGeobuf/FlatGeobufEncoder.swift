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
    self.properties.removeAll(keepingCapacity: true)
    for (key, value) in properties {
      self.properties.append(integer: column(key))
      self.properties.append(integer: UInt32(truncatingIfNeeded: value.utf8.count))
      self.properties.append(contentsOf: value.utf8)
    }
    return encode(geometry.box, self.properties) { $0.add(geometry, from: $1) }
  }

  /// Makes the bytes of a feature of lines or polygons that lie one after another.
  ///
  /// - Parameters:
  ///   - rings: at least one.
  ///   - properties: as ``append(_:ofColumn:to:)`` makes them.
  /// - Returns: the box around it.
  @discardableResult
  public mutating func encode(_ rings: FlatRings, properties: [UInt8]) -> GeographicBox {
    encode(rings.box, properties) { $0.add(rings, from: $1) }
  }

  /// Adds the bytes of a property.
  ///
  /// - Parameter column: of this encoder's ``column(_:)``.
  public static func append(
    _ text: UnsafeRawBufferPointer, ofColumn column: UInt16, to properties: inout [UInt8]
  ) {
    properties.append(integer: column)
    properties.append(integer: UInt32(truncatingIfNeeded: text.count))
    properties.append(contentsOf: text)
  }

  private mutating func encode(
    _ box: GeographicBox, _ properties: [UInt8], _ add: (inout Self, _ field: Int) -> GeometryType
  ) -> GeographicBox {
    buffer.restart()
    let feature = buffer.table(Self.feature, from: 4)
    let kind = add(&self, feature + 4)
    type = type == nil || type == kind ? kind : .unknown
    if properties.isEmpty {
      buffer.vector(from: feature + 8, count: 0)
    } else {
      buffer.content(properties, from: feature + 8)
    }
    buffer.finish()
    extent.add(box)
    count += 1
    return box
  }

  private static let feature = FlatBufferWriter.Layout([(0, 4), (1, 4)])
  private static let simple = FlatBufferWriter.Layout([(1, 4), (6, 1)])
  private static let ringed = FlatBufferWriter.Layout([(0, 4), (1, 4), (6, 1)])
  private static let parted = FlatBufferWriter.Layout([(7, 4), (6, 1)])

  /// The number of a column, which is a new one where there was none of the name.
  public mutating func column(_ name: String) -> UInt16 {
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

  private mutating func add(_ rings: FlatRings, from field: Int) -> GeometryType {
    guard !rings.areLines else {
      let type = rings.ends.count == 1 ? GeometryType.lineString : .multiLineString
      add(rings, rings.ends.indices, type, from: field)
      return type
    }
    guard rings.polygonEnds.count != 1 else {
      add(rings, rings.ends.indices, .polygon, from: field)
      return .polygon
    }
    parts(rings.polygonEnds.count, .multiPolygon, from: field) { writer, i, field in
      writer.add(rings, rings.rings(ofPolygon: i), .polygon, from: field)
    }
    return .multiPolygon
  }

  private mutating func add(
    _ rings: FlatRings, _ some: Range<Int>, _ type: GeometryType, from field: Int
  ) {
    let start = some.lowerBound > 0 ? rings.ends[some.lowerBound - 1] : 0
    let end = some.upperBound > 0 ? rings.ends[some.upperBound - 1] : 0
    let places = table(ofRings: some.count, type, from: field) {
      rings.ends[some.lowerBound + $0] - start
    }
    buffer.places(rings, start..<end, from: places)
  }

  private mutating func add(_ rings: [[Coordinate]], _ type: GeometryType, from field: Int) {
    var end = 0
    let places = table(ofRings: rings.count, type, from: field) { ring in
      end += rings[ring].count
      return end
    }
    buffer.places(rings, from: places)
  }

  /// Adds the table of rings; returns the field that leads to their places.
  private mutating func table(
    ofRings count: Int, _ type: GeometryType, from field: Int, ends: (Int) -> Int
  ) -> Int {
    let table = buffer.table(count > 1 ? Self.ringed : Self.simple, from: field)
    var places = table + 4
    if count > 1 {
      places += 4
      buffer.vector(from: table + 4, count: count)
      for ring in 0..<count { buffer.append(UInt32(truncatingIfNeeded: ends(ring))) }
    }
    buffer.set(type.rawValue, at: places + 4)
    return places
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
