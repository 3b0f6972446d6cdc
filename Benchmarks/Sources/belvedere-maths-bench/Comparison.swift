import BenchmarkSupport

/// A series of questions, `count` rows of numbers, and the rows of its answers.
typealias Series = (
  _ count: Int, _ questions: UnsafePointer<Double>, _ answers: UnsafeMutablePointer<Double>
) throws -> Void

/// One kind of question that this library and another one answer.
struct Comparison {
  /// What is asked, such as `inverse, world`.
  let name: String
  /// Whom we are compared with.
  let peer: String
  /// Rows of numbers, one for each question.
  let questions: [[Double]]
  /// How many numbers an answer is.
  let answerWidth: Int
  /// How many pieces of work a question is, such as the edges of a polygon.
  var workPerQuestion = 1
  /// By how much two answers to a question may differ, and in what.
  let tolerance: (value: Double, unit: String)
  /// How much they do.
  let difference: (_ question: [Double], _ ours: [Double], _ theirs: [Double]) -> Double
  let ours, theirs: Series

  /// Answers the series by turns, so that what else the machine does meets both alike.
  func run(rounds: Int) throws -> ComparisonResult {
    let flat = questions.flatMap { $0 }
    let size = questions.count * answerWidth
    var ourAnswers = [Double](repeating: .nan, count: size)
    var theirAnswers = ourAnswers
    var ourSeconds: [Double] = []
    var theirSeconds: [Double] = []
    func timed(_ series: Series, _ answers: inout [Double], _ seconds: inout [Double]) throws {
      let start = ContinuousClock.now
      try series(questions.count, flat, &answers)
      seconds.append((ContinuousClock.now - start).inSeconds)
    }
    // The first round warms up.
    for round in 0...rounds {
      if round % 2 == 0 {
        try timed(ours, &ourAnswers, &ourSeconds)
        try timed(theirs, &theirAnswers, &theirSeconds)
      } else {
        try timed(theirs, &theirAnswers, &theirSeconds)
        try timed(ours, &ourAnswers, &ourSeconds)
      }
    }
    let work = Double(questions.count * workPerQuestion)
    return ComparisonResult(
      comparison: self,
      ours: ourSeconds.dropFirst().map { $0 / work * 1e9 },
      theirs: theirSeconds.dropFirst().map { $0 / work * 1e9 },
      difference: largestDifference(ourAnswers, theirAnswers))
  }

  /// NaN where one answer is none.
  private func largestDifference(_ ours: [Double], _ theirs: [Double]) -> Double {
    var largest = 0.0
    for (i, question) in questions.enumerated() {
      let row = i * answerWidth..<(i + 1) * answerWidth
      let d = difference(question, Array(ours[row]), Array(theirs[row]))
      guard d.isFinite else { return .nan }
      largest = max(largest, d)
    }
    return largest
  }
}

/// What a comparison showed.
struct ComparisonResult {
  let comparison: Comparison
  /// Nanoseconds for a piece of work, round by round.
  let ours, theirs: [Double]
  /// The largest difference between two answers, in the comparison's unit.
  let difference: Double

  /// Our time over theirs: the median over the rounds, whose two halves met the same machine.
  var ratio: Double { zip(ours, theirs).map { $0 / $1 }.median }

  /// Whether the answers are the same within the tolerance.
  var agrees: Bool { difference <= comparison.tolerance.value }
}
