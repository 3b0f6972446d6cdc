import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// Overlays of every shape and size, some of which make no sense.
@Suite struct OverlayShapeTests {
  private let magenta = Color(red: 1, green: 0, blue: 1)

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private func ring(_ points: [(Double, Double)]) -> [Coordinate] { points.map { place($0, $1) } }

  private func picture(
    _ overlays: [Overlay], at center: Coordinate, distance: Double, pitch: Double = 0,
    projection: MapProjection = .flat, threads: Int = 2, path: ShadingPath = .best
  ) throws -> Image {
    var scene = Scene()
    scene.overlays = overlays
    var options = TestScenes.options(width: 96, height: 64, threads: threads)
    options.projection = projection
    options.shading = path
    return try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: distance, pitch: pitch, heading: 0),
      options: options
    ).image
  }

  /// Whether an overlay shows at a place in a small picture around it.
  private func shows(
    _ overlay: Overlay, at center: Coordinate, projection: MapProjection = .flat
  ) throws -> Bool {
    let image = try picture([overlay], at: center, distance: 100, projection: projection)
    return TestScenes.isMagenta(image[48, 32])
  }

  @Test(arguments: [MapProjection.flat, .globe])
  func linesAndOutlinesTakeTheShortWay(_ projection: MapProjection) throws {
    let line = Overlay(
      shape: .polyline([place(34, -118), place(35.7, 139.7)]), strokeColor: magenta, lineWidth: 40)
    #expect(try shows(line, at: place(34.855, 180), projection: projection) == false)
    // Over the Pacific it lies between 34° and 35.7°, straight on the map.
    func visible(_ longitude: Double) throws -> Bool {
      var found = false
      for step in 0...40 {
        let latitude = 33.5 + Double(step) * 0.06
        let image = try picture(
          [line], at: place(latitude, longitude), distance: 60_000, projection: projection)
        found = found || TestScenes.isMagenta(image[48, 32])
      }
      return found
    }
    #expect(try visible(180))
    #expect(try visible(-150))
    #expect(try !visible(0))
    let area = Overlay(
      shape: .polygon(
        GeographicPolygon(rings: [
          ring([(10, 170), (10, -170), (-10, -170), (-10, 170)]),
          // The hole is told in the other world.
          ring([(2, 538), (2, 542), (-2, 542), (-2, 538)]),
        ])), fillColor: magenta)
    for longitude in [175.0, -175, 185] {
      #expect(try shows(area, at: place(5, longitude), projection: projection))
    }
    #expect(try !shows(area, at: place(0, 180), projection: projection))
    #expect(try shows(area, at: place(0, -177), projection: projection))
    #expect(try !shows(area, at: place(0, 0), projection: projection))
  }

  @Test func anOutlineAroundAPoleHoldsThePole() throws {
    let around = (0..<72).map { (i: Int) -> Coordinate in
      place(60 + 5 * cos(Double(i)), Double(i) * 5 - 180)
    }
    let cap = Overlay(
      shape: .polygon(GeographicPolygon(rings: [around])), fillColor: magenta)
    for longitude in [-179.0, -90, 0, 45, 178] {
      #expect(try shows(cap, at: place(80, longitude)))
      #expect(try shows(cap, at: place(70, longitude), projection: .globe))
      #expect(try !shows(cap, at: place(40, longitude)))
      #expect(try !shows(cap, at: place(-70, longitude)))
    }
  }

  /// Only what an outline goes through has a line: not the edge of the map, nor the way to it along ±180°.
  @Test(arguments: [MapProjection.flat, .globe])
  func whatClosesAnAreaAroundAPoleHasNoLine(_ projection: MapProjection) throws {
    let own = (0..<72).map { (i: Int) in place(-60 - 5 * cos(Double(i)), Double(i) * 5 - 33) }
    // As in files: down along ±180° and through the pole.
    let cut = ring([(-62, -180), (-62, -60), (-62, 60), (-62, 180), (-90, 180), (-90, -180)])
    for (around, at) in [(own, own[20]), (cut, place(-62, 0))] {
      let line = Overlay(
        shape: .polygon(GeographicPolygon(rings: [around])), strokeColor: magenta, lineWidth: 12)
      #expect(try shows(line, at: at, projection: projection))
      for longitude in [-180.0, -33, 0, 90, 179.99999] {
        for latitude in [-85.05, -80, -70] {
          #expect(
            try !shows(line, at: place(latitude, longitude), projection: projection),
            "\(latitude), \(longitude)")
        }
      }
      let area = Overlay(
        shape: .polygon(GeographicPolygon(rings: [around])), fillColor: magenta)
      for longitude in [-180.0, -33, 0, 90] {
        #expect(try shows(area, at: place(-80, longitude), projection: projection))
        #expect(try !shows(area, at: place(-50, longitude), projection: projection))
      }
    }
  }

  @Test func geodesicsAreTheShortestLines() throws {
    let (from, to) = (place(50, -100), place(50, 0))
    let middle = try Geodesic.wgs84.path(from: from, to: to, maximumSegment: 10_000)
    let at = middle[middle.count / 2]
    let curved = Overlay(
      shape: .geodesicPolyline([from, to]), strokeColor: magenta, lineWidth: 9)
    let straight = Overlay(shape: .polyline([from, to]), strokeColor: magenta, lineWidth: 9)
    #expect(at.latitude > 60)
    #expect(try picture([curved], at: at, distance: 50_000)[48, 32].red > 250)
    #expect(try picture([straight], at: at, distance: 50_000)[48, 32].red < 250)
  }

  @Test func severalPolygonsAndLinesAreOneOverlay() throws {
    func box(_ a: Double, _ b: Double) -> GeographicPolygon {
      GeographicPolygon(rings: [ring([(0, a), (0, b), (1, b), (1, a)])])
    }
    let both = Overlay(shape: .multiPolygon([box(0, 2), box(1, 3)]), fillColor: magenta)
    #expect(try shows(both, at: place(0.5, 0.5)))
    #expect(try !shows(both, at: place(0.5, 1.5)))
    #expect(try shows(both, at: place(0.5, 2.5)))
    let lines = Overlay(
      shape: .multiPolyline([
        [place(0, 0), place(0, 1)], [place(0.5, 0), place(0.5, 1)],
      ]), strokeColor: magenta, lineWidth: 30)
    #expect(try shows(lines, at: place(0, 0.5)))
    #expect(try shows(lines, at: place(0.5, 0.5)))
    #expect(try !shows(lines, at: place(0.25, 0.5)))
  }

  /// Outlines that make no sense, and overlays whose numbers are none.
  private var senseless: [Overlay] {
    let c = TestScenes.center
    func at(_ x: Double, _ y: Double) -> Coordinate {
      place(c.latitude + y * 1e-5, c.longitude + x * 1e-5)
    }
    let spike = [at(0, 0), at(800, 0.001), at(0, 0.002)]
    let many = (0..<100_000).map { i -> Coordinate in
      let t = Double(i) * 2.399963
      return at(600 * cos(t), 600 * sin(t))
    }
    let coast = (0..<100_000).map { i -> Coordinate in
      let t: Double = Double(i) / 100_000 * 2 * .pi
      let r: Double = 400 + 60 * sin(40 * t) + 3 * sin(9000 * t)
      return at(r * cos(t), r * sin(t))
    }
    let dot = Array(repeating: at(3, 3), count: 50)
    let bow = [at(-200, -150), at(200, 150), at(200, -150), at(-200, 150)]
    // There and back again, and every point three times.
    let twice = (bow + bow.reversed()).flatMap { [$0, $0, $0] }
    var overlays = [
      [spike], [many], [coast], [dot], [dot, spike], [[at(0, 0), at(5, 5)]], [], [bow], [twice],
      [bow, bow.map { place($0.latitude, $0.longitude + 1e-5) }],
    ].map {
      Overlay(
        shape: .polygon(GeographicPolygon(rings: $0)), fillColor: magenta, strokeColor: magenta,
        lineWidth: 2, alpha: 0.5)
    }
    var odd = overlays[2]
    odd.fillColor = Color(red: .nan, green: .infinity, blue: -3, alpha: .nan)
    odd.strokeColor = Color(red: .nan, green: 2, blue: -1)
    overlays.append(odd)
    for width in [0, 1e6, .nan, .infinity, -3] {
      overlays.append(
        Overlay(
          shape: .polyline([at(-300, 0), at(0, 200), at(10, -200)]), strokeColor: magenta,
          lineWidth: width,
          lineStyle: LineStyle(
            cap: .square, join: .miter, miterLimit: width, dash: [width, .nan], dashPhase: width,
            strokeStart: width, strokeEnd: -width,
            gradient: [.init(location: width, color: magenta)])))
    }
    return overlays
  }

  /// What repeated points, spikes and a ring told twice leave of an area.
  @Test func repeatedPointsChangeNothingAndARingTwiceIsNone() throws {
    let c = TestScenes.center
    func at(_ x: Double, _ y: Double) -> Coordinate {
      place(c.latitude + y * 1e-5, c.longitude + x * 1e-5)
    }
    let bow = [at(-40, -30), at(40, 30), at(40, -30), at(-40, 30)]
    func area(_ rings: [[Coordinate]]) throws -> Image {
      try picture(
        [Overlay(shape: .polygon(GeographicPolygon(rings: rings)), fillColor: magenta)], at: c,
        distance: 200, pitch: 30)
    }
    let plain = try area([bow])
    let filled = (0..<(96 * 64)).filter { TestScenes.isMagenta(plain[$0 % 96, $0 / 96]) }.count
    #expect(filled > 300, "\(filled)")
    #expect(TestScenes.isMagenta(plain[48, 32]) == false)
    let repeated = try area([bow.flatMap { [$0, $0, $0] } + [bow[0]]])
    #expect(repeated == plain)
    // A spike without any width.
    let spiked = try area([[bow[0], at(-300, 200), bow[0]] + bow.dropFirst()])
    let difference = try #require(ImageDifference(plain, spiked, tolerance: 2))
    #expect(difference.count == 0, "\(difference.count) pixels, \(difference.worst)")
    let nothing = try area([])
    let none = try #require(ImageDifference(try area([bow, bow]), nothing, tolerance: 1))
    #expect(none.count == 0, "\(none.count) pixels, \(none.worst)")
  }

  @Test func whatMakesNoSenseIsDrawnTheSameEveryTime() throws {
    for (n, overlay) in senseless.enumerated() {
      for (distance, pitch) in [(300.0, 60.0), (2000, 80), (1e6, 20)] {
        let images = try (ShadingPath.available.map { (1, $0) } + [(2, .best)]).map {
          try picture(
            [overlay], at: TestScenes.center, distance: distance, pitch: pitch, threads: $0,
            path: $1)
        }
        for image in images.dropFirst() {
          #expect(image.bytes == images[0].bytes, "\(n) from \(distance) m")
        }
      }
      _ = try picture(
        [overlay], at: TestScenes.center, distance: 2000, pitch: 60, projection: .globe)
    }
  }

  @Test func aThousandOverlaysAreDrawn() throws {
    let c = TestScenes.center
    let overlays = (0..<1000).map { i -> Overlay in
      let (north, east) = (Double(i / 32 - 16) / 1000, Double(i % 32 - 16) / 1000)
      return Overlay(
        shape: .circle(place(c.latitude + north, c.longitude + east), 60), fillColor: magenta,
        strokeColor: Color(red: 0, green: 0, blue: 0), lineWidth: 1)
    }
    let image = try picture(overlays, at: c, distance: 3000, pitch: 50)
    #expect((0..<(96 * 64)).filter { TestScenes.isMagenta(image[$0 % 96, $0 / 96]) }.count > 500)
  }
}
