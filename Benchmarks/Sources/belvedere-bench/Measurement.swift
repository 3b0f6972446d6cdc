import BenchmarkSupport

/// What repeated runs of one piece of work took.
struct Measurement {
  /// What was measured.
  let name: String
  /// Seconds of each run, in order.
  let seconds: [Double]
  /// How much work a run is, such as 2.07 million pixels; `nil` where only time counts.
  let work: (amount: Double, unit: String)?

  /// The middle of the sorted times.
  var median: Double { seconds.median }

  /// The shortest and the longest time.
  var range: ClosedRange<Double> { (seconds.min() ?? .nan)...(seconds.max() ?? .nan) }

  /// Work a second by the median.
  var rate: (value: Double, unit: String)? {
    work.map { ($0.amount / median, "\($0.unit)/s") }
  }
}

/// Runs a piece of work once to warm up, and then as often as is asked for.
func measure(
  _ name: String, repeats: Int, work: (amount: Double, unit: String)? = nil,
  _ body: () throws -> Void
) rethrows -> Measurement {
  try body()
  let clock = ContinuousClock()
  var seconds: [Double] = []
  for _ in 0..<repeats {
    let start = clock.now
    try body()
    seconds.append((clock.now - start).inSeconds)
  }
  return Measurement(name: name, seconds: seconds, work: work)
}
