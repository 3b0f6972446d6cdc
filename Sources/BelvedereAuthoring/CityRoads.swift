import BelvedereGeoMath
import BelvedereGeodesy

/// Authored roads, and the file of all roads.
package enum CityRoads {
  package static func street(_ source: CitySource, in frame: LocalFrame) throws -> CityStreet {
    let kind = try source.string("kind", or: "street")
    let roadway = try source.required("width").number()
    let path = try source.required("path").coordinates().map { frame.position(of: $0) }
    return CityStreet(
      kind: kind, name: try source.string("name", or: ""), roadway: roadway,
      right: try source.number("right", or: roadway + 6),
      path: try source.number("smooth", or: 0) > 0 ? smooth(path) : path,
      front: try source.string("front", or: ""))
  }

  /// Two rounds of corner cutting (Chaikin), the ends staying in place.
  private static func smooth(_ path: [Vector2]) -> [Vector2] {
    var path = path
    for _ in 0..<2 where path.count > 2 {
      var cut = [path[0]]
      for (a, b) in zip(path, path.dropFirst()) {
        cut.append(a * 0.75 + b * 0.25)
        cut.append(a * 0.25 + b * 0.75)
      }
      cut.append(path[path.count - 1])
      path = cut
    }
    return path
  }

  /// Puts a road into an index as short rectangles with a pavement's width beside the roadway.
  package static func insert(_ street: CityStreet, into index: inout CityIndex) {
    for (a, b) in zip(street.path, street.path.dropFirst()) {
      let length = (b - a).length
      let count = max(1, Int(clamping: length / 80, in: 1...10_000))
      for i in 0..<count {
        let p = a + (b - a) * (Double(i) / Double(count))
        let q = a + (b - a) * (Double(i + 1) / Double(count))
        guard (q - p).length > 0.1 else { continue }
        let width = min(street.right - 1, street.roadway + 4)
        index.insert(CityRectangle(from: p, to: q, width: width))
      }
    }
  }

  /// GeoJSON: named roads as features of their own, all others of a kind and width as one.
  package static func text(_ streets: [CityStreet], in frame: LocalFrame) -> String {
    struct Key: Hashable {
      let kind, name: String
      let width: Double
    }
    var order: [Key] = []
    var lines: [Key: [String]] = [:]
    for street in streets {
      let key = Key(kind: street.kind, name: street.name, width: street.roadway)
      if lines[key] == nil { order.append(key) }
      lines[key, default: []].append(
        CityText.path(street.path.map { frame.coordinate(at: $0) }))
    }
    let features = order.map { key -> String in
      let parts = lines[key] ?? []
      let geometry =
        parts.count == 1
        ? "\"LineString\",\"coordinates\":\(parts[0])"
        : "\"MultiLineString\",\"coordinates\":[\n\(parts.joined(separator: ",\n"))]"
      let name = key.name.isEmpty ? "" : ",\"name\":\(CityText.quoted(key.name))"
      return "{\"type\":\"Feature\",\"properties\":{\"kind\":\"\(key.kind)\",\"width\":"
        + "\(CityText.number(key.width, decimals: 1))\(name)},\"geometry\":{\"type\":\(geometry)}}"
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }
}
