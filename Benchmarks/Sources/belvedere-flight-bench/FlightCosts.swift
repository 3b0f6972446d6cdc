import Belvedere
import BelvedereJSON
import BenchmarkSupport
import CAllocationCount

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the frames of a flight cost.
struct FlightCosts {
  let flight: Flight
  /// Seconds on the clock and of the processor, of the first frame and of each one after the second.
  private var first = (clock: 0.0, processor: 0.0)
  private var clock: [Double] = []
  private var processor: [Double] = []
  private var stages: [(name: String, seconds: [Double])] = []
  /// Triangles that each frame set up for the screen.
  private var triangles: [Double] = []
  /// Bytes that each frame asked of the heap, and bytes in memory early and late.
  private var allocated: [Double] = []
  private var resident = (early: UInt64(0), late: UInt64(0))

  init(
    _ flight: Flight, over scene: Scene, home: MapCamera?, frames: Int, options: RenderOptions
  ) throws {
    self.flight = flight
    let home =
      home ?? scene.camera
      ?? MapCamera(
        lookingAtCenter: scene.extent?.center ?? Coordinate(latitude: 0, longitude: 0),
        fromDistance: 3000, pitch: 60, heading: 0)
    let renderer = SceneRenderer(scene: scene)
    renderer.expectManyPictures()
    for frame in 0..<frames {
      let camera = flight.camera(home: home, frame: frame, of: frames)
      let bytes = allocation_bytes()
      let before = (Self.now(CLOCK_MONOTONIC), Self.now(CLOCK_PROCESS_CPUTIME_ID))
      let picture = try renderer.render(camera: camera, options: options)
      let seconds = (
        Self.now(CLOCK_MONOTONIC) - before.0, Self.now(CLOCK_PROCESS_CPUTIME_ID) - before.1
      )
      if frame == 0 { first = seconds }
      if frame == 10 { resident.early = resident_bytes() }
      guard frame > 1 else { continue }
      clock.append(seconds.0)
      processor.append(seconds.1)
      allocated.append(Double(allocation_bytes() - bytes))
      triangles.append(Double(picture.statistics.first { $0.name == "triangles" }?.value ?? 0))
      for stage in picture.stages {
        if let i = stages.firstIndex(where: { $0.name == stage.name }) {
          stages[i].seconds.append(stage.seconds)
        } else {
          stages.append((stage.name, [stage.seconds]))
        }
      }
    }
    resident.late = resident_bytes()
  }

  private static func now(_ clock: clockid_t) -> Double {
    var t = timespec()
    clock_gettime(clock, &t)
    return Double(t.tv_sec) + Double(t.tv_nsec) * 1e-9
  }

  var text: String {
    func number(_ seconds: Double) -> String { Columns.decimals(seconds * 1000, 1) }
    func mebibytes(_ bytes: Double) -> String { Columns.decimals(bytes / 1_048_576, 1) }
    var lines = [
      "\(flight.rawValue): first \(number(first.clock)), then median \(number(clock.median)), "
        + "worst \(number(clock.max() ?? 0)); processor time \(number(first.processor)), then "
        + "\(number(processor.median)), sum \(number(processor.reduce(0, +)))",
      "  memory: \(mebibytes(allocated.median)) MiB allocated a frame, in use "
        + "\(mebibytes(Double(resident.early))) MiB early, \(mebibytes(Double(resident.late))) late",
      "  \(Columns.decimals(triangles.median / 1000, 0)) thousand triangles set up",
    ]
    lines.append(
      "  " + stages.map { "\($0.name) \(number($0.seconds.median))" }.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }

  var json: JSONValue {
    func milliseconds(_ seconds: [Double]) -> JSONValue {
      JSONValue(.array(seconds.map { .number(($0 * 1e5).rounded() / 100) }))
    }
    let medians = stages.map {
      JSONMember(name: $0.name, value: .number($0.seconds.median * 1000))
    }
    return [
      "flight": .string(flight.rawValue),
      "firstMilliseconds": .number(first.clock * 1000),
      "firstProcessorMilliseconds": .number(first.processor * 1000),
      "medianMilliseconds": .number(clock.median * 1000),
      "medianProcessorMilliseconds": .number(processor.median * 1000),
      "milliseconds": milliseconds(clock),
      "processorMilliseconds": milliseconds(processor),
      "stageMedianMilliseconds": JSONValue(.object(medians)),
      "trianglesMedian": .number(triangles.median),
      "allocatedBytesMedian": .number(allocated.median),
      "residentBytesEarly": .number(Double(resident.early)),
      "residentBytesLate": .number(Double(resident.late)),
    ]
  }
}
