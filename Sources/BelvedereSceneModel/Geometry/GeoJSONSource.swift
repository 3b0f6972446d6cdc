import BelvedereJSON

/// Features of GeoJSON (RFC 7946): of a collection, a single one or a bare geometry.
package struct GeoJSONSource: FeatureSource {
  private var values: [JSONValue] = []
  private var isGeometry = false
  private var isCollection = false
  /// What is wrong with the collection itself.
  private(set) var repairs = GeometryRepairs()

  /// Nothing.
  init() {}

  /// - Throws: `SceneError` for what is no GeoJSON, and for a damaged file of one feature: there is nothing left to draw.
  init(_ node: SceneNode) throws(SceneError) {
    guard case .object(let members) = node.value.content,
      let typeValue = members.first(where: { $0.name == "type" })?.value,
      case .string(let type) = typeValue.content
    else { throw node.error("is not GeoJSON: there is no object with a \"type\"") }
    try Self.checkReferenceSystem(members, node)
    switch type {
    case "FeatureCollection":
      guard let list = members.first(where: { $0.name == "features" })?.value,
        case .array(let values) = list.content
      else { throw node.error("is not GeoJSON: the feature collection has no array \"features\"") }
      self.values = values
      isCollection = true
      GeoJSONMembers.check(members, as: .collection, &repairs)
      return
    case "Feature": break
    case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
      "GeometryCollection":
      isGeometry = true
    default:
      throw node.error("is not GeoJSON: unknown type \"\(type.prefix(40))\"")
    }
    values = [node.value]
    do throws(FeatureGeometry.Problem) {
      _ = try feature(0, maximumVertices: node.file.limits.maximumPolygonVertices)
    } catch {
      throw node.error(error.message)
    }
  }

  var count: Int { values.count }

  /// The parser has taken what all values need; what is made of them is smaller.
  func memory(of feature: MapFeature) -> Int { 0 }

  func warn(of number: Int, _ message: String, in file: SceneFile) {
    node(number, file).warn(message)
  }

  func note(of number: Int, _ message: String, in file: SceneFile) {
    node(number, file).note(message)
  }

  private func node(_ number: Int, _ file: SceneFile) -> SceneNode {
    SceneNode(
      value: values[number],
      path: isCollection ? .index(.key(.root, "features"), number) : .root, file: file)
  }

  func warn(_ message: String, in file: SceneFile) {
    file.warn(path: isCollection ? "features" : "", message)
  }

  func feature(
    _ number: Int, maximumVertices: Int
  ) throws(FeatureGeometry.Problem) -> MapFeature {
    try MapFeature(
      geoJSON: values[number], isGeometry: isGeometry, maximumVertices: maximumVertices)
  }

  private static func checkReferenceSystem(
    _ members: [JSONMember], _ node: SceneNode
  ) throws(SceneError) {
    if let reason = unknownSystem(members) { throw node.error(reason) }
  }

  /// Why the coordinates of a text are not understood; `nil` where they are. Files from before RFC 7946 may name
  /// another reference system than WGS 84.
  package static func unknownSystem(_ members: [JSONMember]) -> String? {
    guard let crs = members.first(where: { $0.name == "crs" })?.value,
      case .object(let crsMembers) = crs.content,
      let properties = crsMembers.first(where: { $0.name == "properties" })?.value,
      case .object(let list) = properties.content,
      let nameValue = list.first(where: { $0.name == "name" })?.value,
      case .string(let name) = nameValue.content
    else { return nil }
    let upper = name.uppercased()
    if upper.hasSuffix("CRS84") || upper.hasSuffix(":4326") || upper == "WGS84" { return nil }
    return "its coordinates are in \"\(name.prefix(60))\"; convert it to longitude and latitude "
      + "on WGS 84 (EPSG:4326)"
  }
}

extension MapFeature {
  /// A feature of GeoJSON.
  ///
  /// - Parameter isGeometry: whether it is a bare geometry.
  package init(
    geoJSON value: JSONValue, isGeometry: Bool = false, maximumVertices: Int
  ) throws(FeatureGeometry.Problem) {
    if isGeometry {
      self.init(
        id: "", properties: FeatureProperties([]),
        geometry: try FeatureGeometry(geoJSON: value, maximumVertices: maximumVertices))
      return
    }
    guard case .object(let members) = value.content else {
      throw FeatureGeometry.Problem(message: "the feature is \(value.kind), not an object")
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    guard case .string("Feature")? = member("type")?.content else {
      throw FeatureGeometry.Problem(message: "its type is not \"Feature\"")
    }
    var properties: [JSONMember] = []
    switch member("properties")?.content {
    case .object(let list): properties = list
    case .null, nil: break
    default: throw FeatureGeometry.Problem(message: "its properties are not an object")
    }
    var id = ""
    switch member("id")?.content {
    case .string(let text): id = text
    case .number(let number): id = short(number)
    default: break
    }
    guard let geometryValue = member("geometry") else {
      throw FeatureGeometry.Problem(message: "it has no geometry")
    }
    var geometry = try FeatureGeometry(geoJSON: geometryValue, maximumVertices: maximumVertices)
    GeoJSONMembers.check(members, as: .feature, &geometry.repairs)
    self.init(id: id, properties: FeatureProperties(properties), geometry: geometry)
  }
}
