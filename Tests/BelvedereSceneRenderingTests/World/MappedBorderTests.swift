import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// What is mapped near the edge of the box in which the coastline is known, and beyond it.
@Suite("Mapped borders") struct MappedBorderTests {
  private static let center = Coordinate(latitude: 39, longitude: -98)
  private static let frame = LocalFrame(origin: center)
  /// Metres from the middle to the edge.
  private static let edge = 2000.0

  private static func at(_ x: Double, _ y: Double) -> Coordinate {
    frame.coordinate(at: Vector2(x, y))
  }

  private static func box(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> GeographicPolygon {
    GeographicPolygon(rings: [
      [
        at(x.lowerBound, y.lowerBound), at(x.upperBound, y.lowerBound),
        at(x.upperBound, y.upperBound), at(x.lowerBound, y.upperBound),
      ]
    ])
  }

  /// A square of land with a road, a park, a lake and rows of houses that reach to its edge and, but for the houses, beyond.
  private static func scene(showsWorld: Bool = true) -> Scene {
    var scene = Scene()
    scene.showsWorld = showsWorld
    scene.light = Light(sunAzimuth: 180, sunElevation: 65)
    scene.land = [box(-edge...edge, -edge...edge)]
    scene.roads = [Road(kind: .primary, width: 40, path: [at(-500, 0), at(edge + 1000, 0)])]
    scene.landCover = [
      LandCover(kind: .plaza, polygon: box(-500...(edge + 1000), 300...600)),
      LandCover(kind: .water, polygon: box(-500...(edge + 1000), 700...1000)),
    ]
    let houses = (0..<110).flatMap { i in
      (0..<22).map { j in
        Building(
          footprint: GeographicPolygon(
            rectangleAround: at(edge - 14 - Double(i) * 28, -300 - Double(j) * 28), width: 14,
            depth: 14, heading: 0), height: 5)
      }
    }
    scene.buildings = ObjectList(houses)
    return scene
  }

  private typealias Mean = SIMD3<Double>

  /// The mean of a picture from straight above, some metres across.
  private static func mean(
    _ renderer: SceneRenderer, _ x: Double, _ y: Double, across: Double = 10
  ) throws -> Mean {
    let picture = try renderer.render(
      camera: MapCamera(
        lookingAtCenter: at(x, y), fromDistance: across / 2 / tan(15 * .pi / 180), pitch: 0,
        heading: 0), options: TestScenes.options(width: 24, height: 24)
    ).image
    var sum = Mean()
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let p = picture[x, y]
        sum += Mean(Double(p.red), Double(p.green), Double(p.blue))
      }
    }
    return sum / Double(picture.width * picture.height)
  }

  private static func difference(_ a: Mean, _ b: Mean) -> Double {
    let d = a - b
    return max(abs(d.x), abs(d.y), abs(d.z))
  }

  @Test("roads, areas and water are drawn to their ends, within the box and beyond it")
  func mapped() throws {
    let renderer = SceneRenderer(scene: Self.scene())
    for (name, y) in [("road", 0.0), ("plaza", 450), ("lake", 850)] {
      let inside = try Self.mean(renderer, 0, y)
      for x in [Self.edge - 150, Self.edge - 40, Self.edge - 6, Self.edge + 30, Self.edge + 900] {
        let there = try Self.mean(renderer, x, y)
        #expect(Self.difference(inside, there) < 9, "\(name) at \(x): \(inside), \(there)")
      }
      // Where it ends there is the world.
      let beyond = try Self.mean(renderer, Self.edge + 1100, y)
      let world = try Self.mean(renderer, Self.edge + 1100, 3000)
      #expect(Self.difference(beyond, world) < 14, "\(name): \(beyond), \(world)")
    }
  }

  @Test(
    "the ground among houses stays paved up to the edge, and is the country's where there are none")
  func paved() throws {
    let renderer = SceneRenderer(scene: Self.scene())
    // Between four houses.
    let inside = try Self.mean(renderer, Self.edge - 28 * 40, -594, across: 6)
    for count in [3.0, 6] {
      let there = try Self.mean(renderer, Self.edge - 28 * count, -594, across: 6)
      // Towns end softly.
      #expect(Self.difference(inside, there) < 18, "\(count): \(inside), \(there)")
    }
    let open = try Self.mean(renderer, Self.edge - 100, 1700)
    let world = try Self.mean(renderer, Self.edge + 1100, 1700)
    #expect(Self.difference(open, world) < 9, "\(open), \(world)")
    #expect(Self.difference(inside, open) > 12, "\(inside), \(open)")
  }

  @Test("from afar, too, roads and areas reach their ends")
  func fromAfar() throws {
    let renderer = SceneRenderer(scene: Self.scene())
    let inside = try Self.mean(renderer, 300, 450, across: 250)
    let there = try Self.mean(renderer, Self.edge - 130, 450, across: 250)
    #expect(Self.difference(inside, there) < 9, "\(inside), \(there)")
  }
}
