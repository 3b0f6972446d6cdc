// Times rays against the ground beside Embree's; see Benchmarks/README.md.
import Belvedere
import BenchmarkSupport
import CPeerRays

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let usage = "usage: belvedere-rays-bench [--rounds N] [--heights FILE] [--only TEXT]"

func stop(_ message: String, _ status: Int32) -> Never {
  _ = AtomicFile.writeAll(Array((message + "\n").utf8), to: STDERR_FILENO)
  exit(status)
}

var rounds = 7
var heights: String?
var only = ""
var arguments = CommandLine.arguments.dropFirst()
while let argument = arguments.popFirst() {
  switch argument {
  case "--rounds":
    guard let number = arguments.popFirst().flatMap({ Int($0) }), number > 0 else {
      stop(usage, 2)
    }
    rounds = number
  case "--heights": heights = arguments.popFirst()
  case "--only": only = arguments.popFirst() ?? ""
  default: stop(usage, argument == "--help" ? 0 : 2)
  }
}

do {
  let ground = try heights.map { try Ground(file: $0) } ?? Ground()
  var start = ContinuousClock.now
  let surface = try ground.surface()
  let ourBuild = (ContinuousClock.now - start).inSeconds
  start = .now
  guard
    let peer = peer_terrain_make(Ground.size, Ground.size, Ground.step, ground.samples)
  else { stop("error: Embree made no scene", 1) }
  let peerBuild = (ContinuousClock.now - start).inSeconds
  print("processor: \(processorName()), one thread")
  print("compiler: \(compilerName()), \(buildName())")
  print("Embree: \(String(cString: peer_embree_version()))")
  print(
    "build: ours \(Columns.decimals(ourBuild * 1e3, 1)) ms, "
      + "Embree \(Columns.decimals(peerBuild * 1e3, 1)) ms")
  print("")
  print(
    Columns.left("million rays a second", width: 26)
      + ["ours", "Embree", "ratio", "in sixteens", "ratio", "differ", "metres"]
      .map { Columns.right($0, width: 12) }.joined())
  var odd: String?
  for set in RaySet.all(ground) where set.name.hasPrefix(only) {
    let result = RayComparison(set, surface, peer, rounds: rounds)
    let (a, b, c) = (result.ours.median, result.single.median, result.packets.median)
    print(
      Columns.left(result.name, width: 26)
        + [a, b, b / a, c, c / a].map { Columns.right(Columns.decimals($0, 2), width: 12) }.joined()
        + Columns.right(Columns.decimals(result.disagreement * 100, 3) + " %", width: 12)
        + Columns.right(
          Columns.decimals(result.median, 2) + "/" + Columns.decimals(result.far, 2), width: 12))
    if !result.agrees { odd = result.name }
  }
  peer_terrain_free(peer)
  if let odd { stop("error: \(odd): the answers are not those of the same ground", 1) }
} catch {
  stop("error: \(error)", 1)
}
