import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Overlays beyond the map's edge, at 85.05° of latitude, where the globe goes on to the poles.
@Suite struct PolarOverlayTests {
  private static let (width, height) = (120, 90)
  private let magenta = Color(red: 1, green: 0, blue: 1)

  private func picture(
    _ overlay: Overlay, _ center: Coordinate, distance: Double, pitch: Double = 0
  ) throws -> (image: Image, view: GlobeView) {
    var scene = Scene()
    scene.overlays = [overlay]
    let options = GlobeScenes.options(width: Self.width, height: Self.height, samples: 1)
    let camera = MapCamera(
      lookingAtCenter: center, fromDistance: distance, pitch: pitch, heading: 25)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    return (image, try GlobeScenes.view(camera, options))
  }

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The angle between two places on the sphere whose latitudes are the map's, in metres of its radius.
  private func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    func direction(_ c: Coordinate) -> Vector3 {
      let (φ, λ) = (c.latitude * .pi / 180, c.longitude * .pi / 180)
      return Vector3(cos(φ) * cos(λ), cos(φ) * sin(λ), sin(φ))
    }
    let (u, v) = (direction(a), direction(b))
    return atan2(u.cross(v).length, u.dot(v)) * 6_378_137
  }

  /// Each pixel but those at the edge is inside or outside, as its distance from the centre says.
  private func check(
    _ image: Image, _ view: GlobeView, _ name: String, isInside: (Coordinate) -> Bool?
  ) {
    var counts = (inside: 0, outside: 0)
    var wrong: [String] = []
    for y in 0..<Self.height {
      for x in 0..<Self.width {
        let middle = Vector2(Double(x) + 0.5, Double(y) + 0.5)
        let isAtLimb = [-1.5, 1.5].contains { d in
          [-1.5, 1.5].contains { view.unproject(middle + Vector2(d, $0)).coordinate == nil }
        }
        guard !isAtLimb, let c = view.unproject(middle).coordinate, let expected = isInside(c)
        else { continue }
        if expected { counts.inside += 1 } else { counts.outside += 1 }
        let p = image[x, y]
        if expected != TestScenes.isMagenta(p) {
          wrong.append("(\(x), \(y)) at \(c.latitude), \(c.longitude)")
        }
      }
    }
    #expect(wrong.isEmpty, "\(name): \(wrong.count) pixels, \(wrong.prefix(3))")
    #expect(
      counts.inside > 50 && counts.outside > 50,
      "\(name): \(counts.inside) inside, \(counts.outside) outside")
  }

  /// Latitude and radius of circles that cross the map's edge, touch the pole, hold it, or lie about it.
  @Test(arguments: [
    (75.0, 1.2e6), (75, 1.6697e6), (80, 1.2e6), (80, 1.113e6), (84, 1e6), (84, 2e5), (85, 3e5),
    (88, 1e5), (88, 3e5), (89.9, 5e3), (89.9, 2e5), (90, 1e6), (90, 5e4), (90, 700), (60, 4e6),
  ])
  func circlesAreWhatIsNearerThanTheirRadius(_ latitude: Double, _ radius: Double) throws {
    for (pole, pitch) in [(1.0, 0.0), (-1, 45)] {
      let center = place(latitude * pole, 150)
      let looks = [center, place(90 * pole, 0)]
      for look in looks where distance(look, center) < 3 * radius {
        let far = min(max(6 * radius, 1000), 2e7)
        let (image, view) = try picture(
          Overlay(shape: .circle(center, radius), fillColor: magenta), look, distance: far,
          pitch: pitch)
        // Two pixels, seen aslant.
        let margin = far / Double(Self.height) * 2.5 + radius * 5e-5
        check(image, view, "\(center), \(radius) m, pitch \(pitch)") { c in
          let away = distance(c, center) - radius
          return abs(away) < margin ? nil : away < 0
        }
      }
    }
  }

  /// A line as wide as it says, all around the pole and over the map's edge.
  @Test(arguments: [(88.0, 3e5), (84, 3e5), (89.5, 2e5), (84.6, 668_000)])
  func aCircleHasALineOfOneWidth(_ latitude: Double, _ radius: Double) throws {
    let center = place(latitude, -70)
    let far = 6 * radius
    let width = 12.0
    let (image, view) = try picture(
      Overlay(shape: .circle(center, radius), strokeColor: magenta, lineWidth: width), center,
      distance: far)
    let pixel = 2 * far * tan(15 * .pi / 180) / Double(Self.height)
    check(image, view, "\(latitude), \(radius)") { c in
      let away = abs(distance(c, center) - radius) - width / 2 * pixel
      return abs(away) < 1.6 * pixel ? nil : away < 0
    }
  }

  /// A line over the pole, along two meridians.
  @Test func aLineGoesStraightOverThePole() throws {
    let line = Overlay(
      shape: .polyline([place(80, 20), place(90, 77), place(80, -160)]), strokeColor: magenta,
      lineWidth: 10)
    let far = 1e6
    let (image, view) = try picture(line, place(90, 0), distance: far)
    let pixel = 2 * far * tan(15 * .pi / 180) / Double(Self.height)
    check(image, view, "over the pole") { c in
      let away =
        abs(distance(c, place(90, 0)) * sin((c.longitude - 20) * .pi / 180)) - 5 * pixel
      return abs(away) < 1.5 * pixel ? nil : away < 0
    }
  }

  /// What lies along the map's edge goes on to the pole; holes and parallels beyond it stay.
  @Test func areasEndWhereTheySay() throws {
    func check(
      _ name: String, _ rings: [[Coordinate]], isInside: (Coordinate) -> Double
    ) throws {
      let (image, view) = try picture(
        Overlay(
          shape: .polygon(GeographicPolygon(rings: rings)), fillColor: magenta), place(90, 0),
        distance: 5e6)
      self.check(image, view, name) { c in
        let away = isInside(c)
        return abs(away) < 0.6 ? nil : away > 0
      }
    }
    // Degrees from a meridian's plane, and from a parallel.
    func beside(_ c: Coordinate, _ longitude: Double) -> Double {
      asin(cos(c.latitude * .pi / 180) * sin((c.longitude - longitude) * .pi / 180)) * 180 / .pi
    }
    let wedge = [place(75, 10), place(75, 80), place(85.0511, 80), place(85.0511, 10)]
    try check("wedge", [wedge]) { c in
      c.longitude > -80 && c.longitude < 170
        ? min(beside(c, 10), -beside(c, 80), c.latitude - 75) : -9
    }
    let parallel = { (latitude: Double) in
      (0..<6).map { self.place(latitude, Double($0) * 60 - 180) }
    }
    try check("ring", [parallel(78), parallel(87)]) { min($0.latitude - 78, 87 - $0.latitude) }
    try check("to the edge", [parallel(85.0511)]) { $0.latitude - 85.0511 }
  }

  /// What is asked at a place is what is drawn there.
  @Test func placesBeyondTheEdgeArePicked() throws {
    var scene = Scene()
    scene.overlays = [
      Overlay(shape: .circle(place(88, 30), 5e5), fillColor: magenta),
      Overlay(shape: .circle(place(-88, 30), 1e5), fillColor: magenta),
    ]
    let renderer = SceneRenderer(scene: scene)
    func at(_ latitude: Double, _ longitude: Double) -> [Int] {
      renderer.overlays(
        at: place(latitude, longitude), distance: 1e5, fieldOfView: 30, height: 500)
    }
    #expect(at(90, 0) == [0])
    #expect(at(88, -150) == [0])
    #expect(at(86, -150) == [])
    #expect(at(84, 30) == [0])
    #expect(at(-88, 30) == [1])
    #expect(at(-90, 0) == [])
  }
}
