import Belvedere
import CPeerMaths

/// The camera over the ellipsoid against GeographicLib's positions in space and GLM's matrices.
struct GlobeComparisons {
  let count: Int
  private let peer = "GeographicLib and GLM"
  private let viewport = Viewport(width: 1280, height: 720)

  func all() throws -> [Comparison] {
    try [(4000.0, 55.0, "4 km"), (8e6, 0, "8000 km")].flatMap { distance, pitch, name in
      let camera = MapCamera(
        lookingAtCenter: Coordinate(latitude: 37.8, longitude: -122.4), fromDistance: distance,
        pitch: pitch, heading: 30)
      let view = try GlobeView(camera: camera, viewport: viewport)
      return [
        project("globe project, \(name)", view), unproject("globe unproject, \(name)", view),
      ]
    }
  }

  private func peerCamera(_ view: GlobeView) -> PeerCamera {
    let camera = view.camera
    return PeerCamera(
      latitude: camera.centerCoordinate.latitude, longitude: camera.centerCoordinate.longitude,
      distance: camera.distance, pitch: camera.pitch, heading: camera.heading,
      width: viewport.width, height: viewport.height, fieldOfView: viewport.fieldOfView)
  }

  /// Screen points whose rays meet the ellipsoid.
  private func points(_ view: GlobeView) -> [[Double]] {
    var random = RandomPlaces(seed: 6)
    var points: [[Double]] = []
    while points.count < count {
      let point = Vector2(random.number(0...viewport.width), random.number(0...viewport.height))
      if view.unproject(point).ground != nil { points.append([point.x, point.y]) }
    }
    return points
  }

  /// The places there; what is on the ground is seen.
  private func project(_ name: String, _ view: GlobeView) -> Comparison {
    let camera = peerCamera(view)
    let places = points(view).map { point -> [Double] in
      let place = view.unproject(Vector2(point[0], point[1])).coordinate
      return [place?.latitude ?? .nan, place?.longitude ?? .nan, 0]
    }
    return Comparison(
      name: name, peer: peer, questions: places, answerWidth: 3, tolerance: (1e-4, "points")
    ) { _, ours, theirs in
      max(abs(ours[0] - theirs[0]), abs(ours[1] - theirs[1]))
    } ours: { count, q, a in
      for i in 0..<count {
        let place = Coordinate(latitude: q[3 * i], longitude: q[3 * i + 1])
        guard let screen = view.project(place, elevation: q[3 * i + 2]).screen else { continue }
        a[3 * i] = screen.x
        a[3 * i + 1] = screen.y
        a[3 * i + 2] = screen.depth
      }
    } theirs: { count, questions, answers in
      withUnsafePointer(to: camera) { peer_globe_project($0, count, questions, answers) }
    }
  }

  private func unproject(_ name: String, _ view: GlobeView) -> Comparison {
    let camera = peerCamera(view)
    return Comparison(
      name: name, peer: peer, questions: points(view), answerWidth: 2, tolerance: (0.1, "m")
    ) { _, ours, theirs in
      gap(ours, theirs)
    } ours: { count, q, a in
      for i in 0..<count {
        let point = Vector2(q[2 * i], q[2 * i + 1])
        guard let place = view.unproject(point).coordinate else { continue }
        a[2 * i] = place.latitude
        a[2 * i + 1] = place.longitude
      }
    } theirs: { count, questions, answers in
      withUnsafePointer(to: camera) { peer_globe_unproject($0, count, questions, answers) }
    }
  }
}
