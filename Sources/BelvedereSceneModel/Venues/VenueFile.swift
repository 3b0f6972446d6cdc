import BelvedereFiles
import BelvedereJSON

/// An indoor venue in the Indoor Mapping Data Format: a folder of GeoJSON files.
///
/// Source: Apple and OGC, "Indoor Mapping Data Format" 1.0.0 (OGC 20-094).
struct VenueFile {
  /// The kinds of features that are drawn, or that say where something is.
  enum Kind: String, CaseIterable {
    case venue, footprint, level, unit, section, fixture, kiosk, opening, detail, amenity, anchor
    case occupant

    /// Whether its features name the level on which they are.
    var isOnLevel: Bool {
      [.unit, .section, .fixture, .kiosk, .opening, .detail].contains(self)
    }
  }

  /// The language of names that is asked for first.
  let language: String
  private let features: [Kind: [VenueFeature]]

  /// Reads a folder; damaged features are left out with a warning.
  init(_ node: SceneNode) throws {
    let (folder, path) = try node.file.path(node)
    guard InputFile.kind(of: path) == .folder else {
      throw node.error(
        "\(folder.name): is not a folder; a venue is an IMDF archive that is unpacked")
    }
    func opened(_ name: String) throws -> SceneNode? {
      let real = path + "/" + name
      guard InputFile.kind(of: real) != .missing || InputFile.isLink(real) else { return nil }
      let named = SceneNode(
        value: JSONValue(.string(folder.name + "/" + name), line: node.value.line),
        path: node.path, file: node.file)
      let (file, data) = try node.file.read(
        named, maximumBytes: node.file.limits.readableJSONBytes,
        remedy: "split the file or raise --memory")
      return try file.parse(data)
    }
    guard let manifest = try opened("manifest.json") else {
      throw node.error("\(folder.name): is no IMDF archive: there is no manifest.json in it")
    }
    func text(_ name: String) -> String? {
      guard case .object(let members) = manifest.value.content,
        case .string(let text)? = members.first(where: { $0.name == name })?.value.content
      else { return nil }
      return text
    }
    let version = text("version") ?? ""
    guard version.hasPrefix("1.") else {
      throw manifest.error("is IMDF of version \"\(version.prefix(20))\"; only version 1 is read")
    }
    language = text("language") ?? "en"
    if case .object(let members) = manifest.value.content {
      node.file.shared.credit.add(members)
    }
    var features: [Kind: [VenueFeature]] = [:]
    for kind in Kind.allCases {
      if let file = try opened(kind.rawValue + ".geojson") {
        features[kind] = try Self.features(of: file)
      }
    }
    self.features = features
    for kind in [Kind.level, .unit] where features[kind] == nil {
      node.warn("\(folder.name): there is no \(kind.rawValue).geojson in it")
    }
    let levels = Set((features[.level] ?? []).map(\.id))
    let lost = Kind.allCases.filter(\.isOnLevel).reduce(0) { sum, kind in
      sum + (features[kind] ?? []).count { !levels.contains($0.properties.text("level_id") ?? "") }
    }
    if lost > 0 {
      node.warn("\(folder.name): \(lost) features lie on no level that is there, and are left out")
    }
  }

  subscript(_ kind: Kind) -> [VenueFeature] { features[kind] ?? [] }

  private static func features(of node: SceneNode) throws -> [VenueFeature] {
    guard case .object(let members) = node.value.content,
      let list = members.first(where: { $0.name == "features" })?.value
    else { throw node.error("is no collection of features") }
    let items = try SceneNode(
      value: list, path: .key(node.path, "features"), file: node.file
    ).elements(of: "features")
    try node.file.count(objects: items.count)
    var result: [VenueFeature] = []
    var damaged = 0
    for item in items {
      do throws(FeatureGeometry.Problem) {
        result.append(
          try VenueFeature(
            item.value, maximumVertices: item.file.limits.maximumPolygonVertices))
      } catch {
        damaged += 1
        item.warn("left out: \(error.message)", isSummed: true)
      }
    }
    node.file.shared.report.add(SceneReport.damagedFeatures, in: node.file.name, by: damaged)
    return result
  }
}
