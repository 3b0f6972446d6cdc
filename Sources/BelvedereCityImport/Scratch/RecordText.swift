#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The text with which a record begins: a count of seven bits a byte, the lowest first, and as many bytes.
enum RecordText {
  /// Below 0 where the first one's text comes first by its bytes, above 0 where the second one's does.
  static func order(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let (a, b) = (text(a), text(b))
    let common = min(a.count, b.count)
    if common > 0, let p = a.baseAddress, let q = b.baseAddress {
      let order = memcmp(p, q, common)
      if order != 0 { return Int(clamping: order) }
    }
    return a.count - b.count
  }

  static func text(_ record: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var reader = PackedReader(bytes: record)
    let count = reader.count()
    return UnsafeRawBufferPointer(rebasing: record[reader.offset..<reader.offset + count])
  }
}
