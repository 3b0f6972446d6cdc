import BelvedereGeodesy

/// The least and the greatest distance of a camera from the ground at its centre.
///
/// The same range may serve several maps. It is about ``MapCamera/distance``, not the altitude.
public struct CameraZoomRange: CameraLimit, Hashable, CustomStringConvertible {
  /// Metres, above 0 and at most 1e9; `nil` for no limit.
  public let minimumDistance, maximumDistance: Double?

  /// Makes a range of every distance.
  public init() {
    minimumDistance = nil
    maximumDistance = nil
  }

  /// Makes a range.
  ///
  /// - Parameters:
  ///   - minimumDistance: metres, above 0 and at most 1e9; `nil` for no limit.
  ///   - maximumDistance: the same, not less than the minimum.
  /// - Throws: ``DomainError`` that names `minimumDistance` or `maximumDistance`.
  public init(
    minimumDistance: Double? = nil, maximumDistance: Double? = nil
  ) throws(DomainError) {
    for (value, field) in [
      (minimumDistance, "minimumDistance"), (maximumDistance, "maximumDistance"),
    ] {
      guard let value else { continue }
      guard value.isFinite, value > 0, value <= 1e9 else {
        throw DomainError(
          field: field, value: value, allowed: "a number of metres above 0, at most 1e9")
      }
    }
    if let minimumDistance, let maximumDistance, minimumDistance > maximumDistance {
      throw DomainError(
        field: "minimumDistance", value: minimumDistance,
        allowed: "at most the maximumDistance \(maximumDistance)")
    }
    self.minimumDistance = minimumDistance
    self.maximumDistance = maximumDistance
  }

  /// Makes a range as MapKit does; `nil` where ``init(minimumDistance:maximumDistance:)`` throws.
  public init?(
    minCenterCoordinateDistance: Double? = nil, maxCenterCoordinateDistance: Double? = nil
  ) {
    guard
      let range = try? CameraZoomRange(
        minimumDistance: minCenterCoordinateDistance, maximumDistance: maxCenterCoordinateDistance)
    else { return nil }
    self = range
  }

  /// MapKit's name of ``minimumDistance``.
  public var minCenterCoordinateDistance: Double? { minimumDistance }
  /// MapKit's name of ``maximumDistance``.
  public var maxCenterCoordinateDistance: Double? { maximumDistance }

  /// Whether a distance in metres lies in the range, its ends included.
  public func contains(_ distance: Double) -> Bool { clamp(distance) == distance }

  /// The distance of the range nearest to one in metres.
  public func clamp(_ distance: Double) -> Double {
    if let minimumDistance, distance < minimumDistance { return minimumDistance }
    if let maximumDistance, distance > maximumDistance { return maximumDistance }
    return distance
  }

  /// The distances of both ranges; `nil` where there are none.
  public func intersection(_ other: CameraZoomRange) -> CameraZoomRange? {
    func choose(_ a: Double?, _ b: Double?, _ f: (Double, Double) -> Double) -> Double? {
      guard let a, let b else { return a ?? b }
      return f(a, b)
    }
    return CameraZoomRange(
      minCenterCoordinateDistance: choose(minimumDistance, other.minimumDistance, max),
      maxCenterCoordinateDistance: choose(maximumDistance, other.maximumDistance, min))
  }

  public func adjustment(of camera: MapCamera) -> CameraAdjustment? {
    let held = clamp(camera.distance)
    guard camera.distance.isFinite, held != camera.distance else { return nil }
    return .distance(
      from: camera.distance, to: held,
      reason: held > camera.distance ? .minimumDistance : .maximumDistance)
  }

  public var description: String {
    switch (minimumDistance, maximumDistance) {
    case (nil, nil): "any distance"
    case (let low?, nil): "at least \(low) m"
    case (nil, let high?): "at most \(high) m"
    case (let low?, let high?): "\(low) m to \(high) m"
    }
  }
}

/// A range is coded as `{"minimumDistance"?, "maximumDistance"?}`.
extension CameraZoomRange: Codable {
  private enum CodingKeys: String, CodingKey {
    case minimumDistance, maximumDistance
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let low = try values.decodeIfPresent(Double.self, forKey: .minimumDistance)
    let high = try values.decodeIfPresent(Double.self, forKey: .maximumDistance)
    do {
      try self.init(minimumDistance: low, maximumDistance: high)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encodeIfPresent(minimumDistance, forKey: .minimumDistance)
    try values.encodeIfPresent(maximumDistance, forKey: .maximumDistance)
  }
}
