// Times this library's mathematics beside GeographicLib's and GLM's; see Benchmarks/README.md.
import Belvedere

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage = "usage: belvedere-maths-bench [--json] [--rounds N] [--questions N] [--only TEXT]"

func stop(_ message: String, _ status: Int32) -> Never {
  _ = AtomicFile.writeAll(Array((message + "\n").utf8), to: STDERR_FILENO)
  exit(status)
}

var rounds = 101
var questions = 4096
var only = ""
var isJSON = false
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json": isJSON = true
  case "--rounds", "--questions":
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
      stop(usage, 2)
    }
    if argument == "--rounds" { rounds = number } else { questions = number }
  case "--only":
    guard let text = arguments.popFirst() else { stop(usage, 2) }
    only = text
  default: stop(usage, argument == "--help" ? 0 : 2)
  }
}

do {
  let comparisons =
    try GeodesicComparisons(count: questions).all + ViewComparisons(count: questions).all()
    + GlobeComparisons(count: questions).all()
  let results =
    try comparisons.filter { $0.name.hasPrefix(only) }.map { try $0.run(rounds: rounds) }
  let timings =
    try FitTimings().all.filter { $0.name.hasPrefix(only) }.map { try $0.run(rounds: rounds) }
  let report = MathsReport(
    questions: questions, rounds: rounds, results: results, timings: timings)
  print(isJSON ? report.json : report.table)
  if let odd = results.first(where: { !$0.agrees }) {
    stop("error: \(odd.comparison.name): the answers differ by more than the tolerance", 1)
  }
  for timing in timings {
    if let complaint = timing.complaint { stop("error: \(timing.name): \(complaint)", 1) }
  }
} catch {
  stop("error: \(error)", 1)
}
