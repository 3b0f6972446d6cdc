import BenchmarkSupport

/// A piece of work that is timed alone, for want of anybody else's.
struct Timing {
  /// What is done, such as `fit, 100 points`.
  let name: String
  /// How many of what is timed one run does.
  let workPerRun: Int
  /// Does it, and says what is wrong with the answers; `nil` where nothing is.
  let run: () throws -> String?

  func run(rounds: Int) throws -> TimingResult {
    var seconds: [Double] = []
    var complaint: String?
    // The first round warms up.
    for _ in 0...rounds {
      let start = ContinuousClock.now
      complaint = try run() ?? complaint
      seconds.append((ContinuousClock.now - start).inSeconds)
    }
    return TimingResult(
      name: name, nanoseconds: seconds.dropFirst().map { $0 / Double(workPerRun) * 1e9 },
      complaint: complaint)
  }
}

/// What a timing showed.
struct TimingResult {
  let name: String
  /// For a piece of work, round by round.
  let nanoseconds: [Double]
  /// What is wrong with the answers.
  let complaint: String?
}
