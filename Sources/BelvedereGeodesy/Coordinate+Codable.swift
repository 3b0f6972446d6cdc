/// A coordinate is coded as `{"latitude", "longitude"}`. A latitude beyond ±90° or a number that is
/// not finite is refused with an error that names it.
extension Coordinate: Codable {
  private enum CodingKeys: String, CodingKey {
    case latitude, longitude
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      latitude: try values.decode(Double.self, forKey: .latitude),
      longitude: try values.decode(Double.self, forKey: .longitude))
    if !(abs(latitude) <= 90) {
      throw DomainError(
        field: "latitude", value: latitude, allowed: "between -90 and 90 degrees"
      ).decodingError(at: decoder.codingPath)
    }
    if !longitude.isFinite {
      throw DomainError(
        field: "longitude", value: longitude, allowed: "a finite number of degrees"
      ).decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(latitude, forKey: .latitude)
    try values.encode(longitude, forKey: .longitude)
  }
}
