import BelvedereCameraModel
import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Foundation
import Testing

/// How the coast of the coarse world goes on from that of a scene.
@Suite struct FittedShoreTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Some kilometres of coast with land in the north-west and sea in the south-east, in the middle of Kansas.
  private static func coast(at c: Coordinate, showsWorld: Bool = true) -> Scene {
    var scene = Scene()
    scene.showsWorld = showsWorld
    scene.light = Light(sunAzimuth: 180, sunElevation: 60)
    let (south, north) = (c.latitude - 0.05, c.latitude + 0.05)
    let (west, east) = (c.longitude - 0.06, c.longitude + 0.06)
    scene.land = [
      GeographicPolygon(rings: [[place(south, west), place(north, east), place(north, west)]])
    ]
    return scene
  }

  /// At the edge of a scene the world is what the scene says, and far away what the world's map says.
  @Test func theWorldGoesOnFromTheScene() {
    let c = Self.place(39, -98)
    let picker = GroundPicker(scene: Self.coast(at: c))
    for outside in [0.002, 0.01, 0.03] {
      #expect(picker.kind(at: Self.place(38.95 - outside, -97.97)) == .water, "\(outside)")
      #expect(picker.kind(at: Self.place(38.97, -97.94 + outside)) == .water, "\(outside)")
      #expect(picker.kind(at: Self.place(39.05 + outside, -98.03)) == .terrain)
      #expect(picker.kind(at: Self.place(39.03, -98.06 - outside)) == .terrain)
    }
    #expect(picker.kind(at: Self.place(38.5, -97.4)) == .terrain)
    #expect(picker.kind(at: Self.place(38.96, -98.12)) == .terrain)
  }

  /// Land that the coarse map lacks goes on, too: the same coast in the middle of the ocean.
  @Test func landGoesOnIntoTheOcean() {
    let picker = GroundPicker(scene: Self.coast(at: Self.place(30, -45)))
    #expect(picker.kind(at: Self.place(30.06, -45.03)) == .terrain)
    #expect(picker.kind(at: Self.place(29.94, -44.97)) == .water)
    #expect(picker.kind(at: Self.place(30.6, -45.6)) == .water)
  }

  private static func bounds(around c: Coordinate, _ reach: Double) -> GeographicBounds {
    GeographicBounds(
      south: c.latitude - reach, west: c.longitude - reach, north: c.latitude + reach,
      east: c.longitude + reach)
  }

  /// A round island, whose blunt capes touch the box around it.
  private static func island(at c: Coordinate, _ reach: Double) -> GeographicPolygon {
    let corners = (0..<24).map { i in
      let angle = Double(i) * .pi / 12
      return place(c.latitude + reach * sin(angle), c.longitude + reach * cos(angle))
    }
    return GeographicPolygon(rings: [corners])
  }

  /// There is sea beyond the capes of an island, whether the scene says where its coast is known or not.
  @Test(arguments: [true, false], [0.005, 0.03, 0.2])
  func islandsEndAtTheirCapes(_ hasBounds: Bool, _ reach: Double) {
    let c = Self.place(-20, -105)
    var scene = Scene()
    scene.showsWorld = true
    scene.land = [Self.island(at: c, reach)]
    if hasBounds { scene.landBounds = [Self.bounds(around: c, 1.5 * reach)] }
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: c) == .terrain)
    for beyond in [1.02, 1.05, 1.1, 1.2, 1.4, 1.6, 2, 3, 5] {
      for (y, x) in [(0.0, 1.0), (0, -1), (1, 0), (-1, 0)] {
        let at = Self.place(
          c.latitude + y * beyond * reach, c.longitude + x * beyond * reach)
        #expect(picker.kind(at: at) == .water, "\(beyond) \(y) \(x)")
      }
    }
  }

  /// Where a coast leaves the box it goes on from there, and not from the next cell of a coarse grid.
  @Test func coastsLeaveTheBoxWithoutAStep() {
    let c = Self.place(39, -98)
    for part in [-0.031, -0.0123, 0.0071, 0.0237] {
      var scene = Scene()
      scene.showsWorld = true
      let (south, north) = (c.latitude - 0.05, c.latitude + 0.05)
      let (west, east) = (c.longitude - 0.06, c.longitude + 0.06)
      let cut = c.latitude + part
      scene.land = [
        GeographicPolygon(rings: [
          [
            Self.place(south, west), Self.place(cut, east), Self.place(north, east),
            Self.place(north, west),
          ]
        ])
      ]
      scene.landBounds = [
        GeographicBounds(south: south, west: west, north: north, east: east)
      ]
      let picker = GroundPicker(scene: scene)
      for beyond in [0.0002, 0.0005] {
        #expect(picker.kind(at: Self.place(cut + 0.0007, east + beyond)) == .terrain, "\(part)")
        #expect(picker.kind(at: Self.place(cut - 0.0005, east + beyond)) == .water, "\(part)")
      }
    }
  }

  /// Coasts far from each other go on each from its own box, and what lies between is the world's.
  @Test func farCoastsAreTheirOwn() {
    let (a, b) = (Self.place(39, -98), Self.place(39, -101))
    var scene = Self.coast(at: a)
    scene.land? += Self.coast(at: b).land ?? []
    scene.landBounds = [a, b].map { c in
      GeographicBounds(
        south: c.latitude - 0.05, west: c.longitude - 0.06, north: c.latitude + 0.05,
        east: c.longitude + 0.06)
    }
    let picker = GroundPicker(scene: scene)
    for c in [a, b] {
      #expect(picker.kind(at: Self.place(c.latitude + 0.02, c.longitude - 0.03)) == .terrain)
      #expect(picker.kind(at: Self.place(c.latitude - 0.02, c.longitude + 0.03)) == .water)
      #expect(picker.kind(at: Self.place(c.latitude - 0.06, c.longitude + 0.03)) == .water)
      #expect(picker.kind(at: Self.place(c.latitude + 0.06, c.longitude - 0.03)) == .terrain)
    }
    // Kansas.
    #expect(picker.kind(at: Self.place(39, -99.5)) == .terrain)
    #expect(picker.kind(at: Self.place(38.2, -99.5)) == .terrain)
  }

  /// Pictures show the same, without an edge of land in the sea.
  @Test func picturesShowNoEdge() throws {
    let c = Self.place(39, -98)
    func warmth(_ showsWorld: Bool, _ at: Coordinate) throws -> Int {
      let picture = try SceneRenderer(scene: Self.coast(at: c, showsWorld: showsWorld)).render(
        camera: MapCamera(lookingAtCenter: at, fromDistance: 3000, pitch: 0, heading: 0),
        options: TestScenes.options(width: 64, height: 48))
      let p = picture.image[32, 24]
      return Int(p.red) - Int(p.blue)
    }
    let beside = Self.place(38.94, -97.96)
    let sea = try warmth(false, beside)
    #expect(try abs(warmth(true, beside) - sea) < 12)
    #expect(try warmth(true, Self.place(38.5, -97.4)) > sea + 25)
  }

  /// Beyond the box of a coastline elevations say what is land.
  @Test(arguments: [true, false]) func elevationsTellLandFromSea(_ showsWorld: Bool) throws {
    let c = Self.place(39, -98)
    var scene = Self.coast(at: c, showsWorld: showsWorld)
    // Half a degree: 100 m in the west, sea in the east.
    let samples = (0..<41 * 41).map { Float($0 % 41 < 20 ? 100 : 0) }
    scene.ground = ElevationMosaic([
      HeightField(
        width: 41, height: 41,
        bounds: GeographicBounds(south: 38.75, west: -98.25, north: 39.25, east: -97.75),
        samples: samples)
    ])
    let (hill, sea) = (Self.place(38.88, -98.12), Self.place(38.88, -97.88))
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: hill) == .terrain)
    #expect(picker.kind(at: sea) == .water)
    let renderer = try SceneRenderer(scene: scene)
    func warmth(_ at: Coordinate) throws -> Int {
      let p = try renderer.render(
        camera: MapCamera(lookingAtCenter: at, fromDistance: 3000, pitch: 0, heading: 0),
        options: TestScenes.options(width: 64, height: 48)
      ).image[32, 24]
      return Int(p.red) - Int(p.blue)
    }
    #expect(try warmth(hill) > warmth(sea) + 25)
  }
}
