import BelvedereGeodesy
import BelvedereJSON

/// A feature of a GeoJSON file.
struct GeoJSONFeature {
  /// Its number in the file, from 0.
  let index: Int
  /// Its identifier, numbers included, empty when there is none.
  let id: String
  let properties: FeatureProperties
  let geometry: GeoJSONGeometry
}

/// The properties of a feature.
package struct FeatureProperties {
  private let members: [JSONMember]

  package init(_ members: [JSONMember]) { self.members = members }

  subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }

  /// A text, or a number as text; `nil` for anything else.
  func text(_ name: String) -> String? {
    switch self[name]?.content {
    case .string(let text): text.isEmpty ? nil : text
    case .number(let number): short(number)
    default: nil
    }
  }

  /// The first of several names that has a text.
  func text(_ names: [String]) -> String? {
    for name in names {
      if let text = text(name) { return text }
    }
    return nil
  }
}

/// Reads GeoJSON (RFC 7946): feature collections, single features and bare geometries.
///
/// A damaged feature is left out with a warning; a file that is not GeoJSON is an error.
enum GeoJSONReader {
  static func features(of node: SceneNode) throws(SceneError) -> [GeoJSONFeature] {
    guard case .object(let members) = node.value.content,
      let typeValue = members.first(where: { $0.name == "type" })?.value,
      case .string(let type) = typeValue.content
    else { throw node.error("is not GeoJSON: there is no object with a \"type\"") }
    try checkReferenceSystem(members, node)
    switch type {
    case "FeatureCollection":
      guard let list = members.first(where: { $0.name == "features" })?.value,
        case .array(let values) = list.content
      else { throw node.error("is not GeoJSON: the feature collection has no array \"features\"") }
      return read(values, SceneNode(value: list, path: .key(.root, "features"), file: node.file))
    case "Feature":
      return [try single(node, geometry: nil)]
    case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon",
      "GeometryCollection":
      return [try single(node, geometry: node.value)]
    default:
      throw node.error("is not GeoJSON: unknown type \"\(type.prefix(40))\"")
    }
  }

  /// The one feature or geometry of a file; damaged, there is nothing left to draw.
  private static func single(
    _ node: SceneNode, geometry: JSONValue?
  ) throws(SceneError) -> GeoJSONFeature {
    do {
      if let geometry {
        return GeoJSONFeature(
          index: 0, id: "", properties: FeatureProperties([]),
          geometry: try GeoJSONGeometry(
            geometry, maximumVertices: node.file.limits.maximumPolygonVertices))
      }
      return try feature(node.value, index: 0, maximum: node.file.limits.maximumPolygonVertices)
    } catch {
      throw node.error(error.message)
    }
  }

  private static func read(_ values: [JSONValue], _ node: SceneNode) -> [GeoJSONFeature] {
    var features: [GeoJSONFeature] = []
    features.reserveCapacity(values.count)
    var damaged = 0
    for (i, value) in values.enumerated() {
      do {
        features.append(
          try feature(value, index: i, maximum: node.file.limits.maximumPolygonVertices))
      } catch {
        damaged += 1
        if damaged <= 5 { node.element(i, value).warn("left out: \(error.message)") }
      }
    }
    if damaged > 5 { node.warn("\(damaged - 5) more damaged features left out") }
    node.file.shared.report.add(SceneReport.damagedFeatures, in: node.file.name, by: damaged)
    return features
  }

  private static func feature(
    _ value: JSONValue, index: Int, maximum: Int
  ) throws(GeoJSONGeometry.Problem) -> GeoJSONFeature {
    guard case .object(let members) = value.content else {
      throw GeoJSONGeometry.Problem(message: "the feature is \(value.kind), not an object")
    }
    func member(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
    guard case .string("Feature")? = member("type")?.content else {
      throw GeoJSONGeometry.Problem(message: "its type is not \"Feature\"")
    }
    var properties: [JSONMember] = []
    switch member("properties")?.content {
    case .object(let list): properties = list
    case .null, nil: break
    default: throw GeoJSONGeometry.Problem(message: "its properties are not an object")
    }
    var id = ""
    switch member("id")?.content {
    case .string(let text): id = text
    case .number(let number): id = short(number)
    default: break
    }
    guard let geometry = member("geometry") else {
      throw GeoJSONGeometry.Problem(message: "it has no geometry")
    }
    return GeoJSONFeature(
      index: index, id: id, properties: FeatureProperties(properties),
      geometry: try GeoJSONGeometry(geometry, maximumVertices: maximum))
  }

  /// Files from before RFC 7946 may name another reference system; only WGS 84 is understood.
  private static func checkReferenceSystem(
    _ members: [JSONMember], _ node: SceneNode
  ) throws(SceneError) {
    guard let crs = members.first(where: { $0.name == "crs" })?.value,
      case .object(let crsMembers) = crs.content,
      let properties = crsMembers.first(where: { $0.name == "properties" })?.value,
      case .object(let list) = properties.content,
      let nameValue = list.first(where: { $0.name == "name" })?.value,
      case .string(let name) = nameValue.content
    else { return }
    let upper = name.uppercased()
    if upper.hasSuffix("CRS84") || upper.hasSuffix(":4326") || upper == "WGS84" { return }
    throw node.error(
      "its coordinates are in \"\(name.prefix(60))\"; convert it to longitude and latitude "
        + "on WGS 84 (EPSG:4326)")
  }
}
