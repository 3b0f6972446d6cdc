import Belvedere
import BelvedereJSON
import Synchronization

/// Questions about the scene's ground.
extension QueryEngine {
  func elevation(_ arguments: QueryArguments) throws -> Answer {
    guard let scene else {
      throw QueryFailure(message: "elevation needs ground; start with --scene or --dem")
    }
    let coordinate = try arguments.coordinateOrOwn("coordinate")
    let elevation = scene.ground.elevation(
      latitude: coordinate.latitude, longitude: wrappedLongitude(coordinate.longitude))
    if elevation == nil, let failure = TileProblems.rasterFailure(of: scene.ground) {
      throw QueryFailure(message: "\(failure)")
    }
    if elevation == nil,
      let problem = TileProblems.all(of: scene.ground).first(where: \.isOfNetwork)
    {
      throw QueryFailure(message: problem.reason)
    }
    guard let elevation else {
      let missing = MissingElevation(in: scene.ground, at: coordinate)
      return [("elevation", nil), ("reason", .string(missing.rawValue))]
    }
    return [("elevation", .number(elevation))]
  }

  /// The place on the scene's ground under a point of the screen.
  func unprojectOntoGround(
    _ point: Vector2, _ view: any ViewProjection, of scene: Scene
  ) throws -> Answer {
    let (ground, reason) = try groundPoint(point, view, of: scene)
    guard let ground else {
      return [("coordinate", nil), ("reason", .string(reason ?? "sky"))]
    }
    return [
      ("coordinate", CameraJSON.value(ground.coordinate)), ("elevation", .number(ground.elevation)),
    ]
  }

  /// What a point of the screen shows.
  func pick(_ arguments: QueryArguments) throws -> Answer {
    guard let scene else {
      throw QueryFailure(message: "pick needs ground; start with --scene or --dem")
    }
    let view = try view(arguments, viewport: arguments.viewport())
    let point = try arguments.point("point")
    let hasSolids = !scene.buildings.isEmpty || !scene.beams.isEmpty || !scene.trees.isEmpty
    let ground = try groundPoint(point, view, of: scene)
    guard hasSolids, let hit = solid(point, view, of: scene),
      hit.depth <= ground.ground?.depth ?? .infinity
    else { return pickedGround(ground, point, view, scene) }
    let (id, name) = Self.names(of: hit, in: scene)
    return [
      ("kind", .string(hit.kind.rawValue)), ("id", id.isEmpty ? nil : .string(id)),
      ("name", name.isEmpty ? nil : .string(name)), ("index", .integer(hit.index)),
      ("coordinate", CameraJSON.value(hit.coordinate)), ("elevation", .number(hit.elevation)),
      ("distance", .number(hit.depth * Self.slant(point, view))),
    ]
  }

  private func solid(
    _ point: Vector2, _ view: any ViewProjection, of scene: Scene
  ) -> SolidPicker.Hit? {
    let picker = solids.value(of: scene)
    return switch view {
    case let view as CameraView: picker?.hit(point, in: view)
    case let view as GlobeView: picker?.hit(point, in: view)
    default: nil
    }
  }

  private static func names(of hit: SolidPicker.Hit, in scene: Scene) -> (id: String, name: String)
  {
    guard hit.kind == .building else { return ("", "") }
    return (scene.buildings[hit.index].id, scene.buildings[hit.index].name)
  }

  /// Metres from the eye for each metre along the line of sight.
  private static func slant(_ point: Vector2, _ view: any ViewProjection) -> Double {
    let slope = ((point - view.viewport.principalPoint) / view.viewport.focalLength).length
    return (1 + slope * slope).squareRoot()
  }

