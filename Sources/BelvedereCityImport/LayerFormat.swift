import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy

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

  /// The file of a layer of features in their order.
  func content(
    named layer: String, _ space: ScratchSpace, of features: RecordSorter, _ packer: FeaturePacker
  ) throws -> LayerContent {
    switch self {
    case .geoJSON:
      var text = GeoJSONText(space)
      try features.forEach { _, record in try text.add(packer.feature(record)) }
      return try text.content()
    case .flatGeobuf:
      // Covers are drawn in their order, which is not that of their places.
      let file = FlatGeobufLayer(space, hasIndex: layer == "buildings" || layer == "roads")
      var view = RecordView()
      try features.forEach { _, record in
        view.read(record)
        try file.add(view, of: packer)
      }
      return try file.content(named: layer)
    }
  }

  /// The file of a layer of one feature, or of none.
  func content(
    named layer: String, _ space: ScratchSpace, of feature: CityFeature?
  ) throws -> LayerContent {
    switch self {
    case .geoJSON:
      var text = GeoJSONText(space)
      if let feature { try text.add(feature) }
      return try text.content()
    case .flatGeobuf:
      let file = FlatGeobufLayer(space, hasIndex: false)
      if let feature { try file.add(feature) }
      return try file.content(named: layer)
    }
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
    Coordinate(latitude: rounded(place.latitude), longitude: rounded(place.longitude))
  }

  static func rounded(_ degrees: Double) -> Double { (degrees * 1e7).rounded() / 1e7 }
}
