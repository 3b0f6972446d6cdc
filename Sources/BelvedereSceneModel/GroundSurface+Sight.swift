import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

extension GroundSurface {
  /// Whether one place can be seen from another, as `RayGround.lineOfSight(from:to:)` of the ``surface``, in space as
  /// `lineOfSightInSpace(from:to:)`. A hole does not block, but the upright face in which the ground around it ends does:
  /// there the elevation of what blocks is the line's own.
  ///
  /// Faces are looked for in steps of half a sample, at most 65,536 of them: a part of the ground that the line leaves
  /// again within one is missed.
  /// - Returns: `.unknownGround` where the scene has no ground, too.
  /// - Throws: `DomainError` as the surface.
  public func lineOfSight(
    from: ElevatedPlace, to: ElevatedPlace, inSpace: Bool
  ) throws(DomainError) -> LineOfSight {
    guard let surface else { return .unknownGround }
    let sight =
      try inSpace
      ? surface.lineOfSightInSpace(from: from, to: to) : surface.lineOfSight(from: from, to: to)
    if case .unknownGround = sight { return sight }
    guard (surface as? TerrainSurface)?.hasVoids != false,
      let line = SightLine(from, to, over: surface, inSpace: inSpace),
      let face = line.face(over: surface, before: sight.block?.distance, step: faceStep)
    else { return sight }
    return .blocked(face)
  }
}

/// A straight line between two places above known ground.
private struct SightLine {
  /// Metres.
  let length: Double
  /// The place at a part of the length, and how high it is.
  private let place: (Double) -> (coordinate: Coordinate, height: Double)?

  init?(_ from: ElevatedPlace, _ to: ElevatedPlace, over surface: any RayGround, inSpace: Bool) {
    guard let start = surface.elevation(at: from.coordinate),
      let end = surface.elevation(at: to.coordinate)
    else { return nil }
    let (low, high) = (start + from.height, end + to.height)
    if inSpace {
      guard let frame = try? TangentFrame(origin: GeodeticPosition(from.coordinate, height: low)),
        let way = try? frame.position(of: GeodeticPosition(to.coordinate, height: high))
      else { return nil }
      length = way.length
      place = { part in
        (try? frame.geodetic(of: way * part)).map { ($0.coordinate, $0.height) }
      }
      return
    }
    let a = surface.position(of: from.coordinate)
    var way = surface.position(of: to.coordinate) - a
    way.x -= (way.x / MapPoint.worldWidth).rounded() * MapPoint.worldWidth
    let metres = way * surface.metersPerMapPoint(at: a)
    length = Vector3(metres.x, metres.y, high - low).length
    place = { (surface.coordinate(at: a + way * $0), low + (high - low) * $0) }
  }

  /// Where the line first goes from unknown ground into the known one below its surface, before so many metres.
  func face(over surface: any RayGround, before far: Double?, step: Double) -> SightBlock? {
    let end = min((far ?? length) / length, 1)
    guard end > 0 else { return nil }
    let count = Int(clamping: (end * length / step).rounded(.up), in: 1...65_536)
    var outside: Double?
    for i in 1...count {
      let part = end * Double(i) / Double(count)
      switch depth(at: part, over: surface) {
      case nil: outside = part
      case let depth? where depth > Self.slack:
        guard let before = outside else { return nil }
        return block(between: before, and: part, over: surface)
      case _?: outside = nil
      }
    }
    return nil
  }

  /// Metres of ground that rises into a line without blocking it.
  private static let slack = 0.01

  /// How deep below the ground the line lies; `nil` where none is known.
  private func depth(at part: Double, over surface: any RayGround) -> Double? {
    guard let (coordinate, height) = place(part) else { return nil }
    return surface.elevation(at: coordinate).map { $0 - height }
  }

  private func block(
    between first: Double, and last: Double, over surface: any RayGround
  ) -> SightBlock? {
    var (outside, inside) = (first, last)
    for _ in 0..<60 {
      let middle = (outside + inside) / 2
      if depth(at: middle, over: surface) == nil { outside = middle } else { inside = middle }
    }
    return place(outside).map {
      SightBlock(coordinate: $0.coordinate, elevation: $0.height, distance: length * outside)
    }
  }
}
