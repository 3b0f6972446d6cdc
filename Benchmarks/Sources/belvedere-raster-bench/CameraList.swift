import BelvedereGeoMath
import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Cameras from a file: the target's x, y and z, the vertical field of view in degrees and the near and
/// far distance; then a line each: a name, metres above the target, pitch and bearing in degrees. The
/// first three stand still, the others are a flight.
struct CameraList {
  struct Camera {
    var name: String
    var altitude, pitch, bearing: Double
  }

  static let stillCount = 3
  private let target: Vector3
  private let fieldOfView, near: Double
  let cameras: [Camera]

  init(path: String) throws {
    guard let file = fopen(path, "r") else { throw Failure("\(path): cannot be opened") }
    defer { fclose(file) }
    var text = ""
    var line = [CChar](repeating: 0, count: 1024)
    while fgets(&line, Int32(line.count), file) != nil {
      text += String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
    let lines = text.split(whereSeparator: \.isNewline)
    let head = lines.first.map { Self.numbers($0.split(whereSeparator: \.isWhitespace)) } ?? []
    guard head.count == 6 else { throw Failure("\(path): line 1: six finite numbers are wanted") }
    guard head[3] > 0, head[3] < 180, head[4] > 0 else {
      throw Failure(
        "\(path): line 1: a field of view within 0 and 180 degrees and a near distance above 0 are wanted"
      )
    }
    target = Vector3(head[0], head[1], head[2])
    fieldOfView = head[3]
    near = head[4]
    cameras = try lines.dropFirst().enumerated().map { n, line in
      let words = line.split(whereSeparator: \.isWhitespace)
      let numbers = Self.numbers(words.dropFirst())
      guard words.count == 4, numbers.count == 3 else {
        throw Failure("\(path): line \(n + 2): a name and three finite numbers are wanted")
      }
      return Camera(
        name: String(words[0]), altitude: numbers[0], pitch: numbers[1], bearing: numbers[2])
    }
    guard cameras.count > Self.stillCount else { throw Failure("\(path): too few cameras") }
  }

  private static func numbers(_ words: some Sequence<Substring>) -> [Double] {
    words.compactMap { Double($0) }.filter(\.isFinite)
  }

  /// The cameras of a flight of at most so many frames, spread over all of it.
  func flight(frames: Int) -> [Camera] {
    let all = cameras.dropFirst(Self.stillCount)
    let count = min(frames, all.count)
    return (0..<count).map { all[Self.stillCount + $0 * all.count / count] }
  }

  func view(_ camera: Camera, width: Int, height: Int) -> RasterView {
    Self.view(
      camera, target: target, fieldOfView: fieldOfView, near: near, width: width, height: height)
  }

  /// A camera that looks at a target, with a vertical field of view in degrees.
  static func view(
    _ camera: Camera, target: Vector3, fieldOfView: Double, near: Double, width: Int, height: Int
  ) -> RasterView {
    let (pitch, bearing) = (camera.pitch * .pi / 180, camera.bearing * .pi / 180)
    let (east, north) = (sin(bearing), cos(bearing))
    let back = camera.altitude * tan(pitch)
    return RasterView(
      projection: .perspective,
      eye: target + Vector3(-back * east, -back * north, camera.altitude),
      right: Vector3(north, -east, 0),
      up: Vector3(cos(pitch) * east, cos(pitch) * north, sin(pitch)),
      forward: Vector3(sin(pitch) * east, sin(pitch) * north, -cos(pitch)),
      focalLength: Double(height) / 2 / tan(fieldOfView * .pi / 360),
      center: Vector2(Double(width) / 2, Double(height) / 2), width: width, height: height,
      near: near)
  }
}
