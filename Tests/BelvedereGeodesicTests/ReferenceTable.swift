import BelvedereGeodesy
import Foundation
import Testing

/// Rows of numbers in `Vectors/`, made by another program; its command is in the file's first line.
func referenceTable(_ name: String, filePath: String = #filePath) throws -> [[Double]] {
  let url = URL(fileURLWithPath: filePath).deletingLastPathComponent()
    .appendingPathComponent("Vectors/\(name).csv")
  let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    .filter { !$0.hasPrefix("#") }
    .map { line in
      try line.split(separator: ",").map { try #require(Double($0), "\(name): \(line)") }
    }
  try #require(rows.count >= 100, "\(name) has lost its rows")
  return rows
}

/// The difference of two directions in degrees, the short way round.
func turn(_ a: Double, _ b: Double) -> Double { abs((a - b).remainder(dividingBy: 360)) }

/// The distance of neighbouring coordinates in metres; plane, exact enough for nanometres.
func gap(_ a: Coordinate, _ b: Coordinate) -> Double {
  let degree = 111_694.0  // the longest degree of latitude
  let east = turn(a.longitude, b.longitude) * cos(a.latitude * .pi / 180)
  return hypot(a.latitude - b.latitude, east) * degree
}

/// The greatest error seen so far and where; NaN is the greatest of all.
struct Worst {
  private(set) var error = 0.0
  private(set) var place = ""

  mutating func note(_ value: Double, _ text: @autoclosure () -> String) {
    if !(value <= error) {
      error = value.isNaN ? .infinity : value
      place = text()
    }
  }
}

/// Fails where the worst error exceeds a bound, and names the place.
func expect(
  _ worst: Worst, atMost bound: Double, sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(
    worst.error <= bound, "\(worst.error) at \(worst.place)", sourceLocation: sourceLocation)
}

let nanometer = 1e-9

/// Ellipsoids from prolate to oblate, the sphere among them.
let manyEllipsoids: [Ellipsoid] = [
  .wgs84, Ellipsoid(semiMajorAxis: 6_378_137, flattening: 0),
  Ellipsoid(semiMajorAxis: 6_378_137, flattening: 0.02),
  Ellipsoid(semiMajorAxis: 6_378_137, flattening: -0.02),
  Ellipsoid(semiMajorAxis: 6_378_137, flattening: 1e-7),
  Ellipsoid(semiMajorAxis: 1_737_400, flattening: 0.0012),
]
