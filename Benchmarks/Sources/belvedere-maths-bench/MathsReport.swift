import Belvedere
import BelvedereJSON
import BenchmarkSupport
import CPeerMaths

/// Comparisons with what they were made on, as a table or as JSON.
struct MathsReport {
  let questions: Int
  let rounds: Int
  let results: [ComparisonResult]
  let timings: [TimingResult]

  private var configuration: [(name: String, value: String)] {
    [
      ("belvedere", belvedereVersion), ("processor", processorName()),
      ("compiler", compilerName()), ("build", buildName()),
      ("GeographicLib", String(cString: peer_geographiclib_version())),
      ("GLM", String(cString: peer_glm_version())),
      ("questions", "\(questions)"), ("rounds", "\(rounds)"),
    ]
  }

  /// For a person.
  var table: String {
    var lines = configuration.map { "\($0.name): \($0.value)" }
    lines.append("")
    lines.append(
      Columns.left("nanoseconds, median (least)", width: 34)
        + ["ours", "theirs", "ratio"].map { Columns.right($0, width: 16) }.joined()
        + "  largest difference")
    for result in results {
      let tolerance = result.comparison.tolerance
      lines.append(
        Columns.left(result.comparison.name, width: 34)
          + Columns.right(Self.text(result.ours), width: 16)
          + Columns.right(Self.text(result.theirs), width: 16)
          + Columns.right(Columns.decimals(result.ratio, 2), width: 16)
          + "  \(Self.rounded(result.difference)) \(tolerance.unit)"
          + (result.agrees ? "" : ", more than \(tolerance.value)"))
    }
    for timing in timings {
      lines.append(
        Columns.left(timing.name, width: 34)
          + Columns.right(Self.text(timing.nanoseconds), width: 20)
          + (timing.complaint.map { "  \($0)" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  /// For a program; times in nanoseconds.
  var json: String {
    let comparisons = results.map { result -> JSONValue in
      [
        "name": .string(result.comparison.name),
        "peer": .string(result.comparison.peer),
        "ours": Self.json(result.ours),
        "theirs": Self.json(result.theirs),
        "ratio": .number(result.ratio),
        "largestDifference": .number(result.difference),
        "tolerance": .number(result.comparison.tolerance.value),
        "unit": .string(result.comparison.tolerance.unit),
      ]
    }
    let alone = timings.map { timing -> JSONValue in
      ["name": .string(timing.name), "ours": Self.json(timing.nanoseconds)]
    }
    let members = configuration.map { JSONMember(name: $0.name, value: .string($0.value)) }
    return JSONWriter.pretty([
      "configuration": JSONValue(.object(members)),
      "comparisons": JSONValue(.array(comparisons)),
      "timings": JSONValue(.array(alone)),
    ])
  }

  private static func json(_ times: [Double]) -> JSONValue {
    [
      "median": .number(times.median), "least": .number(times.min() ?? .nan),
      "most": .number(times.max() ?? .nan),
    ]
  }

  private static func text(_ times: [Double]) -> String {
    "\(Columns.decimals(times.median, 1)) (\(Columns.decimals(times.min() ?? .nan, 1)))"
  }

  /// Two digits that count.
  private static func rounded(_ value: Double) -> String {
    guard value > 0 else { return "\(value)" }
    var scale = 1.0
    while value * scale < 10, scale < 1e15 { scale *= 10 }
    return "\((value * scale).rounded() / scale)"
  }
}
