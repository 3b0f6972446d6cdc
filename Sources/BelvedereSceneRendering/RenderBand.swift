import BelvedereRasterization

/// A run of rows that is drawn at once, with some more on both sides that only shade it.
struct RenderBand {
  /// The rows of the picture that are kept.
  let rows: Range<Int>
  /// The rows that are rasterised.
  let drawn: Range<Int>

  /// The rows that are kept, counted from the first that is rasterised.
  var rowsInDrawn: Range<Int> {
    (rows.lowerBound - drawn.lowerBound)..<(rows.upperBound - drawn.lowerBound)
  }

  /// Memory for the samples of a band.
  private static let maximumBytes = 384 << 20

  /// Cuts a picture into bands whose samples fit in memory.
  static func bands(width: Int, height: Int, samples: Int) -> [RenderBand] {
    let perRow = width * VisibilityBuffer.bytesPerPixel(samples: samples)
    let fitting = maximumBytes / max(perRow, 1)
    if fitting >= height { return [RenderBand(rows: 0..<height, drawn: 0..<height)] }
    let margin = margin(height: height)
    let step = max(fitting - 2 * margin, 64)
    return stride(from: 0, to: height, by: step).map { first in
      let end = min(first + step, height)
      return RenderBand(
        rows: first..<end, drawn: max(0, first - margin)..<min(height, end + margin))
    }
  }

  /// Rows over which surfaces shade each other, and the blur of that.
  private static func margin(height: Int) -> Int {
    AmbientOcclusion.maximumReach(height: height) + 8
  }

  /// The view of the drawn rows alone.
  func view(of full: RasterView) -> RasterView {
    var view = full
    view.center.y -= Double(drawn.lowerBound)
    view.height = drawn.count
    return view
  }
}
