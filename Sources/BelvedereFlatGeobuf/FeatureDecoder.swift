import BelvedereGeodesy

/// Reads one feature of its buffer.
struct FeatureDecoder {
  private let buffer: FlatBuffer
  /// Parts that the bytes can hold: tables may be named again and again.
  private var spareParts: Int
  private var sparePlaces: Int

  init(_ buffer: FlatBuffer) {
    self.buffer = buffer
    spareParts = buffer.range.count / 8
    sparePlaces = buffer.range.count / 16
  }

  private func damaged(_ reason: String) -> FlatGeobufError {
    FlatGeobufError(reason, in: buffer.place)
  }

  mutating func feature(
    _ header: FlatGeobufHeader
  ) throws(FlatGeobufError) -> FlatGeobufFeature {
    let table = try buffer.root()
    var feature = FlatGeobufFeature(geometry: nil)
    if let field = try buffer.field(0, of: table) {
      feature.geometry = try geometry(
        buffer.table(buffer.target(field)), as: header.geometryType, depth: 0)
    }
    var columns = header.columns
    let own = try buffer.tables(2, of: table)
    if !own.isEmpty {
      columns = []
      for column in own { columns.append(try FlatGeobufHeader.Column(buffer, column)) }
    }
    if let vector = try buffer.vector(1, of: table, stride: 1) {
      feature.properties = try properties(
        vector.position..<vector.position + vector.count, columns)
    }
    return feature
  }

  // MARK: Geometry

  private mutating func geometry(
    _ table: FlatBuffer.Table, as given: UInt8, depth: Int
  ) throws(FlatGeobufError) -> FlatGeobufFeature.Geometry {
    var type = given
    if type == GeometryType.unknown.rawValue, let field = try buffer.field(6, of: table) {
      type = try buffer.integer(field)
    }
    switch GeometryType(rawValue: type) {
    case .point, .multiPoint: return .points(try places(table))
    case .lineString: return .lines([try places(table)])
    case .multiLineString: return .lines(try rings(table))
    case .polygon, .triangle: return .polygons([try rings(table)])
    case .multiPolygon:
      var polygons: [[[Coordinate]]] = []
      for part in try parts(table, depth) { polygons.append(try rings(part)) }
      return .polygons(polygons)
    case .collection:
      var members: [FlatGeobufFeature.Geometry] = []
      for part in try parts(table, depth) {
        members.append(try geometry(part, as: GeometryType.unknown.rawValue, depth: depth + 1))
      }
      return .collection(members)
    case .unknown, nil:
      throw damaged(
        "has a geometry of the type \(type), which is not drawn; simplify it, such as with ogr2ogr -nlt CONVERT_TO_LINEAR"
      )
    }
  }

  private mutating func parts(
    _ table: FlatBuffer.Table, _ depth: Int
  ) throws(FlatGeobufError) -> [FlatBuffer.Table] {
    guard depth < 8 else { throw damaged("nests collections more than 8 deep") }
    let parts = try buffer.tables(7, of: table)
    spareParts -= parts.count
    guard spareParts >= 0 else { throw damaged("is damaged: it names its parts again and again") }
    return parts
  }

  private mutating func places(
    _ table: FlatBuffer.Table
  ) throws(FlatGeobufError) -> [Coordinate] {
    guard let vector = try buffer.vector(1, of: table, stride: 8) else { return [] }
    let count = vector.count / 2
    sparePlaces -= count
    guard sparePlaces >= 0 else { throw damaged("is damaged: it names its places again and again") }
    return buffer.bytes.withUnsafeBytes { bytes in
      func number(_ i: Int) -> Double {
        let raw = bytes.loadUnaligned(fromByteOffset: vector.position + 8 * i, as: UInt64.self)
        return Double(bitPattern: .init(littleEndian: raw))
      }
      return [Coordinate](unsafeUninitializedCapacity: count) { places, initialized in
        for i in 0..<count {
          places.initializeElement(
            at: i, to: Coordinate(latitude: number(2 * i + 1), longitude: number(2 * i)))
        }
        initialized = count
      }
    }
  }

  /// Places by the numbers at which rings, or lines, end.
  private mutating func rings(
    _ table: FlatBuffer.Table
  ) throws(FlatGeobufError) -> [[Coordinate]] {
    let places = try places(table)
    guard let ends = try buffer.vector(0, of: table, stride: 4), ends.count > 0 else {
      return places.isEmpty ? [] : [places]
    }
    var rings: [[Coordinate]] = []
    var begin = 0
    for i in 0..<ends.count {
      let end = Int(try buffer.integer(ends.position + 4 * i, as: UInt32.self))  // checked: 32 bits
      guard end >= begin, end <= places.count else {
        throw damaged("is damaged: a ring ends where there is no place")
      }
      if end > begin { rings.append(Array(places[begin..<end])) }
      begin = end
    }
    return rings
  }

  // MARK: Properties

  private func properties(
    _ range: Range<Int>, _ columns: [FlatGeobufHeader.Column]
  ) throws(FlatGeobufError) -> [(name: String, value: FlatGeobufFeature.Value)] {
    let values = FlatBuffer(bytes: buffer.bytes, range: range, place: buffer.place)
    var properties: [(name: String, value: FlatGeobufFeature.Value)] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let number = Int(try values.integer(position, as: UInt16.self))  // checked: 16 bits
      guard number < columns.count else { throw damaged("has a value of an unknown column") }
      position += 2
      let column = columns[number]
      if let value = try value(values, &position, column.kind) {
        properties.append((column.name, value))
      }
    }
    return properties
  }

  private func value(
    _ values: FlatBuffer, _ position: inout Int, _ kind: FlatGeobufHeader.Column.Kind
  ) throws(FlatGeobufError) -> FlatGeobufFeature.Value? {
    func integer<T: FixedWidthInteger & BitwiseCopyable>(
      _ type: T.Type
    ) throws(FlatGeobufError) -> FlatGeobufFeature.Value {
      let value = try values.integer(position, as: type)
      position += MemoryLayout<T>.size
      return Double(exactly: value).map { .number($0) } ?? .text("\(value)")
    }
    switch kind {
    case .int8: return try integer(Int8.self)
    case .uint8: return try integer(UInt8.self)
    case .int16: return try integer(Int16.self)
    case .uint16: return try integer(UInt16.self)
    case .int32: return try integer(Int32.self)
    case .uint32: return try integer(UInt32.self)
    case .int64: return try integer(Int64.self)
    case .uint64: return try integer(UInt64.self)
    case .bool:
      let value = try values.integer(position, as: UInt8.self)
      position += 1
      return .bool(value != 0)
    case .float:
      let value = Float(bitPattern: try values.integer(position))
      position += 4
      return value.isFinite ? .number(Double("\(value)") ?? Double(value)) : nil
    case .double:
      let value = try values.double(position)
      position += 8
      return value.isFinite ? .number(value) : nil
    case .string, .json, .dateTime, .binary:
      let count = Int(try values.integer(position, as: UInt32.self))  // checked: 32 bits
      let begin = position + 4
      guard count <= values.range.upperBound - begin else {
        throw damaged("is damaged: a text ends outside of it")
      }
      position = begin + count
      return kind == .binary ? nil : .text(values.text(begin..<position))
    }
  }
}

/// Types of geometries, by the numbers of the format's schema; curves, surfaces and nets of triangles are not read.
enum GeometryType: UInt8 {
  case unknown = 0
  case point, lineString, polygon, multiPoint, multiLineString, multiPolygon, collection
  case triangle = 17
}
