import BelvedereGeodesy
import BelvedereOSM
import BelvedereTestSupport
import Testing

/// Closed ways of a few corners, which are areas without libosmium's assembler, against that assembler: it is asked
/// where there are more corners, and those along the sides change nothing of the shape.
@Suite(
  "Closed ways of a few corners",
  .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct SimpleRingTests {
  /// In units of 1e-7°.
  private struct Corner: Hashable {
    var x, y: Int
  }

  /// The areas that become of closed ways, by the numbers of these.
  private func areas(_ ways: [[Corner]]) throws -> [Int64: [[[Corner]]]] {
    var (nodes, lines, count) = ("", "", 0)
    for (number, corners) in ways.enumerated() {
      lines += "<way id=\"\(number + 1)\">"
      let first = count + 1
      for corner in corners {
        count += 1
        nodes +=
          "<node id=\"\(count)\" lat=\"\(Double(corner.y) / 1e7)\" lon=\"\(Double(corner.x) / 1e7)\"/>"
        lines += "<nd ref=\"\(count)\"/>"
      }
      lines += "<nd ref=\"\(first)\"/><tag k=\"building\" v=\"yes\"/></way>"
    }
    var result: [Int64: [[[Corner]]]] = [:]
    try OSMFile.readXML(Array("<osm version=\"0.6\">\(nodes)\(lines)</osm>".utf8)) { feature, _ in
      guard case .area(let polygons) = feature.shape else { return true }
      result[feature.id] = polygons.map { rings in
        rings.map { ring in
          ring.map {
            Corner(x: Int(($0.longitude * 1e7).rounded()), y: Int(($0.latitude * 1e7).rounded()))
          }
        }
      }
      return true
    }
    return result
  }

  /// The same ring with more corners than are compared with each other.
  private func divided(_ ring: [Corner]) -> [Corner] {
    ring.indices.flatMap { i in
      let (a, b) = (ring[i], ring[(i + 1) % ring.count])
      return (0..<16).map { part in
        Corner(x: a.x + (b.x - a.x) / 16 * part, y: a.y + (b.y - a.y) / 16 * part)
      }
    }
  }

  /// A ring whose sides have 15 places of whole units between their ends.
  private func ring(_ count: Int, _ size: Int, _ random: inout SplitMix64) -> [Corner] {
    (0..<count).map { _ in
      Corner(
        x: 70_000_000 + 16 * Int.random(in: -size...size, using: &random),
        y: 430_000_000 + 16 * Int.random(in: -size...size, using: &random))
    }
  }

  @Test("become the areas, or none, that libosmium makes of the same shapes with more corners")
  func assembler() throws {
    var random = SplitMix64(seed: 11)
    let rings = (0..<4000).map { i in ring(3 + i % 5, i < 2000 ? 100_000 : 1_000_000, &random) }
    let (few, many) = (try areas(rings), try areas(rings.map(divided)))
    var made = 0
    for (number, ring) in rings.enumerated() {
      let id = Int64(number + 1)
      let corners = Set(ring)
      let expected = many[id]?.map { rings in rings.map { $0.filter(corners.contains) } }
      #expect(few[id] == expected, "\(ring)")
      if expected != nil { made += 1 }
    }
    #expect(made > 1000 && made < 3000, "\(made)")
  }

  @Test("that touch or cut themselves, go back on themselves or have no area are what they were")
  func awkward() throws {
    func corners(_ numbers: [(Int, Int)]) -> [Corner] { numbers.map { Corner(x: $0.0, y: $0.1) } }
    let areas = try areas([
      // A bow tie, a spike, a line there and back, a corner on another side.
      corners([(0, 0), (8, 8), (8, 0), (0, 8)]), corners([(0, 0), (8, 0), (8, 8), (8, 0), (0, 8)]),
      corners([(0, 0), (4, 0), (8, 0), (4, 0)]), corners([(0, 0), (8, 0), (8, 8), (4, 0), (0, 8)]),
      // Two triangles that meet in a corner are two areas.
      corners([(0, 0), (4, 4), (0, 8), (8, 8), (4, 4), (8, 0)]),
      // Places that follow themselves count once; corners on sides stay.
      corners([(8, 0), (8, 0), (8, 8), (4, 8), (4, 8), (0, 8), (0, 0)]),
    ])
    #expect(areas[1] == nil && areas[3] == nil && areas[4] == nil)
    #expect(areas[5]?.count == 2)
    #expect(areas[6] == [[corners([(0, 0), (8, 0), (8, 8), (4, 8), (0, 8)])]])
  }
}
