import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain

/// Builds a scene from the nodes of its files.
struct SceneDecoder {
  var scene = Scene()
  /// The ground, what counts first standing first.
  var layers: [ElevationMosaic.Source] = []
  let opener: ElevationOpener
  private var included: Set<String> = []
  private var attributed: Set<String> = []

  init(opener: ElevationOpener) { self.opener = opener }

  /// Decodes a scene, or a fragment that a scene includes.
  mutating func decode(_ node: SceneNode, isFragment: Bool) throws {
    if case .object(let members) = node.value.content {
      try checkVersion(node, has: { name in members.contains { $0.name == name } }, isFragment)
    }
    let object = try SceneObject(node, .scene)
    if let version = object["belvedere"] {
      guard try version.number("the format's version", in: 0...1e6) == 1 else {
        throw version.error("is version \(version.value.excerpt); this program reads version 1")
      }
    }
    if isFragment {
      for name in [
        "include", "camera", "cameras", "projection", "pitchLimit", "light", "verticalExaggeration",
        "ornaments", "font", "configuration", "imagery", "world",
      ] {
        if let found = object[name] {
          throw found.error("may not stand in an included file; move it to the scene")
        }
      }
    } else {
      try decodeView(object)
    }
    _ = try object["$schema"]?.string()
    _ = try object["description"]?.string()
    if let attribution = object["attribution"] {
      for item in try attribution.elements(of: "texts") {
        let text = try item.string()
        if attributed.insert(text).inserted { scene.attributions.append(text) }
      }
    }
    if let node = object["licences"] {
      for item in try node.elements(of: "texts") {
        let text = try item.string()
        if !scene.licences.contains(text) { scene.licences.append(text) }
      }
    }
    try decodeContents(object)
    if let list = object["include"] {
      for item in try list.elements(of: "file names") { try include(item) }
    }
  }

  private func checkVersion(
    _ node: SceneNode, has: (String) -> Bool, _ isFragment: Bool
  ) throws(SceneError) {
    if isFragment || has("belvedere") { return }
    if has("type"), has("features") || has("geometry") || has("coordinates") {
      throw node.error(
        "is GeoJSON, not a scene; draw it with --buildings, --roads or --land-cover")
    }
    throw node.error("is not a scene: \"belvedere\": 1 is missing")
  }

  private mutating func include(_ item: SceneNode) throws {
    let (file, data) = try item.file.read(
      item, maximumBytes: item.file.limits.readableJSONBytes,
      remedy: "split the file or raise --memory")
    guard included.insert(file.name).inserted else {
      throw item.error("\"\(file.name)\" is included twice")
    }
    try decode(try file.parse(data), isFragment: true)
  }

  /// Title, cameras and light.
  private mutating func decodeView(_ object: SceneObject) throws {
    scene.name = try object["name"]?.string() ?? ""
    if let node = object["projection"] {
      scene.projection = try node.choice("projection", as: MapProjection.self)
    }
    if let node = object["camera"] {
      let named = try CameraDecoder.camera(
        node, name: "", projection: scene.projection)
      scene.camera = named.camera
      scene.fieldOfView = named.fieldOfView
    }
    if let node = object["cameras"] {
      guard case .object(let members) = node.value.content else {
        throw node.error("expected an object of cameras by name, got \(node.value.excerpt)")
      }
      for member in members {
        let camera = SceneNode(
          value: member.value, path: .key(node.path, member.name), file: node.file)
        scene.namedCameras.append(
          try CameraDecoder.camera(
            camera, name: member.name, projection: scene.projection))
      }
    }
    if let node = object["pitchLimit"] {
      scene.pitchLimit = PitchLimit(try node.choice("pitch limit", as: PitchLimit.Name.self))
    }
    if let node = object["light"] {
      let light = try SceneObject(node, .light)
      if let value = light["sunAzimuth"] {
        scene.light.sunAzimuth = try value.number("an azimuth in degrees", in: -3600...3600)
      }
      if let value = light["sunElevation"] {
        scene.light.sunElevation = try value.number("an elevation in degrees", in: -90...90)
      }
      if let value = light["time"] {
        scene.light.time = try value.time()
        if let other = light["sunAzimuth"] ?? light["sunElevation"] {
          other.warn("has no effect beside \"time\", which says where the sun stands")
        }
      }
      if let value = light["visibility"] {
        scene.light.visibility = try value.number("a number of metres", in: 100...10_000_000)
      }
    }
    scene.showsWorld = try object["world"]?.bool() ?? true
    if let value = object["verticalExaggeration"] {
      scene.verticalExaggeration = try value.number("a factor", in: 0...100)
    }
    if let node = object["ornaments"] { scene.ornaments = try AnnotationDecoder.ornaments(node) }
    if let node = object["imagery"] { scene.imagery = try ConfigurationDecoder.imagery(node) }
    if let node = object["configuration"] {
      scene.configuration = try ConfigurationDecoder.configuration(node, imagery: scene.imagery)
    }
    if let node = object["font"] { scene.font = try AnnotationDecoder.font(node) }
  }

