import BelvedereCameraModel
import BelvedereGeoMath

/// Pieces one after another from rest to rest in about the least time that the limits of motion allow: at the
/// speeds of a ``SpeedProfile``, with a ramp at either end.
struct PacedMovement: PartCourse {
  private let pieces: [SplinePiece]
  /// The piece of each pace, and when the pace begins.
  private let cells: [Int]
  private let paces: [Pace]
  private let begins: [Double]
  private let whole: Double
  private var law = RampLaw(duration: 1, ramp: 0.5)

  static let looks = 4

  /// `nil` where nothing that is limited moves.
  init?(_ pieces: [SplinePiece], within motion: MotionLimits) {
    guard let profile = SpeedProfile(pieces, within: motion) else { return nil }
    self.pieces = pieces
    cells = profile.cells
    paces = profile.paces(pieces)
    var begins: [Double] = []
    var time = 0.0
    for pace in paces {
      begins.append(time)
      time += pace.duration
    }
    self.begins = begins
    whole = time
    guard let least = CourseProfile(self).leastLaw(within: motion, isRough: true) else {
      return nil
    }
    law = least
    let path = CameraPath(
      keyframes: [], legs: legs(after: 0), duration: least.duration, restingLens: 0)
    let factor = motion.stretch(path.peaks(in: motion.limitsFlow ? motion.viewport : nil)).factor
    guard factor > 0 else { return }
    law = RampLaw(duration: least.duration * factor * 1.003, ramp: least.ramp)
  }

  /// Seconds.
  var duration: Double { law.duration }

  var joints: [Double] { begins.dropFirst().map { $0 / whole } }

  /// Seconds at which the last of so many pieces ends.
  func end(ofPieces count: Int) -> Double {
    let next = cells.partitioningIndex { $0 >= count }
    return next < cells.count ? law.time(at: begins[next] / whole) : law.duration
  }

  /// A leg for each pace, of a path that moves from a time on.
  func legs(after start: Double) -> [PathLeg] {
    let times = begins.indices.map { $0 == 0 ? 0 : law.time(at: begins[$0] / whole) }
    return paces.indices.map { k in
      let piece = PacedPiece(
        piece: pieces[cells[k]], pace: paces[k], begin: begins[k], whole: whole, law: law)
      let end = k + 1 < times.count ? times[k + 1] : law.duration
      return PathLeg(
        curve: .paced(piece), start: start + times[k], duration: end - times[k],
        clock: LegClock(origin: times[k]))
    }
  }

  func state(at part: Double) -> PathState {
    let (k, progress) = progress(at: part)
    var state = pieces[cells[k]].state(at: progress.value)
    progress.apply(to: &state)
    return state
  }

  func rates(at part: Double) -> MotionRates {
    let (k, progress) = progress(at: part)
    var rates = pieces[cells[k]].rates(at: progress.value)
    progress.apply(to: &rates)
    return rates
  }

  /// The pace at a part, and how its piece's time grows by the part.
  private func progress(at part: Double) -> (pace: Int, progress: Progress) {
    let time = min(max(part, 0), 1) * whole
    let k = max(begins.partitioningIndex { $0 > time } - 1, 0)
    var own = paces[k].progress(at: time - begins[k])
    own.first *= whole
    own.second *= whole * whole
    own.third *= whole * whole * whole
    return (k, own)
  }
}
