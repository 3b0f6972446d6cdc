import BelvedereGeoMath
import BelvedereGeodesy

/// The Golden Gate Bridge: towers, cables, suspenders, stiffening trusses and approaches.
///
/// Well-known dimensions: main span 1,280.2 m, side spans 342.9 m, towers 227.4 m above the
/// water, cables 27.4 m apart, truss 7.6 m deep, clearance 67.1 m.
public struct CityGoldenGateBridge: Sendable {
  private static let orange = "#c0362c"
  private static let shade = "#a92f27"
  private static let asphalt = "#55565a"
  private static let concrete = "#b9b2a6"

  /// Half the distance between the towers.
  package static let halfSpan = 640.1
  private static let sideSpan = 342.9
  private static let halfWidth = 13.7
  private static let saddle = 223.5
  private static let sag = 143.3
  private static let panel = 15.24  // ropes; also the panels of the truss

  /// All members.
  public private(set) var beams: [CityBeam] = []
  private let axis: CityAxis
  private let approaches: [[CityBeam.Joint]]

  /// The elevation of the roadway at a distance from mid-span.
  package static func roadway(_ s: Double) -> Double {
    let a = abs(s)
    let camber = 5.0
    if a <= halfSpan { return 75 - camber * (a / halfSpan) * (a / halfSpan) }
    return 75 - camber - (a - halfSpan) * 2 * camber / halfSpan
  }

  /// The elevation of a main cable.
  package static func cable(_ s: Double) -> Double {
    let a = abs(s)
    if a <= halfSpan { return saddle - sag + sag * (a / halfSpan) * (a / halfSpan) }
    // The same tension gives the side spans a sag in the ratio of the squared lengths.
    let x = min(1, (a - halfSpan) / sideSpan)
    let end = roadway(halfSpan + sideSpan) + 1.5
    let sideSag = sag * (sideSpan / (2 * halfSpan)) * (sideSpan / (2 * halfSpan))
    return saddle + (end - saddle) * x - 4 * sideSag * x * (1 - x)
  }

  /// Makes the bridge.
  ///
  /// - Parameters:
  ///   - southTower, northTower: where the towers stand; the exact span is laid out from the
  ///     middle of the two.
  ///   - approaches: the decks beyond the side spans.
  package init(source: CitySource) throws {
    axis = CityAxis(
      from: try source.required("southTower").coordinate(),
      to: try source.required("northTower").coordinate())
    approaches = try source.required("approaches").array().map { approach in
      try approach.array().map { point in
        let numbers = try point.numbers()
        guard numbers.count == 3 else { throw point.error("expected three numbers") }
        return CityBeam.Joint(
          coordinate: Coordinate(latitude: numbers[1], longitude: numbers[0]),
          elevation: numbers[2])
      }
    }
    for side in [-1.0, 1.0] { tower(at: side * Self.halfSpan) }
    cables()
    deck()
    arch()
    approachDecks()
  }

  /// Where the towers stand.
  public var towers: [Coordinate] {
    [axis.coordinate(-Self.halfSpan, 0), axis.coordinate(Self.halfSpan, 0)]
  }

