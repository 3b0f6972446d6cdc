import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

/// Lakes that reach far beyond the town of which a scene is.
@Suite struct WideWaterTests {
  private static let town = Coordinate(latitude: 47, longitude: 2)

  private static func box(
    south: Double, west: Double, north: Double, east: Double
  ) -> GeographicPolygon {
    GeographicPolygon(
      rings: [
        [(south, west), (south, east), (north, east), (north, west)].map {
          Coordinate(latitude: $0.0, longitude: $0.1)
        }
      ])
  }

  /// A town inland with a lake in the north that is half a degree wide, and a pond.
  private static func scene() -> Scene {
    var scene = Scene()
    scene.showsWorld = true
    scene.light = Light(sunAzimuth: 180, sunElevation: 60)
    scene.landCover = [
      LandCover(kind: .urban, polygon: box(south: 47, west: 2, north: 47.02, east: 2.03)),
      LandCover(kind: .water, polygon: box(south: 47.015, west: 1.8, north: 47.5, east: 2.3)),
    ]
    return scene
  }

  /// How much more blue than red there is at a place.
  private static func blueness(
    _ latitude: Double, _ longitude: Double, distance: Double, _ projection: MapProjection
  ) throws -> Double {
    var scene = scene()
    scene.projection = projection
    let image = try SceneRenderer(scene: scene).render(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude),
        fromDistance: distance, pitch: 0, heading: 0),
      options: TestScenes.options(width: 24, height: 24)
    ).image
    var sum = 0.0
    for i in 0..<image.width * image.height {
      sum += Double(image.bytes[4 * i + 2]) - Double(image.bytes[4 * i])
    }
    return sum / Double(image.width * image.height)
  }

  @Test(arguments: [MapProjection.flat, .globe], [800.0, 8000])
  func theyAreWaterAsFarAsTheyReach(_ projection: MapProjection, _ distance: Double) throws {
    // In the town's box, where the world takes over, and beyond.
    for latitude in [47.03, 47.08, 47.12, 47.2, 47.45] {
      let lake = try Self.blueness(latitude, 2.05, distance: distance, projection)
      #expect(lake > 15, "\(latitude) from \(distance) m: \(lake)")
    }
    for (latitude, longitude) in [(47.2, 1.7), (47.55, 2.05), (46.9, 2.05)] {
      let land = try Self.blueness(latitude, longitude, distance: distance, projection)
      #expect(land < -10, "\(latitude) from \(distance) m: \(land)")
    }
  }

  @Test func theyArePicked() {
    let picker = GroundPicker(scene: Self.scene())
    #expect(picker.kind(at: Coordinate(latitude: 47.45, longitude: 2.1)) == .water)
    #expect(picker.kind(at: Coordinate(latitude: 47.45, longitude: 2.4)) == .terrain)
  }
}
