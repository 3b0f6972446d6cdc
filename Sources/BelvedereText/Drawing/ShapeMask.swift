import BelvedereGeoMath

/// Closed outlines as covered parts of pixels.
package struct ShapeMask: Sendable, Hashable {
  /// The first column and row of the picture, and the pixels from there.
  package let x, y, width, height: Int
  /// The covered part of every pixel, 0 to 1, row-major.
  package let coverage: [Float]

  /// - Parameter contours: in pixels; each is closed.
  package init(_ contours: [[Vector2]]) {
    let points = contours.joined()
    let limit = -100_000...100_000
    let left = Int(flooring: (points.map(\.x).min() ?? 0) - 1, in: limit)
    let top = Int(flooring: (points.map(\.y).min() ?? 0) - 1, in: limit)
    let width = Int(clamping: (points.map(\.x).max() ?? 0) + 2, in: limit) - left
    let height = Int(clamping: (points.map(\.y).max() ?? 0) + 2, in: limit) - top
    let isDrawn = width > 0 && height > 0 && width * height <= 1 << 24
    (x, y) = (left, top)
    (self.width, self.height) = isDrawn ? (width, height) : (0, 0)
    guard isDrawn else {
      coverage = []
      return
    }
    var areas = AreaCoverage(width: width, height: height)
    let corner = Vector2(Double(left), Double(top))
    for contour in contours {
      guard var a = contour.last else { continue }
      for b in contour {
        areas.add(a - corner, b - corner)
        a = b
      }
    }
    coverage = areas.coverage()
  }
}
