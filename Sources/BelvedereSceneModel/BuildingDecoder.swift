import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// Buildings of a scene file.
enum BuildingDecoder {
  static func buildings(_ node: SceneNode) throws -> [Building] {
    var result: [Building] = []
    for item in try node.elements(of: "buildings") {
      let object = try SceneObject(item, .building)
      let source = try object.exactlyOne(of: ["footprint", "rectangle", "circle", "file"])
      if source.name == "file" {
        result.take(try buildings(fromFileNamedBy: source.node))
      } else {
        let building = try building(object, footprint: footprint(source.name, source.node))
        try item.file.count(objects: 1 + building.surfaces.count)
        result.append(building)
      }
    }
    return result
  }

  private static func footprint(
    _ name: String, _ node: SceneNode
  ) throws(SceneError) -> GeographicPolygon {
    switch name {
    case "rectangle": return try ShapeDecoder.rectangle(node)
    case "circle":
      let circle = try ShapeDecoder.circle(node)
      return GeographicPolygon(circleAround: circle.center, radius: circle.radius)
    default: return try ShapeDecoder.polygon(node)
    }
  }

  private static func building(
    _ object: SceneObject, footprint: GeographicPolygon
  ) throws(SceneError) -> Building {
    let metres = "a number of metres"
    let heightNode = try object.required("height", "metres, roof included")
    let height = try heightNode.positive(metres, upTo: 10_000)
    var building = Building(footprint: footprint, height: height)
    if let node = object["minHeight"] {
      building.minHeight = try node.number(metres, in: 0...10_000)
      guard building.minHeight < height else {
        throw node.error("must be less than the height of \(short(height)) m")
      }
    }
    if let node = object["taper"] { building.taper = try node.number("a scale", in: 0...4) }
    if let node = object["roof"] {
      building.roof = try node.choice("roof", as: Building.Roof.self)
    }
    if let node = object["roofHeight"] {
      building.roofHeight = try node.number(metres, in: 0...10_000)
      guard building.roofHeight <= height - building.minHeight else {
        throw node.error(
          "may not exceed the \(short(height - building.minHeight)) m of walls and roof")
      }
      if building.roof == .flat, building.roofHeight > 0 {
        node.warn("has no meaning for a flat roof; ignored", isSummed: true)
        building.roofHeight = 0
      }
    }
    if let node = object["roofDirection"] {
      building.roofDirection = wrappedHeading(try node.number("degrees", in: -3600...3600))
    }
    if let node = object["ridge"] {
      building.ridgeIsShort = try node.choice("ridge", as: Ridge.self) == .across
    }
    if let node = object["surfaces"] {
      for item in try node.elements(of: "surfaces") {
        building.surfaces.append(try surface(item))
      }
    }
    building.color = try object["color"]?.color()
    building.roofColor = try object["roofColor"]?.color()
    if let node = object["use"] { building.use = try node.choice("use", as: Building.Use.self) }
    if let node = object["windows"] { building.hasWindows = try node.bool() }
    building.id = try object["id"]?.string() ?? ""
    building.name = try object["name"]?.string() ?? ""
    return building
  }

  private static func surface(_ node: SceneNode) throws(SceneError) -> Building.Surface {
    let object = try SceneObject(node, .surface)
    let kind = try object.required("kind", "wall or roof").choice(
      "kind", as: Building.Surface.Kind.self)
    let node = try object.required("rings", "corners, [longitude, latitude, height]")
    var rings: [[Building.Surface.Corner]] = []
    for ring in try node.elements(of: "rings") {
      var corners: [Building.Surface.Corner] = []
      for corner in try ring.elements(of: "corners") {
        let parts = try corner.elements(of: "longitude, latitude and height")
        guard parts.count == 3 else {
          throw corner.error("expected [longitude, latitude, height]")
        }
        let height = try parts[2].number("a number of metres", in: -10_000...10_000)
        corners.append(.init(try corner.position(), height: height))
      }
      guard corners.count >= 3 else { throw ring.error("a ring needs three corners") }
      rings.append(corners)
    }
    guard !rings.isEmpty else { throw node.error("a surface needs an outline") }
    return Building.Surface(kind, rings: rings)
  }

  /// Which way a ridge runs, by the longer side of the outline.
  private enum Ridge: String, CaseIterable { case along, across }

  private static func buildings(fromFileNamedBy node: SceneNode) throws -> [Building] {
    let (file, data) = try node.file.read(
      node, maximumBytes: node.file.limits.readableJSONBytes,
      remedy: "split the file or raise --memory")
    return try buildings(of: data, in: file)
  }

  /// Buildings of a file of features or of a block table.
  static func buildings(of data: [UInt8], in file: SceneFile) throws -> [Building] {
    try buildings(of: FeatureFile(data, in: file), in: file)
  }

  static func buildings(of features: FeatureFile, in file: SceneFile) throws -> [Building] {
    let result: [Building]
    if let table = features.table {
      result = try BlockTable(table).buildings
    } else {
      result = try features.converted(in: file, buildings)
      try file.count(objects: result.count)
    }
    file.shared.report.add(SceneReport.buildings, in: file.name, by: result.count)
    return result
  }

  @Sendable
  private static func buildings(
    of feature: MapFeature, _ tally: inout FeatureTally
  ) -> [Building] {
    if feature.geometry.polygons.isEmpty { tally.count(.otherGeometry) }
    return feature.geometry.polygons.compactMap {
      BuildingAttributes.building(feature, footprint: $0, &tally)
    }
  }
}

extension Array {
  /// Adds elements; to an empty array without copies.
  mutating func take(_ other: consuming [Element]) {
    if isEmpty { self = other } else { self += other }
  }
}
