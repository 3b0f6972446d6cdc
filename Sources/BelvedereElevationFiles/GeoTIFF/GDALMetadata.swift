/// The few things that are read from the XML that GDAL adds to TIFF files.
enum GDALMetadata {
  /// The number of the first item with a role, such as
  /// `<Item name="SCALE" sample="0" role="scale">0.1</Item>`.
  static func number(in text: String, role: String) -> Double? {
    let bytes = Array(text.utf8)
    let mark = Array("role=\"\(role)\"".utf8)
    guard bytes.count > mark.count else { return nil }
    for start in 0..<(bytes.count - mark.count)
    where bytes[start] == mark[0] && bytes[start..<(start + mark.count)].elementsEqual(mark) {
      let rest = bytes[(start + mark.count)...]
      guard let open = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
      let value = rest[(open + 1)...].prefix { $0 != UInt8(ascii: "<") }
      return Double(String(decoding: value, as: UTF8.self).filter { $0 != " " })
    }
    return nil
  }
}
