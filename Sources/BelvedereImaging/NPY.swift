/// Arrays of numbers in NumPy's format NPY, version 1.0, little-endian, in C order.
///
/// Source: numpy.lib.format, "Format Version 1.0".
public enum NPY {
  /// Single-precision numbers, `<f4`.
  ///
  /// - Parameter shape: sizes, the slowest index first; their product is the number of values.
  public static func encode(_ values: [Float], shape: [Int]) -> [UInt8] {
    encode(values, "<f4", shape) { $0.bitPattern.littleEndian }
  }

  /// Unsigned 32-bit numbers, `<u4`.
  ///
  /// - Parameter shape: sizes, the slowest index first; their product is the number of values.
  public static func encode(_ values: [UInt32], shape: [Int]) -> [UInt8] {
    encode(values, "<u4", shape) { $0.littleEndian }
  }

  private static func encode<Value>(
    _ values: [Value], _ type: String, _ shape: [Int], _ bits: (Value) -> UInt32
  ) -> [UInt8] {
    precondition(shape.reduce(1, *) == values.count, "the shape has as many values")
    let sizes = shape.map { "\($0)," }.joined(separator: " ")
    var header = Array(
      "{'descr': '\(type)', 'fortran_order': False, 'shape': (\(sizes)), }".utf8)
    // Magic, version and length take 10 bytes; the numbers begin at a multiple of 64.
    let end = (10 + header.count + 1 + 63) / 64 * 64
    header += Array(repeating: UInt8(ascii: " "), count: end - 10 - header.count - 1)
    header.append(UInt8(ascii: "\n"))
    var bytes: [UInt8] = [0x93] + Array("NUMPY".utf8) + [1, 0]
    bytes += [
      UInt8(truncatingIfNeeded: header.count), UInt8(truncatingIfNeeded: header.count >> 8),
    ]
    bytes += header
    bytes.reserveCapacity(bytes.count + 4 * values.count)
    for value in values {
      withUnsafeBytes(of: bits(value)) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}
