// Times named pieces of work; see Benchmarks/README.md.
import Belvedere
import BelvedereJSON

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage =
  "usage: belvedere-bench [--json] [--repeats N] [--threads N] [--scene FOLDER]"
  + " [--only rendering|rasterising|encoding|reading|elevations]"

func stop(_ message: String, _ status: Int32) -> Never {
  _ = AtomicFile.writeAll(Array((message + "\n").utf8), to: STDERR_FILENO)
  exit(status)
}

var repeats = 5
var threads: Int?
var scene = "Scenes/san-francisco"
var isJSON = false
var only: String?
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--json": isJSON = true
  case "--repeats", "--threads":
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
      stop(usage, 2)
    }
    if argument == "--repeats" { repeats = number } else { threads = number }
  case "--only":
    guard let group = arguments.popFirst(), Benchmarks.groups.contains(group) else {
      stop(usage, 2)
    }
    only = group
  case "--scene":
    guard let folder = arguments.popFirst() else { stop(usage, 2) }
    scene = folder
  default: stop(usage, argument == "--help" ? 0 : 2)
  }
}

do {
  let results = try Benchmarks(sceneFolder: scene, repeats: repeats, threads: threads).run(only)
  let report = Report(scene: scene, repeats: repeats, threads: threads, results: results)
  print(isJSON ? report.json : report.table)
} catch {
  stop("error: \(error)", 1)
}
