// Times plans of flights and the cameras along them; see Benchmarks/README.md.
import Belvedere
import BenchmarkSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The least of several rounds, in nanoseconds for one of so many.
func nanoseconds(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
  let clock = ContinuousClock()
  var least = Double.infinity
  for _ in 0..<7 {
    let time = try clock.measure { for i in 0..<count { try body(i) } }.components
    least = min(least, Double(time.seconds) * 1e9 + Double(time.attoseconds) * 1e-9)
  }
  return least / Double(count)
}

func camera(_ i: Int) -> MapCamera {
  let place = Coordinate(
    latitude: 37.77 + 0.02 * sin(Double(i) * 0.3), longitude: -122.44 + 0.001 * Double(i))
  return MapCamera(
    lookingAtCenter: place, fromDistance: Double(2000 + 500 * (i % 3)),
    pitch: Double(40 + i * 7 % 20), heading: Double(i * 50 % 360))
}

/// Zooming and panning on a plane, three numbers in and out, as maps in browsers do at each frame.
func planeView(_ s: Double, _ r0: Double, _ w0: Double) -> Double {
  let (ρ, coshR0) = (2.0.squareRoot(), cosh(r0))
  let u = w0 / (ρ * ρ) * (coshR0 * tanh(ρ * s + r0) - sinh(r0))
  return u + w0 * coshR0 / cosh(ρ * s + r0)
}

var sink = 0.0
let far = MapCamera(
  lookingAtCenter: Coordinate(latitude: 40.71, longitude: -74), fromDistance: 900, pitch: 60,
  heading: 20)
let optimal = try CameraPath.optimal(from: camera(0), to: far).path
let six = (0..<6).map { CameraWaypoint(camera($0)) }
let many = (0..<10_000).map { CameraWaypoint(camera($0)) }
let tour = try CameraPath(through: six)
let long = try CameraPath(through: many)
let step = 1e-6

/// Ridges up to 7 km on 1024 × 1024 samples over the way of a low flight.
func ridges(_ k: Int) -> Float {
  let (x, y) = (Double(k % 1024) / 1023, Double(k / 1024) / 1023)
  let far =
    abs(sin(9 * x + 4 * y)) + 0.6 * abs(sin(23 * x - 17 * y)) + 0.3 * abs(sin(71 * x + 60 * y))
  return Float(7000 * (1 - far / 1.9))
}
let relief = HeightField(
  width: 1024, height: 1024, bounds: GeographicBounds(south: 45.5, west: 6.5, north: 46.5, east: 8),
  samples: (0..<1024 * 1024).map(ridges))
let ground = FieldGround(relief)
let low = try CameraPath.recipe(
  from: MapCamera(
    lookingAtCenter: Coordinate(latitude: 45.7, longitude: 6.8), fromDistance: 2500, pitch: 55,
    heading: 20),
  to: MapCamera(
    lookingAtCenter: Coordinate(latitude: 46.3, longitude: 7.7), fromDistance: 3000, pitch: 60,
    heading: 120), style: .plain
).path
let peak = SightTarget.point(Coordinate(latitude: 46, longitude: 7.2), elevation: 6000)

let rows: [(String, Double)] = [
  (
    "ground of 1024 × 1024 samples made ready",
    nanoseconds(1) { _ in sink += FieldGround(relief).elevation(at: MapPoint()) }
  ),
  (
    "clearance proved over 1024 × 1024 samples",
    try nanoseconds(3) { _ in sink += try low.leastClearance(over: ground).found }
  ),
  (
    "plan, raised over 1024 × 1024 samples",
    try nanoseconds(3) { _ in
      sink += try low.cleared(by: 800, over: ground, liftsEnds: true).lift
    }
  ),
  (
    "when a peak is seen over 1024 × 1024 samples",
    try nanoseconds(1) { _ in sink += try low.visibility(of: peak, over: ground).share }
  ),
  ("report with flows", try nanoseconds(3) { _ in sink += try low.report().length }),

  (
    "zooming and panning on a plane",
    nanoseconds(200_000) { sink += planeView(Double($0) * step, -3, 500) }
  ),
  (
    "camera, 6 waypoints",
    nanoseconds(200_000) { sink += tour.camera(at: Double($0) * step * 20).distance }
  ),
  (
    "camera, 10,000 waypoints",
    nanoseconds(200_000) { sink += long.camera(at: Double($0) * step * 20_000).distance }
  ),
  (
    "camera, optimal flight",
    nanoseconds(200_000) { sink += optimal.camera(at: Double($0) * step * 50).distance }
  ),
  (
    "camera with velocity and acceleration, 6 waypoints",
    nanoseconds(200_000) { sink += tour.motion(at: Double($0) * step * 20).velocity.pitch }
  ),
  (
    "plan, optimal",
    try nanoseconds(100) { _ in
      sink += try CameraPath.optimal(from: camera(0), to: far).path.duration
    }
  ),
  (
    "plan, 6 waypoints", try nanoseconds(100) { _ in sink += try CameraPath(through: six).duration }
  ),
  (
    "plan, a new goal on the way",
    try nanoseconds(30) { _ in sink += try optimal.redirected(at: 4, to: camera(3)).duration }
  ),
  (
    "plan, 10,000 waypoints",
    try nanoseconds(1) { _ in sink += try CameraPath(through: many).duration }
  ),
]
for (name, time) in rows {
  // checked: at most 52 letters
  let dots = String(repeating: " ", count: max(54 - name.count, 1))
  print("\(name)\(dots)\((time * 10).rounded() / 10) ns")
}
guard sink.isFinite else { exit(1) }
