import BelvedereGeoMath
import BelvedereGeodesy

/// The San Francisco–Oakland Bay Bridge: two suspension bridges end to end over the west bay, the
/// self-anchored span and the skyway over the east bay.
///
/// Rounded dimensions: western main spans 704 m, side
/// spans 354 m, towers 160 m; eastern main span 385 m and 180 m about a tower of 160 m.
public struct CityBayBridge: Sendable {
  private static let steel = "#b4b9bb"
  private static let white = "#dcdcd6"
  private static let concrete = "#b9b3a8"
  private static let asphalt = "#5b5c5f"
  private static let halfWidth = 10.0

  /// All members.
  public private(set) var beams: [CityBeam] = []

  private struct Line {
    var joints: [CityBeam.Joint]
    let width: Double

    init(_ source: CitySource) throws {
      width = try source.number("width", or: 20)
      joints = try source.required("path").array().map { point in
        let numbers = try point.numbers()
        guard numbers.count == 3 else { throw point.error("expected three numbers") }
        return CityBeam.Joint(
          coordinate: Coordinate(latitude: numbers[1], longitude: numbers[0]),
          elevation: numbers[2])
      }
    }
  }

  package init(source: CitySource) throws {
    let west = try source.required("west")
    westernBridge(
      CityAxis(
        from: try west.required("from").coordinate(), to: try west.required("to").coordinate()))
    let east = try source.required("east")
    selfAnchored(
      tower: try east.required("tower").coordinate(),
      heading: try east.required("heading").number())
    for viaduct in try source.required("viaducts").array() {
      self.viaduct(try Line(viaduct))
    }
  }

  private static let side = 354.0
  private static let main = 704.0

  /// The elevation of the upper roadway of the western bridge.
  private static func roadway(_ s: Double) -> Double { 68 - 9 * (s / 1412) * (s / 1412) }

  private mutating func westernBridge(_ axis: CityAxis) {
    let half = Self.side * 2 + Self.main
    // The central anchorage, a concrete island.
    beams.append(
      axis.upright(0, 0, from: -8, to: 60, width: 28, depth: 34, color: Self.concrete))
    beams.append(
      axis.upright(0, 0, from: 60, to: 74, width: 24, depth: 14, color: Self.concrete))
    for direction in [-1.0, 1.0] {
      let towers = [Self.side, Self.side + Self.main].map { $0 * direction }
      for s in towers { tower(axis, s) }
      for t in [-Self.halfWidth, Self.halfWidth] {
        cable(axis, t: t, direction: direction)
      }
    }
    let steps = 72
    func line(_ t: Double, _ dz: Double) -> [(s: Double, t: Double, z: Double)] {
      (0...steps / 2).map { i in
        let s = -half + 2 * half * Double(i * 2) / Double(steps)
        return (s, t, Self.roadway(s) + dz)
      }
    }
    beams.append(
      axis.chain(
        line(0, -0.5), width: 20, depth: 1, color: Self.steel, topColor: Self.asphalt))
    beams.append(
      axis.chain(
        line(0, -8.5), width: 20, depth: 1, color: Self.steel, topColor: Self.asphalt))
    let panels = 144
    for t in [-Self.halfWidth, Self.halfWidth] {
      beams.append(axis.chain(line(t, 0.6), width: 0.5, depth: 1.2, color: Self.steel))
      let zigzag = (0...panels).map { i in
        let s = -half + 2 * half * Double(i) / Double(panels)
        return (s: s, t: t, z: Self.roadway(s) - (i % 2 == 0 ? 1 : 8))
      }
      beams.append(axis.chain(zigzag, width: 0.8, depth: 0.8, color: Self.steel))
    }
  }

  private mutating func tower(_ axis: CityAxis, _ s: Double) {
    beams.append(
      axis.upright(s, 0, from: -8, to: 10, width: 34, depth: 20, color: Self.concrete))
    let levels: [(z: Double, t: Double)] = [(10, 13), (57, 12), (92, 11.4), (126, 10.8), (158, 10)]
    for t in [-1.0, 1.0] {
      for (a, b) in zip(levels, levels.dropFirst()) {
        beams.append(
          axis.chain(
            [(s, t * a.t, a.z), (s + 0.05, t * b.t, b.z)], width: 5, depth: 4.5,
            color: Self.steel))
      }
    }
    for (i, pair) in zip(levels, levels.dropFirst()).enumerated() {
      let (a, b) = pair
      beams.append(
        axis.chain(
          [(s, -b.t, b.z - 2), (s, b.t, b.z - 2)], width: 4.5, depth: i == 3 ? 5 : 3.5,
          color: Self.steel))
      // The crosses that mark these towers.
      for t in [-1.0, 1.0] {
        beams.append(
          axis.chain(
            [(s, -t * a.t, a.z + 1), (s, t * b.t, b.z - 3)], width: 2.4, depth: 2.2,
            color: Self.steel))
      }
    }
  }

