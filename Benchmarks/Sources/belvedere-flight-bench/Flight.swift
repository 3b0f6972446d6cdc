import Belvedere

/// Ways of a camera over a scene, the same number of frames a second whatever the machine.
enum Flight: String, CaseIterable {
  /// Around the scene's own view, half a degree a frame.
  case orbit
  /// Ahead at 8 metres a frame, turning slowly.
  case travel
  /// Nearer by 1.5 % a frame.
  case approach
  /// From straight down to 70°.
  case tilt
  /// Around a city of towers, to the horizon, half a degree a frame: the densest view of the films.
  case downtown

  /// - Parameters:
  ///   - home: the scene's own view.
  ///   - progress: the part of the flight, 0 to 1.
  func camera(home: MapCamera, frame: Int, of frames: Int) -> MapCamera {
    let n = Double(frame)
    var camera = home
    if self == .downtown {
      return MapCamera(
        lookingAtCenter: Coordinate(latitude: 37.794, longitude: -122.3995), fromDistance: 1900,
        pitch: 77, heading: 150 + 0.5 * n)
    }
    camera.pitch = min(home.pitch, 70)
    switch self {
    case .orbit: camera.heading = home.heading + 0.5 * n
    case .travel:
      camera.distance = min(home.distance, 2000)
      camera.heading = home.heading + 0.2 * n
      camera.centerCoordinate.latitude += 0.00005 * n
      camera.centerCoordinate.longitude -= 0.00006 * n
    case .approach:
      camera.pitch = min(home.pitch, 55)
      camera.distance = max(3 * home.distance, 6000)
      for _ in 0..<frame { camera.distance *= 0.985 }
    case .downtown: break
    case .tilt: camera.pitch = min(home.pitch, 70) * n / Double(max(frames - 1, 1))
    }
    return camera
  }
}
