import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import Foundation
import Testing

/// Cameras of scenes of which few things lie far from all others.
@Suite("The framing of sparse content") struct StrayContentTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private static func house(_ south: Double, _ west: Double) -> Building {
    // Each on its own turn of the world.
    let west = wrappedLongitude(west)
    let ring = [(0.0, 0.0), (0, 2e-4), (2e-4, 2e-4), (2e-4, 0)].map {
      place(south + $0.0, west + $0.1)
    }
    return Building(footprint: GeographicPolygon(rings: [ring]), height: 9)
  }

  /// A village of houses, some 500 m wide.
  private static func village(_ latitude: Double, _ longitude: Double, side: Int = 4) -> Scene {
    var scene = Scene()
    for n in 0..<side * side {
      scene.buildings.append(
        house(latitude + 1e-3 * Double(n / side), longitude + 1e-3 * Double(n % side)))
    }
    return scene
  }

  private static func camera(_ scene: Scene) -> MapCamera {
    scene.framingCamera(aspectRatio: 1.5, fieldOfView: 30, pitch: 45)
  }

  @Test("waters count as far as they lie among all else or close by, rivers in pieces, too")
  func wideWaters() throws {
    let village = Self.village(46, 7)
    func lake(_ width: Double) -> Scene {
      var scene = village
      let corners = [(0.0, 0.0), (0, -width), (-width, -width), (-width, 0)]
      scene.landCover = [
        LandCover(
          kind: .water,
          polygon: GeographicPolygon(rings: [
            corners.map { Self.place(46.001 + $0.0, 7.001 + $0.1) }
          ])
        )
      ]
      return scene
    }
    let alone = Self.camera(village)
    for width in [0.002, 0.01, 1] {
      let distance = Self.camera(lake(width)).distance
      #expect(distance >= alone.distance * 0.999, "\(width): \(distance) \(alone)")
      #expect(distance < 1.2 * alone.distance, "\(width): \(distance) \(alone)")
    }
    #expect(Self.camera(lake(1)).distance > 1.03 * alone.distance)
    // Pieces that each are no wider than the village.
    var river = village
    river.landCover = (0..<40).flatMap { lake(0.002).landCover.moved(south: 0.002 * Double($0)) }
    #expect(Self.camera(river).distance < 1.2 * alone.distance)
    // Where there is nothing else, it is all there is.
    var bare = lake(1)
    bare.buildings = []
    #expect(Self.camera(bare).distance > 100 * alone.distance)
  }

  @Test(
    "one building, tree, road or pin far away is left out",
    arguments: [7.0, 179.999, -179.999], [(0.1, 0.0), (0, -0.2), (-30, 60)])
  func strays(_ longitude: Double, _ away: (Double, Double)) throws {
    let village = Self.village(46, longitude)
    let framed = Self.camera(village)
    let at = Self.place(46 + away.0, wrappedLongitude(longitude + away.1))
    var house = village
    house.buildings = ObjectList(
      [Self.house(46 + away.0, longitude + away.1)] + Array(village.buildings))
    var pin = village
    pin.annotations = [Annotation(coordinate: at, title: "A")]
    for scene in [house, pin] {
      let camera = Self.camera(scene)
      #expect(abs(camera.distance / framed.distance - 1) < 0.01, "\(camera) \(framed)")
      let way = camera.centerCoordinate.longitude - framed.centerCoordinate.longitude
      #expect(abs(wrappedLongitude(way)) < 1e-4)
      // What there is is still there.
      #expect(scene.contentBounds != village.contentBounds)
    }
    // Where there is something else, too.
    var roads = village
    roads.roads = [
      Road(kind: .street, path: [Self.place(46, longitude), Self.place(46.003, longitude + 0.003)])
    ]
    let plain = Self.camera(roads)
    roads.trees = [Tree(coordinate: at, height: 9)]
    let camera = Self.camera(roads)
    #expect(abs(camera.distance / plain.distance - 1) < 0.01, "\(camera) \(plain)")
  }

  @Test("strays in several directions go, an eighth of all at most")
  func several() {
    var scene = Self.village(46, 7)
    scene.buildings.append(contentsOf: [Self.house(46.2, 7), Self.house(46, 7.3)])
    #expect(Self.camera(scene).distance < 3000)
    scene.buildings.append(Self.house(45, 7.1))
    #expect(Self.camera(scene).distance > 10_000)
  }

  @Test("strays all around are left out, though no gap between them is wide; how many is told")
  func scattered() throws {
    let village = Self.village(46, 7, side: 8)
    let alone = Self.camera(village)
    #expect(village.contentSpread == nil)
    var scene = village
    // 7, each some 5 km farther away than the one before.
    for n in 1...7 {
      let (sine, cosine) = (sin(2.4 * Double(n)), cos(2.4 * Double(n)))
      scene.buildings.append(
        Self.house(46 + 0.045 * Double(n) * sine, 7 + 0.065 * Double(n) * cosine))
    }
    #expect(abs(Self.camera(scene).distance / alone.distance - 1) < 0.05)
    guard case .strays(let count, let distance)? = scene.contentSpread else {
      Issue.record("\(String(describing: scene.contentSpread))")
      return
    }
    #expect(count == 7 && (25_000...40_000).contains(distance), "\(count) \(distance)")
    // More than an eighth are shown, and hide the village.
    var many = scene
    many.buildings.append(contentsOf: Self.village(46.3, 7.4, side: 5).buildings)
    #expect(Self.camera(many).distance > 50_000)
    guard case .crowd(let center, let radius)? = many.contentSpread else {
      Issue.record("\(String(describing: many.contentSpread))")
      return
    }
    #expect(abs(center.latitude - 46.004) < 0.005 && abs(center.longitude - 7.004) < 0.005)
    #expect(radius < 1000)
    // A road leads to one of them.
    scene.roads = [
      Road(kind: .street, path: [Self.place(46, 7), Self.place(46.02, 6.9), Self.place(46.3, 7.1)])
    ]
    #expect(Self.camera(scene).distance > 20_000)
  }

  @Test("villages of the same size, farms around a village and few things are seen all together")
  func together() {
    var two = Self.village(46, 7)
    two.buildings.append(contentsOf: Self.village(46.2, 7.1).buildings)
    #expect(Self.camera(two).distance > 20_000)
    var farms = Self.village(46, 7)
    farms.buildings.append(contentsOf: [Self.house(46.01, 7), Self.house(46, 7.02)])
    #expect(Self.camera(farms).distance > 2000)
    var few = Scene()
    few.buildings = ObjectList([
      Self.house(46, 7), Self.house(46.001, 7), Self.house(46, 7.001), Self.house(46.5, 7),
    ])
    #expect(Self.camera(few).distance > 50_000)
    // A road leads there.
    var led = Self.village(46, 7)
    led.buildings.append(Self.house(46.1, 7))
    led.roads = [Road(kind: .street, path: [Self.place(46, 7), Self.place(46.1, 7)])]
    #expect(Self.camera(led).distance > 10_000)
  }
  @Test("ways of ships do not widen the view of a town, but are shown where there is nothing else")
  func ferries() {
    var town = Self.village(46, 7)
    town.roads = [Road(kind: .street, path: [Self.place(46, 7), Self.place(46.003, 7.003)])]
    let framed = Self.camera(town)
    let ways = [(47.0, 8.0), (46.5, 6.2)].map {
      Road(kind: .ferry, path: [Self.place(46, 7), Self.place($0.0, $0.1)])
    }
    town.roads += ways
    #expect(Self.camera(town) == framed)
    #expect((town.contentBounds?.north ?? 0) == 47)
    var sea = Scene()
    sea.roads = ways
    #expect(Self.camera(sea).distance > 100_000)
  }

  @Test(
    "the globe is framed up to its poles, the flat map up to its edge", arguments: [88.0, -89.5])
  func poles(_ latitude: Double) {
    var scene = Scene()
    scene.annotations = [0.0, 0.01].map {
      Annotation(coordinate: Self.place(latitude + $0, 11), title: "A")
    }
    func camera(_ projection: MapProjection) -> MapCamera {
      scene.framingCamera(
        aspectRatio: 1.5, fieldOfView: 30, pitch: 45, projection: projection)
    }
    #expect(abs(camera(.globe).centerCoordinate.latitude - latitude - 0.005) < 1e-9)
    #expect((1000..<10_000).contains(camera(.globe).distance))
    #expect(abs(abs(camera(.flat).centerCoordinate.latitude) - 85.05) < 0.01)
  }
}

extension [LandCover] {
  fileprivate func moved(south degrees: Double) -> [LandCover] {
    map { item in
      LandCover(
        kind: item.kind,
        polygon: GeographicPolygon(
          rings: item.polygon.rings.map { ring in
            ring.map { Coordinate(latitude: $0.latitude - degrees, longitude: $0.longitude) }
          }))
    }
  }
}
