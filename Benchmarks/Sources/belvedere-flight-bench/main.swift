// Times whole pictures along flights through a scene; see Benchmarks/README.md.
import Belvedere
import BelvedereJSON
import BenchmarkSupport
import CAllocationCount
import Foundation

let usage = """
  usage: belvedere-flight-bench [--scene FOLDER] [--flight orbit|travel|approach|tilt|downtown] [--frames N]
         [--size WIDTHxHEIGHT] [--samples N] [--threads N] [--json]
  """

func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}

var scenePath = "Scenes/san-francisco"
var flights = Flight.allCases
var frames = 90
var size = (width: 1280, height: 720)
var samples = 4
var threads = processorCount()
var isJSON = false
var arguments = CommandLine.arguments.dropFirst()
while let option = arguments.popFirst() {
  if option == "--json" {
    isJSON = true
    continue
  }
  guard let value = arguments.popFirst() else { stop(usage) }
  switch option {
  case "--scene": scenePath = value
  case "--flight":
    guard let flight = Flight(rawValue: value) else { stop(usage) }
    flights = [flight]
  case "--frames": frames = max(Int(value) ?? 0, 3)
  case "--size":
    let sides = value.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { stop(usage) }
    size = (sides[0], sides[1])
  case "--samples": samples = Int(value) ?? 0
  case "--threads": threads = max(Int(value) ?? 0, 1)
  default: stop(usage)
  }
}

let loaded: LoadedScene
do { loaded = try SceneLoader().load(path: scenePath) } catch { stop("\(error)") }
var rows: [FlightCosts] = []
if !isJSON {
  print("processor: \(processorName()), threads: \(threads), \(compilerName()), \(buildName())")
  print(
    "\(scenePath), \(size.width) × \(size.height), \(samples) samples, \(frames) frames; "
      + "milliseconds a frame\n")
}
for flight in flights {
  do {
    let costs = try FlightCosts(
      flight, over: loaded.scene, home: loaded.scene.camera, frames: frames,
      options: RenderOptions(
        width: size.width, height: size.height, fieldOfView: 36, samples: samples, threads: threads)
    )
    rows.append(costs)
    if !isJSON { print(costs.text) }
  } catch {
    stop("\(error)")
  }
}
if isJSON {
  print(
    JSONWriter.pretty([
      "processor": .string(processorName()), "compiler": .string(compilerName()),
      "build": .string(buildName()), "scene": .string(scenePath),
      "width": .number(Double(size.width)), "height": .number(Double(size.height)),
      "samples": .number(Double(samples)), "threads": .number(Double(threads)),
      "flights": JSONValue(.array(rows.map { $0.json })),
    ]))
}
