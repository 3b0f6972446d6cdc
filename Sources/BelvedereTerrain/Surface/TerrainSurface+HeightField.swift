import BelvedereGeoMath
import BelvedereGeodesy

extension TerrainSurface {
  /// The surface through the samples of a grid of latitudes and longitudes, without resampling.
  ///
  /// Every sample is kept where it is. Between them the surface is bilinear in the map plane, the
  /// field in degrees: over a cell of 1″ they differ by at most 2e-6 of the cell's relief, over one of
  /// 3″ by 6e-6, below latitude 80°. Rows beyond the edge of the flat map are left out. A field across
  /// 180° goes on eastwards.
  ///
  /// - Throws: ``DomainError`` that names `bounds` where fewer than two rows lie on the map or the
  ///   box has no extent.
  public init(_ field: HeightField) throws(DomainError) {
    let b = field.bounds
    guard b.north > b.south, b.east > b.west, b.east.isFinite, b.west.isFinite,
      b.north <= 90, b.south >= -90
    else {
      throw DomainError(
        field: "bounds", value: "\(b)", allowed: "a box of latitudes and longitudes")
    }
    let limit = MapPoint.maximumLatitude
    let latitudes = (0..<field.height).map { row in
      row == field.height - 1
        ? b.south : b.north - (b.north - b.south) * (Double(row) / Double(field.height - 1))
    }
    guard let first = latitudes.firstIndex(where: { $0 <= limit }),
      let last = latitudes.lastIndex(where: { $0 >= -limit }), first < last
    else {
      throw DomainError(field: "bounds", value: "\(b)", allowed: "with two rows on the flat map")
    }
    let anchor = Coordinate(latitude: latitudes[first], longitude: b.west)
    let frame = LocalFrame(origin: anchor)
    let width = (b.east - b.west) / 360 * MapPoint.worldWidth
    try self.init(
      anchor: anchor,
      columns: (0..<field.width).map { width * (Double($0) / Double(field.width - 1)) },
      rows: (first...last).map { row in
        let place = Coordinate(latitude: latitudes[row], longitude: b.west)
        return row == first ? 0 : -frame.position(of: place).y / frame.metersPerMapPoint
      },
      samples: first == 0 && last == field.height - 1
        ? field.samples : Array(field.samples[first * field.width..<(last + 1) * field.width]))
  }

  /// The most samples that ``init(_:over:spacing:)`` takes.
  public static let maximumSampleCount = 1 << 28

  /// A surface through samples of an elevation model, evenly spaced on the map.
  ///
  /// - Parameters:
  ///   - model: What is sampled; where it knows nothing there is a void.
  ///   - rect: The part of the map, with an extent; what lies beyond its northern and southern edge
  ///     is left out.
  ///   - spacing: The greatest distance between samples, map points.
  /// - Throws: ``DomainError`` that names `rect` or `spacing`; the latter also where there would be
  ///   more than ``maximumSampleCount`` samples.
  public init(
    _ model: some ElevationModel, over rect: MapRect, spacing: Double
  ) throws(DomainError) {
    let (top, bottom) = (max(rect.minY, 0), min(rect.maxY, MapPoint.worldWidth))
    guard rect.x.isFinite, rect.width > 0, rect.width <= MapPoint.worldWidth, top < bottom else {
      throw DomainError(
        field: "rect", value: "\(rect)", allowed: "an extent on the map of at most one world")
    }
    guard spacing > 0 else {
      throw DomainError(field: "spacing", value: spacing, allowed: "positive map points")
    }
    let across = (rect.width / spacing).rounded(.up)
    let down = ((bottom - top) / spacing).rounded(.up)
    guard (across + 1) * (down + 1) <= Double(Self.maximumSampleCount) else {
      throw DomainError(
        field: "spacing", value: spacing,
        allowed: "wide enough for at most \(Self.maximumSampleCount) samples")
    }
    let width = Int(clamping: across, in: 1...Self.maximumSampleCount) + 1
    let height = Int(clamping: down, in: 1...Self.maximumSampleCount) + 1
    let columns = (0..<width).map { rect.width * (Double($0) / Double(width - 1)) }
    let rows = (0..<height).map { (bottom - top) * (Double($0) / Double(height - 1)) }
    // Longitudes that grow from west to east beyond 180°, so that the model sees one box.
    let west = rect.x / MapPoint.worldWidth * 360 - 180
    try self.init(
      anchor: Coordinate(
        latitude: min(
          max(MapPoint(x: rect.x, y: top).coordinate.latitude, -MapPoint.maximumLatitude),
          MapPoint.maximumLatitude), longitude: west),
      columns: columns, rows: rows,
      samples: model.elevations(
        latitudes: rows.map { MapPoint(x: 0, y: top + $0).coordinate.latitude },
        longitudes: columns.map { west + $0 / MapPoint.worldWidth * 360 }))
  }
}
