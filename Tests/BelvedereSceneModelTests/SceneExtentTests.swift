import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import Testing

@Suite("A scene's extent") struct SceneExtentTests {
  private func scene(_ longitudes: [Double]) -> Scene {
    var scene = Scene()
    scene.trees = longitudes.map {
      Tree(coordinate: Coordinate(latitude: 10, longitude: $0), height: 9)
    }
    return scene
  }

  @Test("places on both sides of the antimeridian are framed together")
  func antimeridian() throws {
    for longitudes in [[179.99, -179.98], [-179.98, 179.99], [539.99, 180.02, -179.985]] {
      let bounds = try #require(scene(longitudes).extent)
      #expect(abs(bounds.east - bounds.west - 0.03) < 1e-9, "\(longitudes)")
      let camera = scene(longitudes).framingCamera(aspectRatio: 1.5, fieldOfView: 30)
      #expect(camera.distance < 20_000)
    }
    var tiles = Scene()
    tiles.ground = ElevationMosaic([
      HillField(hills: [], bounds: .init(south: 10, west: 179, north: 11, east: 180)),
      HillField(hills: [], bounds: .init(south: 10, west: -180, north: 11, east: -179)),
    ])
    #expect(tiles.extent == GeographicBounds(south: 10, west: 179, north: 11, east: 181))
  }

  @Test(
    "what is small fills the picture as what is large does, and is not cut",
    arguments: [12.0, 40, 90])
  func small(_ size: Double) throws {
    var scene = Scene()
    let half = size / 2 / 111_200
    let ring = [(-1.0, -1.0), (-1, 1), (1, 1), (1, -1)].map {
      Coordinate(latitude: $0.0 * half, longitude: 8 + $0.1 * half)
    }
    scene.roads = [Road(kind: .path, path: ring + ring.prefix(1))]
    scene.buildings = [
      Building(footprint: GeographicPolygon(rings: [ring]), height: 0.6 * size)
    ]
    for aspectRatio in [0.6, 1, 1.6] {
      let camera = scene.framingCamera(
        aspectRatio: aspectRatio, fieldOfView: 30, limit: PitchLimit.none)
      let view = try CameraView(
        camera: camera, viewport: Viewport(width: 1000 * aspectRatio, height: 1000),
        groundElevation: 0)
      let places = try ring.flatMap { place in
        try [0, 0.6 * size].map { try #require(view.project(place, elevation: $0).point) }
      }
      for p in places {
        #expect((0...1000 * aspectRatio).contains(p.x) && (0...1000).contains(p.y), "\(p)")
      }
      let (x, y) = (places.map(\.x).sorted(), places.map(\.y).sorted())
      guard let left = x.first, let right = x.last, let top = y.first, let bottom = y.last else {
        continue
      }
      let share = max((right - left) / (1000 * aspectRatio), (bottom - top) / 1000)
      #expect(share > (size < 20 ? 0.3 : 0.45), "\(size) m, \(aspectRatio): \(share)")
    }
  }

  @Test("the box is that of the places, and may be the whole world")
  func plain() {
    #expect(
      scene([6, 7, 5]).extent == GeographicBounds(south: 10, west: 5, north: 10, east: 7))
    var world = Scene()
    world.ground = ElevationMosaic([
      HillField(hills: [], bounds: .init(south: -80, west: -180, north: 80, east: 180))
    ])
    #expect(world.extent == GeographicBounds(south: -80, west: -180, north: 80, east: 180))
    #expect(Scene().extent == nil)
    var quarters = Scene()
    quarters.landCover = [-180.0, 90, -90, 0].map { west in
      let ring = [(0.0, west), (0.0, west + 90), (70, west + 90), (70, west)]
      return LandCover(
        kind: .water,
        polygon: GeographicPolygon(rings: [ring.map { Coordinate(latitude: $0, longitude: $1) }]))
    }
    #expect(quarters.extent == GeographicBounds(south: 0, west: -180, north: 70, east: 180))
  }

  @Test(
    "all of it is in view, from far away too, where pitch is limited, and whichever way one looks")
  func allInView() throws {
    for (width, height) in [(0.02, 0.02), (0.1, 0.25), (0.3, 0.17), (1, 3), (9, 2), (60, 50)] {
      var scene = Scene()
      let places = [46.0, 46 + height / 2].flatMap { latitude in
        [8, 8 + width].map { Coordinate(latitude: latitude - height / 4, longitude: $0) }
      }
      scene.trees = places.map { Tree(coordinate: $0, height: 9) }
      for heading in [0.0, 40, 90, 200] {
        let camera = scene.framingCamera(aspectRatio: 1.6, fieldOfView: 30, heading: heading)
        let view = try CameraView(
          camera: camera, viewport: Viewport(width: 1600, height: 1000), groundElevation: 0)
        for place in places {
          let point = try #require(view.project(place, elevation: 0).point)
          #expect(
            (0...1600).contains(point.x) && (0...1000).contains(point.y),
            "\(width) × \(height)°, heading \(heading): \(point)")
        }
      }
    }
  }

  @Test("overlays and annotations do not move the place over which the sun is looked up")
  func litPlace() {
    let center = Coordinate(latitude: 47, longitude: 8)
    for bare in [Scene(), scene([6, 7])] {
      var marked = bare
      marked.annotations = [Annotation(coordinate: Coordinate(latitude: 35.7, longitude: 139.7))]
      marked.overlays = [
        Overlay(shape: .circle(Coordinate(latitude: -36, longitude: 174), 5000))
      ]
      #expect(marked.extent != bare.extent)
      #expect(marked.litBounds == bare.litBounds)
      #expect(marked.lightPlace(for: center) == bare.lightPlace(for: center))
    }
  }

  @Test("a mountain at an edge inside the box is in view")
  func askew() throws {
    // Nothing is known along the borders, as of a grid that lies askew; behind them it is high.
    let n = 121
    let samples = (0..<(n * n)).map { k -> Float in
      let (x, y) = (k % n, k / n)
      if min(x, y, n - 1 - x, n - 1 - y) < 3 { return .nan }
      return y < 7 ? 2900 : 500
    }
    var scene = Scene()
    let box = GeographicBounds(south: 46, west: 8, north: 46.1, east: 8.12)
    scene.ground = ElevationMosaic([
      HeightField(width: n, height: n, bounds: box, samples: samples)
    ])
    scene.baseElevation = 400
    for pitch in [30.0, 45, 60] {
      let camera = scene.framingCamera(
        aspectRatio: 16 / 9, fieldOfView: 30, pitch: pitch, limit: PitchLimit.none)
      let view = try CameraView(
        camera: camera, viewport: Viewport(width: 1600, height: 900),
        groundElevation: scene.drawnElevation(at: camera.centerCoordinate))
      for longitude in [8.004, 8.06, 8.116] {
        let top = Coordinate(latitude: 46.1 - 0.1 / 120 * 4, longitude: longitude)
        let point = try #require(view.project(top, elevation: 2900).point)
        #expect(point.y > 0 && point.y < 450, "pitch \(pitch): \(point)")
      }
    }
  }
}