  private func pickedGround(
    _ found: (ground: GroundPoint?, reason: String?), _ point: Vector2, _ view: any ViewProjection,
    _ scene: Scene
  ) -> Answer {
    guard let ground = found.ground else {
      return [("kind", "sky"), ("coordinate", nil), ("reason", .string(found.reason ?? "sky"))]
    }
    // Where the elevation is not known the ground is drawn level; that is no elevation.
    let isKnown =
      scene.ground.sources.isEmpty
      || scene.ground.elevation(
        latitude: ground.coordinate.latitude,
        longitude: wrappedLongitude(ground.coordinate.longitude)) != nil
    var answer: Answer = [
      ("kind", .string(covers.value(of: scene).kind(at: ground.coordinate).rawValue)),
      ("coordinate", CameraJSON.value(ground.coordinate)),
      ("elevation", isKnown ? .number(ground.elevation) : nil),
      ("distance", .number(ground.depth * Self.slant(point, view))),
    ]
    if !isKnown { answer.append(("drawnElevation", .number(ground.elevation))) }
    if let index = covers.value(of: scene).road(at: ground.coordinate) {
      let road = scene.roads[index]
      answer.append(
        (
          "road",
          [
            "index": .integer(index), "name": road.name.isEmpty ? nil : .string(road.name),
            "kind": .string(road.kind.rawValue),
          ]
        ))
    }
    return answer
  }

  /// Whether one place sees another over the ground.
  func lineOfSight(_ arguments: QueryArguments) throws -> Answer {
    guard scene != nil else {
      throw QueryFailure(message: "lineOfSight needs ground; start with --scene or --dem")
    }
    guard let surface = ground?.surface else { throw Self.noSurface }
    let from = try arguments.elevatedPlace("from")
    let to = try arguments.elevatedPlace("to")
    let sight =
      switch try arguments.projection() {
      case .flat: try surface.lineOfSight(from: from, to: to)
      case .globe: try surface.lineOfSightInSpace(from: from, to: to)
      }
    if case .unknownGround = sight {
      throw QueryFailure(message: "from or to lies where no elevation is known")
    }
    let blockedAt: JSONValue? = sight.block.map {
      [
        "coordinate": CameraJSON.value($0.coordinate), "elevation": .number($0.elevation),
        "distance": .number($0.distance),
      ]
    }
    return [("visible", JSONValue(.bool(sight.block == nil))), ("blockedAt", blockedAt ?? nil)]
  }

  private static let noSurface = QueryFailure(
    message: "the scene has no ground, or ground too wide for its resolution to be held in memory")

  private func groundPoint(
    _ point: Vector2, _ view: any ViewProjection, of scene: Scene
  ) throws -> (ground: GroundPoint?, reason: String?) {
    if let ground {
      let result = ground.unproject(point, in: view)
      return (result.ground, result.reason)
    }
    // Ground too large to be sampled is searched along the ray.
    guard let flat = view as? CameraView else { throw Self.noSurface }
    guard let hit = scene.groundPoint(through: point, in: flat) else { return (nil, nil) }
    let depth = flat.project(hit.coordinate, elevation: hit.elevation).depth ?? 0
    return (
      GroundPoint(coordinate: hit.coordinate, elevation: hit.elevation, depth: depth), nil
    )
  }
}

/// The ground's surface, made once: who asks for none does not wait for it.
final class LazyGround: Sendable {
  private let made = Mutex<GroundSurface??>(nil)

  func value(of scene: Scene?) -> GroundSurface? {
    made.withLock { made in
      if let made { return made }
      let new = scene.flatMap { GroundSurface($0) }
      made = .some(new)
      return new
    }
  }
}

/// What covers the ground, prepared once: who asks for none does not wait for it.
final class LazyCovers: Sendable {
  private let made = Mutex<GroundPicker?>(nil)

  func value(of scene: Scene) -> GroundPicker {
    made.withLock { made in
      if let made { return made }
      let new = GroundPicker(scene: scene)
      made = new
      return new
    }
  }
}

/// What stands on the ground, prepared once: who asks for none does not wait for it.
final class LazySolids: Sendable {
  private let made = Mutex<SolidPicker?>(nil)

  func value(of scene: Scene) -> SolidPicker? {
    made.withLock { made in
      if made == nil { made = SolidPicker(scene: scene) }
      return made
    }
  }
}

extension QueryArguments {
  /// A coordinate and how high above the ground there, 0 unless given; `height` may stand in the
  /// coordinate or beside it.
  fileprivate func elevatedPlace(_ name: String) throws -> ElevatedPlace {
    let place = try object(name)
    try place.refuseSlips(of: .place)
    let coordinate = try place.coordinateOrOwn("coordinate")
    let height = try place.optionalNumber("height") ?? 0
    guard height >= 0, height <= 1e9 else {
      throw DomainError(
        field: "\(name).height", value: height,
        allowed: "a number of metres, at least 0, at most 1e9")
    }
    return ElevatedPlace(coordinate, height: height)
  }
}
