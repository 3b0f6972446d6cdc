import BelvedereRasterization
import CBelvedereShading

/// A picture, or a band of one, shaded by kernels.
///
/// The kernels say which squares of ground and of shadow the picture shows; when these are there they
/// shade it. A survey finds nearly all of them; where shading finds one missing after all the block of
/// pixels is looked at closely and shaded again.
final class VectorShading: @unchecked Sendable {
  let frame: Frame
  private let kernels: BelvedereShadingKernels
  private let tables: ShadingTables
  private let picture: BelvedereShading
  private let rows: Range<Int>

  /// `nil` for pictures that the kernels do not shade: the one place where that is decided.
  ///
  /// - Parameters:
  ///   - rows: those of the frame that are shaded.
  ///   - fullHeight: the rows of the whole picture, of which the frame may be a part.
  ///   - space: how the sun casts shadows; `nil` where it does not.
  init?(
    _ frame: Frame, rows: Range<Int>, path: ShadingPath, fullHeight: Int, space: ShadowSpace?,
    memory: PictureMemory
  ) {
    let pixels = frame.visibility.width.multipliedReportingOverflow(by: frame.visibility.height)
    guard Self.isKnown(frame), !pixels.overflow,
      pixels.partialValue < 1 << 28,  // Indices of samples are 32 bits wide.
      let kernels = (frame.globe == nil ? path.kernels : path.globeKernels)?.pointee
    else { return nil }
    self.frame = frame
    self.rows = rows
    self.kernels = kernels
    tables = ShadingTables(frame, memory)
    picture = BelvedereShading(frame, tables, space, fullHeight: fullHeight)
    occlude()
  }

  /// On the globe no other looks of the map. Overlays are laid over it later.
  private static func isKnown(_ frame: Frame) -> Bool {
    frame.globe.map { $0.sky.theme == .standard } ?? true
  }

  /// Every block of pixels.
  var blocks: [Int] { Array(0..<PixelBlocks(picture, rows: rows).count) }

  /// The blocks that have any of some pixels.
  func blocks(_ mask: PixelMask) -> [Int] {
    let blocks = PixelBlocks(picture, rows: rows)
    return (0..<blocks.count).filter { n in
      let b = blocks[n]
      let (x, y) = (Int(b.x), Int(b.y))  // checked: Int32 to Int
      return mask.touches(
        columns: x..<(x + Int(b.width)), rows: y..<(y + Int(b.height)))  // checked: Int32 to Int
    }
  }

  /// Fills the distances and the sky's light of all pixels that are shaded.
  private func occlude() {
    nonisolated(unsafe) let kernels = kernels
    let height = (frame.visibility.height + 1) / 2
    // The mean over neighbours looks two of these rows up and down.
    let occluded = max(rows.lowerBound / 2 - 2, 0)..<min((rows.upperBound + 1) / 2 + 2, height)
    withUnsafePointer(to: picture) { pointer in
      nonisolated(unsafe) let pointer = pointer
      Parallel.forEach(height, threads: frame.threads) { row, _ in
        kernels.measure(pointer, Int32(truncatingIfNeeded: row))
      }
      Parallel.forEach(occluded.count, threads: frame.threads) { i, _ in
        kernels.occlude(pointer, Int32(truncatingIfNeeded: occluded.lowerBound + i))
      }
    }
  }

