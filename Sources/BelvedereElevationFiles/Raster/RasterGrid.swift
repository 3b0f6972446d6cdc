import BelvedereTerrain

/// Where the samples of a raster stand.
public struct RasterGrid: Sendable, Hashable {
  /// Columns and rows, each at least 1.
  public let width, height: Int
  /// What the coordinates mean.
  public let system: CoordinateReferenceSystem
  /// The coordinates of the sample in column 0 and row 0.
  public let originX, originY: Double
  /// From a sample to the one in the next column, and to the one in the next row; not 0. The second
  /// is negative where the first row is the northern one.
  public let stepX, stepY: Double
  /// How far beyond the outermost samples the outermost values hold, in samples: 0.5 where a sample
  /// stands for its pixel, 0 where the outermost samples are the edge.
  public let margin: Double

  /// Makes a grid; `nil` where a number is not finite, a step is 0 or so small that neighbours
  /// coincide, or there are no samples.
  public init?(
    width: Int, height: Int, system: CoordinateReferenceSystem, originX: Double, originY: Double,
    stepX: Double, stepY: Double, margin: Double
  ) {
    guard width >= 1, height >= 1, margin >= 0, margin <= 0.5 else { return nil }
    for (origin, step, count) in [(originX, stepX, width), (originY, stepY, height)] {
      let far = origin + step * Double(count)
      let extent = max(abs(origin), abs(far))
      guard origin.isFinite, step.isFinite, extent <= 1e12, abs(step) > extent * 1e-13,
        abs(step) > 1e-12
      else { return nil }
    }
    self.width = width
    self.height = height
    self.system = system
    self.originX = originX
    self.originY = originY
    self.stepX = stepX
    self.stepY = stepY
    self.margin = margin
  }

  /// The grid with another meaning of its coordinates.
  public func with(system: CoordinateReferenceSystem) -> RasterGrid {
    RasterGrid(
      width: width, height: height, system: system, originX: originX, originY: originY,
      stepX: stepX, stepY: stepY, margin: margin) ?? self
  }

  /// The grid with another number of columns.
  func with(width: Int) -> RasterGrid? {
    RasterGrid(
      width: width, height: height, system: system, originX: originX, originY: originY,
      stepX: stepX, stepY: stepY, margin: margin)
  }

  /// How many samples there are.
  var sampleCount: Int {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : count
  }

  /// The coordinates of a sample; fractions lie between samples.
  public func position(column: Double, row: Double) -> (x: Double, y: Double) {
    (originX + column * stepX, originY + row * stepY)
  }

  /// The outer edges of the pixels: the least x and y, the greatest x and y.
  public var extent: (west: Double, south: Double, east: Double, north: Double) {
    let a = position(column: -margin, row: -margin)
    let b = position(column: Double(width - 1) + margin, row: Double(height - 1) + margin)
    return (min(a.x, b.x), min(a.y, b.y), max(a.x, b.x), max(a.y, b.y))
  }

  /// Whether the raster goes once around the Earth without repeating its first column.
  var isRound: Bool { columnsAround == width }

  /// How many columns go once around the Earth; `nil` where that is no whole number, or in metres.
  var columnsAround: Int? {
    guard case .geographic = system else { return nil }
    let count = (360 / abs(stepX)).rounded()
    guard abs(abs(stepX) * count - 360) < 0.01 * abs(stepX) else { return nil }
    return Int(clamping: count, in: 1...(1 << 40))
  }

  /// Whether the coordinates can be longitudes and latitudes, and are too fine for anything else or
  /// go once around the world.
  var looksGeographic: Bool {
    let box = extent
    let (width, height) = (box.east - box.west, box.north - box.south)
    guard box.west >= -360, box.east <= 360, width <= 360 + 2 * abs(stepX), box.south >= -91,
      box.north <= 91
    else { return false }
    let isFine = abs(stepX) <= 0.5 && abs(stepY) <= 0.5
    let isWorld = abs(width - 360) <= abs(stepX) && abs(height - 180) <= 2 * abs(stepY)
    return isFine || isWorld && abs(stepX) <= 30 && abs(stepY) <= 30
  }

  /// Why the coordinates cannot be those of the system that is named for them; `nil` where they can.
  ///
  /// The eastings of a zone are those of its middle plus 500 km: what lies within 360 m of their origin is
  /// not measured in metres.
  package var mismatch: String? {
    switch system {
    case .utm, .rijksdriehoek: break
    case .geographic, .webMercator, .local: return nil
    }
    let box = extent
    guard box.west >= -360, box.east <= 360, box.south >= -90, box.north <= 90 else { return nil }
    func short(_ number: Double) -> Double { (number * 1e6).rounded() / 1e6 }
    return
      "its coordinates, \(short(box.west))…\(short(box.east)) by \(short(box.south))…"
      + "\(short(box.north)), look like degrees and cannot be metres of \(system); leave --crs out or "
      + "give EPSG:4326 (\"crs\" in a scene), or set it with gdal_translate -a_srs"
  }

  /// The box of latitudes and longitudes that holds the raster; `nil` where it has no place on the
  /// Earth.
  public var bounds: GeographicBounds? {
    let box = extent
    let conversion = CoordinateConversion(system)
    if case .geographic(let datum) = system, datum.shift == nil {
      guard box.south < 90, box.north > -90 else { return nil }
      return GeographicBounds(
        south: max(box.south, -90), west: box.west, north: min(box.north, 90),
        east: isRound ? box.west + 360 : box.east)
    }
    if case .webMercator = system { return rectangle(conversion) }
    return outline(conversion)
  }

  private func rectangle(_ conversion: CoordinateConversion) -> GeographicBounds? {
    let box = extent
    guard let low = conversion.unproject(x: box.west, y: box.south),
      let high = conversion.unproject(x: box.east, y: box.north)
    else { return nil }
    return GeographicBounds(
      south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude)
  }

  /// The box around points of the outline, widened by how far it may bulge between them.
  private func outline(_ conversion: CoordinateConversion) -> GeographicBounds? {
    let box = extent
    let steps = 64
    var result: GeographicBounds?
    for i in 0...steps {
      let t = Double(i) / Double(steps)
      let (x, y) = (
        box.west + (box.east - box.west) * t, box.south + (box.north - box.south) * t
      )
      for point in [(x, box.south), (x, box.north), (box.west, y), (box.east, y)] {
        guard let place = conversion.unproject(x: point.0, y: point.1) else { return nil }
        let here = GeographicBounds(
          south: place.latitude, west: place.longitude, north: place.latitude,
          east: place.longitude)
        result = result?.union(here) ?? here
      }
    }
    guard let found = result else { return nil }
    let tall = (found.north - found.south) / 1000
    let wide = (found.east - found.west) / 1000
    return GeographicBounds(
      south: max(found.south - tall, -90), west: found.west - wide,
      north: min(found.north + tall, 90), east: found.east + wide)
  }
}