  private mutating func tower(at s: Double) {
    // The legs step back at every strut: (top, across, along).
    let steps: [(top: Double, across: Double, along: Double)] = [
      (66, 9.8, 16), (109, 9, 14), (149, 8, 12.4), (187, 7, 10.8), (222, 6.2, 9.2),
      (227.4, 4.6, 6.6),
    ]
    beams.append(
      axis.upright(s, 0, from: -8, to: 12, width: 46, depth: 26, color: Self.concrete))
    for t in [-Self.halfWidth, Self.halfWidth] {
      var low = 12.0
      for step in steps {
        beams.append(
          axis.upright(
            s, t, from: low, to: step.top, width: step.across, depth: step.along,
            color: Self.orange))
        // The recessed panels that give the legs their vertical lines.
        for edge in [-0.31, 0.31] where step.top < 225 {
          beams.append(
            axis.upright(
              s, t + edge * step.across, from: low, to: step.top - 3,
              width: step.across * 0.2, depth: step.along + 1, color: Self.shade))
        }
        low = step.top
      }
    }
    let struts: [(z: Double, depth: Double, along: Double)] = [
      (61, 8, 10), (107, 13, 10), (147, 11.5, 9), (186, 10, 8), (220, 9, 7),
    ]
    for strut in struts {
      beams.append(
        axis.chain(
          [(s, -Self.halfWidth, strut.z), (s, Self.halfWidth, strut.z)], width: strut.along,
          depth: strut.depth, color: Self.orange))
      // Corbels under the portals, stepped as the struts are.
      for t in [-1.0, 1.0] where strut.z > 70 {
        beams.append(
          axis.upright(
            s, t * (Self.halfWidth - 5.2), from: strut.z - strut.depth / 2 - 5,
            to: strut.z - strut.depth / 2, width: 3.6, depth: strut.along * 0.9,
            color: Self.orange))
      }
    }
    // Crossed bracing between the pier and the roadway.
    for (low, high) in [(14.0, 36.0), (36.0, 58.0)] {
      for t in [-1.0, 1.0] {
        beams.append(
          axis.chain(
            [(s, -t * Self.halfWidth, low), (s, t * Self.halfWidth, high)], width: 4,
            depth: 3.2, color: Self.orange))
      }
    }
  }

  private mutating func cables() {
    let end = Self.halfSpan + Self.sideSpan
    for t in [-Self.halfWidth, Self.halfWidth] {
      var points: [(s: Double, t: Double, z: Double)] = []
      for i in 0...8 {
        let s = -end + Self.sideSpan * Double(i) / 8
        points.append((s, t, Self.cable(s)))
      }
      for i in 1...32 {
        let s = -Self.halfSpan + 2 * Self.halfSpan * Double(i) / 32
        points.append((s, t, Self.cable(s)))
      }
      for i in 1...8 {
        let s = Self.halfSpan + Self.sideSpan * Double(i) / 8
        points.append((s, t, Self.cable(s)))
      }
      beams.append(axis.chain(points, width: 1.1, depth: 1.1, color: Self.orange))
      // One chain for all ropes of a side: it runs on inside the cable and the railing.
      var ropes: [(s: Double, t: Double, z: Double)] = []
      for i in -64...64 {
        let s = Double(i) * Self.panel
        let isAtTower = abs(abs(s) - Self.halfSpan) < 9
        guard abs(s) < end - 8, !isAtTower, Self.cable(s) > Self.roadway(s) + 2 else { continue }
        let ends = [(s: s, t: t, z: Self.roadway(s)), (s: s, t: t, z: Self.cable(s))]
        ropes += ropes.count % 4 == 0 ? ends : ends.reversed()
      }
      beams.append(axis.chain(ropes, width: 0.3, depth: 0.3, color: Self.orange))
    }
  }

  private mutating func deck() {
    let end = Self.halfSpan + Self.sideSpan
    let spans = Int(clamping: 2 * end / Self.panel, in: 2...1000)
    let length = 2 * end / Double(spans)
    func z(_ i: Int) -> Double { Self.roadway(-end + Double(i) * length) }
    let coarse = stride(from: 0, to: spans, by: 4).map { $0 } + [spans]
    func line(_ t: Double, _ dz: Double) -> [(s: Double, t: Double, z: Double)] {
      coarse.map { (-end + Double($0) * length, t, z($0) + dz) }
    }
    beams.append(
      axis.chain(
        line(0, -0.5), width: 27.4, depth: 1, color: Self.orange, topColor: Self.asphalt))
    for t in [-Self.halfWidth, Self.halfWidth] {
      beams.append(axis.chain(line(t, 0.9), width: 0.5, depth: 1.4, color: Self.orange))
      beams.append(axis.chain(line(t, -7.4), width: 1.1, depth: 1, color: Self.orange))
      let zigzag = (0...spans).map { i in
        (s: -end + Double(i) * length, t: t, z: z(i) + (i % 2 == 0 ? -1.2 : -7.2))
      }
      beams.append(axis.chain(zigzag, width: 0.7, depth: 0.7, color: Self.orange))
    }
    let laterals = stride(from: 0, through: spans, by: 1).enumerated().map { n, i in
      (s: -end + Double(i) * length, t: n % 2 == 0 ? -13.5 : 13.5, z: z(i) - 7.4)
    }
    beams.append(axis.chain(laterals, width: 0.7, depth: 0.6, color: Self.shade))
  }

