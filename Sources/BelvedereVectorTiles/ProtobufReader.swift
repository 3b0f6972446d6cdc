/// Reads the fields of a message of Protocol Buffers, one after the other. Nothing is trusted: every length
/// lies within the message.
///
/// Source: "Encoding", Protocol Buffers Documentation.
struct ProtobufReader {
  /// What a field holds.
  enum Value {
    case varint(UInt64)
    case fixed64(UInt64)
    case fixed32(UInt32)
    /// A text, a message or packed numbers.
    case bytes(ArraySlice<UInt8>)
  }

  private let bytes: ArraySlice<UInt8>
  private var at: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  /// The next field; `nil` at the end.
  mutating func next() throws(VectorTileError) -> (number: UInt64, value: Value)? {
    guard at < bytes.endIndex else { return nil }
    let key = try varint()
    let number = key >> 3
    guard number > 0, number < 1 << 29 else {
      throw VectorTileError("has a field without a number")
    }
    switch key & 7 {
    case 0: return (number, .varint(try varint()))
    case 1: return (number, .fixed64(try fixed(8)))
    case 2:
      let count = try varint()
      guard count <= UInt64(bytes.endIndex - at) else {  // checked: not negative
        throw VectorTileError("is cut short")
      }
      let end = at + Int(count)  // checked: within the bytes
      defer { at = end }
      return (number, .bytes(bytes[at..<end]))
    case 5: return (number, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
    default: throw VectorTileError("has a field of a kind that is not known")
    }
  }

  /// The next packed number; `nil` at the end.
  mutating func nextPacked() throws(VectorTileError) -> UInt64? {
    at < bytes.endIndex ? try varint() : nil
  }

  private mutating func varint() throws(VectorTileError) -> UInt64 {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.endIndex, shift < 64 {
      let byte = UInt64(bytes[at])  // checked: a byte
      at += 1
      result |= (byte & 127) << shift
      if byte < 128 { return result }
      shift += 7
    }
    throw VectorTileError(shift < 64 ? "is cut short" : "has a number of more than 64 bits")
  }

  private mutating func fixed(_ count: Int) throws(VectorTileError) -> UInt64 {
    guard bytes.endIndex - at >= count else { throw VectorTileError("is cut short") }
    var result: UInt64 = 0
    for i in 0..<count { result |= UInt64(bytes[at + i]) << (8 * UInt64(i)) }  // checked: bytes
    at += count
    return result
  }
}

extension ProtobufReader.Value {
  /// The number of a field that must hold one.
  func number(_ name: String) throws(VectorTileError) -> UInt64 {
    guard case .varint(let number) = self else {
      throw VectorTileError("its \(name) is no number")
    }
    return number
  }

  /// The bytes of a field that must hold some.
  func bytes(_ name: String) throws(VectorTileError) -> ArraySlice<UInt8> {
    guard case .bytes(let bytes) = self else {
      throw VectorTileError("its \(name) has another type")
    }
    return bytes
  }

  /// The text of a field that must hold one.
  func text(_ name: String) throws(VectorTileError) -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }
}
