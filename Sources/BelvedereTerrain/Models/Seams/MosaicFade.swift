/// How wide a source of a mosaic fades at each of its edges into those below it, in degrees.
///
/// So many own samples, or an eighth as many of a coarser one: wide enough that sources that disagree meet
/// in no line, and as narrow that a fine source keeps its own over a coarse one. But no wider than what they have in common behind that edge. Where that is more than
/// a strip, a quarter of the source, no wider than an eighth of it or eight of its samples, so that most of
/// its detail stays.
struct MosaicFade: Sendable {
  let west, east, south, north: Double

  /// Own samples over which a source fades in any case.
  static let least = 8.0

  /// - Parameters:
  ///   - feather: samples of the source, or eighths of samples of one below.
  ///   - below: models of less priority.
  init(_ model: some ElevationModel, over below: [any ElevationModel], feather: Double) {
    let box = model.bounds
    let parts = below.flatMap { other in
      box.intersections(with: other.bounds).map { (box: $0, model: other) }
    }
    func width(
      _ extent: Double, _ own: Double, _ others: [(depth: Double, spacing: Double)]
    ) -> Double {
      let least = min(feather, Self.least) * own
      let widths = others.map { other in
        let most = other.depth < extent / 4 ? other.depth : max(least, extent / 8)
        return min(
          max(least, min(max(feather * own, feather / 8 * other.spacing), most)), other.depth)
      }
      // A narrow source fades over half its width. At an edge over nothing it fades, too, for those above.
      return min(widths.max() ?? least, extent / 2)
    }
    let (across, down) = (box.east - box.west, box.north - box.south)
    let hair = 1e-9
    func columns(_ isThere: (GeographicBounds) -> Bool) -> Double {
      width(
        across, model.longitudinalResolution,
        parts.filter { isThere($0.box) }
          .map { ($0.box.east - $0.box.west, $0.model.longitudinalResolution) })
    }
    func rows(_ isThere: (GeographicBounds) -> Bool) -> Double {
      width(
        down, model.resolution,
        parts.filter { isThere($0.box) }
          .map { ($0.box.north - $0.box.south, $0.model.resolution) })
    }
    west = columns { $0.west <= box.west + hair }
    east = columns { $0.east >= box.east - hair }
    south = rows { $0.south <= box.south + hair }
    north = rows { $0.north >= box.north - hair }
  }
}
