import BelvedereTerrain

/// GeoTIFF files of single-precision samples without compression, NaN for voids.
///
/// Source: OGC 19-008r4, "OGC GeoTIFF Standard", 2019; TIFF revision 6.0.
public enum GeoTIFFWriter {
  /// The largest number of samples that a classic TIFF holds here.
  public static let maximumSamples = 1 << 29

  /// The file of a grid of latitudes and longitudes; `nil` for more than ``maximumSamples``.
  public static func encode(_ field: HeightField) -> [UInt8]? { encode(ElevationGrid(field)) }

  /// The file of a grid in its own coordinates; `nil` for more than ``maximumSamples``.
  ///
  /// Where samples stand for their cells the tie point is the north-western corner and pixels are
  /// areas, else it is the first sample and pixels are points. The vertical datum is written where it
  /// is known.
  public static func encode(_ grid: ElevationGrid) -> [UInt8]? {
    guard grid.samples.count <= maximumSamples else { return nil }
    let dataBytes = grid.samples.count * 4
    var tags = TagWriter()
    tags.add(256, longs: [grid.width])
    tags.add(257, longs: [grid.height])
    tags.add(258, shorts: [32])
    tags.add(259, shorts: [1])
    tags.add(262, shorts: [1])
    tags.add(273, longs: [8])
    tags.add(277, shorts: [1])
    tags.add(278, longs: [grid.height])
    tags.add(279, longs: [dataBytes])
    tags.add(339, shorts: [3])
    tags.add(33550, doubles: [grid.stepX, grid.stepY, 0])
    let tie =
      grid.isEdgedBySamples
      ? (grid.west, grid.north)
      : (
        CellEdge.before(grid.west, step: grid.stepX),
        -CellEdge.before(-grid.north, step: grid.stepY)
      )
    tags.add(33922, doubles: [0, 0, 0, tie.0, tie.1, 0])
    tags.add(34735, shorts: keys(of: grid))
    tags.add(42113, text: "nan")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(dataBytes + 1024)
    bytes += Array("II".utf8) + [42, 0]
    LittleEndian.append(8 + dataBytes, bytes: 4, to: &bytes)
    for sample in grid.samples {
      LittleEndian.append(Int(truncatingIfNeeded: sample.bitPattern), bytes: 4, to: &bytes)
    }
    bytes += tags.encoded(at: 8 + dataBytes)
    return bytes
  }

  /// The key directory: version 1.1.0, then four numbers a key, in order.
  private static func keys(of grid: ElevationGrid) -> [Int] {
    var keys: [(key: Int, value: Int)] = []
    let isGeographic = if case .geographic = grid.system { true } else { false }
    if grid.system != .local { keys.append((1024, isGeographic ? 2 : 1)) }
    keys.append((1025, grid.isEdgedBySamples ? 2 : 1))
    if let code = grid.system.epsg { keys.append((isGeographic ? 2048 : 3072, code)) }
    // Metres.
    if !isGeographic, grid.system != .local { keys.append((3076, 9001)) }
    if let code = GeoKeys.code(of: grid.datum) { keys += [(4096, code), (4099, 9001)] }
    return [1, 1, 0, keys.count] + keys.flatMap { [$0.key, 0, 1, $0.value] }
  }
}

/// The directory of a TIFF file.
private struct TagWriter {
  private var entries: [(tag: Int, type: Int, count: Int, payload: [UInt8])] = []

  mutating func add(_ tag: Int, shorts: [Int]) { add(tag, 3, shorts, bytes: 2) }

  mutating func add(_ tag: Int, longs: [Int]) { add(tag, 4, longs, bytes: 4) }

  private mutating func add(_ tag: Int, _ type: Int, _ values: [Int], bytes: Int) {
    var payload: [UInt8] = []
    for value in values { LittleEndian.append(value, bytes: bytes, to: &payload) }
    entries.append((tag, type, values.count, payload))
  }

  mutating func add(_ tag: Int, doubles: [Double]) {
    var payload: [UInt8] = []
    for value in doubles {
      LittleEndian.append(Int(truncatingIfNeeded: value.bitPattern), bytes: 8, to: &payload)
    }
    entries.append((tag, 12, doubles.count, payload))
  }

  mutating func add(_ tag: Int, text: String) {
    let payload = Array(text.utf8) + [0]
    entries.append((tag, 2, payload.count, payload))
  }

  /// The directory with what does not fit into it behind, for a place in the file.
  func encoded(at start: Int) -> [UInt8] {
    var directory: [UInt8] = []
    var behind: [UInt8] = []
    LittleEndian.append(entries.count, bytes: 2, to: &directory)
    let end = start + 2 + 12 * entries.count + 4
    for entry in entries {
      LittleEndian.append(entry.tag, bytes: 2, to: &directory)
      LittleEndian.append(entry.type, bytes: 2, to: &directory)
      LittleEndian.append(entry.count, bytes: 4, to: &directory)
      if entry.payload.count <= 4 {
        directory += entry.payload + [UInt8](repeating: 0, count: 4 - entry.payload.count)
      } else {
        LittleEndian.append(end + behind.count, bytes: 4, to: &directory)
        behind += entry.payload
        if behind.count & 1 == 1 { behind.append(0) }
      }
    }
    LittleEndian.append(0, bytes: 4, to: &directory)
    return directory + behind
  }
}

private enum LittleEndian {
  /// Appends the lowest bytes of a number.
  static func append(_ value: Int, bytes count: Int, to bytes: inout [UInt8]) {
    for i in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }
}
