import Belvedere
import BelvedereJSON

/// What went wrong with elevations while they were used.
enum TileProblems {
  /// Warns of tiles that were damaged; they count as missing.
  ///
  /// - Throws: `CommandFailure` where the network is to blame: what was made of the other tiles would
  ///   look whole. So for a server that has not a single tile. What a part of a raster could not be read
  ///   for, as where a raster is read whole.
  static func check(_ ground: ElevationMosaic, _ terminal: Terminal) throws {
    if let failure = rasterFailure(of: ground) { throw failure }
    for failure in Set(rasters(of: ground).compactMap(\.overviewFailure).map { "\($0)" }).sorted() {
      terminal.warn(
        "of the overviews a part cannot be read (\(failure)); the samples themselves are drawn there, which "
          + "takes longer; make the overviews again: gdaladdo")
    }
    try checkNetwork(ground)
    let problems = all(of: ground)
    if let empty = ground.models.compactMap({ $0 as? TileElevation })
      .first(where: \.isServerWithoutTiles)
    {
      throw CommandFailure(
        .network,
        "\(empty.source.name): the server has none of the tiles that were asked for; check the URL, and "
          + "the box and the zoom (--tile-bounds, --tile-zoom; \"bounds\", \"zoom\" in a scene)")
    }
    for problem in problems.prefix(5) { terminal.warn("\(problem.reason); it counts as missing") }
    if problems.count > 5 { terminal.warn("\(problems.count - 5) more tiles that cannot be used") }
  }

  /// Fails for what a server should have given and did not, as far as it was asked so far.
  static func checkNetwork(_ ground: ElevationMosaic) throws {
    let problems = all(of: ground).filter(\.isOfNetwork)
    guard let first = problems.first else { return }
    let more = problems.count - 1
    throw CommandFailure(.network, first.reason + (more > 0 ? " (and \(more) more)" : ""))
  }

  /// Tells of damaged tiles as they are met, each once.
  struct News {
    private let pyramids: [TileElevation]
    private var told = 0

    init(of ground: ElevationMosaic?) {
      pyramids = ground?.models.compactMap { $0 as? TileElevation } ?? []
    }

    /// Warns of what came since the last time; coarser tiles stand in.
    mutating func warn() {
      guard !pyramids.isEmpty else { return }
      let all = pyramids.flatMap(\.problems)
      for problem in all.dropFirst(told) where told < 5 {
        Terminal().warn("\(problem.reason); it counts as missing")
        told += 1
      }
    }
  }

  /// Why a part of a raster could not be read so far; it counted as void.
  static func rasterFailure(of ground: ElevationMosaic) -> (any Error)? {
    rasters(of: ground).lazy.compactMap(\.failure).first
  }

  /// The rasters as they are used; those that were given where voids are not filled.
  private static func rasters(of ground: ElevationMosaic) -> [RasterElevation] {
    (ground.filledModels + ground.models).compactMap { $0 as? RasterElevation }
  }

  /// The tiles that could not be used so far.
  static func all(of ground: ElevationMosaic) -> [TileProblem] {
    ground.models.flatMap { ($0 as? TileElevation)?.problems ?? [] }
  }
}

extension TileElevation.Sample {
  /// The sample at a place, or the failure that explains why there is none.
  static func of(_ model: TileElevation, at place: Coordinate) throws -> TileElevation.Sample {
    let sample = model.sample(latitude: place.latitude, longitude: place.longitude)
    if sample.elevation == nil, let problem = model.problems.first {
      throw CommandFailure(problem.isOfNetwork ? .network : .inputRefused, problem.reason)
    }
    return sample
  }

  /// Which zoom was asked for and which gave the answer.
  var members: [JSONMember] {
    [
      JSONMember(name: "requestedZoom", value: .integer(requestedZoom)),
      JSONMember(name: "effectiveZoom", value: effectiveZoom.map { .integer($0) } ?? nil),
    ]
  }
}
