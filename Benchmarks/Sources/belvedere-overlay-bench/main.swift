// Times pictures without and with overlays; see Benchmarks/README.md.
import Belvedere
import BelvedereJSON
import BenchmarkSupport
import Foundation

let usage = """
  usage: belvedere-overlay-bench [--scene FOLDER] [--frames N] [--size WIDTHxHEIGHT] [--samples N]
         [--threads N] [--only NAME] [--json]
  """

func stop(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}

var scenePath = "Scenes/san-francisco"
var frames = 40
var size = (width: 1280, height: 720)
var samples = 4
var threads = processorCount()
var only: String?
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
  case "--frames": frames = max(Int(value) ?? 0, 3)
  case "--size":
    let sides = value.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { stop(usage) }
    size = (sides[0], sides[1])
  case "--samples": samples = Int(value) ?? 0
  case "--threads": threads = max(Int(value) ?? 0, 1)
  case "--only": only = value
  default: stop(usage)
  }
}

/// An orbit: how far away, and at which pitch.
struct Orbit {
  let name: String
  let distance, pitch: Double
}

/// A case's milliseconds, frame by frame: on the clock and of the processor.
struct Row {
  let orbit: String
  let of: Case
  var clock: [Double] = []
  var processor: [Double] = []
}

func now(_ clock: clockid_t) -> Double {
  var t = timespec()
  clock_gettime(clock, &t)
  return Double(t.tv_sec) * 1e3 + Double(t.tv_nsec) * 1e-6
}

let loaded: LoadedScene
do { loaded = try SceneLoader().load(path: scenePath) } catch { stop("\(error)") }
let center =
  loaded.scene.camera?.centerCoordinate ?? loaded.scene.extent?.center
  ?? Coordinate(latitude: 0, longitude: 0)
let options = RenderOptions(
  width: size.width, height: size.height, fieldOfView: 36, samples: samples, threads: threads)
var rows: [Row] = []
for orbit in [
  Orbit(name: "60° from 3 km", distance: 3000, pitch: 60),
  Orbit(name: "30° from 3 km", distance: 3000, pitch: 30),
  Orbit(name: "75° from 2 km", distance: 2000, pitch: 75),
] {
  let cases = Case.all(loaded.scene, around: center, radius: 900).filter {
    guard let only else { return true }
    return $0.name == only || $0.name == "ground"
  }
  let renderers = cases.map { SceneRenderer(scene: $0.scene) }
  var own = cases.map { Row(orbit: orbit.name, of: $0) }
  // Frame by frame in turn, so that what else the machine does meets all.
  for frame in 0..<frames {
    let camera = MapCamera(
      lookingAtCenter: center, fromDistance: orbit.distance, pitch: orbit.pitch,
      heading: 0.5 * Double(frame))
    for (n, renderer) in renderers.enumerated() {
      let start = (now(CLOCK_MONOTONIC), now(CLOCK_PROCESS_CPUTIME_ID))
      do { _ = try renderer.render(camera: camera, options: options) } catch { stop("\(error)") }
      // The first frames paint the ground and make what is kept.
      guard frame > 1 else { continue }
      own[n].clock.append(now(CLOCK_MONOTONIC) - start.0)
      own[n].processor.append(now(CLOCK_PROCESS_CPUTIME_ID) - start.1)
    }
  }
  rows += own
}

/// The median over the frames of what a case takes more than its base.
@MainActor func more(_ row: Row, _ times: KeyPath<Row, [Double]>) -> Double? {
  guard
    let base = rows.first(where: { $0.orbit == row.orbit && $0.of.name == row.of.base })
  else { return nil }
  return zip(row[keyPath: times], base[keyPath: times]).map { $0 - $1 }.median
}

if isJSON {
  print(
    JSONWriter.pretty([
      "processor": .string(processorName()), "compiler": .string(compilerName()),
      "build": .string(buildName()), "scene": .string(scenePath),
      "width": .number(Double(size.width)), "height": .number(Double(size.height)),
      "samples": .number(Double(samples)), "threads": .number(Double(threads)),
      "frames": .number(Double(frames)),
      "cases": JSONValue(
        .array(
          rows.map { row in
            [
              "orbit": .string(row.orbit), "case": .string(row.of.name),
              "medianMilliseconds": .number(row.clock.median),
              "medianProcessorMilliseconds": .number(row.processor.median),
              "moreThan": row.of.base.map { JSONValue.string($0) } ?? nil,
              "moreMilliseconds": more(row, \.clock).map { JSONValue.number($0) } ?? nil,
              "moreProcessorMilliseconds": more(row, \.processor).map { JSONValue.number($0) }
                ?? nil,
            ]
          })),
    ]))
} else {
  print("processor: \(processorName()), threads: \(threads), \(compilerName()), \(buildName())")
  print(
    "\(scenePath), \(size.width) × \(size.height), \(samples) samples, \(frames) frames; "
      + "milliseconds a frame, median\n")
  func signed(_ milliseconds: Double) -> String {
    (milliseconds < 0 ? "−" : "+") + Columns.decimals(abs(milliseconds), 1)
  }
  print(
    Columns.left("", width: 36) + Columns.right("clock", width: 8)
      + Columns.right("more", width: 9) + Columns.right("processor", width: 11)
      + Columns.right("more", width: 9))
  for row in rows {
    print(
      Columns.left(row.orbit, width: 16) + Columns.left(row.of.name, width: 20)
        + Columns.right(Columns.decimals(row.clock.median, 1), width: 8)
        + Columns.right(more(row, \.clock).map(signed) ?? "", width: 9)
        + Columns.right(Columns.decimals(row.processor.median, 1), width: 11)
        + Columns.right(more(row, \.processor).map(signed) ?? "", width: 9)
        + (row.of.base.map { " than \($0)" } ?? ""))
  }
}
