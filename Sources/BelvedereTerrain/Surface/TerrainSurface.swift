import BelvedereGeoMath
import BelvedereGeodesy

/// The surface of the ground that rays meet: bilinear patches between samples on a rectilinear grid
/// in the plane of the flat map.
///
/// Coordinates of the surface are metres of elevation over map points from ``anchor``, the grid's
/// north-west corner: x east, y south, z up. What is straight in the flat map's frame is straight in
/// them. Differences from a near corner instead of positions in the world keep every digit: a
/// position has the resolution of a picometre where map points alone have that of 5 nm.
///
/// A cell is the rectangle between four neighbouring samples. One with a void corner is a hole: it
/// has no surface, and does not touch that of its neighbours.
///
/// Memory: 4 bytes a sample, 8/3 bytes a cell for the bounds of the relief; copies share both.
public struct TerrainSurface: Sendable {
  /// The coordinate of the north-west sample.
  public let anchor: Coordinate
  /// Map points of the samples east of the anchor, strictly increasing from 0; at least two.
  public let columns: [Double]
  /// Map points of the samples south of the anchor, strictly increasing from 0; at least two.
  public let rows: [Double]
  /// Metres above the datum without ``verticalScale``, row-major; NaN is a void.
  public let samples: [Float]
  /// What elevations are multiplied with, 0 or more: exaggeration times the style of the relief
  /// between 0, flat, and 1, realistic.
  public let verticalScale: Double
  /// The map at the anchor.
  let frame: LocalFrame
  let pyramid: ReliefPyramid
  /// Whether any sample is a void.
  public let hasVoids: Bool

  /// Makes a surface.
  ///
  /// - Parameters:
  ///   - anchor: The place of the first sample, on the flat map.
  ///   - columns: Map points east of the anchor, strictly increasing from 0.
  ///   - rows: Map points south of the anchor, strictly increasing from 0.
  ///   - samples: A row of metres for each of `rows`; NaN and infinities are voids.
  /// - Throws: ``DomainError`` that names what is wrong: fewer than two columns or rows, positions
  ///   that do not increase from 0, another number of samples, an anchor off the map.
  public init(
    anchor: Coordinate, columns: [Double], rows: [Double], samples: [Float]
  ) throws(DomainError) {
    guard anchor.isValid, abs(anchor.latitude) <= MapPoint.maximumLatitude else {
      throw DomainError(field: "anchor", value: anchor, allowed: "a coordinate on the flat map")
    }
    try Self.check(columns, "columns")
    try Self.check(rows, "rows")
    let (size, overflow) = columns.count.multipliedReportingOverflow(by: rows.count)
    guard !overflow, samples.count == size else {
      throw DomainError(
        field: "samples", value: samples.count, allowed: "one for each column and row")
    }
    self.anchor = anchor
    self.columns = columns
    self.rows = rows
    self.samples = samples.contains { $0.isInfinite } ? samples.map(Self.finite) : samples
    verticalScale = 1
    frame = LocalFrame(origin: anchor)
    pyramid = ReliefPyramid(self.samples, width: columns.count, height: rows.count)
    hasVoids = self.samples.contains { $0.isNaN }
  }

  private init(_ other: TerrainSurface, verticalScale: Double) {
    anchor = other.anchor
    columns = other.columns
    rows = other.rows
    samples = other.samples
    frame = other.frame
    pyramid = other.pyramid
    hasVoids = other.hasVoids
    self.verticalScale = verticalScale
  }

  /// The same surface with all elevations multiplied; O(1).
  ///
  /// - Parameters:
  ///   - exaggeration: 0 or more; 1 is the ground as it is.
  ///   - style: The elevation style, 0 flat to 1 realistic.
  public func scaled(
    exaggeration: Double = 1, style: Double = 1
  ) throws(DomainError) -> TerrainSurface {
    guard exaggeration >= 0, exaggeration <= 1e6 else {
      throw DomainError(field: "exaggeration", value: exaggeration, allowed: "between 0 and 1e6")
    }
    guard style >= 0, style <= 1 else {
      throw DomainError(field: "style", value: style, allowed: "between 0 and 1")
    }
    return TerrainSurface(self, verticalScale: exaggeration * style)
  }

  private static func finite(_ sample: Float) -> Float { sample.isFinite ? sample : .nan }

  private static func check(_ positions: [Double], _ field: String) throws(DomainError) {
    guard positions.count >= 2, positions.count < 1 << 30 else {
      throw DomainError(
        field: field, value: positions.count, allowed: "at least two positions, below 2³⁰")
    }
    guard positions[0] == 0, positions[positions.count - 1] <= 4 * MapPoint.worldWidth,
      zip(positions, positions.dropFirst()).allSatisfy({ $0 < $1 })
    else {
      throw DomainError(
        field: field, value: "other positions", allowed: "strictly increasing from 0, finite")
    }
  }

  /// The lowest and highest point of the surface in metres, with ``verticalScale``; `nil` where there
  /// is no surface at all.
  public var range: ClosedRange<Double>? {
    let whole = pyramid.whole
    guard whole.x <= whole.y else { return nil }
    return Double(whole.x) * verticalScale...Double(whole.y) * verticalScale
  }

  /// The grid on the map, in the world in which ``anchor`` lies.
  public var mapRect: MapRect {
    MapRect(
      x: frame.origin.x, y: frame.origin.y, width: columns[columns.count - 1],
      height: rows[rows.count - 1])
  }
}
