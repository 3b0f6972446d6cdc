import BelvedereCityImport
import BelvedereOSM
import BelvedereTestSupport
import Foundation
import Testing

/// Extracts in PBF that are cut off or damaged: each is refused with the blob in which it is.
@Suite(
  "Damaged extracts", .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct DamagedExtractTests {
  private func reason(_ bytes: [UInt8]) throws -> String? {
    let folder = try TemporaryFolder()
    let path = try folder.write("map.osm.pbf", bytes)
    do throws(OSMError) {
      _ = try CityImport(pbf: path)
      return nil
    } catch {
      #expect(error.kind == .malformed, "\(error)")
      return error.reason
    }
  }

  @Test("a file that is cut anywhere but between blobs is refused with the blob that is not whole")
  func cut() throws {
    let bytes = TinyExtract.pbf
    // Where blobs begin: the lengths of their headers, and of themselves in these.
    let begins = [0, 76, 200]
    for count in 1..<bytes.count where !begins.contains(count) {
      let reason = try #require(try reason(Array(bytes[..<count])), "\(count)")
      let blob = begins.count { $0 <= count }
      let begin = begins[blob - 1]
      #expect(
        reason.hasPrefix("blob \(blob), at byte \(begin) of \(count): the file ends"),
        "\(count): \(reason)")
      #expect(reason.contains("osmium fileinfo -e"), "\(reason)")
    }
    #expect(try reason(bytes) == nil)
  }

  @Test("a way of more nodes than any has is damage, and told with its blob")
  func longWay() throws {
    func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
      var result = [UInt8(number << 3 | 2)]
      var rest = bytes.count
      while rest >= 128 {
        result.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      return result + [UInt8(rest)] + bytes
    }
    func file(_ nodes: Int) -> [UInt8] {
      // The number 5, and nodes of which each has the next number.
      let way = [UInt8(1 << 3), 5] + field(8, Array(repeating: 2, count: nodes))
      let blob = field(1, field(1, []) + field(2, field(3, way)))
      var count: [UInt8] = []
      var rest = blob.count
      while rest >= 128 {
        count.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      let header = field(1, Array("OSMData".utf8)) + [UInt8(3 << 3)] + count + [UInt8(rest)]
      return Array(TinyExtract.pbf[..<76]) + [0, 0, 0, UInt8(header.count)] + header + blob
    }
    #expect(try reason(file(100_000)) == nil)
    let reason = try #require(try reason(file(100_001)))
    #expect(
      reason.hasPrefix("blob 2, at byte 76 of ") && reason.contains("way 5 has 100001 nodes"),
      "\(reason)")
  }

  @Test("large blobs are unpacked one after another, or refused where there is no memory for them")
  func largeBlobs() throws {
    func field(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      for var value in [number << 3 | 2, bytes.count] {
        while value >= 128 {
          result.append(UInt8(value & 127 | 128))
          value >>= 7
        }
        result.append(UInt8(value))
      }
      return result + bytes
    }
    // Texts, of which there are none, and what this version of the format does not know.
    let block = field(1, []) + field(99, Array(repeating: 0, count: 5 << 20))
    let blob = field(1, block)
    var size = [UInt8(3 << 3)]
    var rest = blob.count
    while rest >= 128 {
      size.append(UInt8(rest & 127 | 128))
      rest >>= 7
    }
    let header = field(1, Array("OSMData".utf8)) + size + [UInt8(rest)]
    let bytes = TinyExtract.pbf + [0, 0, 0, UInt8(header.count)] + header + blob
    let folder = try TemporaryFolder()
    func counts(_ bytes: [UInt8], memory: Int) throws(OSMError) -> OSMCounts {
      guard let path = try? folder.write("map.osm.pbf", bytes) else { return OSMCounts() }
      return try OSMFile.readPBF(path, maximumMemory: memory) { _ in true }
    }
    let expected = try counts(TinyExtract.pbf, memory: 1 << 30)
    #expect(expected.nodes > 0)
    #expect(try counts(bytes, memory: 1 << 30) == expected)
    let error = try #require(throws: OSMError.self) { try counts(bytes, memory: 64 << 20) }
    #expect(error.kind == .memory && error.reason.contains("5 MiB when it is unpacked"), "\(error)")
  }

  @Test("blobs are all read, however few of them have room at once")
  func together() throws {
    let folder = try TemporaryFolder()
    let ways = (0..<30).flatMap { PBFBlobs.emptyWays(from: 1000 + 500 * $0, count: 500) }
    // Its ways are out of order, and would all be kept.
    let places = Array(TinyExtract.pbf.prefix(200))
    let path = try folder.write("map.osm.pbf", places + ways)
    let tiny = try folder.write("tiny.osm.pbf", places)
    let few = try OSMFile.readPBF(tiny) { _ in true }
    // Blobs of some 3 KiB: all ahead have room, some, and one.
    for memory in [Int.max, 1 << 20, 1 << 19, 1 << 17] {
      var parts: [Double] = []
      let counts = try OSMFile.readPBF(
        path, maximumMemory: memory,
        progress: {
          parts.append($0)
          return true
        }
      ) { _ in true }
      #expect(counts.ways == few.ways + 15_000 && counts.nodes == few.nodes, "\(memory)")
      #expect(parts == parts.sorted() && parts.allSatisfy { (0...1).contains($0) })
    }
  }

  @Test("zeros in place of what has not arrived are no end")
  func zeros() throws {
    let bytes = TinyExtract.pbf
    let reason = try #require(try reason(bytes + Array(repeating: 0, count: 100)))
    #expect(reason.hasPrefix("blob 4, at byte \(bytes.count) of"), "\(reason)")
    #expect(reason.contains("only zeros"), "\(reason)")
  }

  @Test(
    "a damaged blob is named with what is wrong in it",
    arguments: [
      (2, 0xFF, "blob 1, at byte 0"), (76, 0xFF, "blob 2, at byte 76"),
      (130, 0xFF, "blob 2, at byte 76"), (240, 0x00, "blob 3, at byte 200"),
      (300, 0x00, "blob 3, at byte 200"),
    ])
  func damaged(_ offset: Int, _ value: UInt8, _ place: String) throws {
    var bytes = TinyExtract.pbf
    bytes[offset] = value
    let reason = try #require(try reason(bytes))
    #expect(reason.hasPrefix(place) && reason.contains("; get it again"), "\(reason)")
  }
}
