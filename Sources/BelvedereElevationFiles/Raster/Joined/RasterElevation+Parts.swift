import BelvedereTerrain

/// Rasters that do not fill a rectangle together: the values at the edge of each hold for half a sample, as
/// if it stood alone.
extension RasterElevation {
  /// The part that has the sample nearest to a place.
  func part(
    nearest column: SamplePlaces.Position, _ row: SamplePlaces.Position
  ) -> RasterParts.Part? {
    parts?.part(
      column: column.fraction < 0.5 ? column.index : places.next(column: column.index),
      row: row.fraction < 0.5 ? row.index : places.next(row: row.index))
  }

  /// The parts that have a half cell of their own beside a gap.
  public var modelsAtGaps: [any ElevationModel] {
    parts.map { $0.atGaps(of: raster.grid).compactMap(\.model) } ?? []
  }

  /// What the part at a place knows of it, where together they know nothing; `nil` where it does not
  /// either.
  func heldAtEdge(latitude: Double, longitude: Double) -> Double? {
    guard let parts, !parts.isWhole,
      let place = places.position(latitude: latitude, longitude: longitude),
      let part = part(nearest: place.column, place.row),
      // In a cell of its own it knows no more than all of them.
      place.column.index < part.columns.lowerBound || place.row.index < part.rows.lowerBound
        || place.column.index + 1 >= part.columns.upperBound
        || place.row.index + 1 >= part.rows.upperBound
    else { return nil }
    return part.model?.elevation(latitude: latitude, longitude: longitude)
  }

  /// The same for places of a batch without a value.
  ///
  /// Only places beside the edge of a part are asked one by one: a sea without data is wide.
  func holdAtEdges(_ values: inout [Float], _ latitudes: [Double], _ longitudes: [Double]) {
    guard let parts, !parts.isWhole else { return }
    for top in stride(from: 0, to: latitudes.count, by: PartEdges.side) {
      let rows = top..<min(top + PartEdges.side, latitudes.count)
      for left in stride(from: 0, to: longitudes.count, by: PartEdges.side) {
        let columns = left..<min(left + PartEdges.side, longitudes.count)
        let voids = rows.filter { row in
          values[(row * longitudes.count + left)..<(row * longitudes.count + columns.upperBound)]
            .contains(where: \.isNaN)
        }
        guard !voids.isEmpty else { continue }
        let edges = PartEdges(parts, places, latitudes[rows], longitudes[columns])
        if edges?.isEmpty == true { continue }
        for row in voids {
          for column in columns where values[row * longitudes.count + column].isNaN {
            let (latitude, longitude) = (latitudes[row], longitudes[column])
            if edges?.areBeside(latitude: latitude, longitude: longitude) == false { continue }
            if let held = heldAtEdge(latitude: latitude, longitude: longitude) {
              values[row * longitudes.count + column] = Float(held)
            }
          }
        }
      }
    }
  }
}
