import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

/// Buildings seen by the camera that is made for them: every corner is looked for in the picture.
@Suite("The framing of buildings") struct BuildingsFramingTests {
  private func scene(_ random: inout SplitMix64) throws -> Scene {
    var scene = Scene()
    let (latitude, longitude) = (
      Double.random(in: -70...70, using: &random), Double.random(in: -180...180, using: &random)
    )
    let reach = Double.random(in: 0.0002...0.03, using: &random)
    for _ in 0..<Int.random(in: 1...60, using: &random) {
      let south = latitude + reach * Double.random(in: -1...1, using: &random)
      let west = longitude + reach * Double.random(in: -1...1, using: &random)
      let ring = [(0.0, 0.0), (0, 1), (1, 1), (1, 0)].map { y, x in
        Coordinate(latitude: south + 0.0002 * y, longitude: wrappedLongitude(west + 0.0003 * x))
      }
      scene.buildings.append(
        Building(
          footprint: GeographicPolygon(rings: [ring]),
          height: Double.random(in: 3...200, using: &random)))
    }
    return scene
  }

  @Test(
    "a pin, a dot and a short line are seen with what is around them, across the antimeridian too")
  func pins() throws {
    for longitude in [7.0, 180, -180] {
      var pin = Scene()
      pin.annotations = [
        Annotation(coordinate: Coordinate(latitude: 46, longitude: longitude), title: "A")
      ]
      var line = Scene()
      line.overlays = [
        Overlay(
          shape: .polyline([
            Coordinate(latitude: 46, longitude: longitude),
            Coordinate(latitude: 46.0001, longitude: longitude + 0.0001),
          ]), strokeColor: Color(red: 1, green: 0, blue: 0))
      ]
      for scene in [pin, line] {
        for projection in MapProjection.allCases {
          let camera = scene.framingCamera(
            aspectRatio: 1.5, fieldOfView: 30, pitch: 45, projection: projection)
          #expect(camera.distance > 250 && camera.distance < 1500, "\(camera)")
          #expect(abs(camera.centerCoordinate.latitude - 46) < 0.002)
          #expect(abs(wrappedLongitude(camera.centerCoordinate.longitude - longitude)) < 0.002)
        }
      }
    }
  }

  @Test("all of them are in view with a margin, and not too far away")
  func everyView() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<150 {
      let scene = try scene(&random)
      let aspectRatio = [0.5, 1, 1.78, 3][Int.random(in: 0...3, using: &random)]
      let projection: MapProjection = Bool.random(using: &random) ? .flat : .globe
      let camera = scene.framingCamera(
        aspectRatio: aspectRatio, fieldOfView: 30,
        pitch: Double.random(in: 0...70, using: &random),
        heading: Double.random(in: 0...360, using: &random), limit: PitchLimit.none,
        projection: projection)
      let (width, height) = (1000 * aspectRatio, 1000.0)
      let view = try projection.view(
        camera: camera, viewport: Viewport(width: width, height: height), groundElevation: 0)
      var margins = [Double](repeating: .infinity, count: 4)
      for building in scene.buildings {
        for place in building.footprint.rings[0] {
          for elevation in [0, building.height] {
            guard case .point(let point) = view.project(place, elevation: elevation) else {
              Issue.record("unseen")
              continue
            }
            let own = [point.x, width - point.x, point.y, height - point.y]
            margins = zip(margins, own).map { min($0, $1) }
          }
        }
      }
      let margin = 0.1 * min(width, height)
      let what: Comment = "\(camera), \(projection), \(aspectRatio): \(margins)"
      #expect(margins.min() ?? 0 > 0.95 * margin, what)
      // Blocks are as high as their highest building.
      let spare = min(max(margins[0], margins[1]) / width, max(margins[2], margins[3]) / height)
      #expect(spare < 0.3, what)
    }
  }
}
