import BelvedereGeoMath
import BelvedereGeodesy

/// Parts of a viewport's edges that are covered by something else, in points.
public struct EdgePadding: Sendable, Hashable {
  /// Points from each edge.
  public var top, left, bottom, right: Double

  /// Makes a padding.
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }
}

/// The rectangle of screen points a camera draws into: origin top left, x right, y down.
public struct Viewport: Sendable, Hashable {
  /// The size in points.
  public var width, height: Double
  /// The vertical field of view in degrees.
  public var fieldOfView: Double
  /// Covered edges; the view's centre is the middle of what remains.
  public var padding: EdgePadding

  /// Makes a viewport.
  public init(
    width: Double, height: Double, fieldOfView: Double = 30, padding: EdgePadding = EdgePadding()
  ) {
    self.width = width
    self.height = height
    self.fieldOfView = fieldOfView
    self.padding = padding
  }

  /// Points from the eye to the screen: (h/2) / tan(fieldOfView/2).
  public var focalLength: Double { height / 2 / tangent(degrees: fieldOfView / 2) }

  /// The point on which the line of sight ends.
  public var principalPoint: Vector2 {
    Vector2(
      (padding.left + width - padding.right) / 2, (padding.top + height - padding.bottom) / 2)
  }

  /// Throws where a field is outside its domain.
  public func validate() throws(DomainError) {
    try Self.checkSize(width, "width")
    try Self.checkSize(height, "height")
    guard fieldOfView.isFinite, fieldOfView > 0, fieldOfView < 180 else {
      throw DomainError(
        field: "fieldOfView", value: fieldOfView, allowed: "between 0 and 180 degrees, exclusive")
    }
    try Self.checkPadding(padding.top, "padding.top")
    try Self.checkPadding(padding.left, "padding.left")
    try Self.checkPadding(padding.bottom, "padding.bottom")
    try Self.checkPadding(padding.right, "padding.right")
  }

  private static func checkSize(_ value: Double, _ field: String) throws(DomainError) {
    guard value.isFinite, value > 0, value <= 1e7 else {
      throw DomainError(
        field: field, value: value, allowed: "a number of points above 0, at most 1e7")
    }
  }

  private static func checkPadding(_ value: Double, _ field: String) throws(DomainError) {
    guard value.isFinite, value >= 0, value <= 1e7 else {
      throw DomainError(
        field: field, value: value, allowed: "a number of points, at least 0, at most 1e7")
    }
  }
}
