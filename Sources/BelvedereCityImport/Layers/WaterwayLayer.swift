import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel

/// Rivers, canals and streams of which only the middle is known: strips of water.
enum WaterwayLayer {
  /// Metres from bank to bank where nothing is said.
  private static let widths = [
    "river": 15.0, "canal": 10, "stream": 2.5, "ditch": 1.5, "drain": 2, "tidal_channel": 6,
  ]

  /// The water around a line; `nil` where it is none, or flows below the ground.
  static func feature(_ feature: OSMFeature, along line: [Coordinate]) -> CityFeature? {
    let tags = feature.tags
    guard let usual = tags["waterway"].flatMap({ widths[$0] }), !tags.has("tunnel"),
      tags["layer"].flatMap(Double.init) ?? 0 >= 0, tags["location"] != "underground"
    else { return nil }
    let width = tags["width"].flatMap { OSMValue.metres($0) } ?? usual
    let ring = CityShape.strip(around: line, width: min(max(width, 0.5), 1000))
    guard ring.count > 3 else { return nil }
    return CityFeature(
      id: feature.name, properties: [("kind", "water")], shape: .polygons([[ring]]))
  }
}
