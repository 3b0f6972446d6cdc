/// Rectangles as sets of points, with the meanings of MapKit's functions on `MKMapRect`.
extension MapRect {
  /// No rectangle at all: the intersection of rectangles that do not meet. Its corner is infinite.
  public static let null = MapRect(x: .infinity, y: .infinity, width: 0, height: 0)

  /// A rectangle without extent at the map's north-west corner.
  public static let empty = MapRect(x: 0, y: 0, width: 0, height: 0)

  /// The whole world, from 180° W to 180° E.
  public static let world = MapRect(origin: MapPoint(x: 0, y: 0), size: .world)

  /// Makes a rectangle from its north-west corner and its size.
  public init(origin: MapPoint, size: MapSize) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The north-west corner.
  public var origin: MapPoint {
    get { MapPoint(x: x, y: y) }
    set {
      x = newValue.x
      y = newValue.y
    }
  }

  /// The width and height.
  public var size: MapSize {
    get { MapSize(width: width, height: height) }
    set {
      width = newValue.width
      height = newValue.height
    }
  }

  /// Whether this is ``null``: its corner is infinite.
  public var isNull: Bool { x == .infinity || y == .infinity }

  /// Whether there is no area: null, or no width or no height.
  public var isEmpty: Bool { isNull || !(width > 0 && height > 0) }

  /// Whether another rectangle lies inside, edges included. Null lies in every rectangle; nothing
  /// but null lies in null.
  public func contains(_ other: MapRect) -> Bool {
    if other.isNull { return true }
    if isNull { return false }
    return other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// The smallest rectangle that holds both; null adds nothing.
  public func union(_ other: MapRect) -> MapRect {
    if isNull { return other }
    if other.isNull { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return MapRect(
      x: left, y: top, width: Self.extent(from: left, reaching: max(maxX, other.maxX)),
      height: Self.extent(from: top, reaching: max(maxY, other.maxY)))
  }

  /// The extent with which an edge reaches another in spite of rounding, with nothing to spare.
  static func extent(from edge: Double, reaching other: Double) -> Double {
    var extent = other - edge
    // The difference is off by half a unit in its last place at most.
    for _ in 0..<2 where edge + extent < other { extent = extent.nextUp }
    return extent
  }

  /// The greatest extent with which an edge does not pass another in spite of rounding.
  private static func extent(from edge: Double, within other: Double) -> Double {
    var extent = other - edge
    for _ in 0..<2 where edge + extent > other { extent = extent.nextDown }
    return extent
  }

  /// What both have in common: empty where they only touch, null where they do not meet.
  public func intersection(_ other: MapRect) -> MapRect {
    if isNull || other.isNull { return .null }
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let width = Self.extent(from: left, within: min(maxX, other.maxX))
    let height = Self.extent(from: top, within: min(maxY, other.maxY))
    guard width >= 0, height >= 0 else { return .null }
    return MapRect(x: left, y: top, width: width, height: height)
  }

  /// The rectangle with its edges moved inward, outward where a number is negative.
  ///
  /// - Returns: null where less than nothing would be left.
  public func insetBy(dx: Double, dy: Double) -> MapRect {
    if isNull { return .null }
    let inset = MapRect(x: x + dx, y: y + dy, width: width - 2 * dx, height: height - 2 * dy)
    return inset.width >= 0 && inset.height >= 0 ? inset : .null
  }

  /// The rectangle moved east by `dx` and south by `dy` map points.
  public func offsetBy(dx: Double, dy: Double) -> MapRect {
    isNull ? .null : MapRect(x: x + dx, y: y + dy, width: width, height: height)
  }

  /// An edge of a rectangle.
  public enum Edge: Sendable, Hashable, CaseIterable {
    /// The western edge.
    case minX
    /// The northern edge.
    case minY
    /// The eastern edge.
    case maxX
    /// The southern edge.
    case maxY
  }

  /// The rectangle cut in two by a line parallel to an edge.
  ///
  /// - Parameters:
  ///   - distance: from the edge to the cut in map points, held between 0 and the extent.
  ///   - edge: where the slice lies.
  /// - Returns: the part between edge and cut, and the rest. Of null both parts are null.
  public func divided(
    atDistance distance: Double, from edge: Edge
  ) -> (slice: MapRect, remainder: MapRect) {
    if isNull { return (.null, .null) }
    let isAcross = edge == .minX || edge == .maxX
    let cut = min(max(distance, 0), isAcross ? width : height)
    var slice = self
    var rest = self
    switch edge {
    case .minX:
      slice.width = cut
      rest.x += cut
      rest.width -= cut
    case .minY:
      slice.height = cut
      rest.y += cut
      rest.height -= cut
    case .maxX:
      rest.width -= cut
      slice.x += rest.width
      slice.width = cut
    case .maxY:
      rest.height -= cut
      slice.y += rest.height
      slice.height = cut
    }
    return (slice, rest)
  }
}
