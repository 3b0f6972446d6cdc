import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Buildings whose form is given.
@Suite("Buildings of surfaces") struct SurfaceBuildingTests {
  private func picture(_ building: Building) throws -> [SIMD3<Double>] {
    var scene = Scene()
    scene.land = [TestScenes.box(around: TestScenes.center, degrees: 1)]
    scene.buildings = [building]
    let image = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(TestScenes.center, distance: 130, pitch: 55, heading: 30),
      options: TestScenes.options(width: 200, height: 150, samples: 4)
    ).image
    return (0..<(200 * 150)).map {
      let p = image[$0 % 200, $0 / 200]
      return SIMD3(Double(p.red), Double(p.green), Double(p.blue))
    }
  }

  @Test("one of walls and a roof is drawn as the same one raised over its footprint")
  func prism() throws {
    let frame = LocalFrame(origin: TestScenes.center)
    let ring = [
      Vector2(-15, -10), Vector2(15, -10), Vector2(15, 10), Vector2(2, 10), Vector2(2, 2),
      Vector2(-15, 2),
    ].map { frame.coordinate(at: $0) }
    var plain = Building(
      footprint: GeographicPolygon(rings: [ring]), height: 20, use: .office, id: "same")
    let expected = try picture(plain)
    func corner(_ n: Int, _ height: Double) -> Building.Surface.Corner {
      .init(ring[n % ring.count], height: height)
    }
    plain.surfaces =
      ring.indices.map {
        .init(
          .wall,
          rings: [[corner($0, 0), corner($0 + 1, 0), corner($0 + 1, 20), corner($0, 20)]])
      } + [.init(.roof, rings: [ring.indices.map { corner($0, 20) }])]
    let found = try picture(plain)
    let different = zip(found, expected).filter { ($0 - $1).max() > 3 || ($1 - $0).max() > 3 }
    #expect(different.count <= 60, "\(different.count) pixels differ")
    // And without them there is something else.
    plain.surfaces.removeLast()
    let open = try picture(plain)
    #expect(zip(open, expected).filter { ($0 - $1).max() > 3 || ($1 - $0).max() > 3 }.count > 500)
  }
}
