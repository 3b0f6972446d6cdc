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

  /// A layer's file.
  ///
  /// - Parameter features: tells the features to what it is given.
  func content(
    named layer: String, _ space: ScratchSpace,
    of features: ((CityFeature) throws(FileError) -> Void) throws -> Void
  ) throws -> LayerContent {
    switch self {
    case .geoJSON:
      var text = GeoJSONText(space)
      try features { feature throws(FileError) in try text.add(feature) }
      return try text.content()
    case .flatGeobuf:
      // Covers are drawn in their order, which is not that of their places.
      let file = FlatGeobufLayer(space, hasIndex: layer == "buildings" || layer == "roads")
      try features { feature throws(FileError) in try file.add(feature) }
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
    Coordinate(
      latitude: (place.latitude * 1e7).rounded() / 1e7,
      longitude: (place.longitude * 1e7).rounded() / 1e7)
  }
}
