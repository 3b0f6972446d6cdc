internal import CBelvedereMemory

/// How much memory drawing may take beside the scene, and how its parts share it.
///
/// Every part has a most beyond which more is of no use; all of them together are ``ample``. Below that each
/// has a fixed part of what there is. Less memory costs time, since less is kept and the picture is drawn in
/// more bands; the picture is the same as long as its mesh has room, and where it has not, a warning says so.
public struct DrawingBudget: Sendable, Hashable {
  /// Bytes for everything together.
  public let byteCount: Int

  /// With more than so many bytes nothing is drawn faster.
  public static let ample = 53 << 25

  /// Makes a budget.
  public init(byteCount: Int) { self.byteCount = max(byteCount, 0) }

  /// To be called before threads are started and scenes read: where memory is not ample all threads share one heap. Of
  /// heaps of their own a tenth of it were pieces that only one of them could fill again.
  ///
  /// - Parameter byteCount: for everything, scenes as well.
  public static func prepare(forMemory byteCount: Int) {
    if byteCount < ample { belvedere_memory_is_scarce() }
  }

  var isAmple: Bool { byteCount >= Self.ample }

  private func share(_ divisor: Int, atMost most: Int) -> Int {
    isAmple ? most : min(byteCount / divisor, most)
  }

  /// A part that has a quarter of what is more than ample, too: for several large pictures at once.
  private func growing(_ divisor: Int, from most: Int) -> Int {
    share(divisor, atMost: most) + min(max(byteCount - Self.ample, 0) / 4, 3 * most)
  }

  // What is kept beyond what is being drawn.

  /// Calls of a picture for squares, of which what they had stays: those of two pictures where two are drawn at once,
  /// and where memory is short what is being drawn alone.
  var keptCalls: Int { isAmple ? 4 : 1 }
  /// Painted squares of ground.
  var keptGround: Int { growing(12, from: 128 << 20) }
  /// Squares of shadow.
  var keptShadows: Int { growing(12, from: 256 << 20) }
  /// Slopes of tiles.
  var keptSlopes: Int { share(16, atMost: 96 << 20) }
  /// Heights of tiles, and their vertices: as much for the camera as for the sun.
  var keptHeights: Int { share(24, atMost: 64 << 20) }
  var keptVertices: Int { share(24, atMost: 64 << 20) }
  /// What pictures that are not being made keep.
  var keptPictures: Int { growing(12, from: 128 << 20) }

  // What is being drawn.

  /// Tiles of the mesh in view, `nil` for all: with its slopes and what it follows a tile takes 40 kB.
  var meshTiles: Int? {
    isAmple ? nil : max((byteCount - Self.fixed) / 20 * 9 / 40_000, Self.leastTiles)
  }
  /// Tiles whose shadows a thread draws at once; `nil` for all.
  var casterTiles: Int? {
    isAmple ? nil : max(byteCount / 16 / 40_000, Self.leastTiles / 4)
  }
  private static let leastTiles = 512
  /// What every picture takes: tables of the sky, of colours and of noise, and what threads work in.
  private static let fixed = 40 << 20

  /// Threads that draw at once: each has a shadow map and triangles to work in.
  var threads: Int { max(byteCount / (12 << 20), 1) }

  /// Triangles that are set up for the screen at once, 60 bytes each; `nil` for all.
  var triangles: Int? { isAmple ? nil : max(byteCount / 8 / 60, Self.leastTriangles) }
  private static let leastTriangles = 1 << 16

  /// Samples of a band of the picture, and the squares that it shows.
  var band: Int? { isAmple ? nil : byteCount / 3 }

  /// Squares of ground and of shadow that are shown at once. How many a band shows is known when it is drawn: where it
  /// looks along the ground there are many, of which little is seen. Where memory is ample those of two calls more stay.
  var shownSquares: Int {
    max((byteCount - Self.beside) / 10 * (isAmple ? 3 : 6), byteCount / 8)
  }
  /// What a scene, its mesh and the samples of a band take beside squares, about.
  private static let beside = 240 << 20

  /// Bytes of a band for each of its pixels: samples, distances, and the squares of ground and of shadow that
  /// it shows, about.
  static func bandBytes(samples: Int, quality: RenderQuality) -> (samples: Int, squares: Int) {
    let shadows =
      switch quality {
      case .draft: 12
      case .standard: 44
      case .high: 176
      }
    return (8 * samples + 2, 36 + shadows)
  }

  /// The least budget in which a picture can be drawn, and the bytes that the picture itself takes beside the
  /// budget while it is drawn and encoded.
  public static func needed(
    width: Int, height: Int, samples: Int, quality: RenderQuality, depth: Int, isGlobe: Bool,
    hasOverlays: Bool = false
  ) -> (least: Double, picture: Double) {
    var pixel = bandBytes(samples: samples, quality: quality)
    // Before an overlay a second set of samples and of pixels shows what is behind.
    if hasOverlays { pixel.samples *= 2 }
    let (w, h) = (Double(width), Double(height))
    let rows = min(h, Double(RenderBand.leastRows))
    let around = min(h, rows + 64 + 2 * Double(RenderBand.margin(height: height)))
    let picture = w * h * (depth == 16 ? 28 : 12) * (hasOverlays ? 1.5 : 1)
    if isGlobe {
      // In bands only where its samples alone are too many, since all bands share one shadow map.
      let most = Double(RenderBand.maximumBytes)
      let samples = min(w * h * Double(pixel.samples), most)
      let side = Double(quality.shadowResolution)
      let shadowMap = side * side * 8 * Double(FittedShadows.mostCascades)
      return (leastBytes + samples + min(w * h * 36, most) + shadowMap, picture)
    }
    let band = w * (rows * Double(pixel.squares) + around * Double(pixel.samples))
    // A third of the budget is the band's.
    return (max(3 * band, leastBytes), picture)
  }

  /// What a mesh, its triangles and the shadows of some squares take at least.
  private static let leastBytes = 96e6
}
