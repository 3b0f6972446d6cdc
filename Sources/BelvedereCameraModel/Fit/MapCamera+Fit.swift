import BelvedereGeodesy

/// Cameras that show what is asked for; ``CameraFit`` also tells what limited them.
extension MapCamera {
  /// The tightest camera of an orientation that shows positions on and above the map.
  ///
  /// See ``CameraFit/init(_:in:pitch:heading:groundElevation:alignment:minimumDistance:limits:)`` for the
  /// parameters, the errors, and what limits do.
  public init(
    fitting positions: some Collection<MapPosition>, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, groundElevation: Double = 0, minimumDistance: Double? = nil,
    limits: CameraLimits = .none
  ) throws(DomainError) {
    self = try CameraFit(
      positions, in: viewport, pitch: pitch, heading: heading, groundElevation: groundElevation,
      minimumDistance: minimumDistance, limits: limits
    ).camera
  }

  /// The tightest camera of an orientation that shows coordinates at the datum.
  public init(
    framing coordinates: some Collection<Coordinate>, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, minimumDistance: Double? = nil, limits: CameraLimits = .none
  ) throws(DomainError) {
    try self.init(
      fitting: coordinates.map { MapPosition($0) }, in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits)
  }

  /// The tightest camera of an orientation that shows a rectangle; straight down, north up, unless
  /// told otherwise.
  public init(
    framing rect: MapRect, in viewport: Viewport, pitch: Double = 0, heading: Double = 0,
    minimumDistance: Double? = nil, limits: CameraLimits = .none
  ) throws(DomainError) {
    self = try CameraFit(
      framing: rect, in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits
    ).camera
  }

  /// The tightest camera of an orientation that shows a region; straight down, north up, unless
  /// told otherwise.
  public init(
    framing region: CoordinateRegion, in viewport: Viewport, pitch: Double = 0,
    heading: Double = 0, minimumDistance: Double? = nil, limits: CameraLimits = .none
  ) throws(DomainError) {
    self = try CameraFit(
      framing: region, in: viewport, pitch: pitch, heading: heading,
      minimumDistance: minimumDistance, limits: limits
    ).camera
  }
}
