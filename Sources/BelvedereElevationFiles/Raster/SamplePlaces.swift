import BelvedereGeoMath
import BelvedereGeodesy

/// Where between the samples of a grid a place lies.
struct SamplePlaces: Sendable {
  let grid: RasterGrid
  private let conversion: CoordinateConversion
  /// The length after which x starts anew, in coordinates; 0 for none.
  private let period: Double
  private let west: Double
  private let inverseX, inverseY: Double
  private let isRound: Bool

  /// A column or a row before a place, and how far the place lies towards the next one, in [0, 1).
  struct Position {
    var index: Int
    var fraction: Double
  }

  init(_ grid: RasterGrid) {
    self.grid = grid
    conversion = CoordinateConversion(grid.system)
    period =
      switch grid.system {
      case .geographic: 360
      case .webMercator: 2 * .pi * Ellipsoid.wgs84.semiMajorAxis
      case .utm, .rijksdriehoek, .local: 0
      }
    // A little more than what rounding moves an edge by.
    west = grid.extent.west - 1e-6 * abs(grid.stepX)
    inverseX = 1 / grid.stepX
    inverseY = 1 / grid.stepY
    isRound = grid.isRound
  }

  /// Whether columns follow from longitude alone and rows from latitude alone.
  var isSeparable: Bool {
    switch grid.system {
    case .geographic(let datum): datum.shift == nil
    case .webMercator: true
    case .utm, .rijksdriehoek, .local: false
    }
  }

  /// The column of an x, or `nil` outside.
  @inline(__always)
  func column(x: Double) -> Position? {
    var x = x
    if period > 0 { x -= ((x - west) / period).rounded(.down) * period }
    let place = (x - grid.originX) * inverseX
    if isRound {
      let width = Double(grid.width)
      return Self.position(place - (place / width).rounded(.down) * width, 0, grid.width)
        .map { $0.index < grid.width ? $0 : Position(index: 0, fraction: 0) }
    }
    return Self.position(place, grid.margin, grid.width - 1)
  }

  /// The row of a y, or `nil` outside.
  @inline(__always)
  func row(y: Double) -> Position? {
    Self.position((y - grid.originY) * inverseY, grid.margin, grid.height - 1)
  }

  /// The column after another; the last one where there is none.
  @inline(__always)
  func next(column: Int) -> Int {
    column + 1 < grid.width ? column + 1 : isRound ? 0 : column
  }

  /// The row after another; the last one where there is none.
  @inline(__always)
  func next(row: Int) -> Int { min(row + 1, grid.height - 1) }

  /// Column and row of a place in degrees, or `nil` outside.
  @inline(__always)
  func position(latitude: Double, longitude: Double) -> (column: Position, row: Position)? {
    guard let place = conversion.project(latitude: latitude, longitude: longitude),
      let row = row(y: place.y), let column = column(x: place.x)
    else { return nil }
    return (column, row)
  }

  /// Column and row of a place in degrees, also far outside, around the Earth on the turn on which it is nearest;
  /// `nil` where the system does not reach.
  func unheld(latitude: Double, longitude: Double) -> SIMD2<Double>? {
    guard let place = conversion.project(latitude: latitude, longitude: longitude) else {
      return nil
    }
    let middle = grid.originX + Double(grid.width - 1) / 2 * grid.stepX
    let turns = period > 0 ? ((place.x - middle) / period).rounded() * period : 0
    return SIMD2((place.x - turns - grid.originX) * inverseX, (place.y - grid.originY) * inverseY)
  }

  /// The column of a longitude, or `nil` outside; only where the grid is separable.
  func column(longitude: Double) -> Position? {
    conversion.project(latitude: 0, longitude: longitude).flatMap { column(x: $0.x) }
  }

  /// The row of a latitude, or `nil` outside; only where the grid is separable.
  func row(latitude: Double) -> Position? {
    conversion.project(latitude: latitude, longitude: 0).flatMap { row(y: $0.y) }
  }

  /// Places within 1e-9 samples of a sample are on it: a rounded degree then meets the sample that
  /// it names, and not the void beside it.
  @inline(__always)
  private static func position(_ place: Double, _ margin: Double, _ last: Int) -> Position? {
    let end = Double(last)
    guard place >= -margin - 1e-6, place <= end + margin + 1e-6 else { return nil }
    let held = min(max(place, 0), end)
    let nearest = held.rounded()
    if abs(held - nearest) < 1e-9 {
      return Position(index: Int(clamping: nearest, in: 0...last), fraction: 0)
    }
    let index = Int(flooring: held, in: 0...last)
    return Position(index: index, fraction: held - Double(index))
  }
}
