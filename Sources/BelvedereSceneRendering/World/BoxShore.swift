import BelvedereGeoMath
import BelvedereGeodesy

/// Where a coastline crosses the edge of the box in which it is known.
struct BoxShore: Sendable {
  private let box: MapRect
  /// Map points along the edge from its northwest corner clockwise, ascending; land and sea take turns.
  private let crossings: [Double]
  /// Whether the edge is land before the first of them.
  private let beginsOnLand: Bool

  init(_ box: MapRect, _ land: [GroundFeatureIndex.Area]) {
    // Land that the box cuts has an outline along its edge.
    let hair = 1e-5 * (box.width + box.height)
    let inner = box.insetBy(dx: hair, dy: hair)
    self.box = inner
    let start = MapPoint(x: inner.minX, y: inner.minY)
    var events: [(at: Double, area: Int)] = []
    var isInside = [Bool](repeating: false, count: land.count)
    for (n, area) in land.enumerated() {
      let turn = area.bounds.turned(near: box).minX - area.bounds.minX
      let bounds = area.bounds.offsetBy(dx: turn, dy: 0)
      guard bounds.minX <= inner.maxX, bounds.maxX >= inner.minX, bounds.minY <= inner.maxY,
        bounds.maxY >= inner.minY
      else { continue }
      isInside[n] = area.contains(start)
      for ring in area.rings {
        guard var a = ring.last.map({ $0 + Vector2(turn, 0) }) else { continue }
        for vertex in ring {
          let b = vertex + Vector2(turn, 0)
          Self.meetings(of: inner, a, b) { events.append(($0, n)) }
          a = b
        }
      }
    }
    events.sort { $0 < $1 }
    var count = isInside.count { $0 }
    beginsOnLand = count > 0
    var crossings: [Double] = []
    for event in events {
      isInside[event.area].toggle()
      let isLand = count > 0
      count += isInside[event.area] ? 1 : -1
      guard isLand != (count > 0) else { continue }
      // Pieces of land that touch each other have no sea between them.
      if let last = crossings.last, event.at - last < 2 * hair {
        crossings.removeLast()
      } else {
        crossings.append(event.at)
      }
    }
    self.crossings = crossings
  }

  /// Tells where a segment crosses the edge of a box.
  private static func meetings(
    of box: MapRect, _ a: Vector2, _ b: Vector2, _ tell: (Double) -> Void
  ) {
    let (width, height) = (box.width, box.height)
    for (y, isTop) in [(box.minY, true), (box.maxY, false)] where (a.y < y) != (b.y < y) {
      let x = a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)
      if x >= box.minX, x < box.maxX {
        tell(isTop ? x - box.minX : width + height + box.maxX - x)
      }
    }
    for (x, isRight) in [(box.maxX, true), (box.minX, false)] where (a.x < x) != (b.x < x) {
      let y = a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)
      if y >= box.minY, y < box.maxY {
        tell(isRight ? width + y - box.minY : 2 * width + height + box.maxY - y)
      }
    }
  }

  /// Map points along the edge from the place of it that is nearest to a place to the nearest crossing, positive on land.
  func distance(at p: Vector2) -> Double {
    let (width, height) = (box.width, box.height)
    let x = min(max(p.x, box.minX), box.maxX)
    let y = min(max(p.y, box.minY), box.maxY)
    // No list of the sides: this is asked for every texel beside a box.
    var (least, at) = (y - box.minY, x - box.minX)
    if box.maxX - x < least { (least, at) = (box.maxX - x, width + y - box.minY) }
    if box.maxY - y < least { (least, at) = (box.maxY - y, width + height + box.maxX - x) }
    if x - box.minX < least { at = 2 * width + height + box.maxY - y }
    var (low, high) = (0, crossings.count)
    while low < high {
      let middle = (low + high) / 2
      if crossings[middle] <= at { low = middle + 1 } else { high = middle }
    }
    let isLand = beginsOnLand != (low % 2 == 1)
    guard let first = crossings.first, let last = crossings.last else {
      return isLand ? .infinity : -.infinity
    }
    let around = 2 * (width + height)
    let ahead = (low < crossings.count ? crossings[low] : first + around) - at
    let behind = at - (low > 0 ? crossings[low - 1] : last - around)
    return isLand ? min(ahead, behind) : -min(ahead, behind)
  }
}
