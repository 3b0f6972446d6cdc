import BelvedereCameraModel

/// What is added to the curve of a leg, by a clock of its own.
enum PathChange: Sendable, Hashable, Codable {
  /// A difference that fades out.
  case fade(Fade)
  /// Metres by which the eye is raised.
  case lift(Lift)
  /// A step aside or a turn around the centre, and back.
  case detour(Detour)

  var clock: LegClock {
    get {
      switch self {
      case .fade(let fade): fade.clock
      case .lift(let lift): lift.clock
      case .detour(let detour): detour.size.clock
      }
    }
    set {
      switch self {
      case .fade(var fade):
        fade.clock = newValue
        self = .fade(fade)
      case .lift(var lift):
        lift.clock = newValue
        self = .lift(lift)
      case .detour(var detour):
        detour.size.clock = newValue
        self = .detour(detour)
      }
    }
  }

  /// Times of the clock at which the third derivative jumps.
  var joints: [Double] {
    switch self {
    case .fade: []
    case .lift(let lift): lift.times
    case .detour(let detour): detour.size.times
    }
  }

  /// Whether one that was read can be calculated with.
  var isSound: Bool {
    switch self {
    case .fade: true
    case .lift(let lift): lift.isSound
    case .detour(let detour): detour.isSound
    }
  }

  func apply(to camera: inout MapCamera, after seconds: Double) {
    switch self {
    case .fade(let fade):
      if let change = fade.change(after: seconds) { camera = camera.moved(by: change) }
    case .lift(let lift): camera = camera.raised(by: lift.value(after: seconds))
    case .detour(let detour):
      let size = detour.size.value(after: seconds)
      if size != 0 { camera = camera.moved(by: detour.direction * size) }
    }
  }

  func apply(to state: inout PathState, after seconds: Double) {
    switch self {
    case .fade(let fade): fade.add(to: &state, after: seconds)
    case .lift(let lift): lift.add(to: &state, after: seconds)
    case .detour(let detour): detour.add(to: &state, after: seconds)
    }
  }
}
