import BelvedereGeoMath
import BelvedereSceneModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A roof over an outline of any shape: the lowest of some planes at each place, which all roofs are whose ridges are
/// higher than what is beside them.
package struct RoofSurface {
  /// Metres above the eaves.
  package struct Plane {
    var slope: Vector2
    var offset: Double

    package func height(at p: Vector2) -> Double { slope.dot(p) + offset }
  }

  package private(set) var planes: [Plane] = []

  /// The roof of a shape.
  ///
  /// - Parameters:
  ///   - ring: the outline, counterclockwise, metres.
  ///   - height: of the ridge above the eaves.
  ///   - direction: degrees from north to which a single slope falls; ridges run across it.
  package init(
    _ roof: Building.Roof, over ring: [Vector2], height: Double, direction: Double?,
    ridgeIsShort: Bool
  ) {
    let box = Self.box(ring, direction: direction, ridgeIsShort: ridgeIsShort)
    let (length, width) = (box.end.x - box.start.x, box.end.y - box.start.y)
    let half = max(width / 2, 1e-3)
    // What rises from a side of the box: 0 at it, and so much a metre from there.
    func rise(_ x: Double, _ y: Double, from start: Double, at base: Double = 0, by slope: Double) {
      let way = box.along * x + box.across * y
      planes.append(Plane(slope: way * slope, offset: base - (start * (x + y)) * slope))
    }
    func sides(from base: Double = 0, to end: Double, over reach: Double) {
      let slope = (end - base) / reach
      rise(0, 1, from: box.start.y, at: base, by: slope)
      rise(0, -1, from: box.end.y, at: base, by: slope)
    }
    func ends(from base: Double = 0, by slope: Double) {
      rise(1, 0, from: box.start.x, at: base, by: slope)
      rise(-1, 0, from: box.end.x, at: base, by: slope)
    }
    /// So steep that the roof still ends in a ridge.
    let hip = height / min(half, max(length / 2, 1e-3))
    /// The lower part of a roof of two slopes.
    let (part, partHeight) = (0.3 * half, 0.65 * height)
    let upper = (height - partHeight) / (half - part)
    switch roof {
    case .skillion: rise(0, 1, from: box.start.y, by: height / max(width, 1e-3))
    case .saltbox:
      rise(0, 1, from: box.start.y, by: height / (0.7 * half))
      rise(0, -1, from: box.end.y, by: height / (1.3 * half))
    case .hip:
      sides(to: height, over: half)
      ends(by: hip)
    case .halfHip:
      sides(to: height, over: half)
      ends(from: height / 2, by: hip)
    case .gambrel:
      sides(to: partHeight, over: part)
      sides(from: partHeight - part * upper, to: height, over: half)
    case .mansard:
      sides(to: partHeight, over: part)
      sides(from: partHeight - part * upper, to: height, over: half)
      ends(by: partHeight / part)
      ends(from: partHeight - part * upper, by: upper)
    case .round:
      // The chords of a half ellipse.
      let steps = 8
      let middle = (box.start.y + box.end.y) / 2
      let places = (0...steps).map { i -> (Double, Double) in
        let angle = Double.pi * Double(i) / Double(steps)
        return (-cos(angle) * half, sin(angle) * height)
      }
      for (a, b) in zip(places, places.dropFirst()) {
        let slope = (b.1 - a.1) / (b.0 - a.0)
        planes.append(
          Plane(slope: box.across * slope, offset: a.1 - slope * (a.0 + middle)))
      }
    case .flat, .pyramid, .dome, .gable: sides(to: height, over: half)
    }
  }

  /// Metres above the eaves.
  package func height(at p: Vector2) -> Double {
    max(planes.reduce(.infinity) { min($0, $1.height(at: p)) }, 0)
  }

  /// The part of a convex polygon in which a plane is the lowest; of the same ones the first counts.
  package func part(of polygon: [Vector2], below number: Int) -> [Vector2] {
    var part = polygon
    for (i, other) in planes.enumerated() where i != number {
      let own = planes[number]
      let (slope, offset) = (other.slope - own.slope, other.offset - own.offset)
      if slope == .zero, offset == 0 {
        if i < number { return [] }
        continue
      }
      part = Self.cut(part) { slope.dot($0) + offset }
      if part.count < 3 { return [] }
    }
    return part
  }

  /// Where the roof bends between two places, these included, in order.
  package func profile(from a: Vector2, to b: Vector2) -> [Vector2] {
    var parts: [Double] = [0, 1]
    for (i, p) in planes.enumerated() {
      for q in planes.dropFirst(i + 1) {
        let (from, to) = (p.height(at: a) - q.height(at: a), p.height(at: b) - q.height(at: b))
        guard (from < 0) != (to < 0), from != to else { continue }
        let t = from / (from - to)
        let place = a + (b - a) * t
        // Where other planes are lower it does not bend.
        if p.height(at: place) <= height(at: place) + 1e-6 { parts.append(t) }
      }
    }
    var places: [Vector2] = []
    for t in parts.sorted() {
      let place = t == 1 ? b : a + (b - a) * t
      if let last = places.last, (place - last).length < 1e-6 { continue }
      places.append(place)
    }
    return places
  }

  /// What of a convex polygon is where a linear function is not below 0.
  private static func cut(_ polygon: [Vector2], _ value: (Vector2) -> Double) -> [Vector2] {
    guard var before = polygon.last else { return [] }
    var result: [Vector2] = []
    var low = value(before)
    for place in polygon {
      let here = value(place)
      if (low < 0) != (here < 0) {
        // From the same end on both sides of an edge, so that no crack opens there.
        let isForward = (before.x, before.y) < (place.x, place.y)
        let (a, b, u, v) = isForward ? (before, place, low, here) : (place, before, here, low)
        result.append(a + (b - a) * (u / (u - v)))
      }
      if here >= 0 { result.append(place) }
      (before, low) = (place, here)
    }
    return result
  }

  /// A box around an outline: its axes, along and across the ridge, and where it begins and ends on these.
  private struct Box {
    var along, across: Vector2
    var start, end: Vector2
  }

  /// The box of the least area of which a side is along one of the outline's longest edges, or the one that a direction
  /// names.
  private static func box(
    _ ring: [Vector2], direction: Double?, ridgeIsShort: Bool
  ) -> Box {
    func box(across: Vector2) -> Box {
      let along = Vector2(across.y, -across.x)
      let (x, y) = (ring.map { $0.dot(along) }, ring.map { $0.dot(across) })
      return Box(
        along: along, across: across, start: Vector2(x.min() ?? 0, y.min() ?? 0),
        end: Vector2(x.max() ?? 0, y.max() ?? 0))
    }
    if let direction {
      let angle = direction * .pi / 180
      // A single slope rises away from where it falls to.
      return box(across: Vector2(-sin(angle), -cos(angle)))
    }
    let edges = zip(ring, ring.dropFirst() + ring.prefix(1)).map { $1 - $0 }
      .filter { $0.length > 0 }.sorted { $0.length > $1.length }.prefix(32)
    var best: (area: Double, box: Box)?
    for edge in edges {
      let own = box(across: Vector2(-edge.y, edge.x) / edge.length)
      let size = own.end - own.start
      if size.x * size.y < best?.area ?? .infinity { best = (size.x * size.y, own) }
    }
    let found = best?.box ?? box(across: Vector2(0, 1))
    let size = found.end - found.start
    return (size.x >= size.y) != ridgeIsShort ? found : box(across: found.along)
  }
}
