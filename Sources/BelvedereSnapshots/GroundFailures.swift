import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereTerrain

/// What of a scene's elevations could not be had while a picture was made.
///
/// A tile that is damaged counts as missing from the data, which are then without it: a warning. What a server
/// should have given, or a file, makes a picture that only looks whole: an error.
enum GroundFailures {
  /// The failures that concern a view: of tiles, those that lie in its visible ground.
  static func of(
    _ ground: ElevationMosaic, in view: any ViewProjection
  ) -> (missing: [MissingData], warnings: [String]) {
    var missing: [MissingData] = []
    var warnings: [String] = []
    for raster in (ground.filledModels + ground.models).compactMap({ $0 as? RasterElevation }) {
      if let failure = raster.failure {
        missing.append(MissingData(cause: .file, reason: "\(failure)"))
      }
      if let failure = raster.overviewFailure {
        warnings.append(
          "of the overviews a part cannot be read (\(failure)); the samples themselves are drawn there"
        )
      }
    }
    let seen = view.visibleGround?.mapRect
    for tiles in ground.models.compactMap({ $0 as? TileElevation }) {
      if tiles.isServerWithoutTiles {
        missing.append(
          MissingData(
            cause: .network,
            reason:
              "\(tiles.source.name): the server has none of the tiles that were asked for; check "
              + "the URL, the box and the zoom"))
      }
      for problem in tiles.problems {
        let b = problem.tile.bounds
        let region = CoordinateRegion(
          center: Coordinate(
            latitude: (b.south + b.north) / 2, longitude: (b.west + b.east) / 2),
          span: CoordinateSpan(latitudeDelta: b.north - b.south, longitudeDelta: b.east - b.west))
        guard let seen, seen.intersectsPlaces(of: MapRect(region)) else { continue }
        if problem.isOfNetwork {
          missing.append(MissingData(cause: .network, reason: problem.reason))
        } else {
          warnings.append("\(problem.reason); it counts as missing")
        }
      }
    }
    var named: Set<MissingData> = []
    return (missing.filter { named.insert($0).inserted }, warnings)
  }
}
