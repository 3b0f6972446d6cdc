import BelvedereGeoMath
import BelvedereGeodesy

/// The area in which a camera's centre must lie. The rest of the view may reach out of it.
///
/// The area may cross 180° and may be given any number of worlds away. A boundary of no extent
/// holds the centre on a line or at a point.
///
/// Edges belong to the area. A centre outside moves to the nearest latitude and the nearer edge in
/// longitude; it then lies in the area exactly, in degrees, without a tolerance.
public struct CameraBoundary: CameraLimit, Hashable {
  /// What the boundary was made from.
  enum Area: Hashable {
    case mapRect(MapRect)
    case region(CoordinateRegion)
  }

  let area: Area
  /// Degrees; the latitudes lie within the map, the longitudes within [−180, 180).
  private let south, north, west, east: Double
  /// Whether every longitude lies in the area.
  private let goesRoundTheWorld: Bool

  /// Makes a boundary from a rectangle of the map.
  ///
  /// - Parameter mapRect: finite, its extents at least 0, its corner within ±1e15 map points, and
  ///   not wholly beyond the map's northern or southern edge.
  /// - Throws: ``DomainError`` that names the field of `boundary`.
  public init(_ mapRect: MapRect) throws(DomainError) {
    for (value, field) in [(mapRect.x, "x"), (mapRect.y, "y")] where !(abs(value) <= 1e15) {
      throw DomainError(
        field: "boundary.\(field)", value: value, allowed: "a number of map points within ±1e15")
    }
    for (value, field) in [(mapRect.width, "width"), (mapRect.height, "height")]
    where !(value >= 0 && value <= 1e15) {
      throw DomainError(
        field: "boundary.\(field)", value: value, allowed: "a number of map points from 0 to 1e15")
    }
    guard mapRect.minY <= MapPoint.worldWidth, mapRect.maxY >= 0 else {
      throw DomainError(
        field: "boundary.y", value: mapRect.y,
        allowed: "such that a part lies on the map, 0 to \(MapPoint.worldWidth)")
    }
    let northWest = MapPoint(x: mapRect.minX, y: mapRect.minY).coordinate
    let southEast = MapPoint(x: mapRect.maxX, y: mapRect.maxY).coordinate
    self.init(
      area: .mapRect(mapRect), south: southEast.latitude, north: northWest.latitude,
      west: northWest.longitude, east: southEast.longitude,
      width: mapRect.width / MapPoint.worldWidth * 360)
  }

  /// Makes a boundary from a region.
  ///
  /// - Parameter region: its centre valid, its extents finite and at least 0, and not wholly
  ///   beyond the map's northern or southern edge, ±85.0511287798066°.
  /// - Throws: ``DomainError`` that names the field of `boundary`.
  public init(_ region: CoordinateRegion) throws(DomainError) {
    let (center, span) = (region.center, region.span)
    for (value, field, limit) in [
      (center.latitude, "latitude", 90.0), (center.longitude, "longitude", 1e9),
    ] where !(abs(value) <= limit) {
      throw DomainError(
        field: "boundary.center.\(field)", value: value, allowed: "within ±\(limit) degrees")
    }
    for (value, field) in [
      (span.latitudeDelta, "latitudeDelta"), (span.longitudeDelta, "longitudeDelta"),
    ] where !(value >= 0 && value.isFinite) {
      throw DomainError(
        field: "boundary.\(field)", value: value, allowed: "a finite number of degrees, at least 0")
    }
    let south = center.latitude - span.latitudeDelta / 2
    let north = center.latitude + span.latitudeDelta / 2
    guard south <= MapPoint.maximumLatitude, north >= -MapPoint.maximumLatitude else {
      throw DomainError(
        field: "boundary.center.latitude", value: center.latitude,
        allowed: "such that a part lies on the map, within ±\(MapPoint.maximumLatitude) degrees")
    }
    let middle = wrappedLongitude(center.longitude)
    self.init(
      area: .region(region), south: south, north: north,
      west: wrappedLongitude(middle - span.longitudeDelta / 2),
      east: wrappedLongitude(middle + span.longitudeDelta / 2), width: span.longitudeDelta)
  }

