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
  }
}
