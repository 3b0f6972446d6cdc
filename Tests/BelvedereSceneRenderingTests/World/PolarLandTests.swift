import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import Foundation
import Testing

/// Land far in the south and north of which no elevations are known.
@Suite struct PolarLandTests {
  /// The colours of a picture's rows, from the top, of land from 50° to 86° on both sides of the equator.
  private func rows(_ latitude: Double, distance: Double) throws -> [SIMD3<Double>] {
    let sides = [(-86.0, -50.0), (50, 86)]
    var scene = Scene()
    scene.showsWorld = true
    scene.land = sides.map { south, north in
      let steps = (0...24).map { -60 + 5 * Double($0) }
      return GeographicPolygon(rings: [
        steps.map { Coordinate(latitude: south, longitude: $0) }
          + steps.reversed().map { Coordinate(latitude: north, longitude: $0) }
      ])
    }
    scene.light = Light(sunAzimuth: 180, sunElevation: 60)
    let image = try SceneRenderer(scene: scene).render(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: 10), fromDistance: distance,
        pitch: 0, heading: 0), options: TestScenes.options(width: 96, height: 120)
    ).image
    return (0..<image.height).map { y in
      (0..<image.width).reduce(SIMD3<Double>.zero) { sum, x in
        let i = 4 * (y * image.width + x)
        return sum
          + SIMD3(Double(image.bytes[i]), Double(image.bytes[i + 1]), Double(image.bytes[i + 2]))
      } / Double(image.width)
    }
  }

  /// Squares of the ground meet at ±66.51°, and nothing else does.
  @Test(arguments: [(-66.51, 3_000_000.0), (-66.51, 1_200_000), (66.51, 3_000_000)])
  func colorsDoNotEndAlongParallels(_ latitude: Double, _ distance: Double) throws {
    let rows = try rows(latitude, distance: distance)
    for (y, (a, b)) in zip(rows, rows.dropFirst()).enumerated() {
      let step = max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z))
      #expect(step < 9, "row \(y) of \(latitude)° from \(distance) m: \(a), \(b)")
    }
  }

  @Test func thePolesAreWhite() throws {
    let rows = try rows(-77, distance: 600_000)
    let mean = rows.reduce(SIMD3<Double>.zero, +) / Double(rows.count)
    #expect(mean.z > mean.x + 10, "\(mean)")
    #expect(mean.x > 190, "\(mean)")
  }
}
