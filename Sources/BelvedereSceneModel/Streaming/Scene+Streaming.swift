import BelvedereLimits
import BelvedereTerrain

extension Scene {
  /// A scene with what a window of its streamed layers holds.
  public struct Resident: Sendable {
    public let scene: Scene
    /// Damaged features that were left out.
    public let warnings: [String]
  }

  /// The scene with what a window of its streamed layers holds beside all else.
  ///
  /// - Throws: `FileError`, ``SceneError``, `LimitError`.
  public func resident(in window: SceneWindow) throws -> Resident {
    var scene = self
    var covers: [(order: Int, cover: LandCover)] = []
    var warnings: [SceneWarning] = []
    for (layer, part) in zip(streamed, window.parts) {
      guard let features = try layer.features(within: part) else { continue }
      let shared = SceneFile.Collection(
        root: "", limits: layer.limits, allowsOutsideFiles: false)
      let file = SceneFile(name: layer.name, shared: shared)
      switch layer.kind {
      case .buildings:
        scene.buildings.take(try BuildingDecoder.buildings(of: features, in: file))
      case .roads:
        let all = try features.converted(in: file) { feature, _ in [feature] }
        scene.add(try GroundDecoder.roads(of: all, in: file, named: layer.name))
      case .landCover:
        let all = try features.converted(in: file) { feature, _ in [feature] }
        for feature in all {
          let order = feature.properties.text("order").flatMap(Int.init) ?? .max
          covers += try GroundDecoder.landCover(of: [feature], in: file, named: layer.name)
            .map { (order, $0) }
        }
      case .trees: scene.trees += try features.converted(in: file, TreeAttributes.trees)
      }
      warnings += SceneFile.allWarnings(of: shared)
      for entry in shared.report.entries
      where [SceneReport.otherGeometry, SceneReport.unknownKinds].contains(entry.subject) {
        warnings.append(SceneWarning(file: layer.name, message: entry.subject))
      }
    }
    // Areas lie on each other in the order of the whole city, whichever of them are here.
    scene.landCover += covers.enumerated()
      .sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
      .map(\.element.cover)
    scene.raiseStreamedBridges(after: roads.count)
    return Resident(scene: scene, warnings: warnings.map(\.description))
  }

  /// The scene with all of its buildings in memory, for those that ask for what is anywhere.
  ///
  /// - Parameter most: bytes that they may take.
  /// - Throws: `FileError`, ``SceneError``; `LimitError` where there are more.
  public func withStreamedBuildings(atMost most: Int) throws -> Scene {
    let world = GeographicBounds(south: -90, west: -180, north: 90, east: 180)
    let parts = streamed.map { layer in
      SceneWindow.Part(
        boxes: layer.kind == .buildings && layer.standsFor == nil ? [world] : [])
    }
    // A byte of a file becomes about three of values.
    var rest = most / 3
    for (layer, part) in zip(streamed, parts) {
      guard let bytes = try layer.byteCount(within: part, atMost: rest) else {
        throw LimitError(
          subject: layer.name, value: "buildings that need more memory all at once",
          limit: "\(most >> 20) MiB",
          remedy: "raise --memory, leave --buildings-too out, or hide the buildings")
      }
      rest -= bytes
    }
    return try resident(in: SceneWindow(parts: parts)).scene
  }

  /// Whether there are buildings, in memory or not.
  public var hasBuildings: Bool {
    !buildings.isEmpty || streamed.contains { $0.kind == .buildings }
  }

  /// Whether there are roads, in memory or not.
  public var hasRoads: Bool { !roads.isEmpty || streamed.contains { $0.kind == .roads } }

  /// Puts the bridges of roads that came later onto decks; the others have theirs.
  private mutating func raiseStreamedBridges(after count: Int) {
    guard roads[count...].contains(where: { $0.bridge > 0 }) else { return }
    let levels = roads[..<count].map(\.bridge)
    for i in 0..<count { roads[i].bridge = 0 }
    raiseBridges()
    for (i, level) in levels.enumerated() { roads[i].bridge = level }
  }
}
