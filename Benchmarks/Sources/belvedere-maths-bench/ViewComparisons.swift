import Belvedere
import CPeerMaths

/// The flat map's camera against GLM.
///
/// Both sides make their view once for a series; a question is a point in it.
struct ViewComparisons {
  let count: Int
  private let peer = "GLM"
  private let viewport = Viewport(width: 1280, height: 720)
  private let camera = MapCamera(
    lookingAtCenter: Coordinate(latitude: 37.8, longitude: -122.4), fromDistance: 4000, pitch: 55,
    heading: 30)

  func all() throws -> [Comparison] {
    let view = try CameraView(camera: camera, viewport: viewport)
    return [
      project("project", one(view)), project("project, batch", batch(view)),
      unproject("unproject", oneBack(view)), unproject("unproject, batch", batchBack(view)),
    ]
  }

  private var peerCamera: PeerCamera {
    PeerCamera(
      latitude: camera.centerCoordinate.latitude, longitude: camera.centerCoordinate.longitude,
      distance: camera.distance, pitch: camera.pitch, heading: camera.heading,
      width: viewport.width, height: viewport.height, fieldOfView: viewport.fieldOfView)
  }

  /// Places before the camera and up to 300 m above the ground.
  private var places: [[Double]] {
    var random = RandomPlaces(seed: 3)
    return (0..<count).map { _ in
      let place = random.place(near: camera.centerCoordinate, within: 2000)
      return [place.latitude, place.longitude, random.number(0...300)]
    }
  }

  /// Screen points whose rays meet the ground.
  private var points: [[Double]] {
    var random = RandomPlaces(seed: 4)
    return (0..<count).map { _ in
      [random.number(0...viewport.width), random.number(0...viewport.height), 0]
    }
  }

  private func project(_ name: String, _ ours: @escaping Series) -> Comparison {
    let peerCamera = peerCamera
    return Comparison(
      name: name, peer: peer, questions: places, answerWidth: 3, tolerance: (1e-6, "points")
    ) { _, ours, theirs in
      max(abs(ours[0] - theirs[0]), abs(ours[1] - theirs[1]), abs(ours[2] - theirs[2]))
    } ours: {
      try ours($0, $1, $2)
    } theirs: { count, questions, answers in
      withUnsafePointer(to: peerCamera) { peer_project($0, count, questions, answers) }
    }
  }

  private func unproject(_ name: String, _ ours: @escaping Series) -> Comparison {
    let peerCamera = peerCamera
    return Comparison(
      name: name, peer: peer, questions: points, answerWidth: 2, tolerance: (1000, "nm")
    ) { _, ours, theirs in
      gap(ours, theirs) * 1e9
    } ours: {
      try ours($0, $1, $2)
    } theirs: { count, questions, answers in
      withUnsafePointer(to: peerCamera) { peer_unproject($0, count, questions, answers) }
    }
  }

  private func one(_ view: CameraView) -> Series {
    { count, q, a in
      for i in 0..<count {
        let place = Coordinate(latitude: q[3 * i], longitude: q[3 * i + 1])
        Self.write(view.project(place, elevation: q[3 * i + 2]), a + 3 * i)
      }
    }
  }

  private func batch(_ view: CameraView) -> Series {
    var results = [ProjectionResult](repeating: .outsideWorld, count: count)
    return { count, q, a in
      q.withMemoryRebound(to: GeodeticPosition.self, capacity: count) { places in
        results.withUnsafeMutableBufferPointer {
          view.project(UnsafeBufferPointer(start: places, count: count), into: $0)
        }
      }
      for i in 0..<count { Self.write(results[i], a + 3 * i) }
    }
  }

  private func oneBack(_ view: CameraView) -> Series {
    { count, q, a in
      for i in 0..<count {
        let point = Vector2(q[3 * i], q[3 * i + 1])
        Self.write(view.unproject(point, elevation: q[3 * i + 2]), a + 2 * i)
      }
    }
  }

  /// A batch has one elevation for all its points.
  private func batchBack(_ view: CameraView) -> Series {
    let points = points.map { Vector2($0[0], $0[1]) }
    var results = [UnprojectionResult](repeating: .sky, count: count)
    return { count, _, a in
      points.withUnsafeBufferPointer { points in
        results.withUnsafeMutableBufferPointer { view.unproject(points, into: $0) }
      }
      for i in 0..<count { Self.write(results[i], a + 2 * i) }
    }
  }

  private static func write(_ result: ProjectionResult, _ answer: UnsafeMutablePointer<Double>) {
    guard case .point(let screen) = result else { return }
    answer[0] = screen.x
    answer[1] = screen.y
    answer[2] = screen.depth
  }

  private static func write(_ result: UnprojectionResult, _ answer: UnsafeMutablePointer<Double>) {
    guard case .ground(let ground) = result else { return }
    answer[0] = ground.coordinate.latitude
    answer[1] = ground.coordinate.longitude
  }
}
