import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereJSON
import BelvedereSceneModel

/// Reads city models in CityJSON 1.0, 1.1 and 2.0, as one object or as a sequence of lines (CityJSONSeq).
///
/// Source: CityJSON 2.0.1, sections 2 to 4 and 7; CityJSON Seq.
struct CityJSONReader {
  /// Where its coordinates lie.
  private(set) var system: CoordinateReferenceSystem?
  /// What it is called by its own metadata.
  private(set) var title: String?
  /// Whom it says its data are owed to, and their licences.
  private(set) var credit = DataCredit()
  private(set) var models: [CityModel] = []
  /// What was left out, by the reason.
  private(set) var dropped: [String: Int] = [:]
  private var move = Vector3.zero
  private var scale = Vector3(1, 1, 1)
  private var isScaled = false

  /// Whether a text may be a city model: what it begins with.
  static func isPlausible(_ start: some Sequence<UInt8>) -> Bool {
    let first = start.first { $0 > 32 && ![0xEF, 0xBB, 0xBF].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// - Throws: ``CityModelError`` that names the line or the object.
  init(_ bytes: [UInt8], maximumMemory: Int) throws(CityModelError) {
    let lines = Self.lines(bytes)
    let most = maximumMemory / Self.memoryPerByte
    guard lines.count == 1 || bytes.count <= most else {
      throw CityModelError(
        "has \(bytes.count >> 20) MiB of lines, and \(maximumMemory >> 20) MiB of memory are enough for \(most >> 20) MiB; "
          + "raise --memory, or split the file by its lines, of which each part begins with the first",
        isMemory: true)
    }
    for (number, line) in lines.enumerated() {
      let value: JSONValue
      do throws(JSONSyntaxError) {
        value = try JSONParser.parse(line, maximumMemory: maximumMemory)
      } catch {
        throw CityModelError(
          error.exceedsMemory
            ? "\(error.reason); raise --memory, or cut it with 'cjio FILE subset --bbox'"
            : lines.count > 1 ? "line \(number + 1): \(error.reason)" : "\(error)",
          isMemory: error.exceedsMemory)
      }
      switch value["type"]?.text {
      case "CityJSON" where number == 0: try readHead(value)
      case "CityJSONFeature" where number > 0: break
      case let type:
        throw CityModelError(
          (lines.count > 1 ? "line \(number + 1): " : "") + "is no CityJSON: its \"type\" is "
            + (type.map { "\"\($0.prefix(40))\"" } ?? "missing"))
      }
      try readObjects(value, of: number)
    }
  }

  /// Bytes of memory that a byte of a sequence of lines needs, about, with what becomes of it.
  private static let memoryPerByte = 18

  /// Lines that are objects by themselves; else the whole.
  private static func lines(_ bytes: [UInt8]) -> [[UInt8]] {
    // The first line of a sequence is an object, and so is the next.
    guard let start = bytes.firstIndex(where: { $0 > 32 }),
      let end = bytes[start...].firstIndex(of: 10),
      bytes[start..<end].last(where: { $0 > 32 }) == UInt8(ascii: "}"),
      bytes[end...].first(where: { $0 > 32 }) == UInt8(ascii: "{")
    else { return [bytes] }
    return bytes.split(separator: 10).filter { $0.contains { $0 > 32 } }.map(Array.init)
  }

  private mutating func readHead(_ head: JSONValue) throws(CityModelError) {
    let version = head["version"]?.text ?? ""
    guard ["1.0", "1.1", "2.0"].contains(where: { version.hasPrefix($0) }) else {
      throw CityModelError(
        "its \"version\" is \(version.isEmpty ? "missing" : "\"\(version.prefix(20))\"")"
          + ", and 1.0, 1.1 and 2.0 are read; 'cjio FILE upgrade' makes a newer one of an older")
    }
    title = head["metadata"]?["title"]?.text
    let metadata = head["metadata"]
    // The extension for metadata has the words of ISO 19115 for what data are under.
    let extended = head["+metadata-extended"] ?? metadata
    credit.add(metadata?.members ?? [])
    if let legal = extended?["constraints"]?["legalConstraints"]?.text {
      credit.add(licence: legal)
    }
    if let transform = head["transform"] {
      guard let scale = Self.vector(transform["scale"]),
        let move = Self.vector(transform["translate"])
      else {
        throw CityModelError("\"transform\" needs \"scale\" and \"translate\", three numbers each")
      }
      (self.scale, self.move, isScaled) = (scale, move, true)
    }
    if let name = head["metadata"]?["referenceSystem"]?.text {
      // Longitude before latitude, as is read of WGS 84 anyway.
      system = CityModelSystem(name)?.system
      guard system != nil else {
        throw CityModelError(
          "its reference system, \"\(name.prefix(80))\", is not WGS 84, UTM, RD New or Web Mercator; "
            + "'cjio FILE crs_reproject 4979' brings it to WGS 84")
      }
    }
  }

  private static func vector(_ value: JSONValue?) -> Vector3? {
    guard let items = value?.items, items.count == 3, let x = items[0].number,
      let y = items[1].number, let z = items[2].number
    else { return nil }
    return Vector3(x, y, z)
  }

  /// - Parameter line: of a sequence, whose features are buildings by themselves.
  private mutating func readObjects(_ value: JSONValue, of line: Int) throws(CityModelError) {
    var corners: [Vector3] = []
    for (n, item) in (value["vertices"]?.items ?? []).enumerated() {
      guard let place = Self.vector(item), place.x.isFinite, place.y.isFinite, place.z.isFinite
      else { throw CityModelError("vertices[\(n)] is not three numbers") }
      corners.append(
        Vector3(
          place.x * scale.x + move.x, place.y * scale.y + move.y, place.z * scale.z + move.z))
    }
    guard let objects = value["CityObjects"]?.members else {
      throw CityModelError("\"CityObjects\" is missing")
    }
    let buildings = WholeBuildings(objects)
    for object in objects {
      let type = object.value["type"]?.text ?? ""
      guard Self.drawn.contains(type) else {
        dropped[
          "objects of the type \(type.isEmpty ? "\"\"" : String(type.prefix(40))) that are not drawn",
          default: 0] += 1
        continue
      }
      guard let geometry = Self.best(object.value["geometry"]?.items ?? []) else {
        // A building of which its parts alone have a form.
        if object.value["children"]?.items?.isEmpty ?? true {
          dropped["buildings without surfaces", default: 0] += 1
        }
        continue
      }
      let surfaces = try Self.surfaces(of: geometry, corners, object.name)
      let whole = buildings.whole(of: object.name)
      guard whole.utf8.count <= Self.longestID else {
        dropped["buildings whose id is longer than a kilobyte", default: 0] += 1
        continue
      }
      models.append(
        CityModel(
          id: whole, line: line, name: object.value["attributes"]?["name"]?.text ?? "",
          part: object.name,
          corners: corners, surfaces: surfaces))
    }
  }

