import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// The ground becomes flat under overlays that are not routes, when that is asked for.
@Suite struct FlatteningTests {
  private let center = TestScenes.center
  private let options = TestScenes.options(width: 120, height: 90, samples: 1)

  private var camera: MapCamera {
    TestScenes.camera(center, distance: 3000, pitch: 70, heading: 10)
  }

  private func overlay(isRoute: Bool) -> Overlay {
    let c = center
    return Overlay(
      shape: .polyline([c, Coordinate(latitude: c.latitude + 0.01, longitude: c.longitude)]),
      strokeColor: Color(red: 1, green: 0, blue: 1), lineWidth: 4, isRoute: isRoute)
  }

  private func rendered(
    _ overlays: [Overlay], _ change: (inout RenderOptions) -> Void = { _ in }
  ) throws -> RenderedImage {
    var scene = TestScenes.village(at: center)
    scene.overlays = overlays
    var options = options
    change(&options)
    return try SceneRenderer(scene: scene).render(camera: camera, options: options)
  }

  @Test func atOnce() throws {
    let area = [overlay(isRoute: true), overlay(isRoute: false)]
    let flat = try rendered(area) { $0.elevationStyle = 0 }
    let flattened = try rendered(area) { $0.flattening = .atOnce }
    #expect(flattened.image == flat.image)
    #expect(flattened.elevationStyle == ElevationStyle(requested: 1, effective: 0))
    let draped = try rendered(area)
    #expect(draped.image != flat.image && draped.elevationStyle.effective == 1)
    // Routes never do it, and overlays that are not shown do not.
    let routes = [overlay(isRoute: true)]
    #expect(
      try rendered(routes) { $0.flattening = .atOnce }.image == rendered(routes).image)
    let hidden = try rendered(area) {
      $0.flattening = .atOnce
      $0.showsOverlays = false
    }
    #expect(hidden.elevationStyle.effective == 1)
    #expect(try hidden.image == rendered([]).image)
  }

  @Test func inAFilmItMoves() throws {
    // An overlay comes after a second and goes after two.
    var transition = ElevationTransition(duration: 0.5)
    var styles: [Double] = []
    for frame in 0..<48 {
      let time = Double(frame) / 16
      let area = time >= 1 && time < 2
      let picture = try rendered(area ? [overlay(isRoute: false)] : [overlay(isRoute: true)]) {
        $0.flattening = .gradual(transition, at: time)
      }
      transition = try #require(picture.elevationTransition)
      styles.append(picture.elevationStyle.effective)
      #expect(picture.elevationStyle.requested == 1)
    }
    #expect(styles[..<17].allSatisfy { $0 == 1 })
    #expect(styles[17] < 1 && styles[31] < 0.01 && styles[31] >= 0)
    #expect((styles.last ?? 0) > 0.99)
    // It goes down and up once, and nowhere jumps.
    for (n, (a, b)) in zip(styles, styles.dropFirst()).enumerated() {
      #expect(n < 32 ? b <= a : b >= a, "frame \(n)")
      #expect(abs(b - a) < 0.35, "frame \(n): \(a) to \(b)")
    }
    #expect(throws: DomainError.self) {
      try rendered([]) { $0.flattening = .gradual(ElevationTransition(), at: .nan) }
    }
  }

  @Test func bridgesSinkWithTheGround() throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    let c = center
    scene.beams = [
      Beam(
        path: [-0.004, 0.004].map {
          .init(
            coordinate: Coordinate(latitude: c.latitude, longitude: c.longitude + $0),
            elevation: 300)
        }, width: 60, depth: 10, color: Color(red: 1, green: 0, blue: 0))
    ]
    let renderer = SceneRenderer(scene: scene)
    func redRow(_ style: Double) throws -> Double? {
      var options = options
      options.elevationStyle = style
      let image = try renderer.render(
        camera: TestScenes.camera(center, distance: 3000, pitch: 60, heading: 0), options: options
      ).image
      let rows = (0..<90).filter { y in
        let p = image[60, y]
        return Int(p.red) > Int(p.green) + 60
      }
      return rows.isEmpty ? nil : Double(rows.reduce(0, +)) / Double(rows.count)
    }
    let (high, middle, low) = (
      try #require(try redRow(1)), try #require(try redRow(0.5)), try #require(try redRow(0))
    )
    // In the middle of the picture lies the ground at the centre.
    #expect(
      high < middle - 5 && middle < low - 5 && abs(low - 45) < 1.5, "\(high) \(middle) \(low)")
  }
}
