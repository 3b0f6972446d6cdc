import BelvedereCameraModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How fast a movement's pieces may be followed: as fast as the limits of motion allow at every place, and so
/// smoothly that the speed turns no oftener than the geometry asks for.
///
/// Over a time τ the least of the speeds that are allowed is taken, and of that the mean with a bell-shaped
/// weight of the same width, so that what is allowed is not exceeded.
struct SpeedProfile {
  /// The parameter, which runs through the pieces one after another.
  private var places: [Double] = []
  /// The greatest speed there.
  private var allowed: [Double] = []
  /// The places at which cells begin and end, and the piece of each cell.
  private var knots = [0]
  private(set) var cells: [Int] = []

  /// The most cells of a piece, and of all pieces together where each has more than one.
  private static let mostCells = (ofPiece: 32, together: 40_000)

  /// `nil` where nothing that is limited moves.
  init?(_ pieces: [SplinePiece], within motion: MotionLimits) {
    let looks = SpeedLooks(pieces, within: motion)
    guard let typical = looks.typicalSpeed else { return nil }
    self.motion = looks.motion
    most = 8 * typical
    span = looks.span
    let mostCells = min(
      max(Self.mostCells.together / max(pieces.count, 1), 1), Self.mostCells.ofPiece)
    var begin = 0.0
    for (i, piece) in pieces.enumerated() {
      let wanted = (2 * looks.seconds[i] / span).rounded(.up)
      let count = Int(clamping: wanted, in: 1...mostCells)
      // Two looks for each cell; where pieces meet the slower side counts.
      for k in 0...(2 * count) {
        let x = min(max(Double(k) / Double(2 * count), 1e-9), 1 - 1e-9)
        let speed = self.speed(piece, at: x)
        if k == 0, let last = allowed.last {
          allowed[allowed.count - 1] = min(last, speed)
        } else {
          places.append(begin + piece.duration * Double(k) / Double(2 * count))
          allowed.append(speed)
        }
        if k > 0, k % 2 == 0 {
          knots.append(places.count - 1)
          cells.append(i)
        }
      }
      begin += piece.duration
    }
  }

  private let motion: MotionLimits
  private let most: Double
  /// Seconds over which speeds change.
  private let span: Double

  private func speed(_ piece: SplinePiece, at part: Double) -> Double {
    let factor = motion.stretch(SpeedLooks.measures(piece, at: part, motion)).factor
    return factor > 0 ? min(1 / factor, most) : most / 8
  }

  /// The paces of the cells, the parameter of each counted from where its piece begins.
  func paces(_ pieces: [SplinePiece]) -> [Pace] {
    var speeds = allowed
    // What lies within τ depends on the speeds themselves.
    for _ in 0..<3 { speeds = smoothed(speeds) }
    let (u, v) = (knots.map { places[$0] }, knots.map { speeds[$0] })
    let times = cells.indices.map { k in 2 * (u[k + 1] - u[k]) / (v[k] + v[k + 1]) }
    let accelerations = v.indices.map { k -> Double in
      guard k > 0, k < times.count else { return 0 }
      let (before, after) = (times[k - 1], times[k])
      let slopes = ((v[k] - v[k - 1]) / before, (v[k + 1] - v[k]) / after)
      let slope = (slopes.0 * after + slopes.1 * before) / (before + after)
      // So that speeds stay above 0.
      let steepest = min(v[k], v[k - 1], v[k + 1]) / max(before, after)
      return min(max(slope, -steepest), steepest)
    }
    var starts: [Double] = []
    var begin = 0.0
    for piece in pieces {
      starts.append(begin)
      begin += piece.duration
    }
    return cells.indices.map { k in
      let piece = cells[k]
      let isLast = k + 1 == cells.count || cells[k + 1] != piece
      let isFirst = k == 0 || cells[k - 1] != piece
      return Pace(
        from: isFirst ? 0 : u[k] - starts[piece], speed: v[k], acceleration: accelerations[k],
        to: isLast ? pieces[piece].duration : u[k + 1] - starts[piece], speed: v[k + 1],
        acceleration: accelerations[k + 1])
    }
  }

  /// What is allowed, smoothed over τ at the times that speeds make.
  private func smoothed(_ speeds: [Double]) -> [Double] {
    var times = [0.0]
    times.reserveCapacity(places.count)
    for i in 1..<places.count {
      times.append(times[i - 1] + 2 * (places[i] - places[i - 1]) / (speeds[i - 1] + speeds[i]))
    }
    let whole = times[times.count - 1]
    let count = Int(clamping: (whole / span * 16).rounded(.up), in: 32...500_000)
    let step = whole / Double(count)
    var even = Self.resampled(allowed, at: times, every: step, count: count)
    // Three means of a third of the width each make the bell.
    let reach = Int(clamping: (span / step / 3).rounded(.up), in: 1...count)
    even = Self.leastOf(even, within: 3 * reach)
    for _ in 0..<3 { even = Self.mean(of: even, within: reach) }
    return times.map { time in
      let x = min(time / step, Double(count))
      let i = Int(clamping: x, in: 0...(count - 1))
      return even[i] + (even[i + 1] - even[i]) * (x - Double(i))
    }
  }

  private static func resampled(
    _ values: [Double], at times: [Double], every step: Double, count: Int
  ) -> [Double] {
    var i = 0
    return (0...count).map { k in
      let time = step * Double(k)
      while i + 2 < times.count, times[i + 1] <= time { i += 1 }
      let length = times[i + 1] - times[i]
      let x = length > 0 ? min(max((time - times[i]) / length, 0), 1) : 0
      return values[i] + (values[i + 1] - values[i]) * x
    }
  }

  /// The least value so many places around each.
  private static func leastOf(_ values: [Double], within reach: Int) -> [Double] {
    // Candidates in ascending order; those that a smaller one follows are gone.
    var queue: [Int] = []
    var head = 0
    var next = 0
    return values.indices.map { i in
      while next < min(i + reach + 1, values.count) {
        while queue.count > head, values[queue[queue.count - 1]] >= values[next] {
          queue.removeLast()
        }
        queue.append(next)
        next += 1
      }
      while queue[head] < i - reach { head += 1 }
      return values[queue[head]]
    }
  }

  /// The mean of so many places around each; beyond the ends their values go on.
  private static func mean(of values: [Double], within reach: Int) -> [Double] {
    let n = values.count
    var sums = [0.0]
    sums.reserveCapacity(n + 1)
    for value in values { sums.append(sums[sums.count - 1] + value) }
    return values.indices.map { i in
      let (low, high) = (i - reach, i + reach)
      var sum = sums[min(high + 1, n)] - sums[max(low, 0)]
      if low < 0 { sum -= Double(low) * values[0] }
      if high >= n { sum += Double(high - n + 1) * values[n - 1] }
      return sum / Double(2 * reach + 1)
    }
  }
}
