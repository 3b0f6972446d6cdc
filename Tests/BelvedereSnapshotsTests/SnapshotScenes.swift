import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSnapshots
import BelvedereTerrain
import Synchronization

/// Small scenes of which it is known what a snapshot must show.
enum SnapshotScenes {
  static let center = Coordinate(latitude: 37.8, longitude: -122.4)
  static let mark = Coordinate(latitude: 37.8031, longitude: -122.3968)

  /// A hill, houses, and a magenta disc of 40 m that lies on the hillside.
  static func hill() -> Scene {
    let frame = LocalFrame(origin: center)
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: frame.coordinate(at: Vector2(100, 500)), height: 240, radius: 700)],
        bounds: GeographicBounds(south: 37.7, west: -122.5, north: 37.9, east: -122.3))
    ])
    for i in 0..<5 {
      scene.buildings.append(
        Building(
          footprint: GeographicPolygon(
            rectangleAround: frame.coordinate(at: Vector2(Double(i) * 70 - 200, -150)), width: 40,
            depth: 30, heading: 20), height: Double(20 + 10 * i),
          color: Color(red: 0.8, green: 0.8, blue: 0.75),
          roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office))
    }
    scene.overlays = [
      Overlay(shape: .circle(mark, 40), fillColor: Color(red: 1, green: 0, blue: 1))
    ]
    scene.namedCameras = [NamedCamera(name: "side", camera: side, fieldOfView: 40)]
    return scene
  }

  static let side = MapCamera(
    lookingAtCenter: center, fromDistance: 1800, pitch: 50, heading: 25)

  static func options(
    _ width: Int = 120, _ height: Int = 90, _ view: SnapshotOptions.View = .camera(side)
  ) -> SnapshotOptions {
    var options = SnapshotOptions(width: width, height: height, view: view)
    options.quality = .draft
    return options
  }

  /// The middle of the magenta pixels, in points.
  static func middleOfMagenta(_ image: Image, scale: Double) -> Vector2? {
    var sum = Vector2(0, 0)
    var count = 0.0
    for y in 0..<image.height {
      for x in 0..<image.width {
        let p = image[x, y]
        guard p.red >= 240 && p.green <= 20 && p.blue >= 240 else { continue }
        sum += Vector2(Double(x) + 0.5, Double(y) + 0.5)
        count += 1
      }
    }
    return count > 0 ? sum / (count * scale) : nil
  }
}

/// A server that has one tile and is silent when it is asked for others.
struct SilentServer: TileSource {
  let name = "https://silent.example/{z}/{x}/{y}.png"
  let info = TileSourceInfo(
    zooms: 9...9, bounds: GeographicBounds(south: 37, west: -123, north: 38.5, east: -121),
    encoding: .terrarium)

  func tile(_ id: TileID) throws -> [UInt8]? {
    guard id.x != 82 else {
      // Sea level.
      let pixel: [UInt16] = [128, 0, 0]
      return try PNG.encode(
        Raster(
          width: 8, height: 8, channels: 3, bits: 8,
          samples: (0..<64).flatMap { _ in pixel }))
    }
    throw TileNetworkError(
      .timeout, url: "https://silent.example/\(id).png", reason: "it is silent")
  }
}

/// A value that several tasks change.
final class Shared<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  @discardableResult
  func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
