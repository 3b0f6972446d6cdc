import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// What an examiner of flights found: recipes left the pitch limit between their cameras.
@Suite("Pitch of recipes") struct RecipePitchTests {
  private static func camera(_ random: inout SplitMix64) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(
        latitude: random.double(-80...80), longitude: random.double(-180...180)),
      fromDistance: random.pick([50, 400, 3e3, 3e4, 5e5, 5e6]) * random.double(1...9),
      pitch: random.double(0...90), heading: random.double(0...360))
  }

  @Test("the pitch limit is kept all the way, smoothly, and all else is as without it")
  func limit() throws {
    let limits = CameraLimits()
    var bent = 0
    forEachSeed(400) { random in
      let style = random.pick([TransitionStyle.plain, .hop, .long])
      let (from, to) = (Self.camera(&random), Self.camera(&random))
      let path = try CameraPath.recipe(from: from, to: to, style: style).path
      guard path.duration > 0 else { return }
      // Without the limit, between the same ends.
      let free = try CameraPath.recipe(
        from: limits.clamp(from).camera, to: limits.clamp(to).camera, style: style, limits: .none
      ).path
      let isSame = style != .hop && abs(path.duration - free.duration) < 1e-9
      var isBent = false
      for i in 0...1500 {
        let time = path.duration * Double(i) / 1500
        let camera = path.camera(at: time)
        let allowed = limits.maximumPitch(atDistance: camera.distance)
        try check(camera.pitch <= allowed + 1e-4, "\(camera.pitch) of \(allowed) at \(time)")
        guard isSame else { continue }
        let other = free.camera(at: time)
        try check(abs(camera.distance / other.distance - 1) < 1e-6, "distance at \(time)")
        let north = camera.centerCoordinate.latitude - other.centerCoordinate.latitude
        try check(abs(north) < 1e-6, "latitude at \(time)")
        if abs(camera.pitch - other.pitch) > 0.01 { isBent = true }
      }
      if isBent { bent += 1 }
      // No step in the pitch and its velocity.
      let step = path.duration / 20_000
      var last = path.motion(at: 0)
      for i in 1...20_000 {
        let motion = path.motion(at: step * Double(i))
        let turned = abs(motion.camera.pitch - last.camera.pitch)
        let hurried = abs(motion.velocity.pitch - last.velocity.pitch)
        try check(turned < 0.2 && hurried < 2, "a step at \(step * Double(i))")
        last = motion
      }
    }
    #expect(bent > 20, "\(bent)")
  }
}
