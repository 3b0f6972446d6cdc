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
  /// - Parameters:
  ///   - layers: contours in pixels, those of a layer all of one direction. Where they overlap they are one.
  ///   - fineness: into how many parts a pixel's sides are divided. Parts are measured exactly, so that the edges that
  ///     two contours share, which count twice, are little.
  package init(layers: [(isCut: Bool, contours: [[Vector2]])], fineness: Int) {
    let whole = ShapeMask(layers.flatMap { $0.isCut ? [] : $0.contours })
    (x, y, width, height) = (whole.x, whole.y, whole.width, whole.height)
    guard width > 0, width <= 1024, height <= 1024, (2...8).contains(fineness) else {
      coverage = whole.coverage
      return
    }
    let (wide, high) = (width * fineness, height * fineness)
    var fine = [Float](repeating: 0, count: wide * high)  // bounded: 2^26 by the guard above
    for layer in layers {
      let contours = layer.contours.map { contour in
        contour.map { ($0 - Vector2(Double(whole.x), Double(whole.y))) * Double(fineness) }
      }
      let points = contours.joined()
      // Of a layer only its own box matters, which may reach beyond the whole.
      let limit = -wide...(2 * wide)
      let heights = -high...(2 * high)
      let left = Int(flooring: (points.map(\.x).min() ?? 0) - 1, in: limit)
      let top = Int(flooring: (points.map(\.y).min() ?? 0) - 1, in: heights)
      let right = Int(clamping: (points.map(\.x).max() ?? 0) + 2, in: limit)
      let bottom = Int(clamping: (points.map(\.y).max() ?? 0) + 2, in: heights)
      guard left < min(right, wide), top < min(bottom, high), right > 0, bottom > 0 else {
        continue
      }
      let corner = Vector2(Double(left), Double(top))
      var areas = AreaCoverage(width: right - left, height: bottom - top)
      for contour in contours {
        guard var a = contour.last else { continue }
        for b in contour {
          areas.add(a - corner, b - corner)
          a = b
        }
      }
      let parts = areas.coverage()
      for row in max(top, 0)..<min(bottom, high) {
        let (from, to) = ((row - top) * (right - left) - left, row * wide)
        for column in max(left, 0)..<min(right, wide) {
          let part = parts[from + column]
          if part == 0 { continue }
          let old = fine[to + column]
          fine[to + column] = layer.isCut ? old * (1 - part) : old + (1 - old) * part
        }
      }
    }
    var sums = [Float](repeating: 0, count: width * height)
    for row in 0..<high {
      let to = row / fineness * width
      for column in 0..<width {
        var sum: Float = 0
        for i in 0..<fineness { sum += fine[row * wide + column * fineness + i] }
        sums[to + column] += sum
      }
    }
    coverage = sums.map { $0 / Float(fineness * fineness) }
  }
}
