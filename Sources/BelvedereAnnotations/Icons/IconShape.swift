import BelvedereGeoMath
import BelvedereText

/// An icon as filled outlines on a square of 24 units, x to the right and y down: some that are filled, then some that
/// are cut out of these, and so on.
package struct IconShape: Sendable, Hashable {
  /// Outlines that are filled or cut out together.
  package struct Layer: Sendable, Hashable {
    package var isCut: Bool
    /// All of one direction, so that what they share is not counted twice.
    package var outlines: [[Vector2]]
  }

  /// The side of the square that icons are drawn in.
  package static let side = 24.0

  package private(set) var layers: [Layer] = []
  /// Whether all of the notation was understood.
  package let isWhole: Bool

  /// Reads a notation of words and numbers between spaces; what is not understood ends it.
  ///
  /// - `M x y` begins a line, `L x y …` goes on straight, `Q` and `C` along a quadratic or a cubic curve, as in SVG.
  ///   `Z` fills it, `K w` draws it `w` wide with round ends.
  /// - `P x y …` is a polygon, `O x y r` a disc, `E x y rx ry` an ellipse, `R x y width height r` a rectangle with
  ///   round corners, `N x y r1 r2 n` a star of `n` rays, `V x y r from to w` an arc `w` wide: degrees clockwise from
  ///   the right.
  /// - `X` is the last shape once more, mirrored left to right.
  /// - `-`: what follows is cut out; `+`: it is filled; `@ a`: it is turned by so many degrees clockwise about the
  ///   square's middle.
  init(_ notation: String) {
    var reader = IconReader(notation)
    isWhole = reader.readAll()
    layers = reader.layers
  }

  /// The covered part of pixels.
  ///
  /// - Parameters:
  ///   - center: where the square's middle is, in pixels.
  ///   - scale: pixels a unit.
  package func mask(center: Vector2, scale: Double) -> ShapeMask {
    let middle = Vector2(repeating: Self.side / 2)
    return ShapeMask(
      layers: layers.map { layer in
        (layer.isCut, layer.outlines.map { $0.map { center + ($0 - middle) * scale } })
      },
      // Twice as fine where a pixel is most of a unit.
      fineness: scale < 1.5 ? 4 : 2)
  }
}
