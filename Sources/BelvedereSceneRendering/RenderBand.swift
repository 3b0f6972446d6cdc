import BelvedereRasterization

/// A run of rows that is drawn at once, with some more on both sides that only shade it.
struct RenderBand {
  /// The rows of the picture that are kept.
  let rows: Range<Int>
  /// These, and the rows around them that shade them.
  let shown: Range<Int>
  /// The rows that are rasterised: whole tiles of the rasteriser. Of what lies beyond those that are shown
  /// nothing is seen.
  let drawn: Range<Int>

  /// The rows that are kept, counted from the first that is rasterised.
  var rowsInDrawn: Range<Int> {
    (rows.lowerBound - drawn.lowerBound)..<(rows.upperBound - drawn.lowerBound)
  }

  /// The most memory for the samples of a band.
  static let maximumBytes = 384 << 20
  /// No band has fewer rows, but the last one.
  static let leastRows = 32

  /// Cuts a picture into bands that fit in memory.
  ///
  /// - Parameters:
  ///   - frames: how many sets of samples there are of a band at a time.
  ///   - budget: `nil` to look at the samples alone, as on the globe, where all bands share one
  ///     shadow map: it is fitted to the whole picture where that is not in one piece.
  static func bands(
    width: Int, height: Int, samples: Int, quality: RenderQuality, frames: Int = 1,
    budget: DrawingBudget?
  ) -> [RenderBand] {
    let perRow = width * VisibilityBuffer.bytesPerPixel(samples: samples)
    let margin = margin(height: height)
    let all = maximumBytes / max(perRow, 1)
    var step = all >= height ? height : max(all - 2 * margin, leastRows)
    if let bytes = budget?.band {
      var pixel = DrawingBudget.bandBytes(samples: samples, quality: quality)
      pixel.samples *= frames
      let whole = width * (pixel.samples + pixel.squares)
      if whole * height > bytes {
        let around = 2 * margin * width * pixel.samples
        step = min(step, max((bytes - around) / max(whole, 1), leastRows))
      }
    }
    if step >= height { return [RenderBand(0..<height, height: height)] }
    // Whole blocks: what is found out for blocks of pixels is the same in whatever bands.
    step = step / blockRows * blockRows
    return stride(from: 0, to: height, by: step).map { first in
      RenderBand(first..<min(first + step, height), height: height)
    }
  }

  /// Rows that are shaded together, an even number.
  private static let blockRows = 8
  /// Rows that are rasterised together: depths are counted from the first of them.
  private static let tileRows = Rasterizer.tileSize

  /// - Parameter height: rows of the picture.
  private init(_ rows: Range<Int>, height: Int) {
    let margin = Self.margin(height: height)
    self.rows = rows
    shown = max(0, rows.lowerBound - margin)..<min(height, rows.upperBound + margin)
    drawn = (shown.lowerBound / Self.tileRows * Self.tileRows)..<shown.upperBound
  }

  /// All of a picture.
  static func whole(height: Int) -> RenderBand { RenderBand(0..<height, height: height) }

  /// Rows over which surfaces shade each other, and the blur of that.
  static func margin(height: Int) -> Int {
    AmbientOcclusion.maximumReach(height: height) + 8
  }

  /// Two bands instead of one; `nil` of one that is low already.
  func halves(height: Int) -> [RenderBand]? {
    guard rows.count >= 2 * Self.leastRows else { return nil }
    let middle = rows.lowerBound + rows.count / 2 / Self.blockRows * Self.blockRows
    return [rows.lowerBound..<middle, middle..<rows.upperBound].map {
      RenderBand($0, height: height)
    }
  }

  /// The view of the shown rows alone.
  func shownView(of full: RasterView) -> RasterView {
    full.part(columns: 0..<full.width, rows: shown)
  }

  /// The view of the drawn rows alone.
  func view(of full: RasterView) -> RasterView {
    full.part(columns: 0..<full.width, rows: drawn)
  }
}

extension RasterView {
  /// The same view of some of its pixels.
  func part(columns: Range<Int>, rows: Range<Int>) -> RasterView {
    var part = self
    part.center.x -= Double(columns.lowerBound)
    part.center.y -= Double(rows.lowerBound)
    part.width = columns.count
    part.height = rows.count
    return part
  }

  /// A view cut into so many parts each way.
  func parts(_ divisions: Int) -> [RasterView] {
    func cuts(_ length: Int) -> [Range<Int>] {
      (0..<divisions).map { (length * $0 / divisions)..<(length * ($0 + 1) / divisions) }
    }
    return cuts(height).flatMap { rows in
      cuts(width).map { part(columns: $0, rows: rows) }
    }
  }
}
