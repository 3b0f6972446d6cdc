import BelvedereTerrain

/// Other rules between samples, by the raster's own samples.
extension RasterElevation {
  public func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double? {
    var cursor = BlockCursor(cache)
    let value = value(latitude, longitude, interpolation, &cursor)
    return value.isNaN ? heldAtEdge(latitude: latitude, longitude: longitude) : value
  }

  public func elevations(
    latitudes: [Double], longitudes: [Double], by interpolation: ElevationInterpolation
  ) -> [Float] {
    guard interpolation != .bilinear else {
      return elevations(latitudes: latitudes, longitudes: longitudes)
    }
    if interpolation == .bicubic {
      guard places.isSeparable else {
        return projectedElevations(latitudes, longitudes, isRound: true)
      }
      if let values = separableBicubic(latitudes, longitudes) { return values }
    }
    var cursor = BlockCursor(cache)
    var result: [Float] = []
    result.reserveCapacity(latitudes.count * longitudes.count)  // bounded: as large as the answer
    for latitude in latitudes {
      for longitude in longitudes {
        result.append(Float(value(latitude, longitude, interpolation, &cursor)))
      }
    }
    return result
  }

  /// Columns follow from longitudes and rows from latitudes: a window of samples serves all places.
  private func separableBicubic(_ latitudes: [Double], _ longitudes: [Double]) -> [Float]? {
    func place(_ position: SamplePlaces.Position?) -> BicubicGrid.Place? {
      position.map { BicubicGrid.Place(index: $0.index, fraction: $0.fraction) }
    }
    let grid = places.grid
    return BicubicGrid.values(
      columns: longitudes.map { place(places.column(longitude: $0)) },
      rows: latitudes.map { place(places.row(latitude: $0)) }
    ) { columns, rows in
      var cursor = BlockCursor(cache)
      var window: [Float] = []
      window.reserveCapacity(columns.count * rows.count)  // bounded: 16 times the answer
      for row in rows {
        for column in columns {
          let x = grid.isRound ? (column + grid.width) % grid.width : column
          let isInside = row >= 0 && row < grid.height && x >= 0 && x < grid.width
          window.append(isInside ? (try? cursor.sample(x, row)) ?? .nan : .nan)
        }
      }
      return window
    }
  }

  /// NaN outside, beside a void and where a block cannot be read.
  func value(
    _ latitude: Double, _ longitude: Double, _ interpolation: ElevationInterpolation,
    _ cursor: inout BlockCursor
  ) -> Double {
    guard let place = places.position(latitude: latitude, longitude: longitude) else { return .nan }
    switch interpolation {
    case .bilinear: return (try? bilinear(place.column, place.row, &cursor)) ?? .nan
    case .nearest: return (try? nearest(place.column, place.row, &cursor)) ?? .nan
    case .bicubic: return bicubic(place.column, place.row, &cursor)
    }
  }

  func nearest(
    _ column: SamplePlaces.Position, _ row: SamplePlaces.Position, _ cursor: inout BlockCursor
  ) throws -> Double {
    Double(
      try cursor.sample(
        column.fraction < 0.5 ? column.index : places.next(column: column.index),
        row.fraction < 0.5 ? row.index : places.next(row: row.index)))
  }

  private func bicubic(
    _ column: SamplePlaces.Position, _ row: SamplePlaces.Position, _ cursor: inout BlockCursor
  ) -> Double {
    let grid = places.grid
    let patch = BicubicPatch { i, j in
      var x = column.index + i
      let y = row.index + j
      if grid.isRound { x = (x + grid.width) % grid.width }
      guard x >= 0, x < grid.width, y >= 0, y < grid.height else { return .nan }
      return (try? cursor.sample(x, y)).map { Double($0) } ?? .nan
    }
    return patch.value(column.fraction, row.fraction)
  }
}