  private mutating func cable(_ axis: CityAxis, t: Double, direction: Double) {
    let top = 157.0
    func height(_ a: Double) -> Double {
      let road = Self.roadway(a)
      if a < Self.side {
        let x = a / Self.side
        return mix(72, top, x) - 22 * 4 * x * (1 - x) * 0.85
      }
      if a > Self.side + Self.main {
        let x = (a - Self.side - Self.main) / Self.side
        return mix(top, road + 2, x) - 22 * 4 * x * (1 - x) * 0.85
      }
      let x = (a - Self.side) / Self.main * 2 - 1
      return mix(72, top, x * x)
    }
    var points: [(s: Double, t: Double, z: Double)] = []
    let count = 46
    for i in 0...count {
      let a: Double
      switch i {
      case ...12: a = Self.side * Double(i) / 12
      case ...34: a = Self.side + Self.main * Double(i - 12) / 22
      default: a = Self.side + Self.main + Self.side * Double(i - 34) / 12
      }
      points.append((a * direction, t, height(a)))
    }
    beams.append(axis.chain(points, width: 0.9, depth: 0.9, color: Self.steel))
    // One chain for all ropes: it runs on inside the cable and the railing.
    var ropes: [(s: Double, t: Double, z: Double)] = []
    var a = 24.0
    while a < 2 * Self.side + Self.main - 20 {
      let isAtTower = abs(a - Self.side) < 9 || abs(a - Self.side - Self.main) < 9
      if height(a) > Self.roadway(a) + 3, !isAtTower {
        let s = a * direction
        let ends = [(s: s, t: t, z: Self.roadway(a)), (s: s, t: t, z: height(a))]
        ropes += ropes.count % 4 == 0 ? ends : ends.reversed()
      }
      a += 22
    }
    beams.append(axis.chain(ropes, width: 0.25, depth: 0.25, color: Self.steel))
  }

  /// The single tower between the two decks, with its one cable on each side.
  private mutating func selfAnchored(tower: Coordinate, heading: Double) {
    let axis = CityAxis(origin: tower, heading: heading)
    for (s, t) in [(-3.5, -3.5), (-3.5, 3.5), (3.5, -3.5), (3.5, 3.5)] {
      beams.append(
        axis.chain(
          [(s * 1.6, t * 1.6, -8), (s, t, 160)], width: 4, depth: 4, color: Self.white))
    }
    for z in stride(from: 70.0, through: 155, by: 17) {
      beams.append(
        axis.upright(0, 0, from: z, to: z + 3, width: 8, depth: 8, color: Self.white))
    }
    for t in [-1.0, 1.0] {
      var points: [(s: Double, t: Double, z: Double)] = []
      for (length, direction) in [(180.0, -1.0), (385.0, 1.0)] {
        let part = (0...10).map { i in
          let x = Double(i) / 10
          let curve = (1 - x) * (1 - x)
          return (
            s: direction * length * x, t: t * (3 + 20 * min(1, x * 1.4)),
            z: 55 + (158 - 55) * (length < 200 ? (1 - x) * (1 - x * 0.35) : curve)
          )
        }
        points = direction < 0 ? part.reversed() : points + part.dropFirst()
        for i in stride(from: 1, through: 9, by: 1) {
          let p = part[i]
          beams.append(
            axis.chain(
              [(p.s, p.t, p.z), (p.s, t * 32, 53)], width: 0.3, depth: 0.3,
              color: Self.white))
        }
      }
      beams.append(axis.chain(points, width: 1, depth: 1, color: Self.white))
      beams.append(
        axis.chain(
          [(-190, t * 20, 52), (395, t * 20, 50)], width: 25, depth: 5, color: Self.white,
          topColor: Self.asphalt))
    }
  }

  /// A deck on piers.
  private mutating func viaduct(_ line: Line) {
    beams.append(
      CityBeam(
        path: line.joints, width: line.width, depth: 3.5, color: Self.white,
        topColor: Self.asphalt))
    for (a, b) in zip(line.joints, line.joints.dropFirst()) {
      let axis = CityAxis(from: a.coordinate, to: b.coordinate)
      let degree = CoordinateRegion.metersPerDegree(at: axis.origin.latitude)
      let dy = (b.coordinate.latitude - a.coordinate.latitude) * degree.latitude
      let dx = (b.coordinate.longitude - a.coordinate.longitude) * degree.longitude
      let length = (dx * dx + dy * dy).squareRoot()
      let count = max(1, Int(clamping: length / 90, in: 1...100))
      for i in 0..<count {
        let x = (Double(i) + 0.5) / Double(count)
        let top = mix(a.elevation, b.elevation, x) - 1.5
        guard top > 8 else { continue }
        beams.append(
          axis.upright(
            (x - 0.5) * length, 0, from: -6, to: top, width: line.width * 0.4, depth: 4,
            color: Self.concrete))
      }
    }
  }
}
