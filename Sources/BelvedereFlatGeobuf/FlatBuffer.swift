/// Values of a buffer in the format FlatBuffers ("FlatBuffer Internals", flatbuffers.dev), each checked before it is read.
///
/// All are little-endian; offsets lead forward, from a table to its table of fields in either direction.
struct FlatBuffer: Sendable {
  /// The bytes that the buffer is part of.
  let bytes: [UInt8]
  /// Where among them it lies.
  let range: Range<Int>
  /// What it is, for errors.
  let place: String

  /// A table: where its fields are.
  struct Table {
    let position: Int
    let fields: Range<Int>
  }

  /// Numbers one after another.
  struct Vector {
    let position: Int
    let count: Int
  }

  private func damaged() -> FlatGeobufError {
    FlatGeobufError("is damaged: an offset leads out of it", in: place)
  }

  /// A whole number of the bytes at a position.
  func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ position: Int, as type: T.Type = T.self
  ) throws(FlatGeobufError) -> T {
    guard position >= range.lowerBound, position <= range.upperBound - MemoryLayout<T>.size else {
      throw damaged()
    }
    return bytes.withUnsafeBytes {
      T(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: T.self))
    }
  }

  func double(_ position: Int) throws(FlatGeobufError) -> Double {
    Double(bitPattern: try integer(position))
  }

  /// Where the offset at a position leads.
  func target(_ position: Int) throws(FlatGeobufError) -> Int {
    position + Int(try integer(position, as: UInt32.self))  // checked: 32 bits, within 2³¹ bytes
  }

  /// The table that the buffer begins with.
  func root() throws(FlatGeobufError) -> Table { try table(target(range.lowerBound)) }

  func table(_ position: Int) throws(FlatGeobufError) -> Table {
    let fields = position - Int(try integer(position, as: Int32.self))  // checked: 32 bits
    let size = Int(try integer(fields, as: UInt16.self))  // checked: 16 bits
    guard size >= 4, size <= range.upperBound - fields else { throw damaged() }
    return Table(position: position, fields: fields..<fields + size)
  }

  /// Where a field of a table is; `nil` for one that is not there and has its default.
  func field(_ number: Int, of table: Table) throws(FlatGeobufError) -> Int? {
    let entry = table.fields.lowerBound + 4 + 2 * number
    guard entry + 2 <= table.fields.upperBound else { return nil }
    let offset = Int(try integer(entry, as: UInt16.self))  // checked: 16 bits
    return offset == 0 ? nil : table.position + offset
  }

  /// A field that is a vector of elements of some bytes each.
  func vector(
    _ number: Int, of table: Table, stride: Int
  ) throws(FlatGeobufError) -> Vector? {
    guard let field = try field(number, of: table) else { return nil }
    let position = try target(field)
    let count = Int(try integer(position, as: UInt32.self))  // checked: 32 bits
    guard count <= (range.upperBound - position - 4) / stride else { throw damaged() }
    return Vector(position: position + 4, count: count)
  }

  /// A field that is text; what of it is not UTF-8 is replaced.
  func text(_ number: Int, of table: Table) throws(FlatGeobufError) -> String? {
    try vector(number, of: table, stride: 1).map { text($0.position..<$0.position + $0.count) }
  }

  func text(_ range: Range<Int>) -> String {
    bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
  }

  func tables(_ number: Int, of table: Table) throws(FlatGeobufError) -> [Table] {
    guard let vector = try vector(number, of: table, stride: 4) else { return [] }
    var tables: [Table] = []
    for i in 0..<vector.count { tables.append(try self.table(target(vector.position + 4 * i))) }
    return tables
  }
}
