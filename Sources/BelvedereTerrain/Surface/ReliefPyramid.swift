/// The lowest and highest sample of squares of cells: 2 × 2, 4 × 4 and so on up to all.
///
/// A square's bounds are those of all samples on its cells' corners, its edges included, without the
/// cells that have a void: exactly the bounds of the surface over it. A square of holes is empty, its
/// bounds being (∞, −∞). Cells themselves are not stored; their four samples say it.
struct ReliefPyramid: Sendable {
  /// Columns of squares of each level; level 0 are the cells.
  let widths: [Int]
  /// Where each level's squares begin in `bounds`; level 0 has none, except where it is all.
  let offsets: [Int]
  /// Lowest and highest, level by level, row by row.
  let bounds: [SIMD2<Float>]

  /// The highest level, which has one square.
  var top: Int { widths.count - 1 }

  static let empty = SIMD2<Float>(.infinity, -.infinity)

  /// - Parameters:
  ///   - samples: Row-major.
  ///   - width: Columns of samples, at least 2.
  ///   - height: Rows of samples, at least 2.
  init(_ samples: [Float], width: Int, height: Int) {
    var sizes = [(width: width - 1, height: height - 1)]
    while let (w, h) = sizes.last, w > 1 || h > 1 {
      sizes.append(((w + 1) / 2, (h + 1) / 2))
    }
    var count = 0
    var offsets = [0]
    for size in sizes.dropFirst() {
      offsets.append(count)
      count += size.width * size.height
    }
    bounds = [SIMD2<Float>](unsafeUninitializedCapacity: max(count, 1)) { out, initialized in
      samples.withUnsafeBufferPointer { samples in
        // A grid of one cell.
        if count == 0 { out[0] = Self.cell(samples, 0, width) }
        for level in sizes.indices.dropFirst() {
          let (w, h) = sizes[level]
          let below = sizes[level - 1]
          for j in 0..<h {
            for i in 0..<w {
              var found = Self.empty
              for y in 2 * j..<min(2 * j + 2, below.height) {
                for x in 2 * i..<min(2 * i + 2, below.width) {
                  let part =
                    level == 1
                    ? Self.cell(samples, y * width + x, width)
                    : out[offsets[level - 1] + y * below.width + x]
                  found = SIMD2(min(found.x, part.x), max(found.y, part.y))
                }
              }
              out[offsets[level] + j * w + i] = found
            }
          }
        }
      }
      initialized = max(count, 1)
    }
    widths = sizes.map(\.width)
    self.offsets = offsets
  }

  /// The bounds of the cell whose north-west sample is given; empty for a hole.
  @inline(__always)
  static func cell(_ samples: UnsafeBufferPointer<Float>, _ i: Int, _ width: Int) -> SIMD2<Float> {
    let (a, b, c, d) = (samples[i], samples[i + 1], samples[i + width], samples[i + width + 1])
    if (a + b + c + d).isNaN { return empty }
    return SIMD2(min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
  }

  /// The bounds of everything.
  var whole: SIMD2<Float> { bounds[bounds.count - 1] }
}
