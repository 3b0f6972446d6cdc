import Belvedere
import Synchronization

/// The scene as it is drawn, made once: who asks for what does not depend on it does not wait for it.
final class LazyScene: Sendable {
  private let made = Mutex<Scene?>(nil)

  /// - Parameter isBare: whether the scene is elevation data and nothing else.
  func value(of loaded: Scene?, isBare: Bool) -> Scene? {
    guard isBare, let loaded, !loaded.ground.isEmpty else { return loaded }
    return made.withLock { made in
      if let made { return made }
      var scene = loaded
      let survey = ReliefSurvey(
        scene.ground, in: scene.ground.bounds, spacing: scene.ground.resolution)
      scene.baseElevation = survey.freeStandingBase
      made = scene
      return scene
    }
  }
}

/// The ground's surface, made once: who asks for none does not wait for it.
final class LazyGround: Sendable {
  private let isAsDrawn: Bool
  private let made = Mutex<GroundSurface??>(nil)

  /// - Parameter isAsDrawn: whether the ground of a flat map is level.
  init(isAsDrawn: Bool) { self.isAsDrawn = isAsDrawn }

  func value(of scene: Scene?) -> GroundSurface? {
    made.withLock { made in
      if let made { return made }
      let new = scene.flatMap { GroundSurface($0, isAsDrawn: isAsDrawn) }
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

/// The scene's renderer, made once: who asks for nothing that it draws does not wait for it.
final class LazyRenderer: Sendable {
  private let made = Mutex<SceneRenderer?>(nil)

  func value(of scene: Scene) -> SceneRenderer? {
    made.withLock { made in
      if made == nil { made = SceneRenderer(scene: scene) }
      return made
    }
  }
}

/// Where annotations are in the last view that was asked about.
final class LazyAnnotations: Sendable {
  private struct Key: Hashable {
    let camera: MapCamera
    let viewport: Viewport
    let projection: MapProjection
  }

  private let renderer: LazyRenderer
  private let kept = Mutex<(key: Key, annotations: [RenderedAnnotation])?>(nil)

  /// Points along a side of the largest picture whose annotations are looked for.
  private static let mostPoints = 4096.0

  init(_ renderer: LazyRenderer) { self.renderer = renderer }

  /// The front annotation at a point of the picture of a view; `nil` too where no picture has that view: of a
  /// viewport with padding, with parts of points, or above 4,096 points a side.
  func hit(
    _ point: Vector2, in view: any ViewProjection, of scene: Scene
  ) throws -> RenderedAnnotation? {
    let viewport = view.viewport
    guard !scene.annotations.isEmpty, viewport.padding == EdgePadding(),
      let width = Int(exactly: viewport.width), let height = Int(exactly: viewport.height),
      max(viewport.width, viewport.height) <= Self.mostPoints
    else { return nil }
    let projection: MapProjection = view is GlobeView ? .globe : .flat
    let key = Key(camera: view.camera, viewport: viewport, projection: projection)
    let shown = try kept.withLock { kept throws -> [RenderedAnnotation] in
      if let kept, kept.key == key { return kept.annotations }
      let options = RenderOptions(
        width: width, height: height, fieldOfView: viewport.fieldOfView,
        limits: CameraLimits(pitchLimit: .none), projection: projection)
      let made =
        try renderer.value(of: scene)?.annotations(camera: view.camera, options: options) ?? []
      kept = (key, made)
      return made
    }
    return shown.last { $0.contains(point) }
  }
}

/// What finds objects of a scene with streamed layers, of those that the last view needed.
final class LazyResident: Sendable {
  /// What is in memory, and what finds things in it.
  struct Pickers: Sendable {
    let renderer: SceneRenderer
    let solids: SolidPicker
    let covers: GroundPicker
  }

  private let made = Mutex<Pickers?>(nil)

  func value(of renderer: SceneRenderer) -> Pickers {
    made.withLock { made in
      if let made, made.renderer === renderer { return made }
      let new = Pickers(
        renderer: renderer, solids: SolidPicker(scene: renderer.scene),
        covers: GroundPicker(scene: renderer.scene))
      made = new
      return new
    }
  }
}