  /// The models of each building, in the order of the file.
  var buildings: [[CityModel]] {
    struct Key: Hashable {
      var line: Int
      var id: String
    }
    var groups: [[CityModel]] = []
    var known: [Key: Int] = [:]
    for model in models {
      let key = Key(line: model.line, id: model.id)
      if let n = known[key] {
        groups[n].append(model)
      } else {
        known[key] = groups.count
        groups.append([model])
      }
    }
    return groups
  }

  private static let longestID = 1024

  static let drawn: Set = [
    "Building", "BuildingPart", "BuildingInstallation", "BuildingConstructiveElement",
    "OtherConstruction", "Bridge", "BridgePart", "BridgeInstallation",
    "BridgeConstructionElement", "BridgeConstructiveElement",
  ]

  /// The finest geometry of surfaces.
  private static func best(_ all: [JSONValue]) -> JSONValue? {
    func detail(_ geometry: JSONValue) -> Double {
      geometry["lod"]?.number ?? geometry["lod"]?.text.flatMap { Double($0) } ?? 0
    }
    return all.filter { depth(of: $0["type"]?.text ?? "") != nil && detail($0) >= 1 }
      .max { detail($0) < detail($1) }
  }

  /// In how many lists surfaces lie: 0 for a list of them.
  private static func depth(of type: String) -> Int? {
    switch type {
    case "MultiSurface", "CompositeSurface": 0
    case "Solid": 1
    case "MultiSolid", "CompositeSolid": 2
    default: nil
    }
  }

  private static func surfaces(
    of geometry: JSONValue, _ corners: [Vector3], _ name: String
  ) throws(CityModelError) -> [CityModel.Surface] {
    let types = (geometry["semantics"]?["surfaces"]?.items ?? []).map { $0["type"]?.text ?? "" }
    var found: [CityModel.Surface] = []
    func add(
      _ boundaries: JSONValue?, _ values: JSONValue?, _ depth: Int
    ) throws(CityModelError) {
      guard let items = boundaries?.items else {
        throw CityModelError("\"boundaries\" of \"\(name.prefix(60))\" are no lists of surfaces")
      }
      for (n, item) in items.enumerated() {
        let value = values?.items.flatMap { n < $0.count ? $0[n] : nil }
        if depth > 0 {
          try add(item, value, depth - 1)
          continue
        }
        let kind = value?.index.flatMap { $0 < types.count ? types[$0] : nil }
        var rings: [[Int]] = []
        for ring in item.items ?? [] {
          var numbers: [Int] = []
          for corner in ring.items ?? [] {
            guard let number = corner.index, number < corners.count else {
              throw CityModelError(
                "a surface of \"\(name.prefix(60))\" names the vertex \(corner.excerpt), and there are \(corners.count)"
              )
            }
            if numbers.last != number { numbers.append(number) }
          }
          if let first = numbers.first, numbers.count > 1, numbers.last == first {
            numbers.removeLast()
          }
          if numbers.count >= 3 { rings.append(numbers) } else if rings.isEmpty { break }
        }
        if !rings.isEmpty { found.append(CityModel.Surface(rings: rings, type: kind ?? "")) }
      }
    }
    let depth = depth(of: geometry["type"]?.text ?? "") ?? 0
    try add(geometry["boundaries"], geometry["semantics"]?["values"], depth)
    return found
  }
}
