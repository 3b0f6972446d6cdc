import BelvedereTestSupport
import Foundation

/// A table of `Rasters/`, made by `generate.py` there.
enum RasterTable {
  /// The rows, without the names of the columns.
  static func rows(_ name: String) throws -> [[String]] {
    let url = PackageRoot.url.appendingPathComponent(
      "Tests/BelvedereElevationFilesTests/Rasters/\(name).csv")
    let text = try String(contentsOf: url, encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// The bytes of base64.
  static func bytes(_ text: String) -> [UInt8] { Array(Data(base64Encoded: text) ?? Data()) }

  /// The synthetic GeoTIFF files: what they are, their type, and their bytes.
  static func tiffs() throws -> [(name: String, type: String, bytes: [UInt8])] {
    try rows("tiff").map { ($0[0], $0[1], bytes($0[2])) }
  }

  /// The sample that a synthetic file holds; `nil` for a void.
  static func synthetic(_ column: Int, _ row: Int, type: String) -> Float? {
    if (column, row) == (7, 5) || (column, row) == (20, 18) { return nil }
    let value = (column * 7 + row * 13 + column * row) % 120
    if type.hasPrefix("float") { return -50 + Float(value) * 8.25 }
    return Float(type.hasSuffix("int8") ? value : value * 250)
  }
}

/// FNV-1a of samples as little-endian floats, voids as one NaN.
func checksum(_ samples: [Float]) -> String {
  var sum: UInt64 = 0xCBF2_9CE4_8422_2325
  for sample in samples {
    let bits = sample.isNaN ? 0x7FC0_0000 : sample.bitPattern
    for shift in stride(from: 0, to: 32, by: 8) {
      sum = (sum ^ UInt64(bits >> UInt32(shift) & 255)) &* 0x100_0000_01B3
    }
  }
  let text = String(sum, radix: 16)
  return String(repeating: "0", count: 16 - text.count) + text
}
