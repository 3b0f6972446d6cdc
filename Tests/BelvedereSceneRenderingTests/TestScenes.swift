import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain

/// Small scenes of which it is known what a picture must show.
enum TestScenes {
  static let center = Coordinate(latitude: 37.8, longitude: -122.4)

  /// A rectangle of so many degrees to each side. Longitudes may pass 180.
  static func box(
    around c: Coordinate, degrees: Double
  ) -> GeographicPolygon {
    GeographicPolygon(rings: [
      [
        Coordinate(latitude: c.latitude - degrees, longitude: c.longitude - degrees),
        Coordinate(latitude: c.latitude - degrees, longitude: c.longitude + degrees),
        Coordinate(latitude: c.latitude + degrees, longitude: c.longitude + degrees),
        Coordinate(latitude: c.latitude + degrees, longitude: c.longitude - degrees),
      ]
    ])
  }

  /// Paints all ground around a place one pure colour: overlays know neither light nor haze, so
  /// that what is not ground can be told from it exactly.
  static func magentaGround(around c: Coordinate, degrees: Double = 3) -> Overlay {
    Overlay(
      shape: .polygon(box(around: c, degrees: degrees)),
      fillColor: Color(red: 1, green: 0, blue: 1))
  }

  static func isMagenta(_ p: (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)) -> Bool {
    p.red >= 253 && p.green <= 2 && p.blue >= 253
  }

  /// A block of 40 m × 30 m and 60 m height.
  static func block(at c: Coordinate, height: Double = 60) -> Building {
    Building(
      footprint: GeographicPolygon(rectangleAround: c, width: 40, depth: 30, heading: 20),
      height: height, color: Color(red: 0.8, green: 0.8, blue: 0.75),
      roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office)
  }

  /// A little of everything around a place.
  static func village(at c: Coordinate) -> Scene {
    let frame = LocalFrame(origin: c)
    func at(_ x: Double, _ y: Double) -> Coordinate { frame.coordinate(at: Vector2(x, y)) }
    var scene = Scene()
    scene.land = [
      GeographicPolygon(rings: [[at(-3000, -600), at(3000, -300), at(3000, 3000), at(-3000, 3000)]])
    ]
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: at(300, 900), height: 260, radius: 800)],
        bounds: GeographicBounds(
          south: c.latitude - 0.1, west: c.longitude - 0.1, north: c.latitude + 0.1,
          east: c.longitude + 0.1))
    ])
    scene.landCover = [
      LandCover(kind: .park, polygon: GeographicPolygon(circleAround: at(-300, 100), radius: 180))
    ]
    scene.roads = [
      Road(kind: .primary, path: [at(-2000, -100), at(100, -60), at(2000, 200)]),
      Road(kind: .street, path: [at(0, -300), at(60, 700)]),
    ]
    for i in 0..<6 {
      for j in 0..<3 {
        var building = block(
          at: at(Double(i) * 90 - 150, Double(j) * 80 - 20), height: Double(12 + 9 * i + 5 * j))
        if i == 2 {
          building.roof = .gable
          building.roofHeight = 8
        }
        if i == 4 {
          building.roof = .dome
          building.roofHeight = 12
        }
        scene.buildings.append(building)
      }
    }
    for i in 0..<30 {
      let x = -300 + Double(i % 6) * 25
      let y = 60 + Double(i / 6) * 20
      scene.trees.append(
        Tree(coordinate: at(x, y), height: 12, kind: i % 3 == 0 ? .conifer : .broadleaf))
    }
    scene.beams = [
      Beam(
        path: [
          .init(coordinate: at(-500, -500), elevation: 30),
          .init(coordinate: at(500, -520), elevation: 30),
        ], width: 14, depth: 3, color: Color(red: 0.7, green: 0.2, blue: 0.1))
    ]
    scene.overlays = [
      Overlay(
        shape: .circle(at(350, -100), 90), fillColor: Color(red: 0.1, green: 0.3, blue: 0.9),
        strokeColor: Color(red: 1, green: 1, blue: 1), lineWidth: 2, alpha: 0.5)
    ]
    return scene
  }

  static func camera(
    _ c: Coordinate, distance: Double, pitch: Double, heading: Double
  ) -> MapCamera {
    MapCamera(lookingAtCenter: c, fromDistance: distance, pitch: pitch, heading: heading)
  }

  static func options(
    width: Int = 160, height: Int = 90, samples: Int = 4, threads: Int? = 2,
    pitchLimit: PitchLimit = .none
  ) -> RenderOptions {
    RenderOptions(
      width: width, height: height, samples: samples, threads: threads,
      limits: CameraLimits(pitchLimit: pitchLimit))
  }

  /// The view that a picture of these options shows.
  static func view(
    _ camera: MapCamera, _ options: RenderOptions, ground: Double = 0
  ) throws -> CameraView {
    try CameraView(
      camera: camera,
      viewport: Viewport(
        width: Double(options.width), height: Double(options.height),
        fieldOfView: options.fieldOfView), groundElevation: ground)
  }
}
