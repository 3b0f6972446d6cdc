import BelvedereGeodesy

/// A feature of a layer as a scene's GeoJSON has it.
struct CityFeature {
  enum Shape {
    case line([Coordinate])
    case polygons([[[Coordinate]]])
  }

  /// `way/123`.
  var id: String
  var properties: [(key: String, value: String)]
  var shape: Shape
}
