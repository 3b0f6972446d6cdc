import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

@Suite struct GroundPickerTests {
  /// A frame around a place, and boxes in metres of it.
  private struct Place {
    let frame: LocalFrame

    init(_ latitude: Double, _ longitude: Double) {
      frame = LocalFrame(origin: Coordinate(latitude: latitude, longitude: longitude))
    }

    func at(_ x: Double, _ y: Double) -> Coordinate { frame.coordinate(at: Vector2(x, y)) }

    func box(_ west: Double, _ south: Double, _ east: Double, _ north: Double) -> [Coordinate] {
      [at(west, south), at(east, south), at(east, north), at(west, north)]
    }
  }

  @Test(
    "covers lie over each other, on the sea only piers and roads are land",
    arguments: [(37.8, -122.4), (-17, 180), (65, -180)])
  func layers(_ latitude: Double, _ longitude: Double) {
    let place = Place(latitude, longitude)
    var scene = Scene()
    scene.land = [GeographicPolygon(rings: [place.box(-1000, 0, 1000, 1000)])]
    scene.landCover = [
      // A lake with an island, a park over a part of it, a wood that ends at the shore, a pier.
      LandCover(
        kind: .water,
        polygon: GeographicPolygon(rings: [
          place.box(100, 100, 500, 500), place.box(200, 200, 300, 300),
        ])),
      LandCover(kind: .park, polygon: GeographicPolygon(rings: [place.box(400, 100, 600, 500)])),
      LandCover(
        kind: .grass, polygon: GeographicPolygon(rings: [place.box(-600, -200, -300, 200)])),
      LandCover(kind: .pier, polygon: GeographicPolygon(rings: [place.box(0, -300, 20, 50)])),
    ]
    scene.roads = [
      Road(kind: .street, width: 10, path: [place.at(-900, 300), place.at(-900, -700)])
    ]
    let picker = GroundPicker(scene: scene)
    let expected: [(Double, Double, GroundPicker.Kind)] = [
      (-100, 500, .terrain), (-100, -1, .water), (-100, 1, .terrain), (150, 150, .water),
      (250, 250, .terrain), (450, 300, .terrain), (399, 300, .water), (-450, -100, .water),
      (-450, 100, .terrain), (10, -200, .terrain), (30, -200, .water), (-900, -500, .terrain),
      (-896, -500, .terrain), (-894, -500, .water), (-900, -706, .water), (5000, 500, .water),
    ]
    for (x, y, kind) in expected {
      var c = place.at(x, y)
      #expect(picker.kind(at: c) == kind, "\(x) \(y)")
      c.longitude += c.longitude > 0 ? -360 : 360
      #expect(picker.kind(at: c) == kind, "\(x) \(y), a turn away")
    }
  }

  @Test("an area half as wide as the world lies on that side of it on which its longitudes are")
  func halfTheWorld() {
    for west in [-180.0, 0] {
      let ring = [(0.0, west), (70.0, west), (70.0, west + 180), (0.0, west + 180)]
      for first in ring.indices {
        var scene = Scene()
        let turned = ring[first...] + ring[..<first]
        scene.landCover = [
          LandCover(
            kind: .water,
            polygon: GeographicPolygon(rings: [
              turned.map { Coordinate(latitude: $0, longitude: $1) }
            ]))
        ]
        let picker = GroundPicker(scene: scene)
        for longitude in stride(from: -170.0, through: 170, by: 20) {
          let isWater = picker.kind(at: Coordinate(latitude: 40, longitude: longitude)) == .water
          #expect(isWater == ((longitude < 0) == (west < 0)), "\(west), \(first): \(longitude)")
        }
      }
    }
  }

  @Test func withoutACoastlineThereIsNoSea() {
    let place = Place(10, 20)
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HeightField(
        width: 2, height: 2, bounds: GeographicBounds(south: 9, west: 19, north: 11, east: 21),
        samples: [-5, 100, -5, 100])
    ])
    scene.landCover = [
      LandCover(kind: .water, polygon: GeographicPolygon(rings: [place.box(0, 0, 100, 100)]))
    ]
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: Coordinate(latitude: 10, longitude: 19.01)) == .terrain)
    #expect(picker.kind(at: Coordinate(latitude: 30, longitude: 20)) == .terrain)
    #expect(picker.kind(at: place.at(50, 50)) == .water)
    #expect(picker.kind(at: Coordinate(latitude: .nan, longitude: 20)) == .terrain)
  }
}
