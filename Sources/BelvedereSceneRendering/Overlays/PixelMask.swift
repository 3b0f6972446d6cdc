import BelvedereRasterization

/// Some pixels of a run of rows.
struct PixelMask {
  let width: Int
  let rows: Range<Int>
  private var isSet: [Bool]
  /// Whether there is none.
  private(set) var isEmpty: Bool

  /// The pixels at which two pictures show different triangles at any sample, or other slender parts.
  ///
  /// - Parameters:
  ///   - rows: those that are compared.
  init(differencesOf one: Frame, and other: Frame, rows: Range<Int>, threads: Int) {
    let (a, b) = (one.visibility, other.visibility)
    precondition(a.width == b.width && a.samples == b.samples && a.height == b.height)
    width = a.width
    self.rows = rows
    let (width, samples) = (a.width, a.samples)
    let isAny = SharedBuffer(repeating: false, count: rows.count)
    defer { isAny.deallocate() }
    var found = [Bool](repeating: false, count: width * rows.count)
    found.withUnsafeMutableBufferPointer { found in
      guard let base = found.baseAddress else { return }
      nonisolated(unsafe) let pixels = base
      Parallel.forEach(rows.count, threads: threads) { row, _ in
        let (before, after) = (a.ids.base, b.ids.base)
        for x in 0..<width {
          let first = ((rows.lowerBound + row) * width + x) * samples
          var differs = false
          for i in first..<(first + samples) { differs = differs || before[i] != after[i] }
          if differs {
            pixels[row * width + x] = true
            isAny[row] = true
          }
        }
        FineParts.differences(one.fine, other.fine, row: rows.lowerBound + row) { x in
          pixels[row * width + x] = true
          isAny[row] = true
        }
      }
    }
    isSet = found
    isEmpty = !(0..<rows.count).contains { isAny[$0] }
  }

  /// Whether it holds the pixel in column x of row y.
  @inline(__always)
  func contains(_ x: Int, _ y: Int) -> Bool { isSet[(y - rows.lowerBound) * width + x] }

  /// Whether it holds any pixel of a block of columns and rows.
  func touches(columns: Range<Int>, rows block: Range<Int>) -> Bool {
    block.contains { y in columns.contains { contains($0, y) } }
  }
}
