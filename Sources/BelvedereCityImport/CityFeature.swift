import BelvedereFlatGeobuf
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

extension CityFeature.Shape {
  /// The box around it; of the outlines alone.
  var box: GeographicBox {
    var box = GeographicBox()
    switch self {
    case .line(let line): for place in line { box.add(place) }
    case .polygons(let polygons):
      for rings in polygons { for place in rings.first ?? [] { box.add(place) } }
    }
    return box
  }
}
