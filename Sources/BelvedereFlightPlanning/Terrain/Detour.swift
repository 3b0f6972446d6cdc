import BelvedereCameraModel

/// A movement away from a path and back: a direction of the channels, and how far by time.
struct Detour: Sendable, Hashable, Codable {
  /// How far, at least 0, by a clock of its own.
  var size: Lift
  /// Changes for each unit of the size.
  let direction: Channels

  /// Whether one that was read can be calculated with.
  var isSound: Bool {
    size.isSound
      && (0..<Channel.count).allSatisfy { direction[$0].isFinite && abs(direction[$0]) <= 1e6 }
  }

  /// Adds the detour and its derivatives by the path's time.
  func add(to state: inout PathState, after seconds: Double) {
    let d = size.derivatives(after: seconds)
    guard d != SIMD4() else { return }
    state.camera = state.camera.moved(by: direction * d[0])
    state.first += direction * d[1]
    state.second += direction * d[2]
    state.third += direction * d[3]
  }
}

extension CameraPath {
  /// The path with a detour by its own time.
  func led(by size: Lift, along direction: Channels) -> CameraPath {
    let led = legs.map { leg in
      guard var own = size.restricted(from: leg.start, to: leg.start + leg.duration) else {
        return leg
      }
      own.clock = LegClock(origin: leg.start)
      var leg = leg
      leg.changes.append(.detour(Detour(size: own, direction: direction)))
      return leg
    }
    return CameraPath(
      keyframes: keyframes.map {
        let size = size.value(after: $0.time)
        return CameraKeyframe(
          time: $0.time, camera: size == 0 ? $0.camera : $0.camera.moved(by: direction * size))
      }, legs: led, duration: duration, restingLens: restingLens)
  }
}
