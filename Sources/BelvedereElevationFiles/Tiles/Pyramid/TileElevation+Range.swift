import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension TileElevation {
  public func elevation(
    latitude: Double, longitude: Double, by interpolation: ElevationInterpolation
  ) -> Double? {
    guard interpolation != .bilinear else {
      return elevation(latitude: latitude, longitude: longitude)
    }
    if interpolation == .nearest {
      guard let (x, y) = place(latitude: latitude, longitude: longitude) else { return nil }
      // The edge of the bounds has the surface's own value: it may lie between samples. On the outer edge the
      // nearest sample's tile may be missing, and the held one counts.
      let isEdge = self.isEdge(latitude: latitude, longitude: longitude)
      guard
        let value = sample(
          x: isEdge.column ? x : x.rounded(), y: isEdge.row ? y : y.rounded())
          ?? sample(x: x, y: y)
      else { return nil }
      return value.metres.isNaN ? nil : value.metres
    }
    return bicubic(latitude: latitude, longitude: longitude)
  }

  /// By the samples around a place, those of neighbouring tiles among them.
  private func bicubic(latitude: Double, longitude: Double) -> Double? {
    guard let (x, y) = place(latitude: latitude, longitude: longitude) else { return nil }
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let patch = BicubicPatch { i, j in
      sample(x: left + Double(i), y: top + Double(j))?.metres ?? .nan
    }
    let value = patch.value(x - left, y - top)
    return value.isNaN ? nil : value
  }

  /// The most tiles under a box whose samples are looked at for its range.
  private static let maximumSurveyedTiles = 1024

  /// The lowest and highest sample of the tiles under a box and beside it: the surface over the box
  /// lies between them. Of a box over more than 1024 tiles it is ``range``.
  ///
  /// Cost: reads the tiles.
  public func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    var found: ClosedRange<Double>?
    for part in bounds.intersections(with: box) {
      guard let tiles = tiles(under: part) else { return range }
      for y in tiles.rows {
        for x in tiles.columns {
          let last = (1 << zoom) - 1
          let id = TileID(checkedZoom: zoom, x: x & last, y: y)
          guard let extremes = pyramid.extremes(id) else { continue }
          found = found?.union(extremes) ?? extremes
        }
      }
    }
    return found
  }

  /// Between the samples of the finest and of the coarsest zoom whose tiles are the finest somewhere in
  /// the box, where the tiles are listed; else of ``zoom``.
  public func resolutions(in box: GeographicBounds) -> ClosedRange<Double>? {
    guard reaches(box) else { return nil }
    guard let listed = pyramid.listed else { return resolution...resolution }
    var found: ClosedRange<Int>?
    for part in bounds.intersections(with: box) {
      guard let tiles = tiles(under: part) else { return resolution...resolution }
      let last = (1 << zoom) - 1
      for y in tiles.rows {
        for x in tiles.columns {
          var id = TileID(checkedZoom: zoom, x: x & last, y: y)
          while id.zoom > pyramid.info.zooms.lowerBound, !listed.contains(id) {
            id = id.ancestor(atZoom: id.zoom - 1)
          }
          found =
            found.map { min($0.lowerBound, id.zoom)...max($0.upperBound, id.zoom) }
            ?? id.zoom...id.zoom
        }
      }
    }
    guard let found else { return resolution...resolution }
    func at(_ z: Int) -> Double { resolution * Double(1 << (zoom - min(z, zoom))) }
    return at(found.upperBound)...at(found.lowerBound)
  }

  /// Whether there is a tile of this or a coarser zoom over a box, or close to it; told without reading tiles.
  public func mayHaveData(in box: GeographicBounds) -> Bool {
    guard let coverage = pyramid.coverage else { return reaches(box) }
    return bounds.intersections(with: box).contains {
      let tiles = allTiles(under: $0)
      return coverage.mayReach(columns: tiles.columns, rows: tiles.rows, ofZoom: zoom)
    }
  }

  /// The tiles whose samples take part in the surface over a box; `nil` where they are too many.
  /// Columns may lie beyond the world's edge.
  private func tiles(
    under box: GeographicBounds
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
    let (columns, rows) = allTiles(under: box)
    let (count, overflow) = rows.count.multipliedReportingOverflow(by: columns.count)
    return overflow || count > Self.maximumSurveyedTiles ? nil : (columns, rows)
  }

  private func allTiles(
    under box: GeographicBounds
  ) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    let world = Double(pyramid.size << zoom)
    func row(_ latitude: Double) -> Double {
      let held = min(max(latitude, -MapPoint.maximumLatitude), MapPoint.maximumLatitude)
      return MapPoint(Coordinate(latitude: held, longitude: 0)).y / MapPoint.worldWidth * world
    }
    // Half a sample to its centre, and one to the neighbour's.
    func tiles(_ low: Double, _ high: Double, in range: ClosedRange<Int>) -> ClosedRange<Int> {
      let size = Double(pyramid.size)
      let first = Int(flooring: (low - 1.5) / size, in: range)
      return first...max(first, Int(flooring: (high + 1.5) / size, in: range))
    }
    let last = (1 << zoom) - 1
    let rows = tiles(row(box.north), row(box.south), in: 0...last)
    let columns = tiles(
      (box.west + 180) / 360 * world, (box.east + 180) / 360 * world,
      in: -4 * last - 4...4 * last + 4)
    return (columns, rows)
  }

  /// The lines of the samples' centres at the zoom, and the edges of the bounds.
  public var sampleLines: SampleLines? {
    let world = Double(pyramid.size << zoom)
    func lines(_ low: Double, _ high: Double, _ degrees: (Double) -> Double) -> [Double]? {
      let (first, last) = ((low - 0.5).rounded(.up), (high - 0.5).rounded(.down))
      guard last - first < Double(SampleLines.maximumCount - 2) else { return nil }
      let count = Int(clamping: last - first + 1, in: 0...SampleLines.maximumCount)
      return (0..<count).map { degrees((first + Double($0) + 0.5) / world) }
    }
    func row(_ latitude: Double) -> Double {
      MapPoint(Coordinate(latitude: latitude, longitude: 0)).y / MapPoint.worldWidth * world
    }
    let limit = MapPoint.maximumLatitude
    let (north, south) = (min(bounds.north, limit), max(bounds.south, -limit))
    guard north > south,
      let down = lines(
        row(north), row(south),
        { MapPoint(x: 0, y: $0 * MapPoint.worldWidth).coordinate.latitude }),
      let across = lines(
        (bounds.west + 180) / 360 * world, (bounds.east + 180) / 360 * world, { $0 * 360 - 180 })
    else { return nil }
    func framed(_ low: Double, _ lines: [Double], _ high: Double) -> [Double] {
      let hair = (high - low) * 1e-12
      return [low] + lines.filter { $0 > low + hair && $0 < high - hair } + [high]
    }
    return SampleLines(
      latitudes: framed(south, down.reversed(), north),
      longitudes: framed(bounds.west, across, bounds.east))
  }
}
