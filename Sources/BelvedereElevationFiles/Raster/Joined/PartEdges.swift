import BelvedereGeoMath

/// The edges of the parts of a raster that pass through a small box of latitudes and longitudes.
struct PartEdges {
  /// The most rows and columns of places in the box.
  static let side = 64

  private let patch: PlacePatch
  /// Columns and rows of the parts whose edges pass through the box.
  private let parts: [(columns: ClosedRange<Double>, rows: ClosedRange<Double>)]

  /// Whether no edge passes through the box.
  var isEmpty: Bool { parts.isEmpty }

  /// The edges in the box of some places; `nil` where the box is too large to tell, or the projection too odd.
  init?(
    _ all: RasterParts, _ places: SamplePlaces, _ latitudes: ArraySlice<Double>,
    _ longitudes: ArraySlice<Double>
  ) {
    guard latitudes.allSatisfy(\.isFinite), longitudes.allSatisfy(\.isFinite),
      let south = latitudes.min(), let north = latitudes.max(),
      let west = longitudes.min(), let east = longitudes.max(), !places.grid.isRound,
      let patch = PlacePatch(places, latitudes: south...north, longitudes: west...east)
    else { return nil }
    self.patch = patch
    let (low, high) = patch.extent
    let (columns, rows) = (low.x...high.x, low.y...high.y)
    func samples(_ range: ClosedRange<Double>, _ count: Int) -> Range<Int> {
      let first = Int(flooring: range.lowerBound - 1, in: 0...count)
      return first..<Int(clamping: range.upperBound + 2, in: first...count)
    }
    parts = all.index.parts(
      columns: samples(columns, places.grid.width), rows: samples(rows, places.grid.height)
    ).map { n in
      let part = all.parts[n]
      return (Self.span(part.columns), Self.span(part.rows))
    }.filter { part in
      columns.overlaps(part.columns) && rows.overlaps(part.rows)
        && !(Self.isWithin(columns, part.columns) && Self.isWithin(rows, part.rows))
    }
  }

  /// Whether a place of the box lies within a cell of an edge.
  func areBeside(latitude: Double, longitude: Double) -> Bool {
    let line = patch.line(v: patch.v(latitude))
    let t = patch.t(longitude)
    let (x, y) = (PlacePatch.value(line.x, t), PlacePatch.value(line.y, t))
    return parts.contains { part in
      part.columns.contains(x) && part.rows.contains(y)
        && !(Self.isWithin(x...x, part.columns) && Self.isWithin(y...y, part.rows))
    }
  }

  private static let tolerance = 1e-5

  /// From the cell before a part's first sample to the one after its last.
  private static func span(_ range: Range<Int>) -> ClosedRange<Double> {
    (Double(range.lowerBound - 1) - tolerance)...(Double(range.upperBound) + tolerance)
  }

  /// Whether places lie among the part's own samples.
  private static func isWithin(_ places: ClosedRange<Double>, _ span: ClosedRange<Double>) -> Bool {
    places.lowerBound >= span.lowerBound + 1 + 2 * tolerance
      && places.upperBound <= span.upperBound - 1 - 2 * tolerance
  }
}
