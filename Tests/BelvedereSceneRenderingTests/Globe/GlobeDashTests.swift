import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Dashes of large overlays on the globe, measured along the line in pictures.
@Suite struct GlobeDashTests {
  private let magenta = Color(red: 1, green: 0, blue: 1)
  private let on = 16.0
  private let off = 12.0

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// The run of a line's pixels: whether it is drawn, and how long that is on the screen, points.
  private struct Run {
    let isDrawn: Bool
    let length: Double
    /// Where it begins, from 0 to 1 of the line's places.
    let start: Double
  }

  /// The runs along a line.
  ///
  /// - line: places, so near to each other that straight lines between them are those of the picture.
  private func runs(
    of overlay: Overlay, along line: [Coordinate], _ camera: MapCamera, height: Int = 400
  ) throws -> [Run] {
    var scene = Scene()
    scene.overlays = [overlay]
    let options = GlobeScenes.options(width: height, height: height, samples: 1)
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let view = try GlobeScenes.view(camera, options)
    let points = line.map { c in view.project(c, elevation: 0).point }
    func isDrawn(_ p: Vector2) -> Bool? {
      let (x, y) = (Int(p.x.rounded(.down)), Int(p.y.rounded(.down)))  // checked: in the picture
      guard x >= 0, y >= 0, x < height, y < height else { return nil }
      let c = image[x, y]
      return Int(c.red) + Int(c.blue) - 2 * Int(c.green) > 255
    }
    var runs: [Run] = []
    var run: (isDrawn: Bool, length: Double, start: Double)?
    for n in points.indices.dropLast() {
      guard let a = points[n], let b = points[n + 1] else {
        run = nil
        continue
      }
      let steps = max(Int(((b - a).length * 10).rounded(.up)), 1)  // checked: a part of a picture
      for i in 0..<steps {
        let t = Double(i) / Double(steps)
        guard let drawn = isDrawn(a + (b - a) * t) else {
          run = nil
          continue
        }
        if let now = run, now.isDrawn != drawn {
          runs.append(Run(isDrawn: now.isDrawn, length: now.length, start: now.start))
          run = nil
        }
        let start = (Double(n) + t) / Double(points.count - 1)
        run = run ?? (drawn, 0, start)
        run?.length += (b - a).length / Double(steps)
      }
    }
    return runs
  }

