import CBelvedereRaster

/// What of slender pieces is seen in a picture: parts of pixels, found at 64 samples each.
package final class FineParts: @unchecked Sendable {
  /// Parts of a pixel at most.
  package static let most = Int(BELVEDERE_FINE_PARTS)  // checked: a constant

  /// As kernels see them; valid as long as this object.
  package let table: BelvedereFine
  private let starts: UnsafeMutablePointer<UInt32>
  private let pixels: UnsafeMutablePointer<BelvedereFinePixel>
  private let parts: UnsafeMutablePointer<BelvedereFinePart>
  private let rows, width, capacity, samples: Int

  /// - Parameters:
  ///   - rows, width: of the picture.
  ///   - capacity: room for fragments of all rows.
  init(rows: Int, width: Int, capacity: Int, samples: Int) {
    (self.rows, self.width, self.capacity, self.samples) = (rows, width, capacity, samples)
    let side = Int(BELVEDERE_FINE_COLUMNS)  // checked: a constant
    let columns = (width + side - 1) / side + 1
    // Written before they are read.
    starts = .allocate(capacity: max(rows * columns, 1))
    pixels = .allocate(capacity: max(capacity, 1))
    parts = .allocate(capacity: max(capacity, 1))
    table = BelvedereFine(
      starts: starts, pixels: pixels, parts: parts,
      columns: Int32(columns),  // checked: a part's extent
      own: Int32(BELVEDERE_FINE_SAMPLES) / Int32(samples))  // checked: a constant, 8
  }

  deinit {
    starts.deallocate()
    pixels.deallocate()
    parts.deallocate()
  }

  /// Whether it has room for the parts of a picture.
  func fits(rows: Int, width: Int, count: Int, samples: Int) -> Bool {
    self.rows == rows && self.width == width && self.samples == samples && capacity >= count
  }

  /// Finds a row's.
  fileprivate func fill(
    _ row: Int, _ kernels: BelvedereKernels, _ view: UnsafePointer<BelvedereFineView>,
    _ list: UnsafeMutablePointer<BelvedereListed>, _ heads: UnsafeMutablePointer<UInt32>,
    first: Int, count: Int
  ) {
    kernels.fine_row(
      view, Int32(row), list + first, count, heads,  // checked: a part's extent
      UInt32(first),  // checked: at most the fragments
      pixels, parts, starts + row * Int(table.columns), table.columns)  // checked: widens
  }

  /// A slender part of a pixel.
  package struct Part {
    package let id: TriangleID
    /// The middle of the covered samples, in pixels, and the depth value there.
    package let x, y, depthValue: Float
    /// How many of the picture's samples it weighs, 0 to all of them.
    package let weight: Float
  }

  /// Calls `body` with each slender part of a pixel.
  ///
  /// - Returns: which part of each of the picture's samples is left to what is behind them; `nil` without any.
  package func forEach(x: Int, y: Int, _ body: (Part) -> Void) -> SIMD8<Float>? {
    let side = Int(BELVEDERE_FINE_COLUMNS)  // checked: a constant
    let entry = y * Int(table.columns) + x / side  // checked: widens
    for i in Int(starts[entry])..<Int(starts[entry + 1]) {  // checked: widens
      let pixel = pixels[i]
      guard Int(pixel.x) == x else { continue }  // checked: widens
      for k in 0..<Int(pixel.count) {  // checked: widens
        let part = parts[Int(pixel.first) + k]  // checked: widens
        body(
          Part(
            id: TriangleID(rawValue: part.id), x: part.x, y: part.y, depthValue: part.z,
            weight: part.weight))
      }
      let h = pixel.hidden
      let hidden = SIMD8<Float>(
        Float(h.0), Float(h.1), Float(h.2), Float(h.3), Float(h.4), Float(h.5), Float(h.6),
        Float(h.7))
      return 1 - hidden / Float(table.own)
    }
    return nil
  }
}

