import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereJSON

/// Features as GeoJSON, one a line, so that two versions can be compared.
struct GeoJSONText {
  private let store: ByteStore
  private var line = Array("{\"type\": \"FeatureCollection\", \"features\": [\n".utf8)
  private var isFirst = true

  init(_ space: ScratchSpace) { store = ByteStore(space) }

  mutating func add(_ feature: CityFeature) throws(FileError) {
    if !isFirst { line += Array(",\n".utf8) }
    isFirst = false
    JSONWriter.append(Self.value(feature), to: &line)
    try store.append(line)
    line.removeAll(keepingCapacity: true)
  }

  func content() throws(FileError) -> LayerContent {
    try store.append(line + Array((isFirst ? "]}\n" : "\n]}\n").utf8))
    return LayerContent([.store(store)])
  }

  private static func value(_ feature: CityFeature) -> JSONValue {
    var members: [(String, JSONValue)] = [("type", "Feature")]
    if !feature.id.isEmpty { members.append(("id", .string(feature.id))) }
    members.append(("properties", object(feature.properties.map { ($0.key, .string($0.value)) })))
    members.append(("geometry", geometry(feature.shape.closed)))
    return object(members)
  }

  private static func geometry(_ shape: FlatGeobufFeature.Geometry) -> JSONValue {
    func rings(_ polygon: [[Coordinate]]) -> JSONValue { JSONValue(.array(polygon.map(places))) }
    let (type, coordinates): (String, JSONValue) =
      switch shape {
      case .points(let points): ("MultiPoint", places(points))
      case .lines(let lines) where lines.count == 1: ("LineString", places(lines[0]))
      case .lines(let lines): ("MultiLineString", rings(lines))
      case .polygons(let polygons) where polygons.count == 1: ("Polygon", rings(polygons[0]))
      case .polygons(let polygons): ("MultiPolygon", JSONValue(.array(polygons.map(rings))))
      case .collection: ("GeometryCollection", JSONValue(.array([])))
      }
    return object([("type", .string(type)), ("coordinates", coordinates)])
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    JSONValue(.object(members.map { JSONMember(name: $0.0, value: $0.1) }))
  }

  private static func places(_ places: [Coordinate]) -> JSONValue {
    JSONValue(
      .array(
        places.map { JSONValue(.array([.number($0.longitude), .number($0.latitude)])) }))
  }
}
