import BelvedereJSON

extension ImportRecord {
  private static let layers: Set = [
    "land", "landCover", "roads", "buildings", "cityModel", "trees", "annotations", "overlays",
    "models", "venues", otherFiles,
  ]

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
    guard case .string(let name)? = member(layer, "name")?.content, layers.contains(name) else {
      return ".name: is no layer's"
    }
    guard case .string(let file)? = member(layer, "file")?.content, isLayer(file) else {
      return ".file: is no name that an import gives"
    }
    guard files.insert(file).inserted else { return ".file: \"\(file)\" is another layer's, too" }
    guard let count = number(layer, "count"), (0...1e10).contains(count), count == count.rounded()
    else { return ".count: is no number of things" }
    for name in ["size", "standsFor"] where !isAbsent(layer, name) {
      guard let size = number(layer, name), (0...1e6).contains(size) else {
        return ".\(name): is no size in metres"
      }
    }
    if !isAbsent(layer, "bounds"), bounds(member(layer, "bounds")) == nil {
      return ".bounds: are not south, west, north and east in degrees"
    }
    return nil
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
