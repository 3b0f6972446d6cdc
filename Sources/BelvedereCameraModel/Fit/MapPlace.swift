import BelvedereGeoMath
import BelvedereGeodesy

/// A place to look at: where it is and how large.
public struct MapPlace: Sendable, Hashable, Codable {
  /// The view that shows a landmark best, in degrees.
  public struct HeroView: Sendable, Hashable, Codable {
    /// Where the camera looks, clockwise from north.
    public var heading: Double
    /// Degrees from straight down.
    public var pitch: Double

    /// Makes a view; 55° is the pitch that pleases where nothing else is known.
    public init(heading: Double = 0, pitch: Double = 55) {
      self.heading = heading
      self.pitch = pitch
    }
  }

  /// The middle, on the ground.
  public var coordinate: Coordinate
  /// Metres across, on the ground; at least 0.
  public var extent: Double
  /// Metres of the ground above the datum.
  public var groundElevation: Double
  /// Metres of what stands there above the ground; at least 0.
  public var height: Double
  /// How a landmark wants to be seen; `nil` for any other place.
  public var heroView: HeroView?

  /// Makes a place; nothing is checked.
  public init(
    coordinate: Coordinate, extent: Double, height: Double = 0, groundElevation: Double = 0,
    heroView: HeroView? = nil
  ) {
    self.coordinate = coordinate
    self.extent = extent
    self.groundElevation = groundElevation
    self.height = height
    self.heroView = heroView
  }

  /// Whether the place is a landmark.
  public var isLandmark: Bool { heroView != nil }

  /// The rims of the upright cylinder around the place, every 15°.
  func outline() throws(DomainError) -> [MapPosition] {
    let edge = MapPoint.maximumLatitude
    try MapCamera.check(
      coordinate.latitude, "latitude", within: -edge...edge, unit: "degrees in the flat map")
    try MapCamera.checkFinite(coordinate.longitude, "longitude", unit: "degrees")
    try MapCamera.check(extent, "extent", within: 0...2e7, unit: "metres")
    try MapCamera.check(height, "height", within: 0...1e6, unit: "metres")
    try MapCamera.check(groundElevation, "groundElevation", within: -1e6...1e6, unit: "metres")
    let middle = Coordinate(
      latitude: coordinate.latitude, longitude: wrappedLongitude(coordinate.longitude))
    let frame = LocalFrame(origin: middle)
    var outline: [MapPosition] = []
    for step in 0..<24 {
      let angle = Double(step) * 15
      let place = frame.coordinate(
        at: [sine(degrees: angle) * extent / 2, cosine(degrees: angle) * extent / 2])
      outline.append(MapPosition(place, elevation: groundElevation))
      if height > 0 {
        outline.append(MapPosition(place, elevation: groundElevation + height))
      }
    }
    return outline
  }
}

extension CameraFit {
  /// The view of a place: a landmark as it is best seen, anything else straight down with north up.
  ///
  /// The tightest view of the upright cylinder around the place (of the 24-gon inscribed in it).
  ///
  /// - Parameters:
  ///   - place: what to look at.
  ///   - viewport: the view's size, field of view and padding.
  ///   - allowPitch: whether a landmark may be seen at its own pitch and heading.
  ///   - minimumDistance: metres; see
  ///     ``init(_:in:pitch:heading:groundElevation:alignment:minimumDistance:limits:)``.
  ///   - limits: what the camera keeps.
  /// - Throws: ``DomainError`` naming the field, such as `extent`.
  public init(
    lookingAt place: MapPlace, forViewSize viewport: Viewport, allowPitch: Bool,
    minimumDistance: Double? = nil, limits: CameraLimits = CameraLimits()
  ) throws(DomainError) {
    let hero = allowPitch ? place.heroView : nil
    try self.init(
      place.outline(), in: viewport, pitch: hero?.pitch ?? 0, heading: hero?.heading ?? 0,
      groundElevation: place.groundElevation, minimumDistance: minimumDistance, limits: limits)
  }
}

extension MapCamera {
  /// The camera that looks at a place: a landmark as it is best seen where pitch is allowed,
  /// anything else straight down with north up. See ``CameraFit/init(lookingAt:forViewSize:allowPitch:minimumDistance:limits:)``.
  public init(
    lookingAt place: MapPlace, forViewSize viewport: Viewport, allowPitch: Bool,
    minimumDistance: Double? = nil, limits: CameraLimits = CameraLimits()
  ) throws(DomainError) {
    self = try CameraFit(
      lookingAt: place, forViewSize: viewport, allowPitch: allowPitch,
      minimumDistance: minimumDistance, limits: limits
    ).camera
  }
}
