import BelvedereGeoMath

/// Where a model's samples stand, or would stand if it were a regular grid.
struct ElevationLattice {
  private let bounds: GeographicBounds
  private let width, height: Int
  private let stepX, stepY: Double

  /// `nil` for a model without extent.
  init?(_ model: some ElevationModel) {
    bounds = model.bounds
    let columns = ((bounds.east - bounds.west) / model.longitudinalResolution).rounded()
    let rows = ((bounds.north - bounds.south) / model.resolution).rounded()
    guard columns >= 1, rows >= 1, columns < 1e9, rows < 1e9 else { return nil }
    width = Int(clamping: columns, in: 1...1_000_000_000) + 1
    height = Int(clamping: rows, in: 1...1_000_000_000) + 1
    stepX = (bounds.east - bounds.west) / columns
    stepY = (bounds.north - bounds.south) / rows
  }

  /// The elevation from the lattice's samples; `node` gives one, NaN where it is void.
  func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation,
    node: (_ latitude: Double, _ longitude: Double) -> Double
  ) -> Double? {
    guard latitude >= bounds.south, latitude <= bounds.north,
      let longitude = bounds.longitude(of: longitude)
    else { return nil }
    let x = (longitude - bounds.west) / stepX
    let y = (bounds.north - latitude) / stepY
    func sample(_ column: Int, _ row: Int) -> Double {
      guard column >= 0, row >= 0, column < width, row < height else { return .nan }
      // The last ones stand on the edge, however the steps are rounded.
      return node(
        row == height - 1 ? bounds.south : bounds.north - Double(row) * stepY,
        column == width - 1 ? bounds.east : bounds.west + Double(column) * stepX)
    }
    let value: Double
    if interpolation == .nearest {
      value = sample(
        Int(flooring: x + 0.5, in: 0...(width - 1)), Int(flooring: y + 0.5, in: 0...(height - 1)))
    } else {
      let column = Int(flooring: x, in: 0...(width - 2))
      let row = Int(flooring: y, in: 0...(height - 2))
      let patch = BicubicPatch { sample(column + $0, row + $1) }
      value = patch.value(x - Double(column), y - Double(row))
    }
    return value.isNaN ? nil : value
  }

  /// ``elevation(latitude:longitude:by:node:)`` bicubically at every crossing, from nodes that are
  /// asked for all at once; `nil` where the places are too sparse for that.
  func bicubic(
    latitudes: [Double], longitudes: [Double],
    nodes: (_ latitudes: [Double], _ longitudes: [Double]) -> [Float]
  ) -> [Float]? {
    func place(_ position: Double, last: Int) -> BicubicGrid.Place {
      let index = Int(flooring: position, in: 0...last)
      return BicubicGrid.Place(index: index, fraction: position - Double(index))
    }
    let columns = longitudes.map { longitude in
      bounds.longitude(of: longitude).map { place(($0 - bounds.west) / stepX, last: width - 2) }
    }
    let rows = latitudes.map { latitude in
      latitude >= bounds.south && latitude <= bounds.north
        ? place((bounds.north - latitude) / stepY, last: height - 2) : nil
    }
    return BicubicGrid.values(columns: columns, rows: rows) { columns, rows in
      // The last ones stand on the edge, however the steps are rounded; beyond it there are none.
      nodes(
        rows.map { row in
          row < 0 || row >= height
            ? .nan : row == height - 1 ? bounds.south : bounds.north - Double(row) * stepY
        },
        columns.map { column in
          column < 0 || column >= width
            ? .nan : column == width - 1 ? bounds.east : bounds.west + Double(column) * stepX
        })
    }
  }
}
