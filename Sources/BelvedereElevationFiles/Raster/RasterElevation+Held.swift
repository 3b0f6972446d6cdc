import BelvedereGeoMath
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The half cells beyond the outermost samples.
extension RasterElevation {
  public func isHeld(latitude: Double, longitude: Double) -> Bool {
    guard let place = places.unheld(latitude: latitude, longitude: longitude) else { return false }
    let grid = places.grid
    let hair = 1e-6
    let last = SIMD2(Double(grid.width - 1), Double(grid.height - 1))
    if place.y < -hair || place.y > last.y + hair { return true }
    if !grid.isRound, place.x < -hair || place.x > last.x + hair { return true }
    guard let parts, !parts.isWhole,
      let (column, row) = places.position(latitude: latitude, longitude: longitude)
    else { return false }
    // Beside a gap: one of the samples around it is no part's.
    let columns =
      column.fraction > 0 ? [column.index, places.next(column: column.index)] : [column.index]
    let rows = row.fraction > 0 ? [row.index, places.next(row: row.index)] : [row.index]
    return !rows.allSatisfy { row in
      columns.allSatisfy { parts.part(column: $0, row: row) != nil }
    }
  }

  public func outermost(
    latitude: Double, longitude: Double, within reach: Double
  ) -> OutermostPlace? {
    let grid = places.grid
    guard let place = places.unheld(latitude: latitude, longitude: longitude) else { return nil }
    let scale = SIMD2(
      longitudinalResolution * cos(latitude * .pi / 180), resolution)
    let steps = SIMD2(grid.stepX < 0 ? -1.0 : 1, grid.stepY < 0 ? -1.0 : 1)
    guard
      isHeld(latitude: latitude, longitude: longitude)
        || !bounds.contains(latitude: latitude, longitude: longitude)
    else {
      return elevation(latitude: latitude, longitude: longitude).map {
        OutermostPlace(elevation: $0, way: inward(place) * scale * steps, isAmong: true)
      }
    }
    let cells = reach / min(scale.x, scale.y)
    func range(_ place: Double, _ count: Int) -> Range<Int>? {
      guard place > -cells - 1, place < Double(count) + cells else { return nil }
      let low = Int(flooring: place - cells, in: 0...(count - 1))
      return low..<(Int(flooring: place + cells + 1, in: low...(count - 1)) + 1)
    }
    guard let columns = range(place.x, grid.width), let rows = range(place.y, grid.height) else {
      return nil
    }
    var best: (place: SIMD2<Double>, distance: Double)?
    func consider(_ columns: Range<Int>, _ rows: Range<Int>) {
      let low = SIMD2(Double(columns.lowerBound), Double(rows.lowerBound))
      let high = SIMD2(Double(columns.upperBound - 1), Double(rows.upperBound - 1))
      let held = pointwiseMin(pointwiseMax(place, low), high)
      let away = (place - held) * scale
      // As exactly as places are: what is within a hair lies on the sample.
      let distance =
        abs(place.x - held.x) + abs(place.y - held.y) < 1e-6 ? 0 : (away * away).sum().squareRoot()
      if distance <= reach, distance < best?.distance ?? .infinity { best = (held, distance) }
    }
    if let parts, !parts.isWhole {
      for n in parts.index.parts(columns: columns, rows: rows) {
        consider(parts.parts[n].columns, parts.parts[n].rows)
      }
    } else {
      consider(0..<grid.width, 0..<grid.height)
    }
    guard let best else { return nil }
    func position(_ place: Double, _ count: Int) -> SamplePlaces.Position {
      let index = Int(flooring: place, in: 0...(count - 1))
      return SamplePlaces.Position(index: index, fraction: min(max(place - Double(index), 0), 1))
    }
    var cursor = BlockCursor(cache)
    let value = try? bilinear(
      position(best.place.x, grid.width), position(best.place.y, grid.height), &cursor)
    guard let value, !value.isNaN else { return nil }
    return OutermostPlace(
      elevation: value, way: (place - best.place) * scale * steps, isAmong: best.distance == 0)
  }

  /// The way from the nearest outermost sample to a place between samples, in samples.
  private func inward(_ place: SIMD2<Double>) -> SIMD2<Double> {
    let grid = places.grid
    // Between parts there are samples all around.
    guard parts?.isWhole ?? true else { return SIMD2(8, 8) }
    let last = SIMD2(Double(grid.width - 1), Double(grid.height - 1))
    // On an outermost sample, too, the way has a direction.
    let hair = SIMD2(repeating: 1e-6)
    let (low, high) = (pointwiseMax(place, hair), pointwiseMax(last - place, hair))
    let x = low.x < high.x ? low.x : -high.x
    let y = low.y < high.y ? low.y : -high.y
    return abs(x) < abs(y) ? SIMD2(x, 0) : SIMD2(0, y)
  }
}
