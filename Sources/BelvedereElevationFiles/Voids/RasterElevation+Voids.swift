import BelvedereTerrain

/// How the voids of a raster were filled.
struct RasterFilling: Sendable {
  /// What a sample rests on.
  let kind: @Sendable (_ column: Int, _ row: Int) -> ElevationSample.Kind
  /// Two elevations between which all samples lie.
  let range: @Sendable () -> ClosedRange<Double>
  /// Fills a lower resolution of the same raster.
  var coarser: @Sendable (RasterElevation) -> RasterElevation? = { _ in nil }
}

extension RasterElevation: VoidFillable {
  /// The raster with its voids filled: at once where it is in memory, else block by block when a
  /// block is needed.
  ///
  /// In memory voids grow inwards from their edges and relax, as those of a `HeightField` do. Read
  /// from a file a void is the mean of the nearest known samples in eight directions, weighed by the
  /// inverse of their distance; where there are none around it within 100 samples it stays.
  public func fillingVoids(by rule: VoidFillingRule) -> VoidFilledModel {
    if let memory = raster as? MemoryRaster { return filled(memory, rule) }
    let filled = VoidFilledRaster(cache, rule, parts)
    var filling = RasterFilling(kind: { filled.kind(column: $0, row: $1) }) {
      let own = self.statistics
      guard let coarser = rule.coarser?.range(), own.voidCount > 0 else { return own.range }
      guard let known = own.knownRange else { return coarser }
      return min(known.lowerBound, coarser.lowerBound)...max(known.upperBound, coarser.upperBound)
    }
    filling.coarser = { $0.fillingVoids(by: rule).model as? RasterElevation }
    // What was decoded once is filled once, too: every block looks at its neighbours.
    if raster is ScratchRaster, rule.interpolates, statistics.voidCount > 0,
      let kept = try? ScratchRaster(copying: filled)
    {
      return VoidFilledModel(RasterElevation(self, kept, filling))
    }
    // Of samples in memory it is told at once how many there are.
    let joined = raster as? JoinedRaster
    let isCounted =
      rule.interpolates && rule.coarser == nil && joined?.isInMemory == true
      && joined?.hasVoids == true
    return VoidFilledModel(
      RasterElevation(self, filled, filling),
      fromSurroundings: isCounted ? filled.holeCount ?? 0 : 0)
  }

  private func filled(_ memory: MemoryRaster, _ rule: VoidFillingRule) -> VoidFilledModel {
    let grid = memory.grid
    guard grid.width >= 2, grid.height >= 2, memory.samples.contains(where: \.isNaN) else {
      return VoidFilledModel(self)
    }
    let filler = VoidFilledRaster(cache, rule, parts)
    // Filling knows neighbours only: where on the Earth they lie does not matter.
    let field = HeightField(
      width: grid.width, height: grid.height,
      bounds: GeographicBounds(south: 0, west: 0, north: 1, east: 1), samples: memory.samples)
    let (patched, fromCoarser) =
      rule.coarser == nil
      ? (field, 0)
      : field.fillingVoids { filler.coarser(row: $0, columns: $1) }
    let (whole, fromSurroundings) =
      rule.interpolates ? patched.fillingVoids(beside: filler.beside) : (patched, 0)
    let kinds = whole.kinds
    let filling = RasterFilling { column, row in
      kinds.flatMap { ElevationSample.Kind(rawValue: $0[row * grid.width + column]) } ?? .measured
    } range: {
      whole.range
    }
    let raster = MemoryRaster(name: memory.name, grid: grid, samples: whole.samples)
    return VoidFilledModel(
      RasterElevation(self, raster, filling), fromCoarser: fromCoarser,
      fromSurroundings: fromSurroundings)
  }

  public func sample(latitude: Double, longitude: Double) -> ElevationSample? {
    guard let elevation = elevation(latitude: latitude, longitude: longitude) else { return nil }
    guard filling != nil || parts != nil,
      let place = places.position(latitude: latitude, longitude: longitude)
    else { return ElevationSample(elevation: elevation) }
    let name = partName(place.column, place.row)
    guard let filling else { return ElevationSample(elevation: elevation, sourceName: name) }
    // A sample with no weight does not matter.
    func reached(_ position: SamplePlaces.Position, _ next: Int) -> [Int] {
      position.fraction == 0 ? [position.index] : [position.index, next]
    }
    let kinds = reached(place.row, places.next(row: place.row.index)).flatMap { row in
      reached(place.column, places.next(column: place.column.index)).map { column in
        filling.kind(column, row)
      }
    }
    return ElevationSample(
      elevation: elevation, kind: kinds.max() ?? .measured, sourceName: name)
  }

  /// The name of the part that has the nearest sample; empty where there are no parts.
  private func partName(_ column: SamplePlaces.Position, _ row: SamplePlaces.Position) -> String {
    part(nearest: column, row)?.name ?? ""
  }
}
