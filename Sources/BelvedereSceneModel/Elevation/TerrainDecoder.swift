import BelvedereElevationFiles
import BelvedereFiles
import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain

/// Elevation models of a scene file.
enum TerrainDecoder {
  enum Encoding: String, CaseIterable {
    case gray16, terrarium
    case terrainRGB = "terrain-rgb"

    /// How pixels of tiles are elevations; `nil` for gray pictures.
    var ofTiles: TileEncoding? { TileEncoding(rawValue: rawValue) }
  }

  /// A terrain's sources, the first ones counting first.
  static func terrain(
    _ node: SceneNode, _ opener: ElevationOpener
  ) throws -> [ElevationMosaic.Source] {
    let object = try SceneObject(node, .terrain)
    let source = try object.exactlyOne(of: ["file", "url", "hills"])
    switch source.name {
    case "hills":
      warn(object, of: ["encoding", "scale", "offset", "crs", "zoom", "tileSize"], "hills")
      let field = HillField(
        hills: try hills(source.node),
        bounds: try bounds(object.required("bounds", "where the hills are known")))
      try HillLimits.check(field, source.node)
      guard node.file.shared.hillFields.insert(field.identity).inserted else {
        source.node.warn("are the same as hills before them; ignored", isSummed: true)
        return []
      }
      return [.init(field, name: "hills")]
    case "url":
      warn(object, of: ["scale", "offset", "crs"], "a server's tiles")
      let template = try source.node.string("a URL with {z}, {x} and {y}")
      guard TileTemplate.recognizes(template) else {
        throw source.node.error("is no URL; a file on this machine is named by \"file\"")
      }
      return try describing(source.node) {
        try opener.open(template: template, in: node.file, try reading(object))
      }
    default:
      return try file(object, source.node, opener)
    }
  }

  private static func file(
    _ object: SceneObject, _ node: SceneNode, _ opener: ElevationOpener
  ) throws -> [ElevationMosaic.Source] {
    if let text = try? node.string(), TileTemplate.recognizes(text) {
      throw node.error("is a URL; name it by \"url\", and allow the network with --allow-net")
    }
    let (file, path) = try node.file.path(node)
    let reading = try reading(object)
    let isPicture =
      file.name.lowercased().hasSuffix(".png") && InputFile.kind(of: path) == .regular
      && reading.encoding == nil
    guard isPicture else {
      warn(object, of: ["bounds", "scale", "offset", "tileSize"], "a file that says where it lies")
      let sources = try describing(node) {
        try opener.open(path, in: file, within: node.file.confinement, reading)
      }
      warn(object, aboutKindOf: sources)
      return sources
    }
    warn(object, of: ["crs", "zoom", "tileSize"], "a gray picture")
    let data = try describing(node) {
      try InputFile.read(
        path, shownAs: file.name,
        maximumBytes: min(1 << 30, node.file.limits.maximumMemory / 2),
        remedy: "cut the terrain into several files or raise --memory")
    }
    return [.init(try png(data, in: file, object, node), name: file.name)]
  }

  /// What a terrain says of its source.
  private static func reading(_ object: SceneObject) throws -> ElevationReading {
    var reading = ElevationReading()
    if let node = object["encoding"] {
      reading.encoding = try node.choice("encoding", as: Encoding.self).ofTiles
    }
    if let node = object["crs"] {
      guard
        let system = CoordinateReferenceSystem(text: try node.string("a code such as EPSG:32610"))
      else {
        throw node.error(
          "expected EPSG:4326 (longitude and latitude), EPSG:3857 (Web Mercator) or a zone of UTM such "
            + "as EPSG:32610, got \(node.value.excerpt)")
      }
      reading.system = system
    }
    if let node = object["zoom"] {
      reading.zoom = try integer(node, "a zoom", 0...TileID.maximumZoom)
    }
    if let node = object["tileSize"] {
      reading.tileSize = try integer(node, "256 or 512", 256...512)
      guard [256, 512].contains(reading.tileSize) else {
        throw node.error("expected 256 or 512, got \(node.value.excerpt)")
      }
    }
    if object["url"] != nil { reading.bounds = try object["bounds"].map { try bounds($0) } }
    return reading
  }

