import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import Testing

/// Countries and their borders, which the coarse map of the world has kilometres off, are for views from afar.
@Suite("Countries from near") struct CountryFadingTests {
  /// How much darker a line is than what is around it, in the middle rows of a picture of a border along a parallel.
  private func line(from distance: Double) throws -> Double {
    var scene = Scene()
    scene.showsWorld = true
    scene.light = Light(sunAzimuth: 180, sunElevation: 60)
    let image = try SceneRenderer(scene: scene).render(
      camera: MapCamera(
        lookingAtCenter: Coordinate(latitude: 49, longitude: -110), fromDistance: distance,
        pitch: 0, heading: 0), options: TestScenes.options(width: 160, height: 320)
    ).image
    let rows = (0..<image.height).map { y in
      (0..<image.width).reduce(0.0) { sum, x in
        let p = image[x, y]
        return sum + Double(Int(p.red) + Int(p.green) + Int(p.blue))
      } / Double(image.width)
    }
    return rows.indices.dropFirst(6).dropLast(6).map {
      (rows[$0 - 6] + rows[$0 + 6]) / 2 - rows[$0]
    }.max() ?? 0
  }

  @Test("a border is not drawn through a town, and fades in as one goes away")
  func border() throws {
    let distances = [6000.0, 20_000, 30_000, 45_000, 65_000, 95_000, 140_000, 400_000]
    let lines = try distances.map(line)
    #expect(lines[0] < 4, "\(lines)")
    #expect(lines[7] > 25, "\(lines)")
    for (near, far) in zip(lines, lines.dropFirst()) {
      #expect(far > near - 4 && far < near + 22, "\(lines)")
    }
  }
}