  /// The steel arch that spares Fort Point, between two concrete pylons.
  private mutating func arch() {
    let start = -Self.halfSpan - Self.sideSpan
    let span = 97.5
    let over = [start, start - span / 2, start - span - 10]
    beams.append(
      axis.chain(
        over.map { ($0, 0, Self.roadway($0) - 0.5) }, width: 27.4, depth: 1,
        color: Self.orange, topColor: Self.asphalt))
    for t in [-Self.halfWidth, Self.halfWidth] {
      beams.append(
        axis.chain(
          over.map { ($0, t, Self.roadway($0) - 3.5) }, width: 1, depth: 5, color: Self.orange))
    }
    for s in [start - 6, start - span - 6] {
      for t in [-Self.halfWidth - 2, Self.halfWidth + 2] {
        beams.append(
          axis.upright(
            s, t, from: 0, to: Self.roadway(s) + 5, width: 9, depth: 14,
            color: Self.concrete))
      }
      beams.append(
        axis.upright(
          s, 0, from: 0, to: Self.roadway(s) - 9, width: 24, depth: 9, color: Self.concrete))
    }
    let north = Self.halfSpan + Self.sideSpan + 6
    for t in [-Self.halfWidth - 2, Self.halfWidth + 2] {
      beams.append(
        axis.upright(
          north, t, from: 0, to: Self.roadway(north) + 5, width: 9, depth: 14,
          color: Self.concrete))
    }
    func rise(_ x: Double) -> Double { 12 + 44 * 4 * x * (1 - x) }
    for t in [-Self.halfWidth + 2, Self.halfWidth - 2] {
      for thickness in [0.0, 5.0] {
        let points = (0...12).map { i in
          let x = Double(i) / 12
          return (s: start - 10 - (span - 8) * x, t: t, z: rise(x) - thickness)
        }
        beams.append(axis.chain(points, width: 1.4, depth: 1.4, color: Self.orange))
      }
      for i in 1...11 where i != 6 {
        let x = Double(i) / 12
        let s = start - 10 - (span - 8) * x
        beams.append(
          axis.upright(
            s, t, from: rise(x) - 5, to: Self.roadway(s) - 1, width: 1, depth: 1,
            color: Self.orange))
      }
    }
  }

  private mutating func approachDecks() {
    for path in approaches {
      beams.append(
        CityBeam(
          path: path, width: 27, depth: 1.2, color: Self.orange, topColor: Self.asphalt))
      for (a, b) in zip(path, path.dropFirst()) {
        let local = CityAxis(from: a.coordinate, to: b.coordinate)
        let degree = CoordinateRegion.metersPerDegree(at: local.origin.latitude)
        let dy = (b.coordinate.latitude - a.coordinate.latitude) * degree.latitude
        let dx = (b.coordinate.longitude - a.coordinate.longitude) * degree.longitude
        let half = (dx * dx + dy * dy).squareRoot() / 2
        // Trusses below the deck, and trestles whose feet are in the ground.
        for t in [-12.0, 12.0] {
          beams.append(
            local.chain(
              [(-half, t, a.elevation - 3.4), (half, t, b.elevation - 3.4)], width: 1,
              depth: 4.5, color: Self.orange))
          for s in [-half * 0.55, half * 0.55] {
            beams.append(
              local.upright(
                s, t * 0.8, from: 15, to: (a.elevation + b.elevation) / 2 - 2, width: 2.2,
                depth: 2.2, color: Self.orange))
          }
        }
      }
    }
  }
}
