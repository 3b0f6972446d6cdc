import Belvedere
import BelvedereJSON

/// What a point of the screen shows.
extension QueryEngine {
  /// What a point of the screen shows.
  func pick(_ arguments: QueryArguments) throws -> Answer {
    guard let whole = scene else {
      throw QueryFailure(message: "pick needs ground; start with --scene or --dem")
    }
    let view = try view(arguments, viewport: arguments.viewport())
    let point = try arguments.point("point")
    if try arguments.optionalBool("annotations") ?? true,
      let hit = try annotations.hit(point, in: view, of: whole)
    {
      return pickedAnnotation(hit, whole)
    }
    let pickers = try pickers(view, whole)
    let scene = pickers?.renderer.scene ?? whole
    let covers = pickers?.covers ?? self.covers.value(of: whole)
    let hasSolids =
      !scene.buildings.isEmpty || !scene.beams.isEmpty || !scene.trees.isEmpty
      || !scene.models.isEmpty
    let ground = try groundPoint(point, view, of: scene)
    let solids = hasSolids ? pickers?.solids ?? solids.value(of: whole) : nil
    guard let hit = Self.solid(point, view, solids, before: ground.ground) else {
      return pickedGround(ground, point, view, scene, covers)
        + pickedOverlays(at: ground.ground?.coordinate, view, scene)
    }
    let (id, name) = Self.names(of: hit, in: scene)
    return [
      ("kind", .string(hit.kind.rawValue)), ("id", id.isEmpty ? nil : .string(id)),
      ("name", name.isEmpty ? nil : .string(name)),
      // Of what is read as it is needed there is no list.
      ("index", scene.streamed.isEmpty ? .integer(hit.index) : nil),
      ("coordinate", CameraJSON.value(hit.coordinate)), ("elevation", .number(hit.elevation)),
      ("distance", .number(hit.depth * Self.slant(point, view))),
    ]
  }

  /// What finds things of a scene with streamed layers; `nil` for other scenes.
  private func pickers(
    _ view: any ViewProjection, _ scene: Scene
  ) throws -> LazyResident.Pickers? {
    guard !scene.streamed.isEmpty, let renderer = renderer.value(of: scene) else { return nil }
    func points(_ size: Double) -> Int { Int(clamping: size.rounded(.up), in: 1...100_000) }
    let options = RenderOptions(
      width: points(view.viewport.width), height: points(view.viewport.height),
      fieldOfView: view.viewport.fieldOfView, limits: CameraLimits(pitchLimit: .none),
      projection: view is GlobeView ? .globe : .flat)
    return resident.value(of: try renderer.resident(camera: view.camera, options: options))
  }

  /// The first object at a point that the ground does not hide, or that is painted on the ground there.
  private static func solid(
    _ point: Vector2, _ view: any ViewProjection, _ picker: SolidPicker?,
    before ground: GroundPoint?
  ) -> SolidPicker.Hit? {
    let hit =
      switch view {
      case let view as CameraView: picker?.hit(point, in: view)
      case let view as GlobeView: picker?.hit(point, in: view)
      default: SolidPicker.Hit?.none
      }
    if let hit, hit.depth <= ground?.depth ?? .infinity { return hit }
    return ground.flatMap { picker?.footprint(at: $0, pitch: view.camera.pitch) }
  }

  private static func names(of hit: SolidPicker.Hit, in scene: Scene) -> (id: String, name: String)
  {
    switch hit.kind {
    case .building: (scene.buildings[hit.index].id, scene.buildings[hit.index].name)
    case .model: (scene.models[hit.index].id, scene.models[hit.index].name)
    case .beam, .tree: ("", "")
    }
  }

  /// Metres from the eye for each metre along the line of sight.
  private static func slant(_ point: Vector2, _ view: any ViewProjection) -> Double {
    let slope = ((point - view.viewport.principalPoint) / view.viewport.focalLength).length
    return (1 + slope * slope).squareRoot()
  }

  /// An annotation of the scene, or the leading one of a cluster.
  private func pickedAnnotation(_ hit: RenderedAnnotation, _ scene: Scene) -> Answer {
    let annotation = scene.annotations[hit.indices[0]]
    var answer: Answer = [
      ("kind", "annotation"), ("id", annotation.id.isEmpty ? nil : .string(annotation.id)),
      ("name", annotation.title.isEmpty ? nil : .string(annotation.title)),
      ("index", .integer(hit.indices[0])),
      ("coordinate", CameraJSON.value(annotation.coordinate)), ("distance", .number(hit.depth)),
    ]
    if hit.isCluster {
      answer.append(("members", JSONValue(.array(hit.indices.map { .integer($0) }))))
    }
    return answer
  }

  /// The overlays that show at a place, the uppermost first; no member where the scene has none.
  private func pickedOverlays(
    at place: Coordinate?, _ view: any ViewProjection, _ scene: Scene
  ) -> Answer {
    guard let place, !scene.overlays.isEmpty, let renderer = renderer.value(of: scene) else {
      return []
    }
    var options = RenderOptions()
    options.projection = view is GlobeView ? .globe : .flat
    let shown = renderer.overlays(
      at: place, distance: view.camera.distance, fieldOfView: view.viewport.fieldOfView,
      height: view.viewport.height, options: options)
    let list = shown.map { n -> JSONValue in
      let overlay = scene.overlays[n]
      return [
        "index": .integer(n), "id": overlay.id.isEmpty ? nil : .string(overlay.id),
        "name": overlay.name.isEmpty ? nil : .string(overlay.name),
      ]
    }
    return [("overlays", JSONValue(.array(list)))]
  }

  private func pickedGround(
    _ found: (ground: GroundPoint?, reason: String?), _ point: Vector2, _ view: any ViewProjection,
    _ scene: Scene, _ covers: GroundPicker
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
      ("kind", .string(covers.kind(at: ground.coordinate).rawValue)),
      ("coordinate", CameraJSON.value(ground.coordinate)),
      ("elevation", isKnown ? .number(ground.elevation) : nil),
      ("distance", .number(ground.depth * Self.slant(point, view))),
    ]
    if !isKnown { answer.append(("drawnElevation", .number(ground.elevation))) }
    if let index = covers.road(at: ground.coordinate) {
      let road = scene.roads[index]
      answer.append(
        (
          "road",
          [
            "index": scene.streamed.isEmpty ? .integer(index) : nil,
            "name": road.name.isEmpty ? nil : .string(road.name),
            "kind": .string(road.kind.rawValue),
          ]
        ))
    }
    return answer
  }
}
