import BelvedereTerrain

/// A raster whose voids are filled block by block, when a block is read.
struct VoidFilledRaster: ElevationRaster {
  /// The raster as it is, its blocks kept.
  let base: BlockCache
  let rule: VoidFillingRule
  /// Of which others the raster is made, if it is: where none of them lies nothing is filled.
  let parts: RasterParts?
  let blockHeight: Int
  private let conversion: CoordinateConversion
  private let isSeparable: Bool
  private let outside = OutsideVoids.Store()

  init(_ base: BlockCache, _ rule: VoidFillingRule, _ parts: RasterParts?) {
    self.base = base
    self.parts = parts
    self.rule = rule
    conversion = CoordinateConversion(base.raster.grid.system)
    isSeparable = SamplePlaces(base.raster.grid).isSeparable
    // Of low strips several at once: each block looks at the samples around it, too.
    let low = max(128 / base.blockHeight, 1)
    let (size, overflow) = base.blockWidth.multipliedReportingOverflow(by: base.blockHeight)
    blockHeight = base.blockHeight * (overflow ? 1 : min(low, max((4 << 20) / size, 1)))
  }

  var name: String { base.raster.name }
  var grid: RasterGrid { base.raster.grid }
  var blockWidth: Int { base.raster.blockWidth }

  func block(column: Int, row: Int) throws -> [Float] {
    let part = VoidWindow.Part(
      columns: (column * blockWidth)..<min((column + 1) * blockWidth, grid.width),
      rows: (row * blockHeight)..<min((row + 1) * blockHeight, grid.height))
    let window = VoidWindow(
      rule: rule, width: grid.width, height: grid.height, coarser: coarser, beside: beside,
      outside: outsideVoids, read: read)
    var filled = try window.filled(part, read(part))
    parts?.clearOutside(&filled, columns: part.columns, rows: part.rows)
    // The last blocks reach beyond the raster.
    guard part.columns.count < blockWidth || part.rows.count < blockHeight else { return filled }
    var result = [Float](repeating: .nan, count: blockWidth * blockHeight)  // bounded: a block
    for y in 0..<part.rows.count {
      let line = y * part.columns.count
      result.replaceSubrange(
        (y * blockWidth)..<(y * blockWidth + part.columns.count),
        with: filled[line..<(line + part.columns.count)])
    }
    return result
  }

  /// `nil` also where a block cannot be read: the others are filled nevertheless.
  private func outsideVoids() -> OutsideVoids? {
    outside.value {
      try? OutsideVoids(grid, parts, rowsAtOnce: base.blockHeight) { rows in
        try read(VoidWindow.Part(columns: 0..<grid.width, rows: rows))
      }
    }
  }

  /// How many voids lie within the data and are filled from around them; `nil` where that was not surveyed.
  var holeCount: Int? { outsideVoids()?.holeCount }

  /// What a sample of the filled raster rests on.
  func kind(column: Int, row: Int) -> ElevationSample.Kind {
    var cursor = BlockCursor(base)
    guard let value = try? cursor.sample(column, row), value.isNaN else { return .measured }
    return coarser(row: row, columns: [column])[0].isNaN ? .interpolated : .filledFromCoarser
  }

  private func read(_ part: VoidWindow.Part) throws -> [Float] {
    guard part.count > 0 else { return [] }
    // bounded: a block and its surroundings
    var samples = [Float](repeating: .nan, count: part.count)
    let (width, height) = (base.blockWidth, base.blockHeight)
    for y in (part.rows.lowerBound / height)...((part.rows.upperBound - 1) / height) {
      let rows = part.rows.clamped(to: (y * height)..<((y + 1) * height))
      for x in (part.columns.lowerBound / width)...((part.columns.upperBound - 1) / width) {
        let columns = part.columns.clamped(to: (x * width)..<((x + 1) * width))
        let block = try base.block(column: x, row: y)
        for row in rows {
          let from = (row - y * height) * width + columns.lowerBound - x * width
          let to =
            (row - part.rows.lowerBound) * part.columns.count + columns.lowerBound
            - part.columns.lowerBound
          samples.replaceSubrange(
            to..<(to + columns.count), with: block[from..<(from + columns.count)])
        }
      }
    }
    return samples
  }

  /// What coarser sources know at samples of a row.
  func coarser(row: Int, columns: [Int]) -> [Float] {
    guard let coarser = rule.coarser else { return columns.map { _ in .nan } }
    return elevations(row, columns, coarser.elevations)
  }

  /// What models beside the raster know at samples of a row, which may lie outside of the raster; `nil` where there
  /// are none.
  var beside: ((_ row: Int, _ columns: [Int]) -> [Float])? {
    rule.beside.map { beside in { elevations($0, $1, beside) } }
  }

  private func elevations(
    _ row: Int, _ columns: [Int],
    _ known: (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
  ) -> [Float] {
    let places = columns.map { column -> (latitude: Double, longitude: Double)? in
      let place = grid.position(column: Double(column), row: Double(row))
      return conversion.unproject(x: place.x, y: place.y)
    }
    guard isSeparable, let latitude = places.first??.latitude else {
      return places.map { place in
        place.map { known([$0.latitude], [$0.longitude])[0] } ?? .nan
      }
    }
    return known([latitude], places.map { $0?.longitude ?? .nan })
  }
}
