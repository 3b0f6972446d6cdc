import BelvedereRasterization
import CBelvedereShading

/// A picture, or a band of one, shaded by kernels.
///
/// First the kernels say which squares of ground the picture shows; when these are painted and the
/// shadows are cast, they shade it.
final class VectorShading: @unchecked Sendable {
  /// The squares of ground that the picture shows, sorted.
  let groundKeys: [GroundTile.Key]

  private let frame: Frame
  private let kernels: BelvedereShadingKernels
  private let windows: GroundWindows
  private let tables: ShadingTables
  private let picture: BelvedereShading

  /// `nil` for pictures that the kernels do not shade: the one place where that is decided.
  ///
  /// - Parameter fullHeight: the rows of the whole picture, of which the frame may be a part.
  init?(_ frame: Frame, path: ShadingPath, fullHeight: Int) {
    let pixels = frame.visibility.width.multipliedReportingOverflow(by: frame.visibility.height)
    // On the globe every place has its own axes and light.
    guard frame.globe == nil, let kernels = path.kernels?.pointee, !pixels.overflow,
      pixels.partialValue < 1 << 30  // Indices of pixels are 32 bits wide.
    else { return nil }
    let tables = ShadingTables(frame)
    let picture = BelvedereShading(frame, tables, fullHeight: fullHeight)
    let keys = Self.groundKeys(picture, kernels, threads: frame.threads)
    guard let windows = GroundWindows(keys, eye: frame.mapPoint(.zero)) else { return nil }
    self.frame = frame
    self.kernels = kernels
    self.tables = tables
    self.picture = picture
    self.windows = windows
    groundKeys = keys
  }

  private static func groundKeys(
    _ picture: BelvedereShading, _ kernels: BelvedereShadingKernels, threads: Int
  ) -> [GroundTile.Key] {
    let sets = SharedBuffer(repeating: BelvedereTileSet(), count: threads)
    defer {
      for i in 0..<threads { belvedere_tile_set_free(sets.base + i) }
      sets.deallocate()
    }
    nonisolated(unsafe) let kernels = kernels
    let blocks = PixelBlocks(picture, rows: 0..<Int(picture.height))  // checked: Int32 to Int
    withUnsafePointer(to: picture) { pointer in
      nonisolated(unsafe) let pointer = pointer
      Parallel.forEach(blocks.count, threads: threads) { n, strand in
        let b = blocks[n]
        kernels.demand(pointer, b.x, b.y, b.width, b.height, sets.base + strand)
      }
    }
    var keys: Set<GroundTile.Key> = []
    for i in 0..<threads {
      for j in 0..<sets[i].capacity where sets[i].keys[j] != 0 {
        keys.insert(GroundTile.Key(kernelKey: sets[i].keys[j]))
      }
    }
    return keys.sorted()
  }

  /// Shades rows of the frame.
  ///
  /// - Parameters:
  ///   - pixels: where the first of the rows goes, four samples a pixel.
  ///   - progress: called before each block with the part done; `false` leaves it out.
  func shade(
    rows: Range<Int>, ground: [(key: GroundTile.Key, tile: GroundTile)], shadows: SunShadows,
    into pixels: UnsafeMutablePointer<UInt8>, progress: @Sendable (_ done: Double) -> Bool
  ) {
    let tiles = GroundTable(windows, ground)
    let cascades = FrozenArray(shadows.kernelCascades(eye: frame.view.eye))
    var picture = self.picture
    tiles.fill(&picture)
    picture.cascades = cascades.base
    picture.cascade_count = Int32(truncatingIfNeeded: cascades.count)
    let pixelBytes = frame.encoder.pixelBytes
    let stride = pixelBytes * frame.visibility.width
    let blocks = PixelBlocks(picture, rows: rows)
    // The mean over neighbours looks two rows up and one down.
    let occluded = max(rows.lowerBound - 2, 0)..<min(rows.upperBound + 2, frame.visibility.height)
    nonisolated(unsafe) let kernels = self.kernels
    let threads = frame.threads
    nonisolated(unsafe) let pixels = pixels
    withExtendedLifetime((tiles, cascades, tables)) {
      withUnsafePointer(to: picture) { pointer in
        nonisolated(unsafe) let pointer = pointer
        Parallel.forEach(occluded.count, threads: threads) { i, _ in
          kernels.occlude(pointer, Int32(truncatingIfNeeded: occluded.lowerBound + i))
        }
        Parallel.forEach(blocks.count, threads: threads) { n, _ in
          guard progress(Double(n) / Double(blocks.count)) else { return }
          let b = blocks[n]
          let row = Int(b.y) - rows.lowerBound  // checked: Int32 to Int
          let first = row * stride + pixelBytes * Int(b.x)  // checked: Int32 to Int
          kernels.shade(pointer, b.x, b.y, b.width, b.height, pixels + first, stride)
        }
      }
    }
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
