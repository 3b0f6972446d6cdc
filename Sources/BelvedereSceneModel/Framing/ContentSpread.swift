import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// How far what a scene holds lies apart, where a picture of it may show little.
public enum ContentSpread: Sendable, Hashable {
  /// Some things lie far from all others and are not framed: about how many, and how far from the middle of the others
  /// the farthest begins, metres.
  case strays(count: Int, distance: Double)
  /// All are framed, and half of them lie within some metres of a place, where they are hardly seen.
  case crowd(center: Coordinate, radius: Double)
}

extension Scene {
  /// How many times wider than what half of the things fill a picture is that hardly shows them.
  private static let widest = 40.0
  /// Of fewer things each is told from the others.
  private static let fewest = 8

  /// How far apart the content lies that a framed picture is of; `nil` where that shows it.
  public var contentSpread: ContentSpread? {
    var content = mainContent
    let box = content.bounds()
    let things = content.things
    guard let core = MainContent.Core(things) else { return nil }
    if content.leftOut > 0, let box, let all = MainContent.hull(things),
      MainContent.size(all) > MainContent.size(box)
    {
      let away = things.reduce(0) { max($0, core.nearest($1.box)) }
      return .strays(count: content.leftOut, distance: away)
    }
    let count = things.reduce(0) { $0 + $1.count }
    guard count >= Self.fewest, let shown = box ?? MainContent.hull(things) else { return nil }
    let radius = max(core.radius(of: count / 2), MainContent.least / 2)
    guard MainContent.size(shown) > Self.widest * 2 * radius else { return nil }
    var center = core.middle
    center.longitude = wrappedLongitude(center.longitude)
    return .crowd(center: center, radius: radius)
  }
}
