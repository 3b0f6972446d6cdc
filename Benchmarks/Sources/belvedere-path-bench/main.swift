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

let rows: [(String, Double)] = [
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
