import BelvedereFiles
import BelvedereGLTF
import BelvedereGeodesy
import BelvedereLimits

/// Models of a scene file.
enum ModelDecoder {
  static func models(_ node: SceneNode) throws -> [PlacedModel] {
    let items = try node.elements(of: "models")
    try node.file.count(objects: items.count)
    return try items.map { try model($0) }
  }

  private static func model(_ item: SceneNode) throws -> PlacedModel {
    let object = try SceneObject(item, .model)
    let stand: PlacedModel.Stand
    if let value = object["elevation"] {
      if let other = object["height"] {
        throw other.error("cannot stand beside \"elevation\", which counts from the sea; give one")
      }
      stand = .aboveSea(try value.number("a number of metres", in: -12_000...1_000_000))
    } else {
      stand = .aboveGround(
        try object["height"]?.number("a number of metres", in: -10_000...1_000_000) ?? 0)
    }
    let file = try object.required("file", "a glTF file")
    let place = try object.required("at", "[longitude, latitude]")
    let coordinate = try place.position()
    guard abs(coordinate.latitude) <= MapPoint.maximumLatitude else {
      throw place.error("a model stands on the map, which ends at 85.05 degrees south and north")
    }
    let (model, measures) = try shape(file)
    let placed = PlacedModel(
      model, measures, file: try file.string(), coordinate: coordinate, stand: stand,
      heading: try object["heading"]?.number("a heading in degrees", in: -3600...3600) ?? 0,
      scale: try object["scale"]?.positive("a factor", upTo: 1_000_000) ?? 1,
      id: try object["id"]?.string() ?? "", name: try object["name"]?.string() ?? "")
    let reach = max(placed.radius, placed.height, -placed.low)
    guard reach <= mostReach else {
      let far = reach.isFinite ? "\(short(reach.rounded())) metres" : "farther than can be told"
      throw (object["scale"] ?? file).error(
        "it would reach \(far) from its origin, and \(short(mostReach)) are most: "
          + "give another \"scale\", or move the model's origin to its middle")
    }
    return placed
  }

  /// Metres from a model's origin: farther away it is no longer level with the ground around it.
  private static let mostReach = 20_000.0

  /// The model of a file; the same file again is read once.
  private static func shape(
    _ node: SceneNode
  ) throws -> (model: Model, measures: PlacedModel.Measures) {
    let shared = node.file.shared
    let name = try node.string("a file's name")
    if let known = shared.models[name] { return known }
    let remedy = "simplify the model or raise --memory"
    let (file, data) = try node.file.read(
      node, maximumBytes: shared.limits.maximumMemory / 4, remedy: remedy)
    var limits = GLTF.Limits()
    // What a triangle takes while it is drawn.
    limits.maximumTriangles = shared.limits.maximumMemory / 2 / 500 - shared.modelTriangles
    limits.maximumBytes = shared.limits.maximumMemory / 4
    // Four bytes of a pixel, and as much again and a third for its smaller versions.
    limits.maximumPixels = max(shared.limits.maximumMemory / 20 - shared.modelPixels, 0)
    limits.maximumPicture = shared.limits.maximumInputPixels
    let read: GLTF
    do {
      read = try GLTF(data, limits: limits) { part in
        try sibling(part, of: file, at: node, maximumBytes: limits.maximumBytes)
      }
    } catch let error as GLTFError where error.exceedsLimit {
      throw LimitError(
        subject: "\(file.name) (\(node.path))", value: "too much in it: \(error)",
        limit: "\(shared.limits.maximumMemory >> 20) MiB of memory for all of the scene",
        remedy: remedy)
    } catch {
      throw node.error("\(file.name): \(error)")
    }
    for note in read.notes { file.warn(note) }
    shared.modelTriangles += read.model.triangleCount
    shared.modelPixels += read.model.textures.reduce(0) { $0 + $1.image.width * $1.image.height }
    let known = (model: read.model, measures: PlacedModel.Measures(read.model))
    shared.models[name] = known
    return known
  }

  /// The contents of a file beside a model, which may not leave the scene's folder.
  private static func sibling(
    _ name: String, of file: SceneFile, at node: SceneNode, maximumBytes: Int
  ) throws -> [UInt8] {
    var parts = file.name.split(separator: "/").dropLast().map(String.init)
    for part in name.split(separator: "/") where part != "." {
      guard part == "..", let last = parts.last, last != ".." else {
        parts.append(String(part))
        continue
      }
      parts.removeLast()
    }
    let start = file.name.hasPrefix("/") || name.hasPrefix("/") ? "/" : ""
    let named = SceneNode(
      value: .init(.string(start + parts.joined(separator: "/")), line: node.value.line),
      path: node.path, file: node.file)
    do {
      return try node.file.read(named, maximumBytes: maximumBytes, remedy: "use smaller files").1
    } catch let error as SceneError {
      throw Unreadable(description: error.message)
    }
  }

  /// Why a file beside a model cannot be read; the model says where it is named.
  private struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }
}
