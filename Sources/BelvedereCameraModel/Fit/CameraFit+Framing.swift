import BelvedereGeoMath
import BelvedereGeodesy

/// Views of rectangles and regions.
///
/// An edge of either is straight on the flat map, so over level ground its corners decide. Over
/// ground given as a function a grid of 17 × 17 places on it stands for the whole.
extension CameraFit {
  /// The tightest view of a rectangle on level ground at the datum.
  ///
  /// - Parameter rect: at most one world wide; what lies north or south of the map is cut off.
  /// - Throws: ``DomainError`` naming the field, such as `mapRect.width`; see
  ///   ``init(_:in:pitch:heading:groundElevation:alignment:minimumDistance:limits:)``.
  public init(
    framing rect: MapRect, in viewport: Viewport, pitch: Double = 0, heading: Double = 0,
    minimumDistance: Double? = nil, limits: CameraLimits = .none
  ) throws(DomainError) {
    try self.init(
      FitPoints(rect, steps: 1, ground: { _ in 0 }), in: viewport,
      pitch: pitch, heading: heading, minimumDistance: minimumDistance, limits: limits,
      ground: { _ in 0 })
  }

  /// The tightest view of a rectangle and the ground inside.
  public init(
    framing rect: MapRect, in viewport: Viewport, pitch: Double = 0, heading: Double = 0,
    minimumDistance: Double? = nil, limits: CameraLimits = .none,
    ground: @escaping (Coordinate) -> Double
  ) throws(DomainError) {
    try self.init(
      FitPoints(rect, steps: 16, ground: ground), in: viewport,
      pitch: pitch, heading: heading, minimumDistance: minimumDistance, limits: limits,
      ground: ground)
  }

  /// The tightest view of a region on level ground at the datum.
  ///
  /// - Parameter region: extents of at most 180° and 360°; what lies beyond the map's northern and
  ///   southern edge is cut off.
  /// - Throws: ``DomainError`` naming the field, such as `region.latitudeDelta`.
  public init(
    framing region: CoordinateRegion, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, minimumDistance: Double? = nil, limits: CameraLimits = .none
  ) throws(DomainError) {
    try self.init(
      framing: Self.rect(region), in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits)
  }

  /// The tightest view of a region and the ground inside.
  public init(
    framing region: CoordinateRegion, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, minimumDistance: Double? = nil, limits: CameraLimits = .none,
    ground: @escaping (Coordinate) -> Double
  ) throws(DomainError) {
    try self.init(
      framing: Self.rect(region), in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits, ground: ground)
  }

  /// The rectangle of a region that has been checked.
  static func rect(_ region: CoordinateRegion) throws(DomainError) -> MapRect {
    try MapCamera.check(
      region.center.latitude, "region.center.latitude", within: -90...90, unit: "degrees")
    try MapCamera.checkFinite(
      region.center.longitude, "region.center.longitude", unit: "degrees")
    try MapCamera.check(
      region.span.latitudeDelta, "region.latitudeDelta", within: 0...180, unit: "degrees")
    try MapCamera.check(
      region.span.longitudeDelta, "region.longitudeDelta", within: 0...360, unit: "degrees")
    var region = region
    region.center.longitude = wrappedLongitude(region.center.longitude)
    return MapRect(region)
  }
}
