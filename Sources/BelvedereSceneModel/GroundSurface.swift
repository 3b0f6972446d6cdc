import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// A scene's ground as rays meet it: the surface through its samples, and level ground around it.
///
/// A grid of latitudes and longitudes is taken as it is. Several models together, hills and rasters on
/// other projections are sampled at the finest resolution first: what is exact then is the surface
/// through those samples.
public struct GroundSurface: Sendable {
  /// The known ground; `nil` where the scene has none.
  public let surface: TerrainSurface?
  /// The elevation of the ground where nothing is known, metres.
  public let levelElevation: Double

  /// The most samples of a ground that has to be sampled.
  private static let maximumSamples = 1.0 * Double(1 << 26)

  /// The drawn ground of a scene: exaggerated, and not below the sea where there is a coastline.
  /// `nil` where it is too large to be sampled, such as small hills in a wide box.
  public init?(_ scene: Scene) {
    levelElevation = scene.unknownElevation * scene.verticalExaggeration
    let model = scene.ground
    guard !model.isEmpty else {
      surface = nil
      return
    }
    guard
      let found = try? Self.surface(model)?.floored(at: scene.land == nil ? nil : 0)
        .scaled(exaggeration: scene.verticalExaggeration)
    else { return nil }
    surface = found
  }

  private static func surface(_ model: ElevationMosaic) throws -> TerrainSurface? {
    if model.models.count == 1, let field = model.models[0] as? HeightField {
      return try TerrainSurface(field)
    }
    let box = model.bounds
    let north = MapPoint(Coordinate(latitude: min(box.north, 85), longitude: 0)).y
    let south = MapPoint(Coordinate(latitude: max(box.south, -85), longitude: 0)).y
    let west = (box.west + 180) / 360 * MapPoint.worldWidth
    let width = min((box.east - box.west) / 360, 1) * MapPoint.worldWidth
    let spacing =
      min(model.resolution, model.longitudinalResolution) / 360 * MapPoint.worldWidth
    guard width > 0, south > north, spacing > 0,
      (width / spacing + 2) * ((south - north) / spacing + 2) <= maximumSamples
    else { return nil }
    return try TerrainSurface(
      model, over: MapRect(x: west, y: north, width: width, height: south - north),
      spacing: spacing)
  }

  /// The ground under a point of the screen.
  ///
  /// - Returns: as `CameraView.unproject(_:onto:farDepth:)`; around the known ground the level ground
  ///   is met, too.
  public func unproject(_ point: Vector2, in view: some ViewProjection) -> UnprojectionResult {
    let plane = view.unproject(point, elevation: levelElevation)
    guard let surface else { return plane }
    let hit: UnprojectionResult =
      switch view {
      case let view as CameraView: view.unproject(point, onto: surface)
      case let view as GlobeView: view.unproject(point, onto: surface)
      default: .sky
      }
    // Level ground is there only where nothing is known.
    guard let level = plane.ground, surface.elevation(at: level.coordinate) == nil else {
      return hit.ground == nil && plane.ground == nil ? plane : hit
    }
    guard let ground = hit.ground, ground.depth <= level.depth else { return plane }
    return hit
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
