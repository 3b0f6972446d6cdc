import BelvedereGeodesy
import CBelvedereWorld

/// Reads the table of coasts and countries; `Generate/world_table.py` of CBelvedereWorld describes it.
struct WorldTable {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0

  /// The countries of the built-in table.
  static func countries() -> [WorldCountry] {
    let count = Int(belvedere_world_length())  // checked: Int32 to Int
    var table = WorldTable(
      bytes: UnsafeBufferPointer(start: belvedere_world_bytes(), count: count))
    return table.countries() ?? []
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// `nil` for a table that is cut off or senseless.
  private mutating func countries() -> [WorldCountry]? {
    guard let steps = number(), steps > 0, let count = number(), count <= 1000 else { return nil }
    var result: [WorldCountry] = []
    for _ in 0..<count {
      guard let name = text(), let code = text(), let continent = number(),
        let tint = number(), let ringCount = number(), ringCount <= 10_000
      else { return nil }
      var rings: [WorldRing] = []
      for _ in 0..<ringCount {
        guard let ring = ring(steps: Double(steps)) else { return nil }
        rings.append(ring)
      }
      result.append(
        WorldCountry(
          name: name, code: code,
          continent: WorldCountry.Continent(rawValue: continent) ?? .openOcean, tint: tint,
          rings: rings))
    }
    return result
  }

  private mutating func ring(steps: Double) -> WorldRing? {
    guard let count = number(), count >= 3, count <= 100_000 else { return nil }
    var (x, y) = (0, 0)
    var vertices: [Coordinate] = []
    var kinds: [WorldEdge.Kind] = []
    for _ in 0..<count {
      guard let east = number(), let north = number(), let kind = WorldEdge.Kind(rawValue: east & 3)
      else { return nil }
      x += Self.signed(east >> 2)
      y += Self.signed(north)
      guard abs(x) <= 1 << 24, abs(y) <= 1 << 24 else { return nil }
      vertices.append(Coordinate(latitude: Double(y) / steps, longitude: Double(x) / steps))
      kinds.append(kind)
    }
    return WorldRing(vertices: vertices, kinds: kinds)
  }

  private mutating func text() -> String? {
    guard let count = number(), count <= bytes.count - next else { return nil }
    defer { next += count }
    return String(decoding: bytes[next..<(next + count)], as: UTF8.self)
  }

  /// A whole number of at most 28 bits.
  private mutating func number() -> Int? {
    var value = 0
    for shift in stride(from: 0, through: 21, by: 7) {
      guard next < bytes.count else { return nil }
      let byte = Int(bytes[next])  // checked: a byte
      next += 1
      value |= (byte & 127) << shift
      if byte < 128 { return value }
    }
    return nil
  }

  private static func signed(_ zigzag: Int) -> Int {
    zigzag & 1 == 0 ? zigzag >> 1 : -((zigzag + 1) >> 1)
  }
}
