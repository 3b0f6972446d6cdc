import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereJSON

/// How the layers of an imported scene are written.
public enum LayerFormat: String, Sendable, Hashable, CaseIterable {
  /// FlatGeobuf: opened several times as fast, and by other programs of maps, too.
  case flatGeobuf = "fgb"
  /// GeoJSON, a feature a line: text to be read, edited and compared.
  case geoJSON = "geojson"

  /// The name of a layer's file.
  func file(_ layer: String) -> String {
    (layer == "landCover" ? "land-cover" : layer) + "." + rawValue
  }

  func parts(of features: FeatureList, named layer: String) -> [[UInt8]] {
    switch self {
    case .geoJSON: return [GeoJSONText.collection(features)]
    case .flatGeobuf:
      // Covers are drawn in their order, which is not that of their places.
      return Self.flatGeobuf(
        features, named: layer, hasIndex: layer == "buildings" || layer == "roads")
    }
  }

  /// Trees as points with an index of their places.
  static func streamed(_ trees: [CityTree]) -> [[UInt8]] {
    var all = GeographicBox()
    for tree in trees { all.add(tree.at) }
    func box(_ place: Coordinate) -> GeographicBox {
      var box = GeographicBox()
      box.add(place)
      return box
    }
    let places = trees.map { HilbertCurve.index(of: box($0.at), within: all) }
    var writer = FlatGeobufWriter()
    for i in trees.indices.sorted(by: { (places[$0], $0) < (places[$1], $1) }) {
      let tree = trees[i]
      writer.add(
        .points([CityFeature.Shape.rounded(tree.at)]),
        properties: [
          ("height", "\((tree.height * 10).rounded() / 10)"), ("kind", tree.kind),
        ])
    }
    return writer.parts(named: "trees", hasIndex: true)
  }

  /// Features in the order of their places, with an index of these.
  static func streamed(_ features: FeatureList, named layer: String) -> [[UInt8]] {
    flatGeobuf(features, named: layer, hasIndex: true)
  }

  private static func flatGeobuf(
    _ features: FeatureList, named layer: String, hasIndex: Bool
  ) -> [[UInt8]] {
    var writer = FlatGeobufWriter()
    for feature in features {
      let id = feature.id.isEmpty ? [] : [(key: "id", value: feature.id)]
      writer.add(feature.shape.closed, properties: id + feature.properties)
    }
    return writer.parts(named: layer, hasIndex: hasIndex)
  }
}

extension CityFeature.Shape {
  /// To 1e-7°, as OpenStreetMap has places, with the first place of each ring again at its end.
  var closed: FlatGeobufFeature.Geometry {
    func places(_ places: [Coordinate]) -> [Coordinate] { places.map(Self.rounded) }
    switch self {
    case .line(let line): return .lines([places(line)])
    case .polygons(let polygons):
      return .polygons(polygons.map { $0.map { places($0 + $0.prefix(1)) } })
    }
  }

  static func rounded(_ place: Coordinate) -> Coordinate {
    Coordinate(
      latitude: (place.latitude * 1e7).rounded() / 1e7,
      longitude: (place.longitude * 1e7).rounded() / 1e7)
  }
}
