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

extension CityFeature {
  /// Features in an order in which neighbours are near, those of one place in the order that they have.
  static func byPlace(_ features: [CityFeature]) -> [CityFeature] {
    let boxes = features.map(\.shape.box)
    var all = GeographicBox()
    for box in boxes { all.add(box) }
    let places = boxes.map { HilbertCurve.index(of: $0, within: all) }
    return features.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { features[$0] }
  }
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
