/// The memory of a surface, for loops.
struct SurfaceGrid {
  let columns, rows: UnsafePointer<Double>
  let samples: UnsafePointer<Float>
  let bounds: UnsafePointer<SIMD2<Float>>
  let widths, offsets: UnsafePointer<Int>
  /// The highest level of the relief's bounds.
  let top: Int
  /// Cells across and down.
  let across, down: Int
  let scale: Double
}

extension TerrainSurface {
  /// Calls a function with the memory of the surface.
  @inline(__always)
  func withGrid<Result>(_ body: (SurfaceGrid) -> Result?) -> Result? {
    columns.withUnsafeBufferPointer { columns in
      rows.withUnsafeBufferPointer { rows in
        samples.withUnsafeBufferPointer { samples in
          pyramid.bounds.withUnsafeBufferPointer { bounds in
            pyramid.widths.withUnsafeBufferPointer { widths in
              pyramid.offsets.withUnsafeBufferPointer { offsets in
                guard let c = columns.baseAddress, let r = rows.baseAddress,
                  let s = samples.baseAddress, let b = bounds.baseAddress,
                  let w = widths.baseAddress, let o = offsets.baseAddress
                else { return nil }
                return body(
                  SurfaceGrid(
                    columns: c, rows: r, samples: s, bounds: b, widths: w, offsets: o,
                    top: widths.count - 1, across: columns.count - 1, down: rows.count - 1,
                    scale: verticalScale))
              }
            }
          }
        }
      }
    }
  }
}

extension SurfaceGrid {
  /// The last of `count + 1` increasing positions that is not above a value, before the very last;
  /// 0 where all are above.
  @inline(__always)
  static func cell(_ positions: UnsafePointer<Double>, _ count: Int, at value: Double) -> Int {
    var low = 0
    var high = count
    while high - low > 1 {
      let middle = (low + high) / 2
      if positions[middle] <= value { low = middle } else { high = middle }
    }
    return low
  }
}
