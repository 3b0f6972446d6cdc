import BelvedereLimits
import BelvedereTerrain

extension Scene {
  /// The scene with what cells of its streamed layers hold beside all else.
  ///
  /// - Parameters:
  ///   - cells: each of them once; none lies in another one of the same layer.
  ///   - earlier: made of this scene, of which what is needed again is not read again.
  /// - Throws: `FileError`, ``SceneError``, `LimitError`.
  public func resident(
    in cells: [StreamedCell], after earlier: ResidentScene? = nil
  ) throws -> ResidentScene {
    try ResidentScene(self, cells: cells, after: earlier)
  }

  /// The scene with all of its buildings in memory, for those that ask for what is anywhere.
  ///
  /// - Parameter most: bytes that they may take.
  /// - Throws: `FileError`, ``SceneError``; `LimitError` where there are more.
  public func withStreamedBuildings(atMost most: Int) throws -> Scene {
    let cells = streamed.indices.filter {
      streamed[$0].kind == .buildings && streamed[$0].standsFor == nil
    }.map { StreamedCell.world(ofLayer: $0) }
    // A byte of a file becomes about three of values.
    var rest = most / 3
    for cell in cells {
      let layer = streamed[cell.layer]
      guard let bytes = try layer.byteCount(in: cell, atMost: rest) else {
        throw LimitError(
          subject: layer.name, value: "buildings that need more memory all at once",
          limit: "\(most >> 20) MiB",
          remedy: "raise --memory, leave --buildings-too out, or hide the buildings")
      }
      rest -= bytes
    }
    return try resident(in: cells).scene
  }

  /// The scene with all of its buildings and trees in memory; `nil` where there are more of them than a small place has.
  var withFewStreamedSolids: Scene? {
    let layers = streamed.indices.filter {
      [.buildings, .trees].contains(streamed[$0].kind) && streamed[$0].standsFor == nil
    }
    guard !layers.isEmpty else { return self }
    guard layers.reduce(0, { $0 + streamed[$1].count }) <= 1000 else { return nil }
    return try? resident(in: layers.map { StreamedCell.world(ofLayer: $0) }).scene
  }

  /// Whether there are buildings, in memory or not.
  public var hasBuildings: Bool {
    !buildings.isEmpty || streamed.contains { $0.kind == .buildings }
  }

  /// Whether there are roads, in memory or not.
  public var hasRoads: Bool { !roads.isEmpty || streamed.contains { $0.kind == .roads } }
}