  /// Makes a boundary as MapKit does; `nil` where ``init(_:)-(MapRect)`` throws.
  public init?(mapRect: MapRect) {
    guard let boundary = try? CameraBoundary(mapRect) else { return nil }
    self = boundary
  }

  /// Makes a boundary as MapKit does; `nil` where ``init(_:)-(CoordinateRegion)`` throws.
  public init?(coordinateRegion: CoordinateRegion) {
    guard let boundary = try? CameraBoundary(coordinateRegion) else { return nil }
    self = boundary
  }

  private init(
    area: Area, south: Double, north: Double, west: Double, east: Double, width: Double
  ) {
    let limit = MapPoint.maximumLatitude
    self.area = area
    self.south = min(max(south, -limit), limit)
    self.north = min(max(north, -limit), limit)
    self.west = west
    self.east = east
    // A gap of a tenth of a millimetre could not be told from none.
    goesRoundTheWorld = width >= 360 - 1e-9
  }

  /// The area as a rectangle of the map: as given, or what the region given covers.
  public var mapRect: MapRect {
    switch area {
    case .mapRect(let rect): rect
    case .region(let region): MapRect(region)
    }
  }

  /// The area as a region: as given, or what the rectangle given covers.
  public var region: CoordinateRegion {
    switch area {
    case .mapRect(let rect):
      // A boundary's rectangle is never null.
      CoordinateRegion(rect) ?? CoordinateRegion()
    case .region(let region): region
    }
  }

  /// Whether a centre may lie here. Longitudes a whole turn apart are the same.
  public func contains(_ coordinate: Coordinate) -> Bool {
    coordinate.latitude >= south && coordinate.latitude <= north
      && contains(longitude: wrappedLongitude(coordinate.longitude))
  }

  private func contains(longitude: Double) -> Bool {
    if goesRoundTheWorld { return longitude.isFinite }
    return west <= east
      ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
  }

  /// The place of the area nearest to a coordinate, by latitude and by longitude.
  ///
  /// A latitude or longitude that lies in the area stays as it was given.
  public func clamp(_ coordinate: Coordinate) -> Coordinate {
    var result = coordinate
    result.latitude = min(max(coordinate.latitude, south), north)
    let longitude = wrappedLongitude(coordinate.longitude)
    if longitude.isFinite, !contains(longitude: longitude) {
      // How far west of the western edge, and how far east of the eastern.
      let before = wrappedHeading(west - longitude)
      let beyond = wrappedHeading(longitude - east)
      result.longitude = before <= beyond ? west : east
    }
    return result
  }

  public func adjustment(of camera: MapCamera) -> CameraAdjustment? {
    let center = camera.centerCoordinate
    guard center.latitude.isFinite, center.longitude.isFinite else { return nil }
    let held = clamp(center)
    return held == center
      ? nil : .centerCoordinate(from: center, to: held, reason: .boundary)
  }
}

extension CameraBoundary: CustomStringConvertible {
  public var description: String {
    switch area {
    case .mapRect(let rect): rect.description
    case .region(let region): region.description
    }
  }
}

/// A boundary is coded as what it was made from: a map rect `{"x", "y", "width", "height"}` or a
/// region `{"center", "latitudeDelta", "longitudeDelta"}`.
extension CameraBoundary: Codable {
  private enum CodingKeys: String, CodingKey {
    case center
  }

  public init(from decoder: any Decoder) throws {
    let isRegion = try decoder.container(keyedBy: CodingKeys.self).contains(.center)
    do {
      self =
        isRegion
        ? try CameraBoundary(CoordinateRegion(from: decoder))
        : try CameraBoundary(MapRect(from: decoder))
    } catch let error as DomainError {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch area {
    case .mapRect(let rect): try rect.encode(to: encoder)
    case .region(let region): try region.encode(to: encoder)
    }
  }
}
