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
    return [project(view), unproject(view)]
  }

  private var peerCamera: PeerCamera {
    PeerCamera(
      latitude: camera.centerCoordinate.latitude, longitude: camera.centerCoordinate.longitude,
      distance: camera.distance, pitch: camera.pitch, heading: camera.heading,
      width: viewport.width, height: viewport.height, fieldOfView: viewport.fieldOfView)
  }

  /// Places before the camera and up to 300 m above the ground.
  private func project(_ view: CameraView) -> Comparison {
    var random = RandomPlaces(seed: 3)
    let questions = (0..<count).map { _ in
      let place = random.place(near: camera.centerCoordinate, within: 2000)
      return [place.latitude, place.longitude, random.number(0...300)]
    }
    let peerCamera = peerCamera
    return Comparison(
      name: "project", peer: peer, questions: questions, answerWidth: 3,
      tolerance: (1e-6, "points")
    ) { _, ours, theirs in
      max(abs(ours[0] - theirs[0]), abs(ours[1] - theirs[1]), abs(ours[2] - theirs[2]))
    } ours: { count, q, a in
      for i in 0..<count {
        let place = Coordinate(latitude: q[3 * i], longitude: q[3 * i + 1])
        guard let answer = view.project(place, elevation: q[3 * i + 2]) else { continue }
        a[3 * i] = answer.point.x
        a[3 * i + 1] = answer.point.y
        a[3 * i + 2] = answer.depth
      }
    } theirs: { count, questions, answers in
      withUnsafePointer(to: peerCamera) { peer_project($0, count, questions, answers) }
    }
  }

  /// Screen points whose rays meet the ground.
  private func unproject(_ view: CameraView) -> Comparison {
    var random = RandomPlaces(seed: 4)
    let questions = (0..<count).map { _ in
      [random.number(0...viewport.width), random.number(0...viewport.height), 0]
    }
    let peerCamera = peerCamera
    return Comparison(
      name: "unproject", peer: peer, questions: questions, answerWidth: 2, tolerance: (1000, "nm")
    ) { _, ours, theirs in
      gap(ours, theirs) * 1e9
    } ours: { count, q, a in
      for i in 0..<count {
        let point = Vector2(q[3 * i], q[3 * i + 1])
        guard let place = view.unproject(point, elevation: q[3 * i + 2]) else { continue }
        a[2 * i] = place.latitude
        a[2 * i + 1] = place.longitude
      }
    } theirs: { count, questions, answers in
      withUnsafePointer(to: peerCamera) { peer_unproject($0, count, questions, answers) }
    }
  }
}
