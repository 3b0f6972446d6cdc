import BelvedereCameraModel

/// What is added to the curve of a leg, by a clock of its own.
enum PathChange: Sendable, Hashable, Codable {
  /// A difference that fades out.
  case fade(Fade)
  /// Metres by which the eye is raised.
  case lift(Lift)

  var clock: LegClock {
    get {
      switch self {
      case .fade(let fade): fade.clock
      case .lift(let lift): lift.clock
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
      }
    }
  }

  /// Times of the clock at which the third derivative jumps.
  var joints: [Double] {
    switch self {
    case .fade: []
    case .lift(let lift): lift.times
    }
  }

  /// Whether one that was read can be calculated with.
  var isSound: Bool {
    switch self {
    case .fade: true
    case .lift(let lift): lift.isSound
    }
  }

  func apply(to camera: inout MapCamera, after seconds: Double) {
    switch self {
    case .fade(let fade):
      if let change = fade.change(after: seconds) { camera = camera.moved(by: change) }
    case .lift(let lift): camera = camera.raised(by: lift.value(after: seconds))
    }
  }

  func apply(to state: inout PathState, after seconds: Double) {
    switch self {
    case .fade(let fade): fade.add(to: &state, after: seconds)
    case .lift(let lift): lift.add(to: &state, after: seconds)
    }
  }
}
