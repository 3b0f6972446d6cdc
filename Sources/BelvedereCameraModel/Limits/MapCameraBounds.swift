import BelvedereGeodesy

/// Where a camera's centre may lie, and how near and far the camera may be.
public struct MapCameraBounds: Sendable, Hashable, Codable {
  /// The area of the centre; `nil` for no limit.
  public var boundary: CameraBoundary?
  /// The distances; `nil` for no limit.
  public var zoomRange: CameraZoomRange?

  /// Makes bounds that limit nothing.
  public init() { self.init(boundary: nil, zoomRange: nil) }

  /// Makes bounds from their parts.
  public init(boundary: CameraBoundary? = nil, zoomRange: CameraZoomRange? = nil) {
    self.boundary = boundary
    self.zoomRange = zoomRange
  }

  /// Makes bounds of the distance in metres; `nil` for no limit.
  ///
  /// - Throws: ``DomainError`` as ``CameraZoomRange/init(minimumDistance:maximumDistance:)``.
  public init(
    minimumDistance: Double? = nil, maximumDistance: Double? = nil
  ) throws(DomainError) {
    boundary = nil
    zoomRange =
      minimumDistance == nil && maximumDistance == nil
      ? nil
      : try CameraZoomRange(minimumDistance: minimumDistance, maximumDistance: maximumDistance)
  }

  /// Makes bounds of the centre and of the distance in metres; `nil` for no limit.
  ///
  /// - Throws: ``DomainError`` as ``CameraBoundary/init(_:)-(MapRect)`` and
  ///   ``CameraZoomRange/init(minimumDistance:maximumDistance:)``.
  public init(
    centerCoordinateBounds rect: MapRect, minimumDistance: Double? = nil,
    maximumDistance: Double? = nil
  ) throws(DomainError) {
    try self.init(minimumDistance: minimumDistance, maximumDistance: maximumDistance)
    boundary = try CameraBoundary(rect)
  }

  /// Makes bounds of the centre and of the distance in metres; `nil` for no limit.
  ///
  /// - Throws: ``DomainError`` as ``CameraBoundary/init(_:)-(CoordinateRegion)`` and
  ///   ``CameraZoomRange/init(minimumDistance:maximumDistance:)``.
  public init(
    centerCoordinateBounds region: CoordinateRegion, minimumDistance: Double? = nil,
    maximumDistance: Double? = nil
  ) throws(DomainError) {
    try self.init(minimumDistance: minimumDistance, maximumDistance: maximumDistance)
    boundary = try CameraBoundary(region)
  }
}

extension MapCameraBounds: CustomStringConvertible {
  public var description: String {
    let parts = [
      boundary.map { "center in \($0)" }, zoomRange.map { "distance \($0)" },
    ]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    return text.isEmpty ? "no bounds" : text
  }
}
