import Belvedere
import BelvedereJSON
import BelvedereRasterization
import BenchmarkSupport

/// The pieces of work that are measured.
struct Benchmarks {
  let sceneFolder: String
  let repeats: Int
  let threads: Int?

  /// The names of what can be measured alone.
  static let groups = ["rendering", "rasterising", "encoding", "reading", "elevations"]

  /// Measures everything, or one group.
  func run(_ only: String?) throws -> [Measurement] {
    try Self.groups.filter { only == nil || $0 == only }.flatMap { group in
      switch group {
      case "rendering": try rendering()
      case "rasterising": [rasterisation()]
      case "encoding": try encoding()
      case "reading": try reading()
      default: try elevations()
      }
    }
  }

  /// The whole way from a scene in memory to a picture, and each of its stages.
  private func rendering() throws -> [Measurement] {
    let scene = try SceneLoader().load(path: sceneFolder).scene
    let camera = scene.camera ?? scene.framingCamera(aspectRatio: 16 / 9, fieldOfView: 30)
    let options = RenderOptions(
      width: 1920, height: 1080, fieldOfView: scene.fieldOfView ?? 30, samples: 4,
      threads: threads)
    var stages: [(name: String, seconds: [Double])] = []
    var isWarm = false
    // A new renderer each time: what it keeps between pictures is part of the work.
    let whole = try measure("render 1080p, 4 samples", repeats: repeats, work: (2.0736, "Mpixel")) {
      let picture = try SceneRenderer(scene: scene).render(camera: camera, options: options)
      if isWarm {
        for (i, stage) in picture.stages.enumerated() {
          if i == stages.count { stages.append((stage.name, [])) }
          stages[i].seconds.append(stage.seconds)
        }
      }
      isWarm = true
    }
    return [whole]
      + stages.map { Measurement(name: "  \($0.name)", seconds: $0.seconds, work: nil) }
  }

  /// Triangles of two to three pixels in a wavy grid, without shading.
  private func rasterisation() -> Measurement {
    let cells = 32
    let across = 60
    let batch = Self.patch(cells: cells)
    let side = Double(cells)
    let placements = (0..<(across * across)).map { i in
      let (column, row) = (i % across, i / across)
      return BatchPlacement(
        batch: i,
        origin: Vector3(
          (Double(column) - Double(across) / 2) * side, Double(row) * side - 40 * side, 0))
    }
    let batches = Array(repeating: batch, count: placements.count)
    let height = 1400.0
    let tilt = 0.35
    let view = RasterView(
      projection: .perspective, eye: Vector3(0, -700, height), right: Vector3(1, 0, 0),
      up: Vector3(0, (1 - tilt * tilt).squareRoot(), tilt),
      forward: Vector3(0, tilt, -(1 - tilt * tilt).squareRoot()), focalLength: 1900,
      center: Vector2(960, 540), width: 1920, height: 1080, near: 1)
    let rasterizer = Rasterizer(view: view, threads: threads ?? processorCount())
    let submitted = Double(placements.count * batch.triangleCount) / 1e6
    var drawn = 0
    let result = measure("rasterise a grid", repeats: repeats, work: (submitted, "Mtriangle")) {
      let target = VisibilityBuffer(width: view.width, height: view.height, samples: 4)
      drawn = rasterizer.draw(placements, batches: batches, into: target)
    }
    precondition(drawn > 0, "the grid is not in the picture")
    return result
  }

  private static func patch(cells n: Int) -> TriangleBatch {
    var positions: [SIMD3<Float>] = []
    var indices: [UInt16] = []
    for j in 0...n {
      for i in 0...n {
        // Neighbouring patches meet: the waves have the patch's period.
        let height: Float = (i % n + j % n) % 7 == 0 ? 0.4 : 0
        positions.append(SIMD3(Float(i), Float(j), height))
        guard i < n, j < n else { continue }
        let corner = j * (n + 1) + i
        for k in [
          corner, corner + 1, corner + n + 2, corner, corner + n + 2, corner + n + 1,
        ] {
          indices.append(UInt16(k))
        }
      }
    }
    return TriangleBatch(positions: positions, indices: indices, cullsBackFaces: true)
  }

