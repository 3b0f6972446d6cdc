import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// Landmarks as authored: parts in metres around a place, turned by a heading.
public struct CityLandmarks: Sendable {
  /// A part of a landmark as the scene fragment says it.
  public struct Part: Sendable {
    /// The landmark's name.
    public let name: String
    /// Metres above the ground.
    public let base, top: Double
    let text: String
  }

  /// All parts.
  public private(set) var parts: [Part] = []
  /// The ground that they take.
  private(set) var footprints: [CityRectangle] = []
  private let frame: LocalFrame

  package init(source: CitySource, frame: LocalFrame) throws {
    self.frame = frame
    for landmark in try source.required("landmarks").array() { try add(landmark) }
  }

  private mutating func add(_ landmark: CitySource) throws {
    let place = try landmark.required("at").coordinate()
    let axis = CityAxis(origin: place, heading: try landmark.number("heading", or: 0))
    let name = try landmark.required("name").string()
    var isFirst = true
    if let clear = try landmark.optional("clear")?.numbers() {
      guard clear.count == 2 else { throw landmark.error("\"clear\" needs two numbers") }
      footprints.append(
        CityRectangle(
          center: frame.position(of: place), width: clear[0], depth: clear[1],
          heading: axis.heading))
    }
    for part in try landmark.required("parts").array() {
      for (dx, dy) in try Self.copies(part) {
        try add(part, of: landmark, axis: axis, shift: (dx, dy), name: isFirst ? name : "")
        isFirst = false
      }
    }
  }

  /// The offsets of a part's copies: `"ring": [radius, count]` or `"rows": [n, dx, dy]`.
  private static func copies(_ part: CitySource) throws -> [(Double, Double)] {
    if let ring = try part.optional("ring")?.numbers(), ring.count == 2 {
      let count = Int(clamping: ring[1], in: 1...100)
      return (0..<count).map { i in
        let d = CityRectangle.direction(360 * (Double(i) + 0.5) / Double(count)) * ring[0]
        return (d.x, d.y)
      }
    }
    if let rows = try part.optional("rows")?.numbers(), rows.count == 3 {
      let count = Int(clamping: rows[0], in: 1...100)
      return (0..<count).map { i in
        let k = Double(i) - Double(count - 1) / 2
        return (k * rows[1], k * rows[2])
      }
    }
    return [(0, 0)]
  }

  private mutating func add(
    _ part: CitySource, of landmark: CitySource, axis: CityAxis, shift: (Double, Double),
    name: String
  ) throws {
    let levels = try part.required("z").numbers()
    guard levels.count == 2, levels[1] > levels[0] else {
      throw part.error("\"z\" needs a base and a higher top")
    }
    var members: [String] = []
    let center: Coordinate
    let size: (Double, Double)
    let turn = axis.heading + (try part.number("turn", or: 0))
    if let box = try part.optional("box")?.numbers() {
      guard box.count == 4 else { throw part.error("a box needs four numbers") }
      center = axis.coordinate(box[1] + shift.1, box[0] + shift.0)
      size = (box[2], box[3])
      members.append(
        "\"rectangle\":{\"center\":\(CityText.position(center, decimals: 6)),"
          + "\"width\":\(CityText.number(box[2], decimals: 1)),"
          + "\"depth\":\(CityText.number(box[3], decimals: 1)),"
          + "\"heading\":\(CityText.number(turn, decimals: 1))}")
    } else {
      let disc = try part.required("disc").numbers()
      guard disc.count == 3 else { throw part.error("a disc needs three numbers") }
      center = axis.coordinate(disc[1] + shift.1, disc[0] + shift.0)
      size = (disc[2] * 2, disc[2] * 2)
      members.append(
        "\"circle\":{\"center\":\(CityText.position(center, decimals: 6)),"
          + "\"radius\":\(CityText.number(disc[2], decimals: 1))}")
    }
    members.append("\"height\":\(CityText.number(levels[1], decimals: 1))")
    if levels[0] > 0 { members.append("\"minHeight\":\(CityText.number(levels[0], decimals: 1))") }
    for key in ["taper", "roofHeight"] {
      if let value = try part.optional(key)?.number() {
        members.append("\"\(key)\":\(CityText.number(value, decimals: 2))")
      }
    }
    for key in ["roof", "color", "roofColor", "use"] {
      if let value = try part.optional(key)?.string() ?? landmark.optional(key)?.string() {
        members.append("\"\(key)\":\(CityText.quoted(value))")
      }
    }
    if try part.number("windows", or: landmark.number("windows", or: 1)) == 0 {
      members.append("\"windows\":false")
    }
    if !name.isEmpty { members.append("\"name\":\(CityText.quoted(name))") }
    parts.append(
      Part(
        name: try landmark.required("name").string(), base: levels[0], top: levels[1],
        text: "{" + members.joined(separator: ",") + "}"))
    if levels[0] < 10 {
      footprints.append(
        CityRectangle(
          center: frame.position(of: center), width: size.0 + 4, depth: size.1 + 4, heading: turn))
    }
  }
}
