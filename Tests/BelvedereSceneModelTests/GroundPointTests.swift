import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite("Ground under a screen point") struct GroundPointTests {
  @Test("the point found lies on the ground and projects back")
  func roundTrip() throws {
    var scene = Scene()
    let center = Coordinate(latitude: 46, longitude: 7)
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: center, height: 300, radius: 2000)],
        bounds: .init(south: 45, west: 6, north: 47, east: 8))
    ])
    let camera = MapCamera(lookingAtCenter: center, fromDistance: 4000, pitch: 60, heading: 30)
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 800, height: 600), groundElevation: 300)
    var random = SplitMix64(seed: 9)
    var hits = 0
    for _ in 0..<200 {
      let point = Vector2(
        .random(in: 0...800, using: &random), .random(in: 0...600, using: &random))
      guard let hit = scene.groundPoint(through: point, in: view) else { continue }
      hits += 1
      #expect(abs(scene.drawnElevation(at: hit.coordinate) - hit.elevation) < 0.01)
      let back = try #require(view.project(hit.coordinate, elevation: hit.elevation).screen)
      #expect((back.point - point).length < 0.01)
    }
    #expect(hits > 150)
    #expect(scene.groundPoint(through: Vector2(400, -3000), in: view) == nil, "the sky")
  }

  @Test("level ground is met where the plane is", arguments: [0.0, 30, 60, 85])
  func levelGround(_ pitch: Double) throws {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46, longitude: 7), fromDistance: 1000, pitch: pitch,
      heading: 20)
    let view = try CameraView(camera: camera, viewport: Viewport(width: 800, height: 600))
    for y in stride(from: 0.0, through: 600, by: 30) {
      let point = Vector2(2 * y - 400, y)
      let plane = view.unproject(point).coordinate
      let ground = Scene().groundPoint(through: point, in: view)
      #expect((plane == nil) == (ground == nil), "\(y)")
      guard let plane, let ground else { continue }
      #expect(abs(plane.latitude - ground.coordinate.latitude) < 1e-9)
      #expect(abs(plane.longitude - ground.coordinate.longitude) < 1e-9)
      #expect(abs(ground.elevation) < 1e-6)
    }
  }

  @Test("the ground is found from as far away as a camera may stand")
  func farAway() throws {
    let center = Coordinate(latitude: 46, longitude: 7)
    for distance in [1e7, 1e8, 1e9] {
      let view = try CameraView(
        camera: MapCamera(lookingAtCenter: center, fromDistance: distance, pitch: 0, heading: 0),
        viewport: Viewport(width: 800, height: 600))
      let hit = try #require(Scene().groundPoint(through: Vector2(400, 300), in: view))
      #expect(abs(hit.coordinate.latitude - 46) < 1e-6)
    }
  }

  @Test("points far beside the screen end the search")
  func farBeside() throws {
    var scene = Scene()
    let center = Coordinate(latitude: 0.5, longitude: 1)
    scene.ground = ElevationMosaic([
      HillField(
        hills: [.init(center: center, height: 300, radius: 20)],
        bounds: .init(south: 0, west: 0, north: 1, east: 2))
    ])
    for pitch in [0.0, 45, 90] {
      let view = try CameraView(
        camera: MapCamera(lookingAtCenter: center, fromDistance: 1, pitch: pitch, heading: 0),
        viewport: Viewport(width: 800, height: 600), groundElevation: 300)
      for far in [1e9, 1e15, 1e100, 1e155, 1e300, 1e308, .infinity] {
        for point in [Vector2(-far, 1), Vector2(400, far), Vector2(far, -far)] {
          _ = scene.groundPoint(through: point, in: view)
        }
      }
    }
  }

  @Test(
    "a ray that comes from outside below the edge of a model that stands free meets the face there",
    arguments: [true, false])
  func faces(_ isMosaic: Bool) throws {
    var scene = Scene()
    let field = HeightField(
      width: 41, height: 41, bounds: .init(south: 46, west: 7, north: 46.04, east: 7.06),
      samples: (0..<(41 * 41)).map { Float(400 + $0 % 41) })
    scene.ground =
      isMosaic
      ? ElevationMosaic([
        field,
        HeightField(
          width: 5, height: 5, bounds: .init(south: 46.01, west: 7.02, north: 46.02, east: 7.03),
          samples: [Float](repeating: 500, count: 25)),
      ]) : ElevationMosaic([field])
    scene.baseElevation = 100
    scene.verticalExaggeration = 2
    let ground = try #require(GroundSurface(scene))
    let (middle, size) = (Coordinate(latitude: 46.02, longitude: 7.03), 8000.0)
    var found = 0
    for (pitch, heading) in [(60.0, 0.0), (75, 20), (40, -30)] {
      let view = try CameraView(
        camera: MapCamera(
          lookingAtCenter: middle, fromDistance: size, pitch: pitch, heading: heading),
        viewport: Viewport(width: 800, height: 600), groundElevation: 800)
      for longitude in [7.01, 7.03, 7.05] {
        for elevation in [210.0, 400, 700] {
          let foot = Coordinate(latitude: 46, longitude: longitude)
          let point = try #require(view.project(foot, elevation: elevation).screen).point
          let met = try #require(
            ground.unproject(point, in: view).ground, "\(pitch)°, \(elevation) m")
          found += 1
          #expect(abs(met.coordinate.latitude - 46) < 1e-8)
          #expect(abs(met.coordinate.longitude - longitude) < 1e-8)
          #expect(abs(met.elevation - elevation) < 1e-3, "\(met.elevation) for \(elevation)")
          #expect(
            scene.ground.elevation(
              latitude: met.coordinate.latitude, longitude: met.coordinate.longitude) == nil)
        }
      }
      // Above the edge there is no face, below the base is the level ground.
      let above = try #require(
        view.project(Coordinate(latitude: 46, longitude: 7.03), elevation: 880).screen)
      #expect((ground.unproject(above.point, in: view).ground?.coordinate.latitude ?? 90) > 46.0001)
      let below = try #require(
        view.project(Coordinate(latitude: 46, longitude: 7.03), elevation: 100).screen)
      #expect(ground.unproject(below.point, in: view).ground?.elevation == 200)
    }
    #expect(found == 27)
  }

  @Test(
    "in a gap between two plateaus level rays and rising ones meet the faces, not the ground from below",
    arguments: [80.0, 88, 90], [true, false])
  func levelViews(_ pitch: Double, _ isGlobe: Bool) throws {
    var scene = Scene()
    func part(_ west: Double, _ east: Double) -> HeightField {
      HeightField(
        width: 31, height: 31, bounds: .init(south: 46, west: west, north: 46.04, east: east),
        samples: (0..<(31 * 31)).map { Float(700 + $0 % 31) })
    }
    scene.ground = ElevationMosaic([part(7, 7.03), part(7.05, 7.08)])
    let ground = try #require(GroundSurface(scene))
    var found = 0
    for (heading, face) in [(90.0, 7.05), (270, 7.03), (80, 7.05), (281, 7.03)] {
      let camera = MapCamera(
        lookingAtCenter: Coordinate(latitude: 46.02, longitude: 7.04), fromDistance: 50,
        pitch: pitch, heading: heading)
      let viewport = Viewport(width: 800, height: 600)
      func check(_ view: some ViewProjection) throws {
        for point in [Vector2(400, 300), Vector2(100, 290), Vector2(700, 20), Vector2(400, 560)] {
          let met = try #require(ground.unproject(point, in: view).ground, "\(heading)°, \(point)")
          let place = try #require(view.position(through: point, depth: met.depth))
          #expect(abs(place.longitude - met.coordinate.longitude) < 1e-9)
          #expect(abs(place.height - met.elevation) < 1e-6)
          let back = try #require(view.project(met.coordinate, elevation: met.elevation).screen)
          #expect((back.point - point).length < 1e-3)
          guard met.elevation > 1e-6 else { continue }
          found += 1
          #expect(abs(met.coordinate.longitude - face) < 1e-7, "\(heading)°, \(point): \(met)")
          #expect(met.elevation < 731)
        }
      }
      if isGlobe {
        try check(GlobeView(camera: camera, viewport: viewport, groundElevation: 300))
      } else {
        try check(CameraView(camera: camera, viewport: viewport, groundElevation: 300))
      }
    }
    #expect(found >= 12, "\(found)")
  }

  @Test(
    "a line through known ground between two voids is blocked where it enters its face",
    arguments: [true, false], [true, false])
  func sightThroughFaces(_ isMosaic: Bool, _ inSpace: Bool) throws {
    var scene = Scene()
    let samples = (0..<(61 * 61)).map { i -> Float in
      let column = i % 61
      return (20..<25).contains(column) || (36..<41).contains(column)
        ? .nan : (25..<36).contains(column) ? 500 : 0
    }
    let field = HeightField(
      width: 61, height: 61, bounds: .init(south: 45.94, west: 7, north: 46, east: 7.06),
      samples: samples)
    let other = HeightField(
      width: 3, height: 3, bounds: .init(south: 45.94, west: 7.1, north: 46, east: 7.2),
      samples: [Float](repeating: 0, count: 9))
    scene.ground = ElevationMosaic(isMosaic ? [field, other] : [field])
    let ground = try #require(GroundSurface(scene))
    func sight(_ height: Double, _ east: Double) throws -> LineOfSight {
      try ground.lineOfSight(
        from: ElevatedPlace(Coordinate(latitude: 45.97, longitude: 7.01), height: height),
        to: ElevatedPlace(Coordinate(latitude: 45.97, longitude: east), height: height),
        inSpace: inSpace)
    }
    for height in [10.0, 100, 499] {
      let block = try #require(try sight(height, 7.05).block, "\(height) m")
      // The plateau's first known sample; a sample beside a void is known itself.
      #expect(abs(block.coordinate.longitude - 7.025) < 1e-6, "\(block)")
      #expect(abs(block.elevation - height) < 0.5)
      let metres = 0.015 * 111_320 * 0.69504
      #expect(abs(block.distance - metres) < 5)
    }
    #expect(try sight(501, 7.05) == .visible)
    // Over the void alone, and no farther.
    #expect(try sight(10, 7.0185) == .visible)
  }
}
