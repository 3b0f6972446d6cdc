import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// A scene's ground as rays meet it: the surface through its samples, and level ground around it.
///
/// A single grid in memory is taken as it is. Several models together and rasters in files are a
/// ``MosaicSurface``: each model's own patches where it has priority, read when rays come to them.
/// Hills and rasters on other projections are sampled at their resolution.
public struct GroundSurface: Sendable {
  /// The known ground; `nil` where the scene has none.
  public let surface: (any RayGround)?
  /// The elevation of the ground where nothing is known, metres.
  public let levelElevation: Double
  /// How far a ray is followed at once where it may meet an upright face: half a sample, metres.
  let faceStep: Double

  /// The drawn ground of a scene: exaggerated, and not below the sea where there is a coastline; level where its
  /// configuration is a flat map.
  ///
  /// - Parameter isAsDrawn: `false` for the ground as it is, whatever the configuration says.
  /// - Returns: `nil` where it has too many samples to be told apart, such as small hills in a wide box.
  public init?(_ scene: Scene, isAsDrawn: Bool = true) {
    let isFlat = isAsDrawn && scene.configuration.elevationStyle == .flat
    levelElevation = isFlat ? 0 : scene.unknownElevation * scene.verticalExaggeration
    let model = scene.ground
    faceStep = max(model.resolution * 111_000 / 2, 0.01)
    guard !model.isEmpty, !isFlat else {
      surface = nil
      return
    }
    let floor: Double? = scene.land == nil ? nil : 0
    if model.models.count == 1, let field = model.models[0] as? HeightField {
      guard
        let found = try? TerrainSurface(field).floored(at: floor)
          .scaled(exaggeration: scene.verticalExaggeration)
      else { return nil }
      surface = found
      return
    }
    guard let found = try? MosaicSurface(model, scale: scene.verticalExaggeration, floor: floor)
    else { return nil }
    surface = found
  }

  /// The ground under a point of the screen.
  ///
  /// - Returns: as `CameraView.unproject(_:onto:farDepth:)`; around the known ground the level ground
  ///   is met, too, and the upright faces between both.
  public func unproject(_ point: Vector2, in view: some ViewProjection) -> UnprojectionResult {
    let plane = view.unproject(point, elevation: levelElevation)
    guard let surface else { return plane }
    let hit: UnprojectionResult =
      switch view {
      case let view as CameraView: view.unproject(point, onto: surface)
      case let view as GlobeView: view.unproject(point, onto: surface)
      default: .sky
      }
    let nearest = nearer(hit, plane, surface)
    guard mayPassFace(nearest, hit, through: point, in: view, surface) else { return nearest }
    let far = min(nearest.ground?.depth ?? view.farDepth, view.farDepth)
    return face(through: point, in: view, surface, before: far) ?? nearest
  }

  /// What a ray meets first that passes no upright face: level ground is there only where nothing is known.
  private func nearer(
    _ hit: UnprojectionResult, _ plane: UnprojectionResult, _ surface: any RayGround
  ) -> UnprojectionResult {
    guard let level = plane.ground else { return hit.ground == nil ? plane : hit }
    if let ground = hit.ground, ground.depth <= level.depth { return hit }
    return surface.elevation(at: level.coordinate) == nil ? plane : hit
  }
}

extension TerrainSurface {
  /// The surface with no sample below an elevation.
  fileprivate func floored(at floor: Double?) throws -> TerrainSurface {
    guard let floor else { return self }
    let low = Float(floor)
    return try TerrainSurface(
      anchor: anchor, columns: columns, rows: rows,
      samples: samples.map { $0 < low ? low : $0 })
  }
}