  /// The squares that blocks show: nearly all of them, or all.
  func squares(_ wanted: [Int], isSurvey: Bool) -> ShownSquares {
    let threads = frame.threads
    // For each thread a set of each kind.
    let sets = SharedBuffer(repeating: BelvedereTileSet(), count: 2 * threads)
    defer {
      for i in 0..<sets.count { belvedere_tile_set_free(sets.base + i) }
      sets.deallocate()
    }
    let collect = isSurvey ? kernels.survey : kernels.demand
    let blocks = PixelBlocks(picture, rows: rows)
    withUnsafePointer(to: picture) { pointer in
      nonisolated(unsafe) let pointer = pointer
      Parallel.forEach(wanted.count, threads: threads) { n, strand in
        let b = blocks[wanted[n]]
        collect?(
          pointer, b.x, b.y, b.width, b.height, sets.base + 2 * strand, sets.base + 2 * strand + 1)
      }
    }
    func keys(_ kind: Int) -> Set<MapSquare> {
      var keys: Set<MapSquare> = []
      for i in 0..<threads {
        let set = sets[2 * i + kind]
        for j in 0..<set.capacity where set.keys[j] != 0 {
          keys.insert(MapSquare(kernelKey: set.keys[j]))
        }
      }
      return keys
    }
    return ShownSquares(ground: keys(0), shadow: keys(1))
  }

  /// Shades blocks of pixels.
  ///
  /// - Parameters:
  ///   - fitted: the shadows of a picture of the globe; `nil` where the sun casts none.
  ///   - pixels: where the first of the rows goes, four samples a pixel.
  ///   - progress: called before each block with the part done; `false` leaves it out.
  /// - Returns: the blocks for which a square is missing.
  func shade(
    _ wanted: [Int], ground: GroundTable, shadows: ShadowSquares?, fitted: FittedShadows?,
    into pixels: UnsafeMutablePointer<UInt8>, progress: @Sendable (_ done: Double) -> Bool
  ) -> [Int] {
    var picture = self.picture
    ground.fill(&picture)
    if let shadows {
      picture.shadow.fill(shadows, eyeHeight: frame.view.eye.z)
    } else {
      picture.shadow.is_cast = 0
    }
    if let fitted { tables.globe?.fill(fitted, eye: frame.view.eye) }
    let pixelBytes = frame.encoder.pixelBytes
    let stride = pixelBytes * frame.visibility.width
    let blocks = PixelBlocks(picture, rows: rows)
    nonisolated(unsafe) let kernels = self.kernels
    nonisolated(unsafe) let pixels = pixels
    let rows = self.rows
    let lacks = SharedBuffer(repeating: false, count: wanted.count)
    defer { lacks.deallocate() }
    withExtendedLifetime((ground, shadows, fitted, tables)) {
      withUnsafePointer(to: picture) { pointer in
        nonisolated(unsafe) let pointer = pointer
        Parallel.forEach(wanted.count, threads: frame.threads) { n, _ in
          guard progress(Double(n) / Double(wanted.count)) else { return }
          let b = blocks[wanted[n]]
          let row = Int(b.y) - rows.lowerBound  // checked: Int32 to Int
          let first = row * stride + pixelBytes * Int(b.x)  // checked: Int32 to Int
          lacks[n] =
            kernels.shade(pointer, b.x, b.y, b.width, b.height, pixels + first, stride) != 0
        }
      }
    }
    return wanted.indices.filter { lacks[$0] }.map { wanted[$0] }
  }
}

/// Rows of a picture cut into blocks, from left to right and down.
private struct PixelBlocks {
  let width: Int
  let rows: Range<Int>

  init(_ picture: BelvedereShading, rows: Range<Int>) {
    width = Int(picture.width)  // checked: Int32 to Int
    self.rows = rows
  }

  private var columns: Int { (width + BELVEDERE_BLOCK_WIDTH - 1) / BELVEDERE_BLOCK_WIDTH }

  var count: Int {
    columns * ((rows.count + BELVEDERE_BLOCK_HEIGHT - 1) / BELVEDERE_BLOCK_HEIGHT)
  }

  subscript(n: Int) -> (x: Int32, y: Int32, width: Int32, height: Int32) {
    let x = n % columns * BELVEDERE_BLOCK_WIDTH
    let y = rows.lowerBound + n / columns * BELVEDERE_BLOCK_HEIGHT
    return (
      Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y),
      Int32(truncatingIfNeeded: min(width - x, BELVEDERE_BLOCK_WIDTH)),
      Int32(truncatingIfNeeded: min(rows.upperBound - y, BELVEDERE_BLOCK_HEIGHT))
    )
  }
}
