/// A rectangle is coded as `{"x", "y", "width", "height"}`. An infinite corner, which makes
/// ``MapRect/null``, is coded as JSON's `null`, for JSON has no infinity.
extension MapRect: Codable, CustomStringConvertible {
  private enum CodingKeys: String, CodingKey {
    case x, y, width, height
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func corner(_ key: CodingKeys) throws -> Double {
      try values.contains(key) && values.decodeNil(forKey: key)
        ? .infinity : values.decode(Double.self, forKey: key)
    }
    self.init(
      x: try corner(.x), y: try corner(.y), width: try values.decode(Double.self, forKey: .width),
      height: try values.decode(Double.self, forKey: .height))
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    for (value, key) in [(x, CodingKeys.x), (y, .y)] {
      if value == .infinity {
        try values.encodeNil(forKey: key)
      } else {
        try values.encode(value, forKey: key)
      }
    }
    try values.encode(width, forKey: .width)
    try values.encode(height, forKey: .height)
  }

  public var description: String { isNull ? "null" : "\(size) at \(origin)" }
}
