/// Blobs of OpenStreetMap's format PBF, not packed.
public enum PBFBlobs {
  private static func number(_ value: Int) -> [UInt8] {
    var (result, rest): ([UInt8], Int) = ([], value)
    while rest >= 128 {
      result.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    return result + [UInt8(rest)]
  }

  private static func field(_ key: Int, _ bytes: [UInt8]) -> [UInt8] {
    number(key << 3 | 2) + number(bytes.count) + bytes
  }

  /// A blob of ways without nodes or tags, which are as small in a file as objects can be.
  public static func emptyWays(from first: Int, count: Int) -> [UInt8] {
    var group: [UInt8] = []
    for id in first..<first + count { group += field(3, [8] + number(id)) }
    let blob = field(1, field(1, field(1, [])) + field(2, group))
    let header = field(1, Array("OSMData".utf8)) + [3 << 3] + number(blob.count)
    return [0, 0, 0, UInt8(header.count)] + header + blob
  }
}
