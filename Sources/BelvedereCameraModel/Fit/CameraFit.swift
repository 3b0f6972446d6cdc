import BelvedereGeodesy

/// The tightest camera of one orientation that shows a set of points, and what limited it.
///
/// With heading and pitch fixed, "this point stays inside" is linear in the eye's position. Among
/// all eyes from which every point is inside the part of the viewport that its padding leaves free,
/// a fit takes the one furthest along the line of sight: every point is drawn at the greatest scale
/// there is. Then the points touch two opposite edges; between the other two they keep equal margins,
/// unless the ``Alignment`` says otherwise. Heights count, as points above the map.
///
/// The distance alone would be no measure: a centre slides with the eye, and where the horizon is in
/// view an eye that sinks and draws back comes ever nearer to its centre.
///
/// The flat map's frame has the scale of the camera's centre, so heights in map points depend on the
/// answer; the centre is a fixed point of that dependence, and the eye is tightest in its own frame.
///
/// Limits come first. The least distance moves the eye back along the line of sight. The pitch is
/// the greatest, up to the one asked for, that the pitch limit allows at the distance that the fit
/// at that very pitch has. Where the centre would leave the boundary, the map, or half a world's
/// reach of a point, or where the distance would be too great, the centre is moved and the tightest
/// eye under these conditions too is taken. Only a greatest distance can make it impossible to show
/// all; ``containsAll`` is false then, and the camera is as near to it as the limits allow.
///
/// Accuracy: every point is inside by at least 0 points as ``CameraView`` projects it, and, where
/// nothing limits the fit, two opposite margins are within 0.01 points of 0, for viewports up to
/// 10,000 points; held by `CameraFitTests`.
public struct CameraFit: Sendable, Hashable, Codable {
  /// A rule that kept a fit from the view that was asked for.
  public enum Limit: String, Sendable, Hashable, Codable, CaseIterable {
    /// The eye would have come nearer than the least distance.
    case minimumDistance
    /// The eye would have gone further away than the greatest distance.
    case maximumDistance
    /// The pitch is lower than asked for.
    case pitch
    /// The heading is north, for rotation is disabled.
    case heading
    /// The centre would have left the boundary.
    case boundary
    /// The centre would have left the map, or would have had a point more than half a world away.
    case mapEdge
  }

  /// Where the eye stands between the two edges that are not touched.
  public enum Alignment: String, Sendable, Hashable, Codable, CaseIterable {
    /// Where opposite margins are equal.
    case centered
    /// Nearest to its centre: of all cameras of the orientation that show the points this one has
    /// the least distance. Where the top of the screen is above the horizon there is no least, and
    /// margins are equal. Where limits move the centre, this is wanted, not certain.
    case nearest
  }

  /// The camera; it keeps the limits.
  public var camera: MapCamera
  /// The ground's elevation under the camera's centre in metres, as it was given.
  public var groundElevation: Double
  /// Points of the screen between the padding and the nearest of what is shown, for each edge, less
  /// than 0 for what is outside; `nil` where something lies beside or behind the eye and has no
  /// place on the screen.
  public internal(set) var margins: EdgePadding?
  /// What limited the fit; empty for the tightest view of the orientation asked for.
  public internal(set) var limitedBy: [Limit]

  init(camera: MapCamera, groundElevation: Double) {
    self.camera = camera
    self.groundElevation = groundElevation
    margins = nil
    limitedBy = []
  }

  /// Whether every point is inside.
  public var containsAll: Bool {
    guard let margins else { return false }
    return min(margins.top, margins.left, margins.bottom, margins.right) >= 0
  }

  /// The least distance in metres, unless limits or the caller say otherwise: 20.
  ///
  /// What has no extent is seen from there.
  public static let defaultMinimumDistance = 20.0

  /// The tightest view of some positions; across 180° where their narrowest arc leads there.
  ///
  /// - Parameters:
  ///   - positions: at least one; latitudes within ±90°, elevations within ±10⁷ m.
  ///   - viewport: what they must fit into, less its padding.
  ///   - pitch: degrees, 0 to 90; held at 89.9, for a level line of sight never meets the ground.
  ///   - heading: degrees clockwise from north, any finite number.
  ///   - groundElevation: metres above the datum of the ground under the centre.
  ///   - alignment: where the eye stands between the edges that are not touched.
  ///   - minimumDistance: metres that the eye keeps from the centre, and in depth from the furthest
  ///     position (and a hundredth of it from the nearest); 0.001 to 10⁹. `nil` stands for that of
  ///     `limits`, or else ``defaultMinimumDistance``.
  ///   - limits: what the camera keeps; none unless given, for a camera keeps what it was asked for.
  /// - Throws: ``DomainError`` naming the field that is outside its domain, such as
  ///   `coordinates[3].latitude`, `pitch`, or `padding` where it covers the viewport.
  public init(
    _ positions: some Collection<MapPosition>, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, groundElevation: Double = 0, alignment: Alignment = .centered,
    minimumDistance: Double? = nil, limits: CameraLimits = .none
  ) throws(DomainError) {
    try MapCamera.check(
      groundElevation, "groundElevation", within: FitPoints.elevations, unit: "metres")
    try self.init(
      positions, in: viewport, pitch: pitch, heading: heading, alignment: alignment,
      minimumDistance: minimumDistance, limits: limits, ground: { _ in groundElevation })
  }

  /// The tightest view of some positions over ground that is not level.
  ///
  /// - Parameter ground: metres of the ground above the datum at a coordinate, held within ±10⁷ m
  ///   and 0 for NaN; a continuous function if the fit is to be tight. Where it is steep a line of sight may meet the ground more than
  ///   once, and the centre is one of these places.
  /// - Throws: as ``init(_:in:pitch:heading:groundElevation:alignment:minimumDistance:limits:)``.
  public init(
    _ positions: some Collection<MapPosition>, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, alignment: Alignment = .centered, minimumDistance: Double? = nil,
    limits: CameraLimits = .none, ground: @escaping (Coordinate) -> Double
  ) throws(DomainError) {
    try self.init(
      FitPoints(positions), in: viewport, pitch: pitch, heading: heading, alignment: alignment,
      minimumDistance: minimumDistance, limits: limits, ground: ground)
  }

  init(
    _ points: FitPoints, in viewport: Viewport, pitch: Double, heading: Double,
    alignment: Alignment = .centered, minimumDistance: Double?, limits: CameraLimits,
    ground: @escaping (Coordinate) -> Double
  ) throws(DomainError) {
    try MapCamera.check(pitch, "pitch", within: 0...90, unit: "degrees")
    let solver = try FitSolver(
      points, in: viewport, heading: heading, alignment: alignment,
      limits: FitLimits(limits, minimumDistance: minimumDistance), ground: ground)
    self = solver.fit(pitch: pitch)
  }
}
