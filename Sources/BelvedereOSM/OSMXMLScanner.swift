import BelvedereTerrain
import BelvedereXML
import CBelvedereOSM

/// Collects the objects of OpenStreetMap's XML.
final class OSMXMLScanner: XMLReceiver {
  let objects: OpaquePointer
  /// The box that the file says it is of.
  private(set) var bounds: GeographicBounds?

  /// The object that is open.
  private struct Open {
    var type: String
    var id: Int64
    var place: (longitude: Double, latitude: Double)?
    var isDeleted: Bool
    var tags: [String] = []
    var nodes: [Int64] = []
    var memberTypes: [CChar] = []
    var members: [Int64] = []
    var roles: [String] = []
  }

  private var open: Open?
  private var depth = 0

  /// Lists longer than this are none of the map's.
  private static let maximumCount = 100_000

  /// Bytes of a text of a tag: 255 characters at most.
  private static let maximumText = 1024

  init() throws(OSMError) {
    guard let objects = bv_osm_objects_create() else {
      throw OSMFile.libraryVersion == nil
        ? .unavailable : OSMError(kind: .memory, reason: "there is not enough memory")
    }
    self.objects = objects
  }

  deinit { bv_osm_objects_destroy(objects) }

  func read(_ bytes: [UInt8]) throws(OSMError) {
    do {
      try XMLReader.parse(bytes, maximumDepth: 16, to: self)
    } catch let error as OSMError {
      throw error
    } catch let error as XMLError {
      throw OSMError(
        kind: error.kind == .unavailable ? .unavailable : .malformed,
        reason: error.place.isEmpty ? error.reason : "\(error.place): \(error.reason)")
    } catch {
      throw OSMError(kind: .malformed, reason: "\(error)")
    }
  }

  func start(_ name: String, _ attributes: XMLAttributes, line: Int) throws {
    depth += 1
    switch name {
    case "osm" where depth == 1: break
    case _ where depth == 1:
      throw malformed(
        line,
        "is <\(name.prefix(40))>, not <osm>"
          + (name == "osmChange" ? "; changes are no map, give the data that they lead to" : ""))
    case "bounds":
      if let south = Double(attributes["minlat"] ?? ""), south >= -90,
        let west = Double(attributes["minlon"] ?? ""), west >= -180,
        let north = Double(attributes["maxlat"] ?? ""), north <= 90, south < north,
        let east = Double(attributes["maxlon"] ?? ""), east <= 180, west != east,
        // Across the antimeridian the east lies to the west.
        west < east || (west > 0 && east < 0)
      {
        bounds = GeographicBounds(
          south: south, west: west, north: north, east: west < east ? east : east + 360)
      }
    case "node", "way", "relation":
      guard open == nil else { throw malformed(line, "\(name) stands within an object") }
      open = try object(name, attributes, line)
    case "tag":
      guard let key = attributes["k"], let value = attributes["v"] else {
        throw malformed(line, "tag needs k and v")
      }
      if open?.tags.count ?? 0 >= 2 * Self.maximumCount { throw malformed(line, "too many tags") }
      open?.tags += [key, value]
    case "nd":
      if open?.nodes.count ?? 0 >= Self.maximumCount { throw malformed(line, "too many nodes") }
      open?.nodes.append(try number(attributes["ref"], "nd needs ref", line))
    case "member":
      guard let type = attributes["type"], ["node", "way", "relation"].contains(type) else {
        throw malformed(line, "member needs the type node, way or relation")
      }
      if open?.members.count ?? 0 >= Self.maximumCount {
        throw malformed(line, "too many members")
      }
      open?.memberTypes.append(CChar(type.utf8.first ?? 0))
      open?.members.append(try number(attributes["ref"], "member needs ref", line))
      open?.roles.append(attributes["role"] ?? "")
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws {}

  func end(_ name: String, line: Int) throws {
    depth -= 1
    guard let object = open, object.type == name else { return }
    open = nil
    if object.isDeleted { return }
    switch Int(clamping: add(object)) {
    case BV_OSM_OK: return
    case BV_OSM_MEMORY: throw OSMError(kind: .memory, reason: "there is not enough memory")
    default:
      let long = object.tags.first { $0.utf8.count > Self.maximumText }
      throw malformed(
        line,
        "\(name) \(object.id) is none that OpenStreetMap has"
          + (long.map { ": a text of a tag has \($0.utf8.count) bytes, \"\($0.prefix(40))…\"" }
            ?? ""))
    }
  }

  private func object(_ type: String, _ attributes: XMLAttributes, _ line: Int) throws -> Open {
    var object = Open(
      type: type, id: try number(attributes["id"], "\(type) needs id", line),
      isDeleted: attributes["visible"] == "false" || attributes["action"] == "delete")
    if type == "node" {
      if let latitude = Double(attributes["lat"] ?? ""),
        let longitude = Double(attributes["lon"] ?? ""), abs(latitude) <= 90,
        abs(longitude) <= 180
      {
        object.place = (longitude, latitude)
      } else if !object.isDeleted {
        throw malformed(line, "node \(object.id) needs lat and lon in degrees")
      }
    }
    return object
  }

  private func add(_ object: Open) -> Int32 {
    withPointers(object.tags) { tags in
      let count = object.tags.count / 2
      switch object.type {
      case "node":
        return bv_osm_add_node(
          objects, object.id, object.place?.longitude ?? 0, object.place?.latitude ?? 0, tags,
          count)
      case "way":
        return bv_osm_add_way(objects, object.id, object.nodes, object.nodes.count, tags, count)
      default:
        return withPointers(object.roles) { roles in
          bv_osm_add_relation(
            objects, object.id, object.memberTypes, object.members, roles, object.members.count,
            tags, count)
        }
      }
    }
  }

  /// Texts as C has them, one after another in a block of bytes.
  private func withPointers<Result>(
    _ texts: [String], _ body: ([UnsafePointer<CChar>?]) -> Result
  ) -> Result {
    var bytes: [CChar] = []
    var begins: [Int] = []
    for text in texts {
      begins.append(bytes.count)
      bytes += text.utf8.map { CChar(bitPattern: $0) }
      bytes.append(0)
    }
    return bytes.withUnsafeBufferPointer { buffer in
      body(begins.map { begin in buffer.baseAddress.map { $0 + begin } })
    }
  }

  private func number(_ text: String?, _ wanted: String, _ line: Int) throws -> Int64 {
    // checked: a text, of which none or too long a one gives nothing.
    guard let number = text.flatMap({ Int64($0) }) else {  // checked: a text.
      throw malformed(line, wanted)
    }
    return number
  }

  private func malformed(_ line: Int, _ reason: String) -> OSMError {
    OSMError(kind: .malformed, reason: "line \(line): \(reason)")
  }
}
