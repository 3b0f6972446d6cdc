import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// The ground on which trees stand: where the bank of a ramp lies, they stand on it, and none stands on a roadway.
struct TreeGround {
  /// A part of a ramp or deck with four corners, in map points and metres above the datum.
  private struct Plane {
    let corners: [Vector3]
    let isRoadway: Bool

    /// The height at a place; `nil` beside it.
    func height(_ p: Vector2) -> Double? {
      Self.height(p, corners[0], corners[1], corners[2])
        ?? Self.height(p, corners[0], corners[2], corners[3])
    }

    private static func height(_ p: Vector2, _ a: Vector3, _ b: Vector3, _ c: Vector3) -> Double? {
      let (u, v, w) = (b.xy - a.xy, c.xy - a.xy, p - a.xy)
      let area = u.x * v.y - u.y * v.x
      guard area != 0 else { return nil }
      let s = (w.x * v.y - w.y * v.x) / area
      let t = (u.x * w.y - u.y * w.x) / area
      guard s >= 0, t >= 0, s + t <= 1 else { return nil }
      return a.z + (b.z - a.z) * s + (c.z - a.z) * t
    }
  }

  private struct Cell: Hashable {
    var x, y: Int
  }

  private var planes: [Plane] = []
  private var cells: [Cell: [Int]] = [:]
  /// The numbers of the beams of which something lies in a square of solids, in their order.
  private(set) var beams: [SolidCellKey: [Int]] = [:]

  /// Map points of a cell.
  private static let side = 512.0
  /// Cells of one plane at most; larger ones are none of roads.
  private static let mostCells = 4096

  init(_ beams: [Beam], exaggeration: Double) {
    for (n, beam) in beams.enumerated() where beam.road != nil && beam.path.count >= 2 {
      add(beam, number: n, exaggeration: exaggeration)
    }
  }

  private mutating func add(_ beam: Beam, number: Int, exaggeration: Double) {
    guard let origin = beam.path.first?.coordinate else { return }
    let frame = LocalFrame(origin: origin)
    let joints = beam.path.map { joint in
      let p = frame.position(of: joint.coordinate)
      return Vector3(p.x, p.y, joint.elevation * exaggeration)
    }
    func onMap(_ p: Vector3) -> Vector3 {
      Vector3(
        frame.origin.x + p.x / frame.metersPerMapPoint,
        frame.origin.y - p.y / frame.metersPerMapPoint, p.z)
    }
    for quad in EmbankmentSolid.planes(joints, beam, exaggeration) {
      add(
        Plane(corners: quad.corners.map(onMap), isRoadway: quad.isRoadway), number: number)
    }
  }

  private mutating func add(_ plane: Plane, number: Int) {
    let low = plane.corners.dropFirst().reduce(plane.corners[0].xy) { pointwiseMin($0, $1.xy) }
    let high = plane.corners.dropFirst().reduce(plane.corners[0].xy) { pointwiseMax($0, $1.xy) }
    let (a, b) = (Self.cell(low), Self.cell(high))
    guard b.x - a.x < 256, b.y - a.y < 256, (b.x - a.x + 1) * (b.y - a.y + 1) <= Self.mostCells
    else { return }
    let ratio = Int(exactly: SolidCellKey.side / Self.side) ?? 1
    for y in a.y...b.y {
      for x in a.x...b.x {
        cells[Cell(x: x, y: y), default: []].append(planes.count)
        let key = SolidCellKey(x: Self.divided(x, ratio), y: Self.divided(y, ratio))
        if beams[key]?.last != number { beams[key, default: []].append(number) }
      }
    }
    planes.append(plane)
  }

  private static func divided(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : (a + 1) / b - 1 }

  private static func cell(_ p: Vector2) -> Cell {
    let range = -(1 << 40)...(1 << 40)
    return Cell(
      x: Int(flooring: p.x / side, in: range), y: Int(flooring: p.y / side, in: range))
  }

  /// The elevation on which a tree stands, metres; `nil` where it would stand on a road.
  ///
  /// - Parameter ground: of the ground there.
  func elevation(_ place: Coordinate, ground: Double) -> Double? {
    if planes.isEmpty { return ground }
    let map = MapPoint(place)
    let p = Vector2(map.x, map.y)
    var highest = ground
    for n in cells[Self.cell(p)] ?? [] {
      guard let height = planes[n].height(p) else { continue }
      if planes[n].isRoadway { return nil }
      highest = max(highest, height)
    }
    return highest
  }
}
