/// Metres by which a path is to be raised at least, over stretches of time.
struct LiftDemand {
  /// Metres that are needed between two times.
  struct Stretch {
    var begin, end: Double
    var metres: Double
  }

  /// Seconds of the path.
  let duration: Double
  /// In order of time.
  var stretches: [Stretch] = []

  init(duration: Double) { self.duration = duration }

  /// The most that is needed anywhere.
  var most: Double { stretches.reduce(0) { max($0, $1.metres) } }

  /// Seconds from the start, and before the end, for which nothing is needed.
  var calm: (start: Double, end: Double) {
    let first = stretches.first { $0.metres > LiftNeed.tolerance }
    let last = stretches.last { $0.metres > LiftNeed.tolerance }
    return (first?.begin ?? duration, duration - (last?.end ?? 0))
  }

  /// The most that is needed between each two of some times, which increase from 0 to the duration.
  func most(between times: [Double]) -> [Double] {
    var result = [Double](repeating: 0, count: times.count - 1)
    var i = 0
    for stretch in stretches where stretch.metres > 0 {
      while i + 1 < result.count, times[i + 1] < stretch.begin { i += 1 }
      var k = i
      while k < result.count, times[k] <= stretch.end {
        result[k] = max(result[k], stretch.metres)
        k += 1
      }
    }
    return result
  }
}
