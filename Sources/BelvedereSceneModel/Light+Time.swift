import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension Light {
  /// The light with its sun where ``time`` puts it over a place, lifted by refraction; the same light
  /// where it has no time. Without a time of its own the result is what caches may be keyed by.
  ///
  /// A place or a time that is no finite number leaves the sun where it was.
  public func resolved(over place: Coordinate) -> Light {
    guard let time, let sun = try? SolarPosition(at: time, coordinate: place) else { return self }
    return Light(
      sunAzimuth: sun.azimuth, sunElevation: min(sun.apparentElevation, 90),
      visibility: visibility)
  }
}

extension Scene {
  /// The place over which a picture's sun is looked up: the middle of the scene, so that the light
  /// stands still while the camera moves, or the camera's centre where the scene is wider than 5°.
  public func lightPlace(for center: Coordinate) -> Coordinate {
    Self.lightPlace(for: center, in: litBounds)
  }

  /// The same of a scene whose ``litBounds`` were found before: that looks at all of its contents.
  public static func lightPlace(for center: Coordinate, in box: GeographicBounds?) -> Coordinate {
    guard let extent = box, extent.north - extent.south <= 5, extent.east - extent.west <= 5 else {
      return center
    }
    return Coordinate(
      latitude: (extent.south + extent.north) / 2,
      longitude: wrappedLongitude((extent.west + extent.east) / 2))
  }
}
