import BelvedereGeoMath
import BelvedereGeodesy

/// What can be seen from a place: a raster over a part of the map.
public struct Viewshed: Sendable, Hashable {
  /// What is known of a place.
  public enum Visibility: UInt8, Sendable, Hashable {
    case hidden, visible, unknownGround
  }

  /// The part of the map.
  public let rect: MapRect
  /// Pixels across and down; a pixel is told about its centre.
  public let width, height: Int
  /// Row by row from the north-west.
  public let pixels: [Visibility]

  /// The pixel in a column and a row.
  public subscript(column: Int, row: Int) -> Visibility { pixels[row * width + column] }
}

extension TerrainSurface {
  /// The most pixels of a viewshed.
  public static let maximumViewshedPixels = 1 << 26

  /// What can be seen from a place: for each pixel the exact line of sight to so many metres above the
  /// ground at its centre, as ``lineOfSight(from:to:)``.
  ///
  /// Cost: a ray a pixel, some 2 million a second and core; rows are independent.
  /// - Parameters:
  ///   - observer: Where the eye is.
  ///   - targetHeight: Metres above the ground, 0 or more, that must be seen.
  ///   - rect: The part of the map.
  ///   - width: Pixels across.
  ///   - height: Pixels down.
  /// - Throws: ``DomainError`` that names `observer`, also where there is no ground below it,
  ///   `height`, `targetHeight`, `rect` or `size`.
  public func viewshed(
    from observer: ElevatedPlace, targetHeight: Double = 0, over rect: MapRect, width: Int,
    height: Int
  ) throws(DomainError) -> Viewshed {
    guard observer.coordinate.isValid,
      let ground = elevation(at: observer.coordinate)
    else {
      throw DomainError(
        field: "observer", value: observer.coordinate, allowed: "a coordinate with known ground")
    }
    for (value, name) in [(observer.height, "height"), (targetHeight, "targetHeight")] {
      guard value >= 0, value < 1e12 else {
        throw DomainError(field: name, value: value, allowed: "between 0 and 1e12 metres")
      }
    }
    guard rect.x.isFinite, rect.y.isFinite, rect.width > 0, rect.height > 0,
      rect.width <= MapPoint.worldWidth, rect.height <= MapPoint.worldWidth
    else {
      throw DomainError(field: "rect", value: "\(rect)", allowed: "an extent on the map")
    }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflow, count <= Self.maximumViewshedPixels else {
      throw DomainError(
        field: "size", value: "\(width) × \(height)",
        allowed: "positive, at most \(Self.maximumViewshedPixels) pixels")
    }
    let below = position(of: observer.coordinate)
    let eye = Vector3(below.x, below.y, ground + observer.height)
    var pixels: [Viewshed.Visibility] = []
    pixels.reserveCapacity(count)
    for j in 0..<height {
      let y = rect.minY + rect.height * ((Double(j) + 0.5) / Double(height))
      for i in 0..<width {
        let x = rect.minX + rect.width * ((Double(i) + 0.5) / Double(width))
        pixels.append(visibility(from: eye, of: MapPoint(x: x, y: y), height: targetHeight))
      }
    }
    return Viewshed(rect: rect, width: width, height: height, pixels: pixels)
  }

  private func visibility(
    from eye: Vector3, of point: MapPoint, height: Double
  ) -> Viewshed.Visibility {
    let target = position(of: point)
    guard let ground = ground(at: target)?.elevation else { return .unknownGround }
    var way = target - eye.xy
    way.x -= (way.x / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
    let rise = ground + height - eye.z
    return sightHit(eye, Vector3(way.x, way.y, rise)) == nil ? .visible : .hidden
  }
}
