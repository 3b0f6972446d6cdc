import BelvedereCameraModel

/// A stretch of a piece within a movement from rest to rest: the piece is followed at a pace, and the time of
/// all paces together is covered by a law.
struct PacedPiece: Sendable, Hashable, Codable {
  let piece: SplinePiece
  let pace: Pace
  /// Seconds of all paces before this one, and of all together.
  let begin, whole: Double
  let law: RampLaw

  /// The piece's own time after so many seconds of the movement.
  private func progress(at time: Double) -> Progress {
    let covered = law.progress(at: time)
    let own = pace.progress(at: covered.part * whole - begin)
    let (v, a, j) = (covered.first * whole, covered.second * whole, covered.third * whole)
    return Progress(
      value: own.value, first: own.first * v, second: own.second * v * v + own.first * a,
      third: own.third * v * v * v + 3 * own.second * v * a + own.first * j)
  }

  /// The camera after so many seconds of the movement.
  func camera(at time: Double) -> MapCamera { piece.camera(at: progress(at: time).value) }

  /// The camera and three derivatives after so many seconds of the movement.
  func state(at time: Double) -> PathState {
    let progress = progress(at: time)
    var state = piece.state(at: progress.value)
    progress.apply(to: &state)
    return state
  }

  /// A box around all cameras between two times of the movement.
  func box(over time: Interval) -> CameraBox {
    piece.box(over: Interval(progress(at: time.low).value, progress(at: time.high).value))
  }
}
