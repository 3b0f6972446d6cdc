import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct OpticalFlowTests {
  /// The flow at a place of the screen, from two projections of the ground that is seen there.
  private func flow(
    _ path: CameraPath, _ time: Double, _ point: Vector2, _ size: Viewport
  ) throws -> Vector2? {
    func view(_ time: Double) throws -> CameraView {
      var viewport = size
      viewport.fieldOfView = path.motion(at: time).fieldOfView
      return try CameraView(camera: path.camera(at: time), viewport: viewport)
    }
    guard case .ground(let place) = try view(time).unproject(point) else { return nil }
    let h = 1e-4
    guard let a = try view(time - h).project(place.coordinate).point,
      let b = try view(time + h).project(place.coordinate).point
    else { return nil }
    return Vector2(b.x - a.x, b.y - a.y) / (2 * h)
  }

  @Test func theFlowIsThatOfTheProjection() throws {
    var random = SplitMix64(seed: 41)
    let viewport = Viewport(
      width: 1280, height: 720, padding: EdgePadding(top: 90, left: 0, bottom: 0, right: 200))
    var checked = 0
    while checked < 300 {
      var a = random.camera(-60...60)
      a.distance = min(a.distance, 20_000)
      let b = random.camera(near: a)
      let path = try CameraPath(through: [
        CameraWaypoint(a), CameraWaypoint(b, fieldOfView: random.double(20...60)),
      ])
      let time = path.duration * random.double(0.2...0.8)
      let motion = path.motion(at: time)
      let optical = OpticalFlow(motion, in: viewport)
      let middle = viewport.principalPoint
      let point =
        checked % 3 == 0
        ? middle : Vector2(random.double(0...1280), random.double(0...720))
      guard let found = try flow(path, time, point, viewport) else { continue }
      guard let own = optical.flow(at: point) else {
        Issue.record("ground is seen at \(point)")
        continue
      }
      // Far ground lies on a map whose scale changes, which the formula leaves out.
      let depth = 1 / max(cos(motion.camera.pitch * .pi / 180), 0.05)
      guard depth < 3, found.length > 1 else { continue }
      let apart = (own - found).length
      #expect(apart < 0.02 * found.length + 0.5, "\(own) \(found) at \(point)")
      if point == middle {
        #expect(abs(optical.center - found.length) < 0.002 * found.length + 0.01)
        #expect(abs(optical.center - own.length) < 1e-9 * own.length)
      }
      checked += 1
    }
  }

  @Test func aFinerGridChangesThePercentileLittle() throws {
    var random = SplitMix64(seed: 42)
    let viewport = Viewport(width: 1280, height: 720)
    for _ in 0..<100 {
      let a = random.camera(-60...60)
      let path = try CameraPath.optimal(from: a, to: random.camera(near: a)).path
      let flow = OpticalFlow(
        path.motion(at: path.duration * random.double(0.1...0.9)), in: viewport)
      let (coarse, fine) = (
        flow.percentile(0.95), flow.percentile(0.95, columns: 48, rows: 32)
      )
      #expect(abs(coarse - fine) < 0.15 * fine, "\(coarse) \(fine)")
      #expect(flow.percentile(0) <= flow.percentile(0.5) && flow.percentile(1) >= coarse)
    }
  }

  @Test func aTurningLensHasNoFlowInTheMiddleAndTheSkyHasNone() throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 10, longitude: 20), fromDistance: 1000, pitch: 85,
      heading: 30)
    let motion = CameraMotion(camera: camera, velocity: CameraRates(pitch: 10, heading: 40))
    let flow = OpticalFlow(motion, in: Viewport(width: 800, height: 600))
    #expect(flow.center == 0)
    #expect(flow.flow(at: Vector2(400, 0)) == nil && flow.flow(at: Vector2(400, 500)) != nil)
  }
}
