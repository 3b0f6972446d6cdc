import BelvedereGeodesy

/// A camera is coded as `{"centerCoordinate": {"latitude", "longitude"}, "distance", "pitch",
/// "heading"}`, the shape of the query protocol; pitch and heading may be missing and are 0 then.
///
/// A camera saved as JSON is restored bit for bit, one over a pole too: a camera that no view would
/// accept, flat or globe, is refused with an error that names the field.
extension MapCamera: Codable {
  private enum CodingKeys: String, CodingKey {
    case centerCoordinate, distance, pitch, heading
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let heading = try values.decodeIfPresent(Double.self, forKey: .heading) ?? 0
    self.init(
      centerCoordinate: try values.decode(Coordinate.self, forKey: .centerCoordinate),
      distance: try values.decode(Double.self, forKey: .distance), heading: heading,
      pitch: try values.decodeIfPresent(Double.self, forKey: .pitch) ?? 0)
    do {
      try Self.checkFinite(heading, "heading", unit: "degrees")
      try validate(for: .globe)
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(centerCoordinate, forKey: .centerCoordinate)
    try values.encode(distance, forKey: .distance)
    try values.encode(pitch, forKey: .pitch)
    try values.encode(heading, forKey: .heading)
  }
}