  private mutating func decodeContents(_ object: SceneObject) throws {
    if let node = object["terrain"] {
      for item in try node.elements(of: "terrains") {
        layers += try TerrainDecoder.terrain(item, opener)
      }
    }
    if let node = object["land"] {
      scene.land = (scene.land ?? []) + (try GroundDecoder.land(node, bounds: &scene.landBounds))
    }
    if let node = object["landCover"] { scene.landCover += try GroundDecoder.landCover(node) }
    if let node = object["roads"] { scene.add(try GroundDecoder.roads(node)) }
    if let node = object["tunnels"] { scene.tunnels += try TunnelDecoder.tunnels(node) }
    if let node = object["buildings"] { scene.buildings += try BuildingDecoder.buildings(node) }
    if let node = object["beams"] { scene.beams += try ObjectDecoder.beams(node) }
    if let node = object["trees"] { scene.trees += try ObjectDecoder.trees(node) }
    if let node = object["models"] {
      let models = try ModelDecoder.models(node)
      scene.models += models
      for placed in models where !placed.model.copyright.isEmpty {
        let text = placed.model.copyright
        if attributed.insert(text).inserted { scene.attributions.append(text) }
      }
    }
    if let node = object["streamed"] { scene.streamed += try StreamedDecoder.layers(node) }
    if let node = object["venues"] {
      let (overlays, annotations) = try VenueDecoder.venues(node)
      scene.overlays.join(overlays)
      scene.annotations.join(annotations)
    }
    if let node = object["overlays"] {
      let (overlays, annotations) = try OverlayDecoder.overlays(node)
      scene.overlays.join(overlays)
      scene.annotations.join(annotations)
    }
    if let node = object["annotations"] {
      scene.annotations += try AnnotationDecoder.annotations(node)
    }
  }

  /// The scene with its ground; says in the warnings which voids were filled.
  ///
  /// - Throws: `ElevationMosaic.DatumMismatch` for elevations that do not fit together.
  func finished(_ shared: SceneFile.Collection) throws -> Scene {
    var scene = scene
    // What overlays and venues say comes after what the scene says of all.
    for text in shared.credit.attributions where !scene.attributions.contains(text) {
      scene.attributions.append(text)
    }
    for text in shared.credit.licences where !scene.licences.contains(text) {
      scene.licences.append(text)
    }
    let (depth, limit) = (ElevationMosaic.depth(of: layers), 256)
    guard depth <= limit else {
      throw LimitError(
        subject: "the ground", value: "\(depth) sources of elevations over one place",
        limit: "\(limit) sources",
        remedy: "join them, hills in one list and rasters with gdalbuildvrt and gdal_translate")
    }
    scene.ground = try ElevationMosaic(
      sources: RasterJoining.joined(levelled(shared), sharing: shared.elevationCache),
      priority: .asGiven, fillsVoids: opener.fillsVoids)
    scene.raiseBridges()
    guard opener.fillsVoids else { return scene }
    var fillings = ["the elevations after it": VoidNote(), "their surroundings": VoidNote()]
    for (source, filled) in zip(scene.ground.sources, scene.ground.filledCounts) {
      let file = SceneFile(name: source.name, shared: shared)
      fillings["the elevations after it"]?.add(filled.fromCoarser, file)
      fillings["their surroundings"]?.add(filled.fromSurroundings, file)
      if filled.fromCoarser + filled.fromSurroundings == 0, Self.isVoid(source.model) {
        file.warn("every sample is void: nothing is known of its ground", isSummed: true)
      }
    }
    for (from, note) in fillings.sorted(by: { $0.key < $1.key }) { note.tell(from) }
    return scene
  }

  /// The sources, those above the sea level of another geoid taken for the first one's, with a warning.
  private func levelled(_ shared: SceneFile.Collection) -> [ElevationMosaic.Source] {
    guard let datum = layers.first?.model.datum, case .meanSeaLevel = datum else { return layers }
    return layers.map { source in
      guard case .meanSeaLevel = source.model.datum, !source.model.datum.isCompatible(with: datum)
      else { return source }
      SceneFile(name: source.name, shared: shared).warn(
        "its elevations are above \(source.model.datum) and taken for those above \(datum); models of "
          + "the geoid differ by a metre or two", isSummed: true)
      var source = source
      source.offset = source.offset ?? 0
      return source
    }
  }

  /// Whether a source in memory knows nothing.
  private static func isVoid(_ model: any ElevationModel) -> Bool {
    if let raster = model as? RasterElevation, let memory = raster.raster as? MemoryRaster {
      return memory.samples.allSatisfy(\.isNaN)
    }
    return (model as? HeightField)?.isEmpty ?? false
  }
}

/// Voids that were filled: of several files told together.
private struct VoidNote {
  private var samples = 0
  private var files: [SceneFile] = []

  mutating func add(_ count: Int, _ file: SceneFile) {
    guard count > 0 else { return }
    samples += count
    files.append(file)
  }

  func tell(_ from: String) {
    guard let first = files.first else { return }
    first.note(
      "\(samples) void \(samples == 1 ? "sample" : "samples") filled from \(from)"
        + (files.count > 1 ? " (so of \(files.count) files together)" : ""))
  }
}
