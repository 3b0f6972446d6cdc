import BelvedereGeodesy

/// A padding is coded as `{"top"?, "left"?, "bottom"?, "right"?}`; what is missing is 0.
extension EdgePadding: Codable, CustomStringConvertible {
  private enum CodingKeys: String, CodingKey {
    case top, left, bottom, right
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      top: try values.decodeIfPresent(Double.self, forKey: .top) ?? 0,
      left: try values.decodeIfPresent(Double.self, forKey: .left) ?? 0,
      bottom: try values.decodeIfPresent(Double.self, forKey: .bottom) ?? 0,
      right: try values.decodeIfPresent(Double.self, forKey: .right) ?? 0)
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(top, forKey: .top)
    try values.encode(left, forKey: .left)
    try values.encode(bottom, forKey: .bottom)
    try values.encode(right, forKey: .right)
  }

  public var description: String {
    "top \(top), left \(left), bottom \(bottom), right \(right)"
  }
}

/// A viewport is coded as `{"width", "height", "fieldOfView"?, "padding"?}`; one outside its domain
/// is refused with an error that names the field.
extension Viewport: Codable, CustomStringConvertible {
  private enum CodingKeys: String, CodingKey {
    case width, height, fieldOfView, padding
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      width: try values.decode(Double.self, forKey: .width),
      height: try values.decode(Double.self, forKey: .height),
      fieldOfView: try values.decodeIfPresent(Double.self, forKey: .fieldOfView) ?? 30,
      padding: try values.decodeIfPresent(EdgePadding.self, forKey: .padding) ?? EdgePadding())
    do {
      try validate()
    } catch {
      throw error.decodingError(at: decoder.codingPath)
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(width, forKey: .width)
    try values.encode(height, forKey: .height)
    try values.encode(fieldOfView, forKey: .fieldOfView)
    try values.encode(padding, forKey: .padding)
  }

  public var description: String {
    "\(width) × \(height) points, field of view \(fieldOfView)°"
      + (padding == EdgePadding() ? "" : ", padding \(padding)")
  }
}
