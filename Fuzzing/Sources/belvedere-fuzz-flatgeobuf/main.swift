// FlatGeobuf: its features, and those that its index finds, of the whole file and piece by piece.
import BelvedereFlatGeobuf
import BelvedereGeodesy
import FuzzSupport

/// A piece that does not lie in the file.
struct Outside: Error {}

func piecewise(_ bytes: [UInt8]) throws {
  let archive = try FlatGeobufArchive(byteCount: bytes.count) { offset, count in
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else {
      throw Outside()
    }
    return Array(bytes[offset..<offset + count])
  }
  let west = GeographicBox(west: -180, south: -90, east: 0, north: 90)
  for isByMiddle in [false, true] {
    guard
      let found = try archive.selection(
        within: [west, archive.extent], isByMiddle: isByMiddle, atMost: 1 << 20)
    else { continue }
    let file = try archive.features(of: found)
    for location in try file.locations().prefix(1000) { _ = try? file.feature(at: location) }
  }
}

_ = Fuzzer.run { bytes in
  try? piecewise(bytes)
  guard let file = try? FlatGeobufFile(bytes) else { return }
  for location in ((try? file.locations()) ?? []).prefix(1000) {
    _ = try? file.feature(at: location)
  }
  let box = GeographicBox(west: -10, south: -10, east: 10, north: 10)
  for location in ((try? file.locations(within: box)) ?? []).prefix(1000) {
    _ = try? file.feature(at: location)
  }
}
