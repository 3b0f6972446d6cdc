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

  /// Shapes some of which are cut out of those before them.
  ///
  /// - Parameter layers: contours in pixels, those of a layer all of one direction. Where they overlap they are one:
  ///   quarters of a pixel are measured exactly, so that what an edge counts twice is little.
  package init(layers: [(isCut: Bool, contours: [[Vector2]])]) {
    let fineness = 4
    let whole = ShapeMask(layers.flatMap { $0.isCut ? [] : $0.contours })
    (x, y, width, height) = (whole.x, whole.y, whole.width, whole.height)
    guard whole.width > 0, whole.width <= 1024, whole.height <= 1024 else {
      coverage = whole.coverage
      return
    }
    let (wide, high) = (width * fineness, height * fineness)
    var fine = [Float](repeating: 0, count: wide * high)  // bounded: 2^24 by the guard above
    let corner = Vector2(Double(x), Double(y))
    for layer in layers {
      var areas = AreaCoverage(width: wide, height: high)
      for contour in layer.contours {
        guard var a = contour.last else { continue }
        for b in contour {
          areas.add((a - corner) * Double(fineness), (b - corner) * Double(fineness))
          a = b
        }
      }
      for (i, part) in areas.coverage().enumerated() where part > 0 {
        fine[i] = layer.isCut ? fine[i] * (1 - part) : fine[i] + (1 - fine[i]) * part
      }
    }
    var sums = [Float](repeating: 0, count: width * height)
    for row in 0..<high {
      for column in 0..<wide {
        sums[row / fineness * width + column / fineness] += fine[row * wide + column]
      }
    }
    coverage = sums.map { $0 / Float(fineness * fineness) }
  }
}