  private static func integer(
    _ node: SceneNode, _ what: String, _ range: ClosedRange<Int>
  ) throws(SceneError) -> Int {
    let number = try node.number(what, in: Double(range.lowerBound)...Double(range.upperBound))
    guard let integer = Int(exactly: number) else {
      throw node.error("expected \(what) as a whole number, got \(node.value.excerpt)")
    }
    return integer
  }

  /// Errors of a source with the place that names it.
  private static func describing<Result>(
    _ node: SceneNode, _ body: () throws -> Result
  ) throws -> Result {
    do {
      return try body()
    } catch let error as TerrainFileError {
      throw node.error(error.description)
    } catch let error as FileError {
      throw node.error(error.description)
    } catch let error as TileNetworkError {
      throw TileNetworkError(
        error.kind, url: node.error(error.url).description, reason: error.reason)
    } catch let error as LimitError {
      throw LimitError(
        subject: node.error(error.subject).description, value: error.value, limit: error.limit,
        remedy: error.remedy)
    }
  }

  /// Warns of keys that mean nothing for what a file turned out to be.
  private static func warn(_ object: SceneObject, aboutKindOf sources: [ElevationMosaic.Source]) {
    guard !sources.isEmpty else { return }
    if sources.allSatisfy({ $0.model is TileElevation }) {
      warn(object, of: ["crs"], "tiles, whose numbers say where they lie")
    } else {
      warn(object, of: ["zoom", "encoding"], "a raster; tiles have zooms and encodings")
    }
  }

  /// Warns of keys that do not matter.
  private static func warn(_ object: SceneObject, of names: [String], _ source: String) {
    for name in names {
      if let extra = object[name] { extra.warn("has no meaning for \(source); ignored") }
    }
  }

  private static func png(
    _ data: [UInt8], in file: SceneFile, _ object: SceneObject, _ node: SceneNode
  ) throws -> HeightField {
    _ = try object.required("encoding", "how samples become metres, \"gray16\"")
      .choice("encoding", as: Encoding.self)
    let bounds = try bounds(object.required("bounds", "the positions of the corner samples"))
    let scale =
      try object["scale"]?.number("a number of metres for each step", in: -1000...1000) ?? 1
    let offset = try object["offset"]?.number("a number of metres", in: -100_000...100_000) ?? 0
    // While it is decoded a sample takes two bytes as an integer and four as a number.
    var limits = file.limits
    limits.maximumInputPixels = min(limits.maximumInputPixels, limits.maximumMemory / 6)
    do {
      let field = try HeightField(
        png: data, name: file.name, bounds: bounds, scale: scale, offset: offset, limits: limits)
      try count(samples: field.samples.count, in: file)
      return field
    } catch let error as TerrainFileError {
      throw node.error(error.description)
    }
  }

  static func count(samples: Int, in file: SceneFile) throws {
    let sum = file.shared.elevationSampleCount + samples
    let maximum = min(file.limits.maximumElevationSamples, file.limits.maximumMemory / 4)
    guard sum <= maximum else {
      throw LimitError(
        subject: file.name, value: "\(sum) samples with the files before it",
        limit: "\(maximum) samples", remedy: "raise it with --memory or name fewer files")
    }
    file.shared.elevationSampleCount = sum
  }

  private static func hills(_ node: SceneNode) throws -> [HillField.Hill] {
    let items = try node.elements(of: "hills")
    try node.file.count(objects: items.count)
    return try items.map { item in
      let object = try SceneObject(item, .hill)
      return HillField.Hill(
        center: try object.required("center", "[longitude, latitude]").position(),
        height: try object.required("height", "metres")
          .number("a number of metres", in: -11_000...9000),
        radius: try object.required("radius", "metres")
          .positive("a number of metres", upTo: 1_000_000))
    }
  }

  static func bounds(_ node: SceneNode) throws(SceneError) -> GeographicBounds {
    let object = try SceneObject(node, .bounds)
    let south = try object.required("south", "degrees").number("degrees", in: -90...90)
    let north = try object.required("north", "degrees").number("degrees", in: -90...90)
    let west = try object.required("west", "degrees").number("degrees", in: -540...540)
    let east = try object.required("east", "degrees").number("degrees", in: -540...540)
    guard south < north else { throw node.error("south must be less than north") }
    guard west < east, east - west <= 360 else {
      throw node.error(
        "west must be less than east by at most 360; across the antimeridian east exceeds 180")
    }
    return GeographicBounds(south: south, west: west, north: north, east: east)
  }
}
