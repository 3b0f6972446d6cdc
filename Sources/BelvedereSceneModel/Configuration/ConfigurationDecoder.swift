import BelvedereElevationFiles
import BelvedereFiles
import BelvedereLimits

/// Configurations and pictures from above of scene files.
enum ConfigurationDecoder {
  /// The kind of map by name, or an object of its parts.
  static func configuration(
    _ node: SceneNode, base: MapConfiguration = MapConfiguration(), imagery: RasterTiles?
  ) throws -> MapConfiguration {
    let (parts, places) = try parts(node)
    do {
      return try parts.applied(to: base, imagery: imagery)
    } catch .unsupported(let part, let kind) {
      throw (places[part] ?? node).error("\(ConfigurationError.unsupported(part: part, of: kind))")
    } catch {
      throw node.error("\(error)")
    }
  }

  private static func parts(
    _ node: SceneNode
  ) throws -> (parts: ConfigurationParts, places: [String: SceneNode]) {
    var parts = ConfigurationParts()
    if case .string = node.value.content {
      parts.kind = try node.choice("kind of map", as: MapConfiguration.Kind.self)
      return (parts, [:])
    }
    let object = try SceneObject(node, .configuration)
    parts.kind = try object["kind"]?.choice("kind of map", as: MapConfiguration.Kind.self)
    parts.elevationStyle = try object["elevation"]?.choice(
      "elevation style", as: MapConfiguration.ElevationStyle.self)
    parts.emphasisStyle = try object["emphasis"]?.choice(
      "emphasis", as: MapConfiguration.EmphasisStyle.self)
    parts.appearance = try object["appearance"]?.choice(
      "appearance", as: MapConfiguration.Appearance.self)
    parts.pointOfInterestFilter = try object["pointsOfInterest"].map(filter)
    parts.showsLabels = try object["labels"]?.bool()
    parts.showsBuildings = try object["buildings"]?.bool()
    parts.showsTraffic = try object["traffic"]?.bool()
    let places = SceneKeys.configuration.names.compactMap { name in
      object[name].map { (name, $0) }
    }
    return (parts, Dictionary(uniqueKeysWithValues: places))
  }

  private enum Filter: String, CaseIterable { case all, none }

  private static func filter(_ node: SceneNode) throws -> PointOfInterestFilter {
    if case .string = node.value.content {
      return switch try node.choice("filter (or {\"including\": […]})", as: Filter.self) {
      case .all: .includingAll
      case .none: .excludingAll
      }
    }
    let object = try SceneObject(node, .pointsOfInterest)
    let source = try object.exactlyOne(of: ["including", "excluding"])
    var categories: Set<PointOfInterestCategory> = []
    for item in try source.node.elements(of: "categories") {
      categories.insert(try category(item))
    }
    return source.name == "including" ? .including(categories) : .excluding(categories)
  }

  static func category(_ node: SceneNode) throws(SceneError) -> PointOfInterestCategory {
    let name = try node.string("a category")
    do {
      return try PointOfInterestCategory(named: name)
    } catch {
      throw node.error("\(error)")
    }
  }

  /// Colour tiles that an object names.
  static func imagery(_ node: SceneNode) throws -> RasterTiles {
    let object = try SceneObject(node, .imagery)
    return try tiles(object.required("file", "a folder of tiles, an MBTiles or a PMTiles file"))
  }

  /// Colour tiles by their name; the same again are opened once.
  static func tiles(_ node: SceneNode) throws -> RasterTiles {
    let (file, path) = try node.file.path(node)
    if let known = node.file.shared.rasterTiles[path] { return known }
    do {
      let tiles = try RasterTiles(path: path, name: file.name, within: node.file.confinement)
      node.file.shared.rasterTiles[path] = tiles
      return tiles
    } catch let error as TerrainFileError {
      throw node.error("\(file.name): \(error.reason)")
    } catch let error as FileError {
      throw node.error("\(file.name): \(error.reason)")
    }
  }
}
