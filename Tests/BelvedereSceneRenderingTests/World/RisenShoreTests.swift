import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

/// The shore of coarse elevations that rise steeply from the sea.
@Suite("The shore of coarse elevations") struct RisenShoreTests {
  /// Metres of samples of 3″ in the south: land northwest of a slanting line, 40 m high; and a coastline in a box far from there.
  private static func scene(slope: Double) -> Scene {
    var scene = Scene()
    let box = GeographicBounds(south: 40.06, west: 8, north: 40.07, east: 8.01)
    scene.land = [
      GeographicPolygon(rings: [
        [(40.06, 8.0), (40.06, 8.01), (40.07, 8.01), (40.07, 8)].map {
          Coordinate(latitude: $0.0, longitude: $0.1)
        }
      ])
    ]
    scene.landBounds = [box]
    let (side, step) = (121, 1.0 / 1200)
    scene.ground = ElevationMosaic([
      HeightField(
        width: side, height: side,
        bounds: GeographicBounds(
          south: 39.97, west: 7.97, north: 39.97 + 120 * step, east: 7.97 + 120 * step),
        samples: (0..<side * side).map { i in
          let (x, y) = (Double(i % side), Double(i / side))
          return x + slope * (y - 60) < 60 ? 40 : 0
        })
    ])
    return scene
  }

  @Test("it has no corner at each of them", arguments: [0.0, 0.37, 0.5, 0.77, 1])
  func isSmooth(_ slope: Double) {
    let picker = GroundPicker(scene: Self.scene(slope: slope))
    let step = 1.0 / 1200
    // Where the coast is, in samples beside the slanting line.
    let away = stride(from: 66.0, to: 90, by: 0.25).map { y -> Double in
      let latitude = 39.97 + (120 - y) * step
      let middle = 60 - slope * (y - 60)
      let east = Array(stride(from: -2.5, to: 2.5, by: 0.02)).last { x in
        picker.kind(
          at: Coordinate(latitude: latitude, longitude: 7.97 + (middle + x) * step)) == .terrain
      }
      return east ?? -2.5
    }
    let (low, high) = (away.min() ?? -9, away.max() ?? 9)
    #expect(high - low < 0.75, "\(low) to \(high)")
    #expect(low > -1.2 && high < 1.5, "\(low) to \(high)")
  }
}
