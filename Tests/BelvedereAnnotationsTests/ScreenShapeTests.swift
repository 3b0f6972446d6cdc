import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Shapes on the screen") struct ScreenShapeTests {
  @Test("boxes and circles overlap where shapely says so")
  func matchesReference() throws {
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Vectors/overlaps.csv")
    let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").compactMap { Double($0) } }
    try #require(rows.count >= 3000)
    func shape(_ v: ArraySlice<Double>) -> ScreenShape {
      let v = Array(v)
      return v[0] == 0
        ? .rectangle(low: Vector2(v[1], v[2]), high: Vector2(v[3], v[4]))
        : .circle(center: Vector2(v[1], v[2]), radius: v[3])
    }
    for row in rows {
      let (a, b) = (shape(row[0..<5]), shape(row[5..<10]))
      #expect(a.overlaps(b) == (row[10] == 1), "\(row)")
      #expect(b.overlaps(a) == (row[10] == 1), "\(row)")
    }
  }

  @Test("a shape made smaller stays inside, down to its middle")
  func inset() {
    let box = ScreenShape.rectangle(low: Vector2(0, 0), high: Vector2(10, 4))
    #expect(box.inset(by: 1) == .rectangle(low: Vector2(1, 1), high: Vector2(9, 3)))
    #expect(box.inset(by: -1) == .rectangle(low: Vector2(-1, -1), high: Vector2(11, 5)))
    #expect(box.inset(by: 100) == .rectangle(low: Vector2(5, 2), high: Vector2(5, 2)))
  }
}
