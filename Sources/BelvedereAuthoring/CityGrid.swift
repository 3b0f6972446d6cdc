import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// A street or road in metres.
package struct CityStreet: Sendable {
  package var kind: String
  package var name: String
  /// Metres from kerb to kerb.
  package var roadway: Double
  /// Metres from building to building.
  package var right: Double
  package var path: [Vector2]
  /// The profile of the houses strung along it, empty for none.
  package var front = ""
}

/// A region of parallel streets and cross streets.
package struct CityGrid {
  /// One street of the grid: how far right of, or along the heading from, the origin.
  package struct Line {
    let offset, right: Double
    let name: String
  }

  package let name: String
  package let polygon: CityPolygon
  package let origin: Vector2
  package let heading: Double
  package let columns, rows: [Line]
  package let profile: String
  /// Amplitude and wavelength of the bend of hill streets; 0 for straight ones.
  package let bend, wave: Double
  package let frame: LocalFrame

  package init(_ source: CitySource, in frame: LocalFrame) throws {
    self.frame = frame
    name = try source.required("name").string()
    polygon = CityPolygon(try source.required("polygon").coordinates(), in: frame)
    origin = frame.position(of: try source.required("origin").coordinate())
    heading = try source.required("heading").number()
    profile = try source.required("profile").string()
    let right = try source.number("right", or: 21)
    columns = try Self.lines(source.required("columns"), right: right)
    rows = try Self.lines(source.required("rows"), right: right)
    let bend = try source.optional("bend")?.numbers() ?? [0, 1]
    guard bend.count == 2, bend[1] > 0 else { throw source.error("a bend needs two numbers") }
    self.bend = bend[0]
    wave = bend[1]
  }

  /// Runs `[from, step, count, right?, name?]`.
  private static func lines(_ source: CitySource, right: Double) throws -> [Line] {
    var lines: [Line] = []
    for run in try source.array() {
      let parts = try run.array()
      guard parts.count >= 3 else { throw run.error("expected [from, step, count]") }
      let from = try parts[0].number()
      let step = try parts[1].number()
      let count = Int(clamping: try parts[2].number(), in: 1...200)
      let width = parts.count > 3 ? try parts[3].number() : right
      let name = parts.count > 4 ? try parts[4].string() : ""
      for i in 0..<count {
        lines.append(Line(offset: from + Double(i) * step, right: width, name: name))
      }
    }
    return lines.sorted { $0.offset < $1.offset }
  }

  /// The point at an offset across and along.
  package func point(_ u: Double, _ v: Double) -> Vector2 {
    let along = CityRectangle.direction(heading)
    let across = Vector2(along.y, -along.x)
    guard bend != 0 else { return origin + across * u + along * v }
    let k = 2 * Double.pi / wave
    return origin + across * (u + bend * sin(k * v + u / 170))
      + along * (v + bend * sin(k * u + 1.3 + v / 210))
  }

  /// The streets, clipped to the region and broken at open areas and shores.
  package func streets(on ground: CityGround, outside earlier: [CityPolygon]) -> [CityStreet] {
    let reach = CityBox(polygon.rings.flatMap { $0 }.map { $0 - origin })
    let limit = max(reach.low.length, reach.high.length)
    var result: [CityStreet] = []
    for line in columns {
      result += pieces(of: line, limit: limit, on: ground, outside: earlier) {
        point(line.offset, $0)
      }
    }
    for line in rows {
      result += pieces(of: line, limit: limit, on: ground, outside: earlier) {
        point($0, line.offset)
      }
    }
    return result
  }

  private func pieces(
    of line: Line, limit: Double, on ground: CityGround, outside earlier: [CityPolygon],
    at position: (Double) -> Vector2
  ) -> [CityStreet] {
    let step = 10.0
    func takes(_ t: Double) -> Bool {
      let p = position(t)
      return polygon.contains(p) && !earlier.contains { $0.contains(p) } && ground.takesStreet(p)
    }
    /// The last parameter of the street between one inside and one outside.
    func edge(_ inside: Double, _ outside: Double) -> Double {
      var low = inside
      var high = outside
      for _ in 0..<5 {
        let middle = (low + high) / 2
        if takes(middle) { low = middle } else { high = middle }
      }
      return low
    }
    var result: [CityStreet] = []
    var start: Double?
    var t = -limit
    while t <= limit {
      if takes(t) {
        if start == nil { start = edge(t, t - step) }
      } else if let from = start {
        append(from, edge(t - step, t))
        start = nil
      }
      t += step
    }
    if let start { append(start, limit) }

    func append(_ from: Double, _ to: Double) {
      guard to - from >= 45 else { return }
      let spans = bend == 0 ? 1 : max(1, Int(clamping: (to - from) / 60, in: 1...2000))
      let path = (0...spans).map { position(mix(from, to, Double($0) / Double(spans))) }
      result.append(
        CityStreet(
          kind: line.right >= 36 ? "primary" : line.right >= 25 ? "secondary" : "street",
          name: line.name, roadway: (line.right * 0.58).rounded(), right: line.right, path: path,
          front: bend == 0 ? "" : profile))
    }
    return result
  }
}
