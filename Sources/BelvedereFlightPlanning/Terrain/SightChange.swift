import BelvedereCameraModel
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A change of a path's cameras, of a size that varies with time, by which a target may come into sight.
struct SightChange {
  enum Kind {
    case lift
    /// Changes of the channels for a unit of the size.
    case detour(Channels)
  }

  let kind: Kind
  let means: SightMeans
  /// 1 upwards, to the right, or clockwise; −1 the other way.
  let side: Double
  /// Metres or degrees that are tried, increasing from 0.
  let sizes: [Double]

  /// The changes of a path by some means, to either side.
  static func changes(
    of path: CameraPath, by means: SightMeans, upTo maximumLift: Double
  ) -> [SightChange] {
    let middle = path.camera(at: path.duration / 2)
    switch means {
    case .raising:
      let distances = (0...8).map { path.camera(at: path.duration * Double($0) / 8).distance }
      let least = min(0.01 * (distances.min() ?? 1), maximumLift / 2)
      return [
        SightChange(
          kind: .lift, means: means, side: 1,
          sizes: steps(from: least, to: maximumLift, count: 40))
      ]
    case .sideStepping:
      let metres = MapPoint.metersPerMapPoint(at: middle.centerCoordinate.latitude)
      let heading = middle.heading * .pi / 180
      return [1.0, -1].map { side in
        var direction = Channels()
        direction[Channel.east] = side * cos(heading) / metres
        direction[Channel.south] = side * sin(heading) / metres
        return SightChange(
          kind: .detour(direction), means: means, side: side,
          sizes: steps(from: 0.02 * middle.distance, to: 3 * middle.distance, count: 28))
      }
    case .orbiting:
      return [1.0, -1].map { side in
        var direction = Channels()
        direction[Channel.heading] = side
        return SightChange(
          kind: .detour(direction), means: means, side: side,
          sizes: steps(from: 1, to: 120, count: 28))
      }
    }
  }

  /// 0, and steps in even ratios.
  private static func steps(from least: Double, to most: Double, count: Int) -> [Double] {
    [0] + evenRatios(to: most, from: least, count: count)
  }

  /// Steps in even ratios.
  static func evenRatios(to most: Double, from least: Double, count: Int) -> [Double] {
    (0..<count).map { least * pow(most / least, Double($0) / Double(count - 1)) }
  }

  /// The eye of a camera with the change.
  func eye(of camera: MapCamera, changedBy size: Double, over ground: any FlightGround)
    -> SightLines.Eyes
  {
    var camera = camera
    var lift = 0.0
    switch kind {
    case .lift: lift = size
    case .detour(let direction): if size != 0 { camera = camera.moved(by: direction * size) }
    }
    let eye = camera.eye(above: ground.elevation(at: MapPoint(camera.centerCoordinate)) + lift)
    return SightLines.Eyes(
      x: Interval(eye.below.x), y: Interval(eye.below.y), z: Interval(eye.elevation))
  }

  /// Adds the change and its derivatives to a state.
  func add(_ size: Lift, to state: inout PathState, at time: Double) {
    switch kind {
    case .lift: size.add(to: &state, after: time)
    case .detour(let direction):
      Detour(size: size, direction: direction).add(to: &state, after: time)
    }
  }

  /// A path with the change.
  func applied(to path: CameraPath, _ size: Lift) -> CameraPath {
    switch kind {
    case .lift: path.raised(by: size)
    case .detour(let direction): path.led(by: size, along: direction)
    }
  }
}
