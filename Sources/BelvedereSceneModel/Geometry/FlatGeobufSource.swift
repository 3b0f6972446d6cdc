import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereJSON

/// Features of a file in the format FlatGeobuf.
package struct FlatGeobufSource: FeatureSource {
  private let flatGeobuf: FlatGeobufFile
  private let locations: [Range<Int>]

  /// - Throws: `SceneError` for a damaged file, and for one whose coordinates are no longitudes and latitudes.
  init(_ data: [UInt8], _ file: SceneFile) throws(SceneError) {
    do throws(FlatGeobufError) {
      flatGeobuf = try FlatGeobufFile(data)
      locations = try flatGeobuf.locations()
    } catch {
      throw file.error(error.description)
    }
    if let reason = Self.unknownSystem(flatGeobuf.header) { throw file.error(reason) }
  }

  /// Some features of a file that was opened before.
  package init(_ features: FlatGeobufFile) throws(FlatGeobufError) {
    flatGeobuf = features
    locations = try features.locations()
  }

  /// Why a file's coordinates are not understood; `nil` where they are longitudes and latitudes.
  package static func unknownSystem(_ header: FlatGeobufHeader) -> String? {
    guard let system = header.referenceSystem, !isGeographic(system) else { return nil }
    return "its coordinates are in \"\(system.prefix(60))\"; convert it to longitude and latitude "
      + "on WGS 84, such as with ogr2ogr -t_srs EPSG:4326"
  }

  package var count: Int { locations.count }

  func memory(of feature: MapFeature) -> Int { feature.byteCount }

  var repairs: GeometryRepairs { GeometryRepairs() }

  func note(of number: Int, _ message: String, in file: SceneFile) {
    file.note(path: "features[\(number)]", message)
  }

  func warn(of number: Int, _ message: String, in file: SceneFile) {
    file.warn(path: "features[\(number)]", message)
  }

  func warn(_ message: String, in file: SceneFile) { file.warn(message) }

  /// Whether coordinates are longitudes and latitudes on WGS 84.
  private static func isGeographic(_ system: String) -> Bool {
    let upper = system.uppercased()
    return upper.hasSuffix("CRS84") || upper.hasSuffix(":4326") || upper == "WGS 84"
      || upper == "WGS84"
  }

  package func feature(
    _ number: Int, maximumVertices: Int
  ) throws(FeatureGeometry.Problem) -> MapFeature {
    let flat: FlatGeobufFeature
    do throws(FlatGeobufError) {
      flat = try flatGeobuf.feature(at: locations[number])
    } catch {
      throw FeatureGeometry.Problem(message: error.description)
    }
    var geometry = FeatureGeometry(maximumVertices: maximumVertices)
    if let shape = flat.geometry { try geometry.add(shape) }
    let members = flat.properties.map { name, value in
      let content: JSONValue.Content =
        switch value {
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .text(let value): .string(value)
        }
      return JSONMember(name: name, value: JSONValue(content))
    }
    let properties = FeatureProperties(members)
    return MapFeature(id: properties.text("id") ?? "", properties: properties, geometry: geometry)
  }
}

extension FeatureGeometry {
  fileprivate mutating func add(
    _ shape: FlatGeobufFeature.Geometry
  ) throws(Problem) {
    switch shape {
    case .points(let places): add(points: try checked(places, atLeast: 0))
    case .lines(let lines): for line in lines { add(line: try checked(line, atLeast: 2)) }
    case .polygons(let polygons):
      for rings in polygons {
        for (i, ring) in rings.enumerated() { _ = try checked(ring, atLeast: i == 0 ? 3 : 0) }
        try add(polygon: rings)
      }
    case .collection(let members): for member in members { try add(member) }
    }
  }

  private mutating func checked(
    _ places: [Coordinate], atLeast minimum: Int
  ) throws(Problem) -> [Coordinate] {
    try count(places.count, atLeast: minimum)
    for place in places {
      if let flaw = GeoJSONPosition.flaw(of: place) { throw Problem(message: flaw) }
    }
    return places
  }
}