  /// All dashes and gaps are as long as they should be, but for the first and the last one.
  ///
  /// - Parameter most: how many may be otherwise.
  private func check(
    _ runs: [Run], _ name: String, foreshortened: Double = 1, most: Int = 0
  ) {
    #expect(runs.count > 8, "\(name): \(runs.count) runs")
    let whole = runs.dropFirst().dropLast()
    let wrong = whole.filter { run in
      let length = run.isDrawn ? on : off
      // A pixel or so of each is not told.
      return run.length < length * 0.85 * foreshortened - 0.7 || run.length > length * 1.15 + 0.7
    }
    #expect(
      wrong.count <= most,
      "\(name): \(wrong.map { ($0.isDrawn, $0.length, $0.start) }) of \(whole.count)")
  }

  private func overlay(_ shape: Overlay.Shape) -> Overlay {
    Overlay(
      shape: shape, strokeColor: magenta, lineWidth: 5,
      lineStyle: LineStyle(cap: .butt, join: .miter, dash: [on, off]))
  }

  private func camera(_ center: Coordinate, _ distance: Double) -> MapCamera {
    MapCamera(lookingAtCenter: center, fromDistance: distance, pitch: 0, heading: 0)
  }

  /// A circle on the sphere whose latitudes are the map's, from the east on towards the north.
  private func circle(_ center: Coordinate, _ radius: Double) -> [Coordinate] {
    let (arc, φ) = (radius / 6_378_137, center.latitude * .pi / 180)
    return (0...1440).map { n in
      let a = Double(n) * .pi / 720
      let (east, north) = (sin(arc) * cos(a), sin(arc) * sin(a))
      let rise = cos(arc) * sin(φ) + north * cos(φ)
      let out = cos(arc) * cos(φ) - north * sin(φ)
      return place(
        asin(rise) * 180 / .pi, center.longitude + atan2(east, out) * 180 / .pi)
    }
  }

  @Test(arguments: [
    (40.0, 9e5), (52, 5e5), (50, 2e6), (60, 9e5), (60, 2e5), (52, 1e5), (10, 9e5), (-35, 1.5e6),
    (75, 9e5), (88, 6e5),
  ])
  func circlesHaveEvenDashes(_ latitude: Double, _ radius: Double) throws {
    let center = place(latitude, 10)
    let runs = try runs(
      of: overlay(.circle(center, radius)), along: circle(center, radius),
      camera(center, radius * 4.8))
    // The part beside the ring's beginning, in the east, may be shorter; one around a pole begins at ±180°.
    check(
      runs.filter { $0.start > 0.03 && $0.start < 0.94 }, "\(radius) m at \(latitude)°",
      most: latitude > 85 ? 1 : 0)
  }

  /// Straight on the map, from the south to the north and back: the edges lie at another slant at each
  /// latitude.
  @Test func linesHaveEvenDashes() throws {
    let corners = [place(35, 0), place(58, 3), place(55, 20), place(36, 22)]
    func y(_ latitude: Double) -> Double { asinh(tan(latitude * .pi / 180)) }
    var line: [Coordinate] = []
    for (a, b) in zip(corners, corners.dropFirst()) {
      for n in 0..<400 {
        let t = Double(n) / 400
        line.append(
          place(
            atan(sinh(y(a.latitude) + (y(b.latitude) - y(a.latitude)) * t)) * 180 / .pi,
            a.longitude + (b.longitude - a.longitude) * t))
      }
    }
    let camera = camera(place(47, 11), 5.2e6)
    // Seen from above, what lies 1,300 km away leans away from the eye.
    check(
      try runs(of: overlay(.polyline(corners)), along: line, camera), "polyline",
      foreshortened: 0.86)
    let ring = GeographicPolygon(rings: [corners])
    check(
      try runs(of: overlay(.polygon(ring)), along: line, camera), "polygon",
      foreshortened: 0.86)
  }

  /// A dash that ends close to a corner does not go on beyond it.
  @Test func nothingIsDrawnBesideTheLine() throws {
    let corners = [place(40, 0), place(42, 20), place(55, 18), place(57, 5)]
    let camera = camera(place(49, 9), 4.4e6)
    let options = GlobeScenes.options(width: 320, height: 320, samples: 1)
    let view = try GlobeScenes.view(camera, options)
    let points = try corners.map { try #require(view.project($0, elevation: 0).point) }
    let width = 8.0
    for phase in stride(from: 0.0, to: 40, by: 1) {
      var overlay = overlay(.polygon(GeographicPolygon(rings: [corners])))
      overlay.lineWidth = width
      overlay.lineStyle.dash = [20, 20]
      overlay.lineStyle.dashPhase = phase
      var scene = Scene()
      scene.overlays = [overlay]
      let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
      for y in 0..<320 {
        for x in 0..<320 {
          let c = image[x, y]
          guard Int(c.red) + Int(c.blue) - 2 * Int(c.green) > 255 else { continue }
          let p = Vector2(Double(x) + 0.5, Double(y) + 0.5)
          // The upper corner is the highest place of all.
          let isFar = p.y < (points.map(\.y).min() ?? 0) - width
          #expect(!isFar, "\(x), \(y) at phase \(phase)")
        }
      }
    }
  }

  @Test func geodesicsHaveEvenDashes() throws {
    let ends = [place(38, -9), place(59, 30)]
    let line = try Geodesic.wgs84.path(through: ends, maximumSegment: 1e4)
    check(
      try runs(of: overlay(.geodesicPolyline(ends)), along: line, camera(place(51, 8), 5.5e6)),
      "geodesic", foreshortened: 0.8)
  }

  /// In a film dashes stay where they are on the ground.
  @Test func dashesStayWhenTheCameraMoves() throws {
    let (center, radius) = (place(50, 10), 9e5)
    let starts = try [(50.0, 10.0), (50.4, 10.9), (48.5, 12)].map { look in
      try runs(
        of: overlay(.circle(center, radius)), along: circle(center, radius),
        camera(place(look.0, look.1), radius * 4.8)
      ).filter { $0.isDrawn }.dropFirst().map(\.start)
    }
    // A point of the screen is so much of the circle.
    let point = radius * 4.8 * 2 * tan(15 * .pi / 180) / 400 / (2 * .pi * radius)
    for other in starts.dropFirst() {
      #expect(other.count == starts[0].count)
      for (a, b) in zip(starts[0], other) {
        #expect(abs(a - b) < 1.2 * point, "\(a), \(b): \((a - b) / point) points")
      }
    }
  }

  /// What is asked at a place is what is drawn there.
  @Test func dashesArePickedWhereTheyAreDrawn() throws {
    let (center, radius) = (place(50, 10), 9e5)
    var scene = Scene()
    scene.overlays = [overlay(.circle(center, radius))]
    var options = RenderOptions()
    options.projection = .globe
    let renderer = SceneRenderer(scene: scene)
    let line = circle(center, radius)
    let camera = camera(center, radius * 4.8)
    let runs = try runs(of: scene.overlays[0], along: line, camera)
    for (run, next) in zip(runs, runs.dropFirst()) where run.start > 0 {
      let middle = Int((run.start + next.start) / 2 * Double(line.count - 1))  // checked: 0 to 1440
      let found = renderer.overlays(
        at: line[middle], distance: camera.distance, fieldOfView: 30, height: 400,
        options: options)
      #expect(found == (run.isDrawn ? [0] : []), "at \(run.start)")
    }
  }
}
