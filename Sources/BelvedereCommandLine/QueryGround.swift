import Belvedere
import BelvedereJSON

/// Questions about the scene's ground.
extension QueryEngine {
  func elevation(_ arguments: QueryArguments) throws -> Answer {
    guard let scene = loaded else {
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

  /// Whether one place sees another over the ground.
  func lineOfSight(_ arguments: QueryArguments) throws -> Answer {
    guard loaded != nil else {
      throw QueryFailure(message: "lineOfSight needs ground; start with --scene or --dem")
    }
    guard let ground = realGround, ground.surface != nil else { throw Self.noSurface }
    let sight = try ground.lineOfSight(
      from: try arguments.elevatedPlace("from"), to: try arguments.elevatedPlace("to"),
      inSpace: try arguments.projection() == .globe)
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

  static let noSurface = QueryFailure(
    message:
      "the scene has no ground within ±85.05° of latitude, where rays meet it, or has too many samples"
  )

  func groundPoint(
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
