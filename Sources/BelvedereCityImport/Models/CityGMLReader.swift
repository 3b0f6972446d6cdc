import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereXML

/// Reads the buildings and bridges of city models in CityGML 1.0, 2.0 and 3.0.
///
/// Elements are known by their local names, which the three versions share but for a few. Of each object the finest
/// geometry counts, that of surfaces that say what they are before that of solids; surfaces may be named by reference
/// (`xlink:href`) within a building.
///
/// Source: OGC 12-019, "OGC City Geography Markup Language (CityGML) Encoding Standard" 2.0; OGC 21-006r2, "CityGML 3.0
/// Part 2: GML Encoding".
final class CityGMLReader: XMLReceiver {
  /// What coordinates mean, and the name of it in the file; `nil` where it does not say.
  private(set) var system: CityModelSystem?
  private(set) var systemName: String?
  /// The models of each building, in the order of the file.
  private(set) var buildings: [[CityModel]] = []
  /// What was left out, by the reason.
  private(set) var dropped: [String: Int] = [:]

  private let maximumMemory: Int
  private var memory = 0
  /// Local names of the open elements.
  private var path: [String] = []
  /// How many of them there were where what is inside does not count.
  private var skipped: Int?
  private var building: GMLBuilding?
  private var polygon: GMLPolygon?
  private var characters: [UInt8] = []
  private var isText = false

  private static let deepest = 64
  private static let longestID = 1024

  /// - Throws: ``CityModelError`` that names the line.
  init(_ bytes: [UInt8], maximumMemory: Int) throws(CityModelError) {
    self.maximumMemory = maximumMemory
    do {
      try XMLReader.parse(bytes, maximumDepth: Self.deepest, to: self)
    } catch let error as CityModelError {
      throw error
    } catch let error as XMLError {
      throw CityModelError((error.place.isEmpty ? "" : "\(error.place): ") + error.reason)
    } catch {
      throw CityModelError("\(error)")
    }
  }

  /// Whether a text may be a city model in CityGML: whether its root is called so.
  static func isPlausible(_ start: [UInt8]) -> Bool {
    let text = String(decoding: start, as: UTF8.self)
    for tag in text.split(separator: "<").dropFirst() {
      guard let first = tag.first, first != "?", first != "!" else { continue }
      return local(String(tag.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" })) == "CityModel"
    }
    return false
  }

  private static func local(_ name: String) -> String {
    guard let colon = name.utf8.lastIndex(of: UInt8(ascii: ":")) else { return name }
    return String(name[name.utf8.index(after: colon)...])
  }

  func start(_ name: String, _ attributes: XMLAttributes, line: Int) throws {
    let name = Self.local(name)
    if path.isEmpty, name != "CityModel" {
      throw CityModelError("line \(line): is no CityGML: its root is \"\(name.prefix(40))\"")
    }
    path.append(name)
    guard skipped == nil else { return }
    if system == nil, let given = attributes["srsName"] {
      systemName = given
      system = CityModelSystem(given)
    }
    if path.count == 3, ["cityObjectMember", "featureMember"].contains(path[1]),
      !GMLBuilding.isObject(name)
    {
      drop("objects of the type \(name.prefix(40)) that are not drawn")
      skipped = path.count
      return
    }
    if GMLBuilding.isObject(name) {
      let id = attributes["gml:id"] ?? attributes["id"] ?? ""
      if building == nil { building = GMLBuilding(id: id, depth: path.count, line: line) }
      building?.open(id: id, depth: path.count)
      return
    }
    guard building != nil else { return }
    if let reason = GMLBuilding.undrawn[name] {
      if !reason.isEmpty { drop(reason) }
      skipped = path.count
      return
    }
    switch name {
    case "Polygon", "Triangle", "Rectangle", "PolygonPatch":
      polygon = GMLPolygon(id: attributes["gml:id"] ?? "", line: line)
    case "exterior", "interior", "LinearRing", "Ring": break
    case "posList", "pos", "coordinates", "name": (isText, characters) = (true, [])
    case "surfaceMember", "baseSurface":
      if let reference = attributes["xlink:href"] {
        guard reference.utf8.first == UInt8(ascii: "#") else {
          return drop("surfaces that are in other files")
        }
        building?.add(reference: String(reference.dropFirst()), in: path)
        try spend(64, line)
      }
    default: break
    }
    if isText, let dimension = attributes["srsDimension"], dimension != "3", name != "name" {
      throw CityModelError("line \(line): places of \(dimension.prefix(10)) numbers, not of 3")
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) throws {
    guard isText, skipped == nil else { return }
    try spend(bytes.count, line)
    characters.append(contentsOf: bytes)
  }

  func end(_ name: String, line: Int) throws {
    defer { path.removeLast() }
    if let depth = skipped {
      if path.count == depth { skipped = nil }
      return
    }
    let name = Self.local(name)
    switch name {
    case "posList", "pos", "coordinates":
      if isText, polygon != nil {
        let places = try places(line)
        polygon?.add(places)
      }
      (isText, characters) = (false, [])
    case "name":
      if isText {
        building?.add(name: String(decoding: characters, as: UTF8.self), depth: path.count)
      }
      (isText, characters) = (false, [])
    case "LinearRing", "Ring", "exterior", "interior": polygon?.endRing()
    case "Polygon", "Triangle", "Rectangle", "PolygonPatch":
      if var done = polygon {
        done.endRing()
        if !done.rings.isEmpty { building?.add(done, in: path) }
      }
      polygon = nil
    default: break
    }
    if GMLBuilding.isObject(name), building?.close(depth: path.count) == true { finish() }
  }

  /// The places of a text, three numbers each.
  private func places(_ line: Int) throws -> [Vector3] {
    var numbers: [Double] = []
    for word in characters.split(whereSeparator: { $0 <= 32 || $0 == UInt8(ascii: ",") }) {
      guard let number = Double(String(decoding: word, as: UTF8.self)), number.isFinite else {
        throw CityModelError(
          "line \(line): \"\(String(decoding: word.prefix(40), as: UTF8.self))\" is no number")
      }
      numbers.append(number)
    }
    guard numbers.count % 3 == 0 else {
      throw CityModelError(
        "line \(line): \(numbers.count) numbers are no places of three; those of two are not read")
    }
    try spend(8 * numbers.count, line)
    let isTurned = system?.isLatitudeFirst == true
    return stride(from: 0, to: numbers.count, by: 3).map { i in
      isTurned
        ? Vector3(numbers[i + 1], numbers[i], numbers[i + 2])
        : Vector3(numbers[i], numbers[i + 1], numbers[i + 2])
    }
  }

  /// Takes bytes of the memory that there is.
  private func spend(_ bytes: Int, _ line: Int) throws {
    memory += bytes
    guard memory <= maximumMemory else {
      throw CityModelError(
        "line \(line): needs more memory than --memory allows; cut it, such as with citygml-tools")
    }
  }

  private func drop(_ reason: String) { dropped[reason, default: 0] += 1 }

  private func finish() {
    guard let done = building else { return }
    building = nil
    guard done.id.utf8.count <= Self.longestID else {
      return drop("buildings whose id is longer than a kilobyte")
    }
    let (models, missing) = done.models(line: buildings.count)
    if missing > 0 { dropped["surfaces that are named and are not there", default: 0] += missing }
    if models.isEmpty { drop("buildings without surfaces") } else { buildings.append(models) }
  }
}
