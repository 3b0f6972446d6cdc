import BelvedereGeoMath
import BelvedereImaging
import CBelvedereRaster

/// Draws triangles into a visibility buffer: which triangle is nearest at each sample.
///
/// Watertight: vertices are snapped to 1/256 pixel, edge functions are exact integers, and the
/// top-left rule gives every sample on a shared edge to exactly one side (Pineda 1988). Equal depths
/// go to the lower triangle number, so that the result depends neither on the order nor on the
/// number of threads, nor on the instructions that the processor has.
public struct Rasterizer: Sendable {
  /// Pixels along a tile's side.
  package static let tileSize = Int(BELVEDERE_TILE)  // checked: a constant
  /// Edges are exact in 32 bits for vertices within this many pixels from the origin.
  static let guardBand = 32_768.0
  /// Triangles with a vertex beyond this are clipped to it: a little inside the guard band, so that
  /// rounding cannot leave that. What decides and where it cuts must be the same, or neighbours of
  /// which only one is clipped would no longer share their edge.
  static let clipBand = guardBand - 64
  /// Larger pictures are drawn in parts of this width and height, whole tiles.
  static let partExtent = 16_384

  let view: RasterView
  let threads: Int
  let scratch: RasterizerScratch
  let vectors: VectorPath

  /// Makes a rasteriser for a view.
  ///
  /// - Parameter scratch: Memory to work in. A sequence of pictures that shares it allocates none.
  public init(
    view: RasterView, threads: Int, scratch: RasterizerScratch = RasterizerScratch(),
    vectors: VectorPath = .best
  ) {
    self.view = view
    self.threads = min(max(1, threads), Int(BELVEDERE_STRANDS) / 2)  // checked: a constant
    self.scratch = scratch
    self.vectors = vectors
  }

  /// Draws batches where they are placed, in the order of the placements: near ones first is fastest.
  /// Those beyond ``TriangleID/maximumBatches`` have no numbers and are not drawn.
  ///
  /// - Returns: how many triangles were set up for the screen.
  @discardableResult
  public func draw(
    _ placements: [BatchPlacement], batches: [TriangleBatch], into target: VisibilityBuffer
  ) -> Int {
    precondition(target.width == view.width && target.height == view.height, "sizes differ")
    let count = drawParts { part, left, top in
      let samples = target.kernelTarget(
        left: left, top: top, width: part.width, height: part.height)
      return draw(placements, batches, part, samples)
    }
    target.hasContent = true
    return count
  }

  /// Draws a picture of the vertices' colours, without light: what is nearest at each sample, each
  /// triangle's colour once a pixel, and the mean of a pixel's samples.
  ///
  /// Colours vary evenly over a triangle, seen in perspective.
  ///
  /// - Parameters:
  ///   - batches: with colours.
  ///   - samples: a pixel: 1, 4 or 8.
  ///   - background: where nothing is; red in the lowest byte.
  /// - Returns: how many triangles were set up for the screen.
  @discardableResult
  public func drawColors(
    _ placements: [BatchPlacement], batches: [TriangleBatch], samples: Int, background: UInt32,
    into image: inout Image
  ) -> Int {
    precondition(image.width == view.width && image.height == view.height, "sizes differ")
    let pattern = SamplePattern(samples: samples)
    return image.bytes.withUnsafeMutableBytes { bytes in
      let pixels = bytes.bindMemory(to: UInt32.self)
      return drawParts { part, left, top in
        var target = BelvedereTarget(
          pattern, width: part.width, height: part.height, stride: view.width)
        target.pixels = pixels.baseAddress.map { $0 + (top * view.width + left) }
        target.depth_offset = Float(view.depthOffset)
        target.background = background | 0xFF00_0000
        return draw(placements, batches, part, target)
      }
    }
  }

  /// Calls `body` with each part of the picture and where it begins; the sum of the results.
  func drawParts(_ body: (_ part: RasterView, _ left: Int, _ top: Int) -> Int) -> Int {
    var count = 0
    for top in stride(from: 0, to: view.height, by: Self.partExtent) {
      for left in stride(from: 0, to: view.width, by: Self.partExtent) {
        var part = view
        part.center -= Vector2(Double(left), Double(top))
        part.width = min(view.width - left, Self.partExtent)
        part.height = min(view.height - top, Self.partExtent)
        count += body(part, left, top)
      }
    }
    return count
  }

  func draw(
    _ placements: [BatchPlacement], _ batches: [TriangleBatch], _ view: RasterView,
    _ target: BelvedereTarget
  ) -> Int {
    PicturePass(
      view: view, threads: threads, scratch: scratch, kernels: vectors.kernels,
      placements: placements, batches: batches
    ).run(target)
  }
}

/// A pointer that threads share; they write in disjoint places.
struct SharedPointer<Pointee>: @unchecked Sendable {
  let base: UnsafeMutablePointer<Pointee>
  init(_ base: UnsafeMutablePointer<Pointee>) { self.base = base }
}
