import BelvedereGeodesy
import BelvedereTerrain

/// Land, land cover and roads of a scene file.
enum GroundDecoder {
  /// Polygons, given as a file or as an array.
  ///
  /// - Parameter bounds: to which the boxes are added in which files know the outlines.
  static func land(
    _ node: SceneNode, bounds: inout [GeographicBounds]
  ) throws -> [GeographicPolygon] {
    guard case .object = node.value.content else {
      var polygons: [GeographicPolygon] = []
      for item in try node.elements(of: "polygons") {
        // A file of them may stand among them.
        if case .object = item.value.content {
          polygons += try land(item, bounds: &bounds)
          continue
        }
        try item.file.count(objects: 1)
        polygons.append(try ShapeDecoder.polygon(item))
      }
      return polygons
    }
    let object = try SceneObject(node, .land)
    if let box = object["bounds"] { bounds.append(try TerrainDecoder.bounds(box)) }
    let fileNode = try object.required("file", "a GeoJSON file of polygons")
    var polygons: [GeographicPolygon] = []
    for feature in try features(fileNode) {
      if feature.geometry.polygons.isEmpty {
        node.file.shared.report.add(SceneReport.otherGeometry, in: node.file.name)
      }
      polygons += feature.geometry.polygons
    }
    try node.file.count(objects: polygons.count)
    return polygons
  }

  /// The features of a file that the scene names.
  static func features(_ node: SceneNode) throws -> [MapFeature] {
    let (file, data) = try node.file.read(
      node, maximumBytes: node.file.limits.readableJSONBytes,
      remedy: "split the file or raise --memory")
    return try FeatureFile.features(of: data, in: file)
  }

  static func landCover(_ node: SceneNode) throws -> [LandCover] {
    var result: [LandCover] = []
    for item in try node.elements(of: "land covers") {
      let object = try SceneObject(item, .landCover)
      let source = try object.exactlyOne(of: ["polygon", "file"])
      if source.name == "file" {
        let features = try features(source.node)
        result += try landCover(of: features, in: item.file, named: source.node.string())
      } else {
        try item.file.count(objects: 1)
        result.append(
          LandCover(
            kind: try object.required("kind", "what covers the land")
              .choice("kind", as: LandCover.Kind.self),
            polygon: try ShapeDecoder.polygon(source.node),
            trees: try object["trees"]?.choice("trees", as: LandCover.Trees.self) ?? .listed))
      }
    }
    return result
  }

  static func landCover(
    of features: [MapFeature], in file: SceneFile, named name: String
  ) throws -> [LandCover] {
    var result: [LandCover] = []
    for feature in features {
      guard !feature.geometry.polygons.isEmpty else {
        file.shared.report.add(SceneReport.otherGeometry, in: name)
        continue
      }
      guard let kind = LandCoverAttributes.kind(feature.properties) else {
        file.shared.report.add(SceneReport.unknownKinds, in: name)
        continue
      }
      let trees =
        feature.properties.text("trees").flatMap(LandCover.Trees.init(rawValue:)) ?? .listed
      result += feature.geometry.polygons.map {
        LandCover(kind: kind, polygon: $0, trees: trees)
      }
    }
    try file.count(objects: result.count)
    file.shared.report.add(SceneReport.landCover, in: name, by: result.count)
    return result
  }

  /// Roads on the ground, and tunnels through it.
  struct Ways {
    var roads: [Road] = []
    var tunnels: [Tunnel] = []
  }

  static func roads(_ node: SceneNode) throws -> Ways {
    var result = Ways()
    for item in try node.elements(of: "roads") {
      let object = try SceneObject(item, .road)
      let source = try object.exactlyOne(of: ["path", "file"])
      if source.name == "file" {
        let ways = try roads(
          of: features(source.node), in: item.file, named: source.node.string())
        result.roads += ways.roads
        result.tunnels += ways.tunnels
      } else {
        try item.file.count(objects: 1)
        var road = Road(
          kind: try object.required("kind", "what kind of road")
            .choice("kind", as: Road.Kind.self),
          width: try object["width"]?.positive("a number of metres", upTo: 1000),
          path: try ShapeDecoder.line(source.node), name: try object["name"]?.string() ?? "")
        road.ref = RoadAttributes.route(try object["ref"]?.string() ?? "")
        road.traffic = try object["traffic"]?.choice(
          "how traffic flows", as: Road.Traffic.self)
        if let value = object["bridge"] {
          let level = try value.number("the level of a bridge", in: 0...9)
          road.bridge = Int(clamping: level, in: 0...9)
        }
        result.roads.append(road)
      }
    }
    return result
  }

  static func roads(
    of features: [MapFeature], in file: SceneFile, named name: String
  ) throws -> Ways {
    var result = Ways()
    for feature in features {
      guard !feature.geometry.lines.isEmpty else {
        file.shared.report.add(SceneReport.otherGeometry, in: name)
        continue
      }
      let title = RoadAttributes.name(feature.properties)
      let ref = RoadAttributes.route(feature.properties.text("ref") ?? "")
      let traffic = RoadAttributes.traffic(feature.properties)
      let isDrawn = feature.properties.text("drawn") != "no"
      if traffic == nil, RoadAttributes.saysTraffic(feature.properties) {
        file.shared.report.add(SceneReport.unknownTraffic, in: name)
      }
      if ref.isEmpty, feature.properties["ref"] != nil {
        file.shared.report.add(SceneReport.unreadableRoutes, in: name)
      }
      switch RoadAttributes.classify(feature.properties) {
      case .tunnel(let width):
        file.shared.report.add(SceneReport.tunnels, in: name)
        result.tunnels += feature.geometry.lines.map {
          Tunnel(path: $0, width: width ?? Tunnel.defaultWidth, name: title)
        }
      case .unknown: file.shared.report.add(SceneReport.unknownKinds, in: name)
      case .road(let kind, let width):
        let isSteps = kind == .path && RoadAttributes.isSteps(feature.properties)
        let bridge = isDrawn ? RoadAttributes.bridge(feature.properties) : 0
        result.roads += feature.geometry.lines.map {
          var road = Road(kind: kind, width: width, path: $0, name: title)
          road.ref = ref
          road.traffic = traffic
          road.isDrawn = isDrawn
          road.bridge = bridge
          road.isSteps = isSteps
          return road
        }
      }
    }
    try file.count(objects: result.roads.count + result.tunnels.count)
    file.shared.report.add(SceneReport.roads, in: name, by: result.roads.count)
    return result
  }
}

extension Scene {
  mutating func add(_ ways: GroundDecoder.Ways) {
    roads += ways.roads
    tunnels += ways.tunnels
  }
}
