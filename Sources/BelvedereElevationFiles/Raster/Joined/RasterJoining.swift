import BelvedereTerrain

/// Finds rasters of pixels that lie side by side on one lattice, as the files into which a large raster
/// was cut do, and makes one of them.
///
/// Each alone ends half a pixel beyond its outermost samples, where their values hold; between the
/// samples of neighbours there would be a step.
public enum RasterJoining {
  /// The sources, those that lie side by side as one, in the place of the first of them.
  ///
  /// Neighbours may share one column or row, as far as they agree there. Rasters that overlap otherwise, and
  /// rasters between which another source lies in order and in place, stay apart: there priority and seams
  /// decide. Where a source on another lattice lies in a gap between them they become several rectangles, each
  /// whole: then all of them meet it at their sides.
  ///
  /// - Throws: what reading throws, of rasters in memory never.
  public static func joined(
    _ sources: [ElevationMosaic.Source], sharing cache: ElevationCache
  ) throws -> [ElevationMosaic.Source] {
    let groups = NeighbourSearch.groups(of: sources)
    var result: [ElevationMosaic.Source] = []
    for (n, source) in sources.enumerated() where !groups.taken.contains(n) {
      guard var group = groups.from[n] else {
        result.append(source)
        continue
      }
      group.startAtTheAntimeridian()
      guard let grid = group.grid else {
        result.append(source)
        continue
      }
      let first = group.members.map { sources[$0.index].name }.min() ?? source.name
      let name = "\(first) and \(group.members.count - 1) beside it"
      let raster = JoinedRaster(
        name: name, grid: grid, parts: group.parts(named: sources, on: grid),
        members: group.members.map(\.model))
      let isInMemory = raster.parts.isWhole && raster.isInMemory
      let model = try RasterElevation(
        isInMemory ? raster.inMemory() : raster, datum: source.model.datum,
        cache: isInMemory ? ElevationCache(maximumBytes: 0) : cache, parts: raster.parts,
        largestWhole: raster.largestWhole)
      result.append(.init(model, name: name, offset: source.offset))
    }
    return result
  }
}
