import BelvedereGeoMath
import BelvedereGeodesy

/// A rectangle of the screen in points: origin top left, x right, y down.
public struct ScreenRect: Sendable, Hashable, Codable {
  /// The top left corner and the extents, in points.
  public var x, y, width, height: Double

  /// Makes a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension CameraView {
  /// The smallest rectangle of the screen around a rectangle of the map at an elevation; `nil` where
  /// a corner lies beside or behind the eye.
  ///
  /// Between the corners edges are straight on the map and on the screen, so the corners suffice.
  public func screenRect(of rect: MapRect, elevation: Double = 0) -> ScreenRect? {
    guard !rect.isNull else { return nil }
    // The copy of the rectangle whose middle is nearest; its corners are not turned one by one.
    let middle = rect.mid
    let shift = frame.origin.x + middle.shortDeltaX(from: frame.origin) - middle.x
    var low = Vector2(repeating: .infinity)
    var high = Vector2(repeating: -.infinity)
    for x in [rect.minX, rect.maxX] {
      for y in [rect.minY, rect.maxY] {
        let east = (x + shift - frame.origin.x) * frame.metersPerMapPoint
        let north = (frame.origin.y - y) * frame.metersPerMapPoint
        guard let point = project(Vector3(east, north, elevation)).point else { return nil }
        low = Vector2(min(low.x, point.x), min(low.y, point.y))
        high = Vector2(max(high.x, point.x), max(high.y, point.y))
      }
    }
    return ScreenRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The smallest rectangle of the screen around a region; `nil` where a corner lies beside or behind
  /// the eye.
  public func screenRect(of region: CoordinateRegion, elevation: Double = 0) -> ScreenRect? {
    screenRect(of: MapRect(region), elevation: elevation)
  }

  /// The smallest rectangle of the map around what a rectangle of the screen shows; `nil` where a
  /// corner shows the sky or lies outside the world.
  public func mapRect(of rect: ScreenRect, elevation: Double = 0) -> MapRect? {
    var points: [MapPoint] = []
    for x in [rect.x, rect.x + rect.width] {
      for y in [rect.y, rect.y + rect.height] {
        guard
          case .success(let hit) = unprojectToFrame(Vector2(x, y), elevation: elevation),
          frame.isOnMap(hit.position.xy)
        else { return nil }
        points.append(frame.mapPoint(at: hit.position.xy))
      }
    }
    return MapRect(enclosing: points)
  }

  /// The region around what a rectangle of the screen shows; `nil` where a corner shows the sky or
  /// lies outside the world.
  public func region(of rect: ScreenRect, elevation: Double = 0) -> CoordinateRegion? {
    mapRect(of: rect, elevation: elevation).flatMap { CoordinateRegion($0) }
  }
}
