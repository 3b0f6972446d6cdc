import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Where bridges and ramps carry roads over others, whose names would be taken for theirs.
struct BridgeDeckIndex: Sendable {
  private struct Span: Sendable {
    let a, b: Vector2
    /// Map points.
    let reach: Double
    /// Metres above the datum at both ends.
    let low, high: Double
  }

  private var cells: [SIMD2<Int>: [Span]] = [:]

  /// Map points; some 150 m at middle latitudes.
  private static let cell = 1024.0
  /// Cells of one span at most; what is longer is looked at no further.
  private static let mostCells = 4096
  /// Metres beside a deck.
  private static let beside = 4.0
  /// Metres above a place from which on a deck is above it.
  private static let room = 1.5

  init(_ roads: [Road]) {
    for road in roads where road.bridge > 0 || !road.joints.isEmpty {
      let isKnown = !road.joints.isEmpty
      let path = GroundFeatureIndex.points(isKnown ? road.joints.map(\.coordinate) : road.path)
      for (i, (a, b)) in zip(path, path.dropFirst()).enumerated() {
        // A deck that was not raised is above all.
        var levels = (low: Double.infinity, high: Double.infinity)
        if isKnown {
          guard let from = road.joints[i].elevation, let to = road.joints[i + 1].elevation else {
            continue
          }
          levels = (from, to)
        }
        let latitude = MapPoint(x: a.x, y: a.y).coordinate.latitude
        let reach = (road.width / 2 + Self.beside) / MapPoint.metersPerMapPoint(at: latitude)
        guard reach.isFinite else { continue }
        let (low, high) = (pointwiseMin(a, b) - reach, pointwiseMax(a, b) + reach)
        let (first, last) = (Self.cell(low), Self.cell(high))
        let count = (last.x - first.x + 1) * (last.y - first.y + 1)
        guard count <= Self.mostCells else { continue }
        for y in first.y...last.y {
          for x in first.x...last.x {
            cells[SIMD2(x, y), default: []].append(
              Span(a: a, b: b, reach: reach, low: levels.low, high: levels.high))
          }
        }
      }
    }
  }

  private static func cell(_ p: Vector2) -> SIMD2<Int> {
    let all = -(1 << 30)...(1 << 30)
    return SIMD2(Int(flooring: p.x / cell, in: all), Int(flooring: p.y / cell, in: all))
  }

  /// Whether a place lies below a deck or right beside what is above it.
  ///
  /// - Parameter elevation: of the place, metres above the datum.
  func isBelow(_ place: MapPoint, elevation: Double) -> Bool {
    guard !cells.isEmpty else { return false }
    let p = Vector2(place.x, place.y)
    return cells[Self.cell(p)]?.contains { span in
      let way = span.b - span.a
      let square = (way * way).sum()
      let t = square > 0 ? min(max(((p - span.a) * way).sum() / square, 0), 1) : 0
      guard (span.a + way * t - p).length < span.reach else { return false }
      let level = span.low.isFinite ? span.low + (span.high - span.low) * t : .infinity
      return level > elevation + Self.room
    } ?? false
  }
}
