import BelvedereImaging

/// What a file says of a feature's look; `nil` where it says nothing.
struct GeometryStyle: Hashable {
  /// A colour, or none on purpose.
  enum Paint: Hashable {
    case nothing
    case color(Color)

    var color: Color? { if case .color(let color) = self { color } else { nil } }
  }

  /// Of lines and outlines.
  var stroke: Paint?
  /// Their width in screen points.
  var lineWidth: Double?
  /// Of areas.
  var fill: Paint?
  /// Of the marks of places.
  var tint: Color?

  /// The widest line that is drawn, in points: as scenes have it.
  static let widestLine = 1000.0
}
