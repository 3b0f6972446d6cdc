/// The one column or row that two rasters have in common.
struct SharedLine {
  let a, b: RasterGroup.Member
  let columns, rows: Range<Int>

  /// So far, in metres, samples may be apart that are the same but for rounding.
  static let tolerance: Float = 1e-3

  /// `nil` where they have more in common, or one of them has nothing beside it.
  init?(_ a: RasterGroup.Member, _ b: RasterGroup.Member) {
    (self.a, self.b) = (a, b)
    columns = a.columns.clamped(to: b.columns)
    rows = a.rows.clamped(to: b.rows)
    let isColumn = columns.count == 1 && min(a.columns.count, b.columns.count) > 1
    let isRow = rows.count == 1 && min(a.rows.count, b.rows.count) > 1
    guard isColumn || isRow else { return nil }
  }

  /// Whether both know the same, as far as both know anything; `false` where one cannot be read.
  var isAgreedOn: Bool {
    guard let own = samples(of: a), let other = samples(of: b) else { return false }
    return zip(own, other).allSatisfy { abs($0 - $1) <= Self.tolerance || $0.isNaN || $1.isNaN }
  }

  private func samples(of member: RasterGroup.Member) -> [Float]? {
    try? KeptRaster(blocks: member.model.cache).read(
      column: columns.lowerBound - member.columns.lowerBound,
      row: rows.lowerBound - member.rows.lowerBound, width: columns.count, height: rows.count)
  }
}
