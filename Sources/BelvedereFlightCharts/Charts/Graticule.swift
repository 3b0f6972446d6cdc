import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging

/// Parallels and meridians at round degrees, named at the map's left and upper edge.
struct Graticule {
  private let extent: MapExtent

  init(_ extent: MapExtent) { self.extent = extent }

  func draw(into page: inout ChartDrawing, _ box: ChartBox) {
    let color = Color(red: 0.1, green: 0.15, blue: 0.25, alpha: 0.16)
    let style = ChartLabelStyle(color: ChartPalette.faint, size: 9, hasHalo: true)
    let (west, east) = (extent.longitude(0), extent.longitude(1))
    // About four lines each way; the same step for both.
    let raw = (east - west) / 4
    let step =
      [15.0, 30, 60, 90].first { raw <= $0 && raw > 7.5 } ?? ChartScale([west, east]).step
    func marks(_ low: Double, _ high: Double) -> [Double] {
      let first = (low / step).rounded(.up)
      let count = Int(clamping: (high / step).rounded(.down) - first, in: -1...64)
      return (0..<(count + 1)).map { (first + Double($0)) * step }
    }
    for longitude in marks(west, east) {
      let x = box.x + (longitude - west) / (east - west) * box.width
      page.line(Vector2(x, box.y), Vector2(x, box.maxY), stroke: color)
      guard x < box.maxX - 48 else { continue }
      page.label(
        Self.name(wrapped(longitude), step, "E", "W"), Vector2(x + 3, box.y + 10), style)
    }
    for latitude in marks(extent.latitude(1), extent.latitude(0)) {
      let point = MapPoint(Coordinate(latitude: latitude, longitude: 0))
      let y = extent.place(Vector2(extent.corner.x, point.y), in: box).y
      page.line(Vector2(box.x, y), Vector2(box.maxX, y), stroke: color)
      guard y > box.y + 24, y < box.maxY - 36 else { continue }
      page.label(Self.name(latitude, step, "N", "S"), Vector2(box.x + 3, y - 3), style)
    }
  }

  /// Within ±180.
  private func wrapped(_ longitude: Double) -> Double {
    let turned = longitude - (longitude / 360).rounded() * 360
    return abs(turned + 180) < 1e-9 ? 180 : turned
  }

  private static func name(
    _ degrees: Double, _ step: Double, _ positive: String, _ negative: String
  ) -> String {
    let digits = ChartScale.text(abs(degrees), step: step)
    let side =
      abs(degrees) < step / 2 || abs(degrees) == 180 ? "" : degrees > 0 ? positive : negative
    return side.isEmpty ? "\(digits)°" : "\(digits)° \(side)"
  }
}
