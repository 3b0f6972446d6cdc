import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

/// How a coastline goes over into the shore of elevations that lies elsewhere.
@Suite struct ShoreSeamTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Land in the west of a box up to 8.02° E, and ground of 3″, some 93 m, up to another longitude.
  private static func scene(shore: Double, from: Double = 7) -> Scene {
    var scene = Scene()
    let box = GeographicBounds(south: 40, west: 8, north: 40.04, east: 8.04)
    scene.land = [
      GeographicPolygon(rings: [
        [place(40, 8), place(40, 8.02), place(40.04, 8.02), place(40.04, 8)]
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
          let longitude = 7.97 + Double(i % side) * step
          return longitude > from && longitude < shore ? 40 : 0
        })
    ])
    return scene
  }

  /// The easternmost land at a latitude, degrees.
  private static func coast(_ picker: GroundPicker, _ latitude: Double) -> Double {
    Array(stride(from: 8.005, to: 8.035, by: 0.00005))
      .last { picker.kind(at: place(latitude, $0)) == .terrain } ?? 8.005
  }

  @Test(
    "the coast has no step at the edge of its box", arguments: [8.0175, 8.0185, 8.0215, 8.0225])
  func noStep(_ shore: Double) {
    let picker = GroundPicker(scene: Self.scene(shore: shore))
    var before = Self.coast(picker, 40.0001)
    #expect(abs(before - 8.02) < 1e-4)
    for latitude in stride(from: 39.9999, to: 39.98, by: -0.0001) {
      let here = Self.coast(picker, latitude)
      // From one row to the next, 11 m away, no more than 77 m; a step is all of 0.0015° to 0.0025°.
      #expect(abs(here - before) < 0.0009, "\(latitude): \(before) \(here)")
      before = here
    }
    // Between its last sample on land and the first in the sea.
    #expect(abs(before - shore) < 0.0009)
  }

  @Test(
    "the coast goes on from the edge of its box however far away the other shore is",
    arguments: [8.012, 8.028])
  func farShore(_ shore: Double) {
    let picker = GroundPicker(scene: Self.scene(shore: shore))
    for latitude in stride(from: 39.9999, to: 39.9996, by: -0.0001) {
      #expect(abs(Self.coast(picker, latitude) - 8.02) < 0.0005, "\(latitude)")
    }
    #expect(abs(Self.coast(picker, 39.99) - shore) < 0.0009)
  }

  @Test("ground well inland is land, whatever the coast says at the edge of the box")
  func inland() {
    // The coast says that the sea begins at 8.02°, the ground goes on to the east.
    let picker = GroundPicker(scene: Self.scene(shore: 8.05))
    for longitude in [8.03, 8.035, 8.045] {
      #expect(picker.kind(at: Self.place(39.9975, longitude)) == .terrain, "\(longitude)")
    }
    #expect(picker.kind(at: Self.place(40.005, 8.03)) == .water)
    #expect(picker.kind(at: Self.place(40.02, 8.0435)) == .terrain)
  }

  @Test("the seam is the same on every turn of the world")
  func turns() {
    let picker = GroundPicker(scene: Self.scene(shore: 8.016))
    for longitude in stride(from: 8.012, to: 8.024, by: 0.0005) {
      let kinds = [-720.0, 0, 360].map { picker.kind(at: Self.place(39.999, longitude + $0)) }
      #expect(Set(kinds).count == 1, "\(longitude)")
    }
  }
}
