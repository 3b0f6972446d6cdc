/// A region is coded as `{"center", "latitudeDelta", "longitudeDelta"}`.
extension CoordinateRegion: Codable {
  private enum CodingKeys: String, CodingKey {
    case center, latitudeDelta, longitudeDelta
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      center: try values.decode(Coordinate.self, forKey: .center),
      span: CoordinateSpan(
        latitudeDelta: try values.decode(Double.self, forKey: .latitudeDelta),
        longitudeDelta: try values.decode(Double.self, forKey: .longitudeDelta)))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(center, forKey: .center)
    try values.encode(span.latitudeDelta, forKey: .latitudeDelta)
    try values.encode(span.longitudeDelta, forKey: .longitudeDelta)
  }
}
