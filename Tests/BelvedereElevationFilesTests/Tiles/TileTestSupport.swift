import BelvedereElevationFiles
import BelvedereImaging
import BelvedereTerrain
import BelvedereTestSupport
import Foundation

/// A tile whose sample in the world's column c and row r is `metres(c, r)`; NaN becomes black.
func terrariumTile(
  _ id: TileID, size: Int = 8, _ metres: (_ column: Int, _ row: Int) -> Double
) throws -> [UInt8] {
  var samples: [UInt16] = []
  for row in 0..<size {
    for column in 0..<size {
      let value = metres(id.x * size + column, id.y * size + row)
      let steps = value.isNaN ? 0 : Int((value + 32768) * 256)
      samples += [steps >> 16, steps >> 8 & 255, steps & 255].map { UInt16($0) }
      samples.append(255)
    }
  }
  return try PNG.encode(Raster(width: size, height: size, channels: 4, bits: 8, samples: samples))
}

/// Tiles in memory.
struct MemoryTiles: TileSource {
  let name = "memory"
  var info: TileSourceInfo
  var tiles: [TileID: [UInt8]] = [:]

  init(zooms: ClosedRange<Int>, bounds: GeographicBounds = TileSourceInfo.world) {
    info = TileSourceInfo(zooms: zooms, bounds: bounds, encoding: .terrarium)
  }

  func tile(_ id: TileID) throws -> [UInt8]? { tiles[id] }

  mutating func add(
    _ zoom: Int, _ x: Int, _ y: Int, size: Int = 8, _ metres: (Int, Int) -> Double
  ) throws {
    guard let id = TileID(zoom: zoom, x: x, y: y) else { return }
    tiles[id] = try terrariumTile(id, size: size, metres)
  }
}

/// The coordinate at a place in samples of a zoom.
func coordinate(
  x: Double, y: Double, zoom: Int, size: Int = 8
) -> (latitude: Double, longitude: Double) {
  let world = Double(size << zoom)
  return (
    atan(sinh(.pi * (1 - 2 * (y + 0.5) / world))) * 180 / .pi, (x + 0.5) / world * 360 - 180
  )
}

/// A file beside the tests.
func fixture(_ name: String, filePath: String = #filePath) -> String {
  URL(fileURLWithPath: filePath).deletingLastPathComponent()
    .appendingPathComponent("Fixtures/\(name)").path
}

/// A PMTiles file with one tile an entry, its directory in leaves of so many entries (0 for none).
func pmtiles(
  _ tiles: [(id: UInt64, bytes: [UInt8])], leafSize: Int = 0, depth: Int = 1,
  zooms: ClosedRange<Int> = 0...4
) -> [UInt8] {
  func varint(_ value: UInt64) -> [UInt8] {
    var (rest, out) = (value, [UInt8]())
    repeat {
      out.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return out
  }
  typealias Entry = (tile: UInt64, run: UInt64, count: Int, offset: Int)
  func directory(_ entries: [Entry]) -> [UInt8] {
    var out = varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      out += varint(entry.tile - last)
      last = entry.tile
    }
    for entry in entries { out += varint(entry.run) }
    for entry in entries { out += varint(UInt64(entry.count)) }
    for entry in entries { out += varint(UInt64(entry.offset + 1)) }
    return out
  }
  var data: [UInt8] = []
  var entries: [Entry] = []
  for (id, bytes) in tiles {
    entries.append((id, 1, bytes.count, data.count))
    data += bytes
  }
  var leaves: [UInt8] = []
  for _ in 0..<(leafSize > 0 ? depth : 0) {
    var above: [Entry] = []
    for start in stride(from: 0, to: entries.count, by: leafSize) {
      let part = Array(entries[start..<min(start + leafSize, entries.count)])
      let leaf = directory(part)
      above.append((part[0].tile, 0, leaf.count, leaves.count))
      leaves += leaf
    }
    entries = above
  }
  let root = directory(entries)
  let metadata = Array(#"{"encoding":"terrarium"}"#.utf8)
  var header = Array("PMTiles".utf8) + [3]
  func number(_ value: Int) {
    for i in 0..<8 { header.append(UInt8(truncatingIfNeeded: value >> (8 * i))) }
  }
  var at = 127
  for part in [root, metadata, leaves, data] {
    number(at)
    number(part.count)
    at += part.count
  }
  for _ in 0..<3 { number(tiles.count) }
  header += [1, 1, 1, 2] + [zooms.lowerBound, zooms.upperBound].map { UInt8($0) }
  for degrees in [-180, -85, 180, 85] {
    let value = Int32(degrees * 10_000_000)
    for i in 0..<4 { header.append(UInt8(truncatingIfNeeded: value >> (8 * Int32(i)))) }
  }
  header += [UInt8](repeating: 0, count: 127 - header.count)
  return header + root + metadata + leaves + data
}

/// Opens what may be damaged and asks for samples all over it.
func exercise(_ path: String) {
  guard let model = try? TileElevation.open(path, options: .init(encoding: .terrarium)) else {
    return
  }
  for latitude in stride(from: -80.0, through: 80, by: 40) {
    for longitude in stride(from: -170.0, through: 170, by: 85) {
      let value = model.elevation(latitude: latitude, longitude: longitude)
      precondition(value.map { $0.isFinite } ?? true, "a number that is none")
    }
  }
  precondition(model.problems.count <= 100)
}