  /// A picture like a rendered one: smooth, with some grain.
  private func encoding() throws -> [Measurement] {
    var image = Image(width: 1920, height: 1080)
    var state: UInt32 = 1
    for i in image.bytes.indices where i % 4 != 3 {
      state = state &* 1_664_525 &+ 1_013_904_223
      image.bytes[i] = UInt8(truncatingIfNeeded: i / 4 % 1920 / 8 + Int(state >> 30))
    }
    let picture = image
    let png = try PNG.encode(picture)
    return try [
      measure("PNG encode 1080p", repeats: repeats, work: (2.0736, "Mpixel")) {
        _ = try PNG.encode(picture)
      },
      measure("PNG decode 1080p", repeats: repeats, work: (2.0736, "Mpixel")) {
        _ = try PNG.decodeImage(png)
      },
    ] + levels()
  }

  /// A frame of the scene at zlib's levels, by one thread.
  private func levels() throws -> [Measurement] {
    let scene = try SceneLoader().load(path: sceneFolder).scene
    let camera = scene.camera ?? scene.framingCamera(aspectRatio: 16 / 9, fieldOfView: 30)
    let options = RenderOptions(
      width: 1280, height: 720, fieldOfView: scene.fieldOfView ?? 30, samples: 4, threads: threads)
    let frame = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    return try [0, 1, 2, 3, 4, 6, 9].map { level in
      func encoded() throws -> [UInt8] {
        try PNG.encode(frame, compression: level, threads: 1)
      }
      let kilobytes = try encoded().count / 1000
      return try measure(
        "PNG level \(level), \(kilobytes) kB", repeats: repeats, work: (0.9216, "Mpixel")
      ) { _ = try encoded() }
    }
  }

  /// Text to values, values to scenes.
  private func reading() throws -> [Measurement] {
    var results: [Measurement] = []
    let blocks = "\(sceneFolder)/blocks.json"
    if InputFile.kind(of: blocks) == .regular {
      let bytes = try InputFile.read(blocks, maximumBytes: 1 << 30, remedy: "")
      results.append(
        try measure(
          "JSON parse blocks.json", repeats: repeats, work: (Double(bytes.count) / 1e6, "MB")
        ) { _ = try JSONParser.parse(bytes) })
    }
    let geoJSON = Array(Self.geoJSON(buildings: 20_000).utf8)
    results.append(
      try measure(
        "JSON parse GeoJSON", repeats: repeats, work: (Double(geoJSON.count) / 1e6, "MB")
      ) { _ = try JSONParser.parse(geoJSON) })
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/buildings.geojson"
    try AtomicFile(path: path).write(geoJSON)
    results.append(
      try measure("load 20,000 buildings", repeats: repeats, work: (0.02, "Mbuilding")) {
        let loaded = try SceneLoader().load(SceneSources(buildings: [path]))
        precondition(loaded.scene.buildings.count == 20_000, "buildings are missing")
      })
    results.append(
      try measure("load the scene", repeats: repeats) {
        _ = try SceneLoader().load(path: sceneFolder)
      })
    return results
  }

  private static func geoJSON(buildings count: Int) -> String {
    let features = (0..<count).map { n in
      let west = -122.5 + Double(n % 200) * 0.0005
      let south = 37.7 + Double(n / 200) * 0.0005
      let (east, north) = (west + 0.0002, south + 0.0002)
      let ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
        .map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
      return #"{"type":"Feature","id":"way/\#(n)","properties":{"building":"yes","height":"#
        + #""\#(5 + n % 40)"},"geometry":{"type":"Polygon","coordinates":[[\#(ring)]]}}"#
    }
    return #"{"type":"FeatureCollection","features":["# + features.joined(separator: ",\n") + "]}"
  }
}
