import BelvedereElevationFiles
import BelvedereFiles
import BelvedereGeodesy
import BelvedereLimits
import BelvedereTerrain

/// Elevation models of a scene file.
enum TerrainDecoder {
  enum Encoding: String, CaseIterable { case gray16 }

  static func terrain(_ node: SceneNode, fillsVoids: Bool) throws -> any ElevationModel {
    let object = try SceneObject(node, .terrain)
    let source = try object.exactlyOne(of: ["file", "hills"])
    if source.name == "hills" {
      return HillField(
        hills: try hills(source.node),
        bounds: try bounds(object.required("bounds", "where the hills are known")))
    }
    if let name = try? source.node.string().lowercased(),
      ElevationLayer.endings.contains(where: { name.hasSuffix($0) })
    {
      warnOfKeys(object, "a file that says where it lies")
      let (file, path) = try node.file.path(source.node)
      do {
        return try ElevationLayer.open(path, in: file, fillsVoids: fillsVoids)
      } catch let error as TerrainFileError {
        throw source.node.error(error.description)
      } catch let error as FileError {
        throw source.node.error("\(file.name): \(error.reason)")
      }
    }
    let (file, data) = try node.file.read(
      source.node, maximumBytes: min(1 << 30, node.file.limits.maximumMemory / 2),
      remedy: "cut the terrain into several files or raise --memory")
    let lowered = file.name.lowercased()
    if lowered.hasSuffix(".hgt") {
      warnOfKeys(object, "an .hgt file")
      do {
        return try hgt(data, in: file, fillsVoids: fillsVoids)
      } catch let error as TerrainFileError {
        throw source.node.error(error.description)
      }
    }
    guard lowered.hasSuffix(".png") else {
      throw source.node.error(
        "terrain files end in .hgt, .hgt.zip, .tif, .asc or .png, got \"\(file.name)\"")
    }
    return try png(data, in: file, object, source.node)
  }

  /// A tile, its voids filled where that is wanted, with a warning that says so.
  static func hgt(_ data: [UInt8], in file: SceneFile, fillsVoids: Bool) throws -> HeightField {
    let fileName = file.name.split(separator: "/").last.map(String.init) ?? file.name
    if let edge = HGT.samplesAlongEdge(byteCount: data.count) {
      try count(samples: edge * edge, in: file)
    }
    let field = try HGT.decode(data, name: fileName)
    guard fillsVoids, field.voidCount > 0 else { return field }
    let (filled, count) = field.fillingVoids()
    note(filledVoids: count, in: file)
    return filled
  }

  /// Says how many voids were filled in a file that has some.
  static func note(filledVoids count: Int, in file: SceneFile) {
    file.shared.report.add(SceneReport.filledVoids, in: file.name, by: count)
    file.warn(
      count > 0
        ? "\(count) void sample(s) filled from their surroundings"
        : "every sample is void; the ground is drawn at 0")
  }

  /// Warns of the keys that belong to pictures.
  private static func warnOfKeys(_ object: SceneObject, _ file: String) {
    for name in ["encoding", "bounds", "scale", "offset"] {
      if let extra = object[name] { extra.warn("has no meaning for \(file); ignored") }
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
