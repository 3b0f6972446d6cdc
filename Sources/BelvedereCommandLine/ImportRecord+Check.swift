import BelvedereJSON

extension ImportRecord {
  /// What the files of layers are called, up to a size and a source, by the layers' names.
  private static let stems = [
    "land": ["land"], "landCover": ["land-cover"], "roads": ["roads"], "buildings": ["buildings"],
    "cityModel": ["city-model"], "trees": ["trees"], "annotations": ["names"],
    "overlays": ["overlay"], "models": ["model"], "venues": ["venue"],
    otherFiles: ["model", "venue"],
  ]

  private static let streamed: Set = ["landCover", "roads", "buildings", "trees"]

  /// More layers than sources of a scene have.
  private static let mostLayers = 100_000

  /// What in a record no import writes, behind the field; `nil` where all can be so.
  static func flaw(_ value: JSONValue) -> String? {
    guard let sources = items(value, "sources") else { return "sources: is no list" }
    var files: Set<String> = []
    for (n, source) in sources.enumerated() {
      let place = "sources[\(n)]"
      guard case .object = source.content else { return "\(place): is no object" }
      guard let layers = items(source, "layers") else { return "\(place).layers: is no list" }
      guard files.count + layers.count <= mostLayers else {
        return "\(place).layers: more than \(mostLayers) layers"
      }
      for (m, layer) in layers.enumerated() {
        if let flaw = flaw(ofLayer: layer, &files) { return "\(place).layers[\(m)]\(flaw)" }
      }
    }
    return nil
  }

  private static func flaw(ofLayer layer: JSONValue, _ files: inout Set<String>) -> String? {
    guard case .object = layer.content else { return ": is no object" }
    guard case .string(let name)? = member(layer, "name")?.content, stems[name] != nil else {
      return ".name: is no layer's"
    }
    guard case .string(let file)? = member(layer, "file")?.content, isLayer(file) else {
      return ".file: is no name that an import gives"
    }
    guard files.insert(file).inserted else { return ".file: \"\(file)\" is another layer's, too" }
    guard let stems = stems[name], stems.contains(where: { isFile(file, of: $0) }) else {
      return ".file: \"\(file)\" is no file of \(name)"
    }
    guard let count = number(layer, "count"), (0...1e10).contains(count), count == count.rounded()
    else { return ".count: is no number of things" }
    for name in ["size", "standsFor"] where !isAbsent(layer, name) {
      guard let size = number(layer, name), size > 0, size <= 1e6 else {
        return ".\(name): is no size in metres"
      }
    }
    if let smaller = number(layer, "standsFor"), smaller >= number(layer, "size") ?? .infinity {
      return ".standsFor: is not below the size"
    }
    switch member(layer, "streamed")?.content {
    case .bool(false), nil: break
    case .bool(true):
      guard streamed.contains(name), file.hasSuffix(".fgb") else {
        return ".streamed: \(name) in \"\(file)\" are not streamed"
      }
    default: return ".streamed: is not true or false"
    }
    if !isAbsent(layer, "bounds"), bounds(member(layer, "bounds")) == nil {
      return ".bounds: are not south, west, north and east in degrees"
    }
    return nil
  }

  /// Whether a name that an import gives begins with a stem, and goes on with a size or a source or ends.
  private static func isFile(_ file: String, of stem: String) -> Bool {
    guard file.hasPrefix(stem) else { return false }
    let rest = file.dropFirst(stem.count)
    guard let first = rest.first else { return false }
    // Land cover is no land.
    return first == "." || first == "/" || first == "-" && !rest.hasPrefix("-cover")
  }

  private static func items(_ value: JSONValue, _ name: String) -> [JSONValue]? {
    if case .array(let items)? = member(value, name)?.content { items } else { nil }
  }

  private static func number(_ value: JSONValue, _ name: String) -> Double? {
    if case .number(let number)? = member(value, name)?.content { number } else { nil }
  }

  private static func isAbsent(_ value: JSONValue, _ name: String) -> Bool {
    switch member(value, name)?.content {
    case .null, nil: true
    default: false
    }
  }
}
