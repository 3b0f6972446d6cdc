// Times the terrain's mesh along flights; see Benchmarks/README.md.
import Belvedere
import BelvedereRasterization
import BenchmarkSupport
import CAllocationCount
import Foundation

let usage =
  "usage: belvedere-mesh-bench [--frames N] [--threads N] [--pitch DEG] [--relief harsh|smooth]"

func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}

var frames = 120
var threads = processorCount()
var pitches = [0.0, 45, 60, 75, 85]
var reliefs = Relief.allCases
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  guard let value = arguments.popFirst() else { stop(usage) }
  switch option {
  case "--frames": frames = max(Int(value) ?? 0, 12)
  case "--threads": threads = max(Int(value) ?? 0, 1)
  case "--pitch": pitches = [Double(value) ?? 0]
  case "--relief": reliefs = Relief(rawValue: value).map { [$0] } ?? reliefs
  default: stop(usage)
  }
}

func right(_ value: Double, _ decimals: Int, _ width: Int) -> String {
  Columns.right(Columns.decimals(value, decimals), width: width)
}

print("processor: \(processorName()), threads: \(threads), \(compilerName()), \(buildName())")
print("4096² heights, 1280 × 720 pixels, \(frames) frames of 3 m; milliseconds a frame\n")
print(
  Columns.left("relief", width: 8) + Columns.right("pitch", width: 6)
    + Columns.right("first", width: 9) + Columns.right("median", width: 9)
    + Columns.right("worst", width: 9) + Columns.right("tiles", width: 8)
    + Columns.right("triangles", width: 11) + Columns.right("KiB/frame", width: 11)
    + Columns.right("MiB early", width: 11) + Columns.right("late", width: 8)
    + Columns.right("peak", width: 8))
for relief in reliefs {
  let ground = TerrainMeshGround(relief.model())
  let clock = ContinuousClock()
  for pitch in pitches {
    let start = clock.now
    let detail = TerrainDetail(of: ground)
    let opening = (clock.now - start).inSeconds
    let mesh = TerrainMesh(detail: detail)
    let flight = Flight(pitch: pitch, height: pitch < 70 ? 4000 : 1500, threads: threads)
    let costs = flight.fly(over: mesh, frames: frames)
    func mebibytes(_ bytes: UInt64) -> Double { Double(bytes) / 1_048_576 }
    print(
      Columns.left(relief.rawValue, width: 8) + right(pitch, 0, 6)
        + right((opening + costs.first) * 1000, 1, 9) + right(costs.seconds.median * 1000, 2, 9)
        + right((costs.seconds.max() ?? 0) * 1000, 2, 9) + right(Double(costs.tiles), 0, 8)
        + right(Double(costs.triangles), 0, 11) + right(costs.allocated.median / 1024, 1, 11)
        + right(mebibytes(costs.resident.early), 0, 11)
        + right(mebibytes(costs.resident.late), 0, 8)
        + right(mebibytes(peak_resident_bytes()), 0, 8))
  }
}
