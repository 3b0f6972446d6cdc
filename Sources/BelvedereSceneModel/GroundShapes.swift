import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension GeographicPolygon {
  /// A rectangle on the ground.
  ///
  /// - Parameters:
  ///   - center: Its middle.
  ///   - width: Metres across the heading.
  ///   - depth: Metres along the heading.
  ///   - heading: Degrees clockwise from north of the depth axis.
  public init(rectangleAround center: Coordinate, width: Double, depth: Double, heading: Double) {
    self.init(
      rectangleAt: Vector2(0, 0), in: LocalFrame(origin: center), width: width, depth: depth,
      heading: heading)
  }

  /// A rectangle around a position, in metres, of a local frame.
  init(
    rectangleAt middle: Vector2, in frame: LocalFrame, width: Double, depth: Double,
    heading: Double
  ) {
    let angle = wrappedHeading(heading) * .pi / 180
    let along = Vector2(sin(angle), cos(angle)) * (depth / 2)
    let across = Vector2(cos(angle), -sin(angle)) * (width / 2)
    // Counter-clockwise seen from above, from the right rear corner.
    let corners = [
      middle + across - along, middle + across + along, middle - across + along,
      middle - across - along,
    ]
    self.init(rings: [unwrapped(corners.map { frame.coordinate(at: $0) })])
  }

  /// A circle on the ground, as a polygon of 16 to 96 corners.
  public init(circleAround center: Coordinate, radius: Double) {
    let frame = LocalFrame(origin: center)
    let count = Int(clamping: 8 * radius.squareRoot(), in: 16...96)
    let ring = (0..<count).map { i in
      let angle = 2 * Double.pi * Double(i) / Double(count)
      return frame.coordinate(at: Vector2(cos(angle), sin(angle)) * radius)
    }
    self.init(rings: [unwrapped(ring)])
  }
}
