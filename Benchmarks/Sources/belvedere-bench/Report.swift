import Belvedere
import BelvedereJSON

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
      ("compiler", Self.compiler), ("build", Self.build), ("repeats", "\(repeats)"),
    ]
  }

  private static var compiler: String {
    #if swift(>=6.4)
      "Swift 6.4 or newer"
    #elseif swift(>=6.3)
      "Swift 6.3"
    #elseif swift(>=6.2)
      "Swift 6.2"
    #else
      "Swift 6.1"
    #endif
  }

  private static var build: String {
    #if DEBUG
      "debug: the numbers mean nothing"
    #else
      "release"
    #endif
  }

  /// For a person.
  var table: String {
    var lines = configuration.map { "\($0.name): \($0.value)" }
    lines.append("")
    lines.append(
      Self.padded("milliseconds", to: 28) + Self.right("median", to: 10)
        + Self.right("least", to: 10) + Self.right("most", to: 10) + "  rate")
    for result in results {
      let rate = result.rate.map { "  \(Self.decimals($0.value, 2)) \($0.unit)" } ?? ""
      lines.append(
        Self.padded(result.name, to: 28) + Self.milliseconds(result.median)
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
    right(decimals(seconds * 1000, 1), to: 10)
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func right(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func decimals(_ value: Double, _ count: Int) -> String {
    let scale = count == 1 ? 10 : 100
    let whole = Int(clamping: value * Double(scale), in: 0...1_000_000_000_000)
    let fraction = "\(whole % scale)"
    return "\(whole / scale)." + String(repeating: "0", count: count - fraction.count) + fraction
  }
}