extension FineParts {
  /// Calls `body` with the columns of a row in which two pictures, or one without any, show other slender parts.
  package static func differences(
    _ a: FineParts?, _ b: FineParts?, row: Int, _ body: (_ x: Int) -> Void
  ) {
    func pixels(_ fine: FineParts?) -> Range<Int> {
      guard let fine else { return 0..<0 }
      let first = row * Int(fine.table.columns)  // checked: widens
      let end = first + Int(fine.table.columns) - 1  // checked: widens
      return Int(fine.starts[first])..<Int(fine.starts[end])  // checked: widens
    }
    var (one, other) = (pixels(a), pixels(b))
    func column(_ fine: FineParts?, _ rest: Range<Int>) -> Int {
      guard let fine, let first = rest.first else { return .max }
      return Int(fine.pixels[first].x)  // checked: widens
    }
    while !one.isEmpty || !other.isEmpty {
      let (x, y) = (column(a, one), column(b, other))
      var isSame = false
      if x == y, let a, let b {
        isSame = a.list(one.lowerBound) == b.list(other.lowerBound)
      }
      if !isSame { body(min(x, y)) }
      if x <= y { one.removeFirst() }
      if y <= x { other.removeFirst() }
    }
  }

  /// What a pixel of the table shows, for comparison.
  private func list(_ number: Int) -> [UInt32] {
    let pixel = pixels[number]
    let first = Int(pixel.first)  // checked: widens
    return (first..<(first + Int(pixel.count))).flatMap { n in  // checked: widens
      let part = parts[n]
      return [part.id, part.weight.bitPattern, part.x.bitPattern, part.y.bitPattern]
    }
  }
}

extension Rasterizer {
  /// What is seen of the pieces that ``findSlender(_:_:batches:)`` has found last.
  ///
  /// A fine sample shows the nearest piece that is in front of what the picture shows at the sample next to it. The
  /// result is the same for any number of threads.
  ///
  /// - Parameters:
  ///   - target: what else the picture shows.
  ///   - buffer: which of the scratch memory's buffers they are put into; what that held is lost.
  package func fineParts(before target: VisibilityBuffer, buffer: Int = 0) -> FineParts {
    precondition(target.width == view.width && target.height == view.height, "sizes differ")
    let found = scratch.slender.strands(threads, isNew: false)
    let (rows, width, samples) = (view.height, view.width, target.samples)
    let strands = Int32(threads)  // checked: strands
    let count = (0..<threads).reduce(0) { $0 + found[$1].count }
    let room = scratch.slender.room(count, numbers: threads * width + 2 * rows + 1)
    let heads = SharedPointer(room.numbers)
    let firsts = SharedPointer(room.numbers + threads * width)
    let lines = Int32(rows)  // checked: a part's extent
    belvedere_fine_rows_begin(found, strands, lines, firsts.base)
    belvedere_fine_list(
      found, strands, lines, firsts.base, firsts.base + rows + 1, room.fragments)
    let list = SharedPointer(room.fragments)
    let parts = scratch.slender.parts(
      rows: rows, width: width, count: count, samples: samples, buffer: buffer)
    var fine = BelvedereFineView(target, found)
    withUnsafePointer(to: &fine) { fine in
      nonisolated(unsafe) let fine = fine
      nonisolated(unsafe) let kernels = vectors.kernels
      Parallel.forEach(rows, threads: threads) { row, strand in
        let first = Int(firsts.base[row])  // checked: widens
        parts.fill(
          row, kernels, fine, list.base, heads.base + strand * width, first: first,
          count: Int(firsts.base[row + 1]) - first)  // checked: widens
      }
    }
    return parts
  }
}

extension BelvedereFineView {
  fileprivate init(_ target: VisibilityBuffer, _ found: UnsafePointer<BelvedereSlender>) {
    self.init()
    slender = found
    width = Int32(target.width)  // checked: a part's extent
    samples = Int32(target.samples)  // checked: 8
    depth = UnsafePointer(target.depth.base)
    withUnsafeMutableBytes(of: &sample_x) { x in
      withUnsafeMutableBytes(of: &sample_y) { y in
        let (x, y) = (x.bindMemory(to: Float.self), y.bindMemory(to: Float.self))
        for (i, offset) in target.pattern.offsets.enumerated() {
          x[i] = Float(offset.x) / 16 + 0.5
          y[i] = Float(offset.y) / 16 + 0.5
        }
      }
    }
    belvedere_fine_share(&self)
  }
}
