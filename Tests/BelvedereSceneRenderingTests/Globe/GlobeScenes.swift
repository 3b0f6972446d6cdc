import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import Foundation

/// Helpers of the tests of pictures of the globe.
enum GlobeScenes {
  /// All of the globe in one colour that knows neither light nor haze. Its parts overlap by more than a
  /// pixel sees, even near the poles: two that each cover half of a pixel cover three quarters.
  static var magentaEarth: Scene {
    var scene = Scene()
    for west in stride(from: -180.0, to: 180, by: 90) {
      scene.overlays.append(
        Overlay(
          shape: .polygon(
            GeographicPolygon(rings: [
              [
                Coordinate(latitude: -90, longitude: west),
                Coordinate(latitude: -90, longitude: west + 140),
                Coordinate(latitude: 90, longitude: west + 140),
                Coordinate(latitude: 90, longitude: west),
              ]
            ])), fillColor: Color(red: 1, green: 0, blue: 1)))
    }
    return scene
  }

  static func options(
    width: Int = 160, height: Int = 120, fieldOfView: Double = 30, samples: Int = 4,
    threads: Int? = 2
  ) -> RenderOptions {
    RenderOptions(
      width: width, height: height, fieldOfView: fieldOfView, samples: samples, threads: threads,
      limits: CameraLimits(pitchLimit: .none), projection: .globe)
  }

  static func view(
    _ camera: MapCamera, _ options: RenderOptions, ground: Double = 0
  ) throws -> GlobeView {
    try GlobeView(
      camera: camera,
      viewport: Viewport(
        width: Double(options.width), height: Double(options.height),
        fieldOfView: options.fieldOfView), groundElevation: ground)
  }

  /// The camera whose eye stands so many metres over the sea and looks so far below the horizontal,
  /// at sea.
  static func camera(
    over place: Coordinate, height: Double, depression: Double, heading: Double
  ) throws -> MapCamera {
    // In the plane of the eye and the centre: the angle at the centre of a sphere, then the triangle.
    let r = 6_371_000.0
    let eye = r + height
    let down = depression * .pi / 180
    let lowest = eye * cos(down)
    let depth = eye * sin(down) - max(r * r - lowest * lowest, 0).squareRoot()
    let angle = atan2(depth * cos(down), eye - depth * sin(down))
    let center = try Geodesic.wgs84.direct(
      from: place, azimuth: heading, distance: angle * r)
    return MapCamera(
      lookingAtCenter: center.coordinate, fromDistance: depth,
      pitch: min(90 - (depression - angle * 180 / .pi), 90), heading: center.azimuth)
  }
}
