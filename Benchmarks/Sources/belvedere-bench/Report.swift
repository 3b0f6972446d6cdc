import Belvedere
import BelvedereJSON
import BenchmarkSupport

/// Measurements with what they were made on, as a table or as JSON.
struct Report {
  let scene: String
  let repeats: Int
  let threads: Int?
  let results: [Measurement]

  private var configuration: [(name: String, value: String)] {
    [
      ("belvedere", belvedereVersion), ("scene", scene), ("processor", processorName()),
      ("cores", "\(processorCount())"), ("threads", threads.map { "\($0)" } ?? "one for each core"),
      ("compiler", compilerName()), ("build", buildName()), ("repeats", "\(repeats)"),
    ]
  }

  /// For a person.
  var table: String {
    var lines = configuration.map { "\($0.name): \($0.value)" }
    lines.append("")
    lines.append(
      Columns.left("milliseconds", width: 28) + Columns.right("median", width: 10)
        + Columns.right("least", width: 10) + Columns.right("most", width: 10) + "  rate")
    for result in results {
      let rate = result.rate.map { "  \(Columns.decimals($0.value, 2)) \($0.unit)" } ?? ""
      lines.append(
        Columns.left(result.name, width: 28) + Self.milliseconds(result.median)
          + Self.milliseconds(result.range.lowerBound)
          + Self.milliseconds(result.range.upperBound) + rate)
    }
    return lines.joined(separator: "\n")
  }

  /// For a program; times in seconds.
  var json: String {
    let measurements = results.map { result -> JSONValue in
      [
        "name": .string(String(result.name.drop { $0 == " " })),
        "isStage": JSONValue(.bool(result.name.hasPrefix(" "))),
        "median": .number(result.median),
        "seconds": JSONValue(.array(result.seconds.map { .number($0) })),
        "rate": result.rate.map { .number($0.value) } ?? nil,
        "unit": result.rate.map { .string($0.unit) } ?? nil,
      ]
    }
    let members = configuration.map { JSONMember(name: $0.name, value: .string($0.value)) }
    return JSONWriter.pretty([
      "configuration": JSONValue(.object(members)),
      "measurements": JSONValue(.array(measurements)),
    ])
  }

  private static func milliseconds(_ seconds: Double) -> String {
    Columns.right(Columns.decimals(seconds * 1000, 1), width: 10)
  }
}
