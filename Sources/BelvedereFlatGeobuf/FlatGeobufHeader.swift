/// What a file says of its features before them.
public struct FlatGeobufHeader: Sendable {
  /// A property that features may have.
  public struct Column: Sendable, Hashable {
    /// What its values are, by the numbers of the format's schema.
    public enum Kind: UInt8, Sendable {
      case int8, uint8, bool, int16, uint16, int32, uint32, int64, uint64, float, double
      case string, json, dateTime, binary
    }

    public let name: String
    public let kind: Kind
  }

  /// What it is called.
  public internal(set) var name = ""
  public internal(set) var columns: [Column] = []
  /// How many features there are; 0 where it is not said.
  public internal(set) var featureCount = 0
  /// Of all features, where they have one type.
  var geometryType = GeometryType.unknown.rawValue
  /// Children of a node of the index; 0 where there is none.
  var nodeSize = 16
  /// The code of its reference system, such as `EPSG:28992`; `nil` where it names none.
  public internal(set) var referenceSystem: String?
  /// What it says of all features, which should be an object in JSON; empty where it says nothing.
  public internal(set) var metadata = ""

  init() {}

  init(_ buffer: FlatBuffer) throws(FlatGeobufError) {
    let table = try buffer.root()
    name = try buffer.text(0, of: table) ?? ""
    if let field = try buffer.field(2, of: table) { geometryType = try buffer.integer(field) }
    for column in try buffer.tables(7, of: table) { columns.append(try Column(buffer, column)) }
    if let field = try buffer.field(8, of: table) {
      guard let count = Int(exactly: try buffer.integer(field, as: UInt64.self)) else {
        throw FlatGeobufError("names more features than there can be", in: "the header")
      }
      featureCount = count
    }
    if let field = try buffer.field(9, of: table) {
      nodeSize = Int(try buffer.integer(field, as: UInt16.self))  // checked: 16 bits
    }
    if let field = try buffer.field(10, of: table) {
      referenceSystem = try Self.system(buffer, try buffer.table(buffer.target(field)))
    }
    metadata = try buffer.text(13, of: table) ?? ""
  }

  private static func system(
    _ buffer: FlatBuffer, _ table: FlatBuffer.Table
  ) throws(FlatGeobufError) -> String? {
    let authority = try buffer.text(0, of: table) ?? "EPSG"
    if let field = try buffer.field(1, of: table) {
      let code = try buffer.integer(field, as: Int32.self)
      if code != 0 { return "\(authority):\(code)" }
    }
    if let text = try buffer.text(5, of: table) { return "\(authority):\(text)" }
    if let name = try buffer.text(2, of: table) { return name }
    return try buffer.text(4, of: table)
  }
}

extension FlatGeobufHeader.Column {
  init(_ buffer: FlatBuffer, _ table: FlatBuffer.Table) throws(FlatGeobufError) {
    guard let name = try buffer.text(0, of: table) else {
      throw FlatGeobufError("has a column without a name", in: buffer.place)
    }
    var number: UInt8 = 0
    if let field = try buffer.field(1, of: table) { number = try buffer.integer(field) }
    guard let kind = Kind(rawValue: number) else {
      throw FlatGeobufError(
        "has a column \"\(name.prefix(40))\" of an unknown type, \(number)", in: buffer.place)
    }
    (self.name, self.kind) = (name, kind)
  }
}
