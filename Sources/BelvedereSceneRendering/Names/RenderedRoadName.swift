import BelvedereGeoMath

/// A road's name in a picture.
public struct RenderedRoadName: Sendable, Hashable {
  /// The name.
  public let name: String
  /// Its middle line from its beginning to its end, points from the picture's upper left.
  public let line: [Vector2]
  /// 1, or less where it is just coming or going.
  public let opacity: Double
}

extension RoadNameSurvey {
  func rendered(_ n: Int) -> RenderedRoadName {
    let sighting = sightings[n]
    return RenderedRoadName(
      name: streets[sighting.street].name, line: sighting.line, opacity: sighting.opacity)
  }
}
