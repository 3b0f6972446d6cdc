// Times the rasteriser over triangles and cameras from files; see Benchmarks/README.md.
import BelvedereImaging
import BelvedereJSON
import BelvedereRasterization
import BenchmarkSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let start = ContinuousClock.now

let usage = """
  usage: belvedere-raster-bench SCENE.bin CAMERAS.txt WIDTH HEIGHT SAMPLES OUTDIR FRAMES
           [--threads N] [--no-png]                   SAMPLES: 1, 4 or 8; N: 1 to 1024
         belvedere-raster-bench --curve [--frames N] [--threads N]

  """

func stop(_ message: String, _ status: Int32) -> Never {
  let text = Array((message + "\n").utf8)
  _ = text.withUnsafeBytes { complain($0) }
  exit(status)
}

/// Milliseconds of the processors' time that this process has had.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// What nobody reads is lost.
func complain(_ bytes: UnsafeRawBufferPointer) -> Int {
  let file = fdopen(STDERR_FILENO, "w")
  let count = fwrite(bytes.baseAddress, 1, bytes.count, file)
  fflush(file)
  return count
}

func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "wb") else { throw Failure("\(path): cannot be written") }
  let count = fwrite(bytes, 1, bytes.count, file)
  guard fclose(file) == 0, count == bytes.count else { throw Failure("\(path): cannot be written") }
}

func milliseconds(_ since: ContinuousClock.Instant) -> Double {
  (ContinuousClock.now - since).inSeconds * 1e3
}

/// To a hundredth.
func member(_ name: String, _ value: Double) -> JSONMember {
  JSONMember(name: name, value: JSONValue(.number((value * 100).rounded() / 100)))
}

func member(_ name: String, _ value: String) -> JSONMember {
  JSONMember(name: name, value: JSONValue(.string(value)))
}

var words = Array(CommandLine.arguments.dropFirst())
var threads = processorCount()
var writesPNG = true
var drawsCurve = false
var curveFrames = 24
while let i = words.firstIndex(where: { $0.hasPrefix("--") }) {
  switch words[i] {
  case "--threads" where i + 1 < words.count && (1...1024).contains(Int(words[i + 1]) ?? 0):
    threads = Int(words[i + 1]) ?? 1
    words.remove(at: i + 1)
  case "--frames" where i + 1 < words.count && (Int(words[i + 1]) ?? 0) > 0:
    curveFrames = Int(words[i + 1]) ?? 1
    words.remove(at: i + 1)
  case "--no-png": writesPNG = false
  case "--curve": drawsCurve = true
  default: stop(usage, words[i] == "--help" ? 0 : 2)
  }
  words.remove(at: i)
}
if drawsCurve {
  ScalingCurve(frames: curveFrames, threads: threads).run()
  exit(0)
}
guard words.count == 7, let width = Int(words[2]), let height = Int(words[3]),
  let samples = Int(words[4]), let frames = Int(words[6]), [1, 4, 8].contains(samples),
  (1...16384).contains(width), (1...16384).contains(height), frames > 0
else { stop(usage, 2) }

do {
  let name = words[0].split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
  let folder = words[5]
  let scene = try TriangleScene(path: words[0], threads: threads)
  let readTime = milliseconds(start)
  let cameras = try CameraList(path: words[1])
  let scratch = RasterizerScratch()
  var image = Image(width: width, height: height)
  var drawn: [Double] = []

  /// Draws a picture and returns milliseconds on the clock and of the processors.
  @discardableResult func draw(_ camera: CameraList.Camera) -> (wall: Double, cpu: Double) {
    let began = ContinuousClock.now
    let cpu = processorTime()
    let count = Rasterizer(
      view: cameras.view(camera, width: width, height: height), threads: threads, scratch: scratch
    ).drawColors(
      scene.placements, batches: scene.batches, samples: samples, background: 0xFFE6_C8A8,
      into: &image)
    drawn.append(Double(count))
    return (milliseconds(began), processorTime() - cpu)
  }

  var firstFrame = 0.0
  let stills = cameras.cameras.prefix(CameraList.stillCount)
  for camera in stills {
    draw(camera)
    if firstFrame == 0 { firstFrame = milliseconds(start) }
    try write(
      try PNG.encode(image),
      to: "\(folder)/belvedere_\(name)_\(height)_s\(samples)_\(camera.name).png")
  }
  var still: [JSONMember] = []
  var stillTriangles: [JSONValue] = []
  for camera in stills {
    still.append(member(camera.name, draw(camera).wall))
    stillTriangles.append(JSONValue(.number(drawn.last ?? 0)))
  }

  drawn = []
  var (wall, cpu, png, bytes): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
  for camera in cameras.flight(frames: frames) {
    let time = draw(camera)
    wall.append(time.wall)
    cpu.append(time.cpu)
    guard writesPNG else { continue }
    let began = ContinuousClock.now
    let encoded = try PNG.encode(image)
    try write(encoded, to: "\(folder)/belvedere_frame.png")
    png.append(milliseconds(began))
    bytes.append(Double(encoded.count))
  }
  var usage = rusage()
  getrusage(__rusage_who_t(0), &usage)
  var load = [0.0, 0, 0]
  getloadavg(&load, 3)
  let sorted = wall.sorted()
  var fields = [
    member("peer", "belvedere"), member("renderer", "\(VectorPath.best)"), member("scene", name),
    member("w", Double(width)), member("h", Double(height)), member("samples", Double(samples)),
    member("threads", Double(threads)), member("tris_total", Double(scene.triangleCount)),
    member("tris_drawn_avg", drawn.reduce(0, +) / Double(drawn.count)),
    member("read_scene_ms", readTime), member("first_frame_ms", firstFrame),
    JSONMember(name: "still_ms", value: JSONValue(.object(still))),
    JSONMember(name: "still_tris", value: JSONValue(.array(stillTriangles))),
    member("frames", Double(wall.count)), member("frame_ms", wall.median),
    member("p95_ms", sorted[sorted.count * 95 / 100]), member("min_ms", sorted[0]),
    member("render_ms", wall.median), member("readback_ms", 0),
  ]
  if writesPNG {
    fields += [
      member("png6_ms", png.median), member("png_bytes", bytes.median),
      member("fps_png6", 1000 / (wall.median + png.median)),
    ]
  }
  fields += [
    member("peak_rss_mb", Double(usage.ru_maxrss) / 1024), member("frame_cpu_ms", cpu.median),
    member("load1", load[0]),
  ]
  print(JSONWriter.line(JSONValue(.object(fields))))
} catch {
  stop("error: \(error)", 1)
}
