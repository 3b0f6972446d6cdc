import BelvedereFiles
import BelvedereJSON

/// An indoor venue in the Indoor Mapping Data Format: a folder of GeoJSON files, or a zip archive of them.
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

  /// Reads a folder or an archive; damaged features are left out with a warning.
  init(_ node: SceneNode) throws {
    let (folder, path) = try node.file.path(node)
    let packed = try Self.archive(node, folder, path)
    func opened(_ name: String) throws -> SceneNode? {
      if let (archive, prefix) = packed {
        let file = SceneFile(name: "\(folder.name)/\(prefix)\(name)", shared: folder.shared)
        return try archive.bytes(prefix + name, folder).map { try file.parse($0) }
      }
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
        features[kind] = try Self.features(of: file, isLevel: kind == .level)
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
      node.warn(
        "\(folder.name): "
          + (lost == 1
            ? "1 feature lies on no level that is there, and is left out"
            : "\(lost) features lie on no level that is there, and are left out"))
    }
  }

  /// The archive that a venue is, and the folder in it where its files lie; `nil` for a folder.
  private static func archive(
    _ node: SceneNode, _ folder: SceneFile, _ path: String
  ) throws -> (ZippedFiles, String)? {
    if InputFile.kind(of: path) == .folder { return nil }
    let bytes: [UInt8]
    do {
      bytes = try InputFile.read(
        path, shownAs: folder.name, maximumBytes: folder.limits.readableJSONBytes,
        remedy: "unpack it")
    } catch let error as FileError {
      throw node.error("\(folder.name): \(error.reason)")
    }
    guard ZippedFiles.isPlausible(bytes) else {
      throw node.error(
        "\(folder.name): is not a folder and no zip archive; a venue is an IMDF archive, unpacked or not"
      )
    }
    let archive = try ZippedFiles(bytes, folder)
    let manifest = "manifest.json"
    let found = archive.first { $0 == manifest || $0.hasSuffix("/" + manifest) } ?? manifest
    return (archive, String(found.dropLast(manifest.count)))
  }

  subscript(_ kind: Kind) -> [VenueFeature] { features[kind] ?? [] }

  private static func features(of node: SceneNode, isLevel: Bool) throws -> [VenueFeature] {
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
        let feature = try VenueFeature(
          item.value, maximumVertices: item.file.limits.maximumPolygonVertices)
        if isLevel, feature.ordinal == nil {
          let got = feature.properties["ordinal"]?.excerpt ?? "nothing"
          item.warn(
            "the level \"\(feature.id.prefix(40))\" has the ordinal \(got), which is no whole number within "
              + "±\(short(VenueFeature.mostFloors)); it is found by its name alone", isSummed: true)
        }
        result.append(feature)
      } catch {
        damaged += 1
        item.warn("left out: \(error.message)", isSummed: true)
      }
    }
    node.file.shared.report.add(SceneReport.damagedFeatures, in: node.file.name, by: damaged)
    return result
  }
}
