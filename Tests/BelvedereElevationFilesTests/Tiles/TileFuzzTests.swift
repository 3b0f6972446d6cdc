import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation
import Testing

/// Long runs of seeded changes, one reader each; off unless BELVEDERE_FUZZ_SECONDS is set.
@Suite("Long runs of damaged tiles") struct TileFuzzTests {
  private static let seconds =
    ProcessInfo.processInfo.environment["BELVEDERE_FUZZ_SECONDS"].flatMap { Double($0) } ?? 0

  /// Changes, cuts, repeats and mixes bytes.
  private func mutate(
    _ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SplitMix64
  ) {
    for _ in 0..<random.int(1...6) where !bytes.isEmpty {
      let at =
        random.oneIn(2)
        ? random.int(0...(bytes.count - 1)) : random.int(0...min(255, bytes.count - 1))
      switch random.int(0...7) {
      case 0, 1: bytes[at] ^= UInt8(1 << random.int(0...7))
      case 2: bytes[at] = UInt8(random.int(0...255))
      case 3: bytes[at] = random.pick([0, 1, 127, 128, 255])
      case 4: bytes.removeSubrange(at..<min(bytes.count, at + random.int(1...16)))
      case 5:
        bytes.insert(
          contentsOf: (0..<random.int(1...9)).map { _ in UInt8(random.int(0...255)) }, at: at)
      case 6:
        let other = random.pick(seeds)
        let from = random.int(0...(other.count - 1))
        let part = other[from..<min(other.count, from + random.int(1...64))]
        bytes.replaceSubrange(at..<min(bytes.count, at + part.count), with: part)
      default: if random.oneIn(4) { bytes = Array(bytes[..<at]) }
      }
    }
  }

  private func run(
    _ name: String, _ seeds: [[UInt8]], _ body: (inout [UInt8], inout SplitMix64) throws -> Void
  ) rethrows {
    let start = Date()
    var executions: UInt64 = 0
    var slowest = 0.0
    while Date().timeIntervalSince(start) < Self.seconds {
      for _ in 0..<100 {
        var random = SplitMix64(seed: executions)
        var bytes = random.pick(seeds)
        mutate(&bytes, seeds, &random)
        let begin = Date()
        try body(&bytes, &random)
        slowest = max(slowest, Date().timeIntervalSince(begin))
        executions += 1
      }
    }
    let line = "\(name): \(executions) executions in \(Int(Self.seconds)) s, slowest \(slowest) s\n"
    FileHandle.standardError.write(Data(line.utf8))
    #expect(slowest < 2)
  }

  private func runFiles(_ name: String, _ seeds: [[UInt8]]) throws {
    let folder = try TemporaryFolder()
    try run(name, seeds) { bytes, _ in exercise(try folder.write("a", bytes)) }
  }

  @Test("PMTiles", .enabled(if: seconds > 0))
  func pmtilesFiles() throws {
    let tiles = try (0..<21).map { number in
      let id = try #require(TileID(hilbertNumber: UInt64(number)))
      return (id: UInt64(number), bytes: try terrariumTile(id) { Double($0 + $1) })
    }
    try runFiles(
      "PMTiles",
      [
        try bytes(ofFile: fixture("reference.pmtiles")), pmtiles(tiles),
        pmtiles(tiles, leafSize: 4), pmtiles(tiles, leafSize: 3, depth: 2),
      ])
  }

  @Test("MBTiles", .enabled(if: seconds > 0))
  func mbtilesFiles() throws {
    try runFiles(
      "MBTiles",
      try ["plain", "json", "view", "silent", "function", "recursive"].map {
        try bytes(ofFile: fixture("\($0).mbtiles"))
      })
  }

  @Test("PNG tiles, their checksums made right again", .enabled(if: seconds > 0))
  func pictures() throws {
    let id = try #require(TileID(zoom: 0, x: 0, y: 0))
    let seeds = [
      try terrariumTile(id) { Double($0 * $1) },
      try terrariumTile(id, size: 64) { Double($0 ^ $1) },
      try terrariumTile(id) { $0 == $1 ? .nan : 3 },
    ]
    run("PNG", seeds) { bytes, random in
      if random.oneIn(2) { repairChecksums(&bytes) }
      for encoding in TileEncoding.allCases {
        guard let tile = try? TileSamples(png: bytes, name: "", encoding: encoding) else {
          continue
        }
        precondition(tile.metres.count == tile.size * tile.size)
        precondition(tile.metres.allSatisfy { $0.isNaN || abs($0) <= 1_700_000 })
      }
    }
  }

  private func repairChecksums(_ bytes: inout [UInt8]) {
    var at = 8
    while at + 12 <= bytes.count {
      let length = bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = at + 8 + length
      guard end + 4 <= bytes.count else { return }
      var sum: UInt32 = 0xFFFF_FFFF
      for byte in bytes[(at + 4)..<end] {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 != 0 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
      }
      sum = ~sum
      for i in 0..<4 { bytes[end + i] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(i))) }
      at = end + 4
    }
  }
}
