import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRelief
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import Testing

@Suite("Sections of a model that stands free") struct ReliefSectionTests {
  /// A plateau whose southern edge runs askew to the meridians, as that of a UTM grid does.
  private static let width = 240
  private static let box = GeographicBounds(south: 46, west: 8, north: 46.04, east: 8.06)

  private static func edge(_ longitude: Double) -> Double {
    46.004 + (longitude - 8) * 0.06
  }

  private func scene(sunAzimuth: Double = 315) -> Scene {
    let n = Self.width
    let box = Self.box
    let samples = (0..<(n * n)).map { k -> Float in
      let x = Double(k % n) / Double(n - 1)
      let latitude = box.north - Double(k / n) / Double(n - 1) * (box.north - box.south)
      let longitude = box.west + x * (box.east - box.west)
      return latitude < Self.edge(longitude) ? .nan : Float(900 + 60 * x * (1 - x))
    }
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HeightField(width: n, height: n, bounds: box, samples: samples)
    ])
    scene.relief = ReliefStyle(fitting: scene.ground, in: box, spacing: scene.ground.resolution)
    scene.baseElevation = 500
    scene.light = Light(sunAzimuth: sunAzimuth, sunElevation: 42)
    return scene
  }

  @Test("edges that face away are no darker than the ground that ends there")
  func rims() throws {
    var scene = scene()
    // A little lower than the edges: faces of some metres, which cast short shadows.
    scene.baseElevation = 897
    let renderer = SceneRenderer(scene: scene)
    var dark = 0
    for n in 0..<8 {
      let camera = MapCamera(
        lookingAtCenter: Coordinate(latitude: 46.025, longitude: 8.045 + Double(n) * 1e-5),
        fromDistance: 9000, pitch: n % 2 == 0 ? 0 : 30, heading: n % 2 == 0 ? 0 : 180)
      let image = try renderer.render(
        camera: camera,
        options: RenderOptions(width: 320, height: 180, limits: CameraLimits(pitchLimit: .none))
      ).image
      // The plateau and the paper around it are light; faces are not seen from here.
      for row in 10..<170 {
        for column in 0..<320 where image[column, row].green < 110 { dark += 1 }
      }
    }
    // A pixel or two in the corners of a stair.
    #expect(dark < 16, "\(dark)")
  }

  @Test("straight from above no wall is seen, however wide the cells are in which it stands")
  func fromAbove() throws {
    let box = GeographicBounds(south: 46, west: 8, north: 46.6, east: 8.6)
    let n = 600
    var scene = Scene()
    // Green land by the sea, high enough for walls, so level that the mesh is wide.
    scene.ground = ElevationMosaic([
      HeightField(
        width: n, height: n, bounds: box,
        samples: (0..<(n * n)).map { k in 150 + Float(k / n % 7) + (k % n < 20 ? 900 : 0) })
    ])
    scene.relief = ReliefStyle(fitting: scene.ground, in: box, spacing: scene.ground.resolution)
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46.3, longitude: 8.5), fromDistance: 60_000, pitch: 0,
      heading: 0)
    for path in ShadingPath.available + [.scalar] {
      var options = RenderOptions(width: 320, height: 180, limits: CameraLimits(pitchLimit: .none))
      options.shading = path
      let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
      func color(_ column: Int, _ row: Int) -> SIMD3<Float> {
        let pixel = image[column, row]
        return SIMD3(Float(pixel.red), Float(pixel.green), Float(pixel.blue))
      }
      // Land in the middle and sea at the right; what lies between them in a pixel is of both.
      let (land, sea) = (color(160, 90), color(315, 90))
      let across = sea - land
      #expect((across * across).sum() > 2000)
      let others = (0..<180 * 320).count { k in
        let off = color(k % 320, k / 320) - land
        let part = min(max((off * across).sum() / (across * across).sum(), 0), 1)
        let rest = off - across * part
        return k % 320 > 60 && (rest * rest).sum() > 20 * 20
      }
      #expect(others < 30, "\(path): \(others)")
    }
  }

  @Test("where the known ground ends at the level of what is around it there is no section")
  func sea() throws {
    let box = Self.box
    var scene = Scene()
    // Sea, and a hill in the west that gives the relief its colours.
    scene.ground = ElevationMosaic([
      HeightField(
        width: 61, height: 61, bounds: box,
        samples: (0..<(61 * 61)).map { k in Float(max(0, 20 - k % 61)) * 10 })
    ])
    scene.relief = ReliefStyle(fitting: scene.ground, in: box, spacing: scene.ground.resolution)
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46.02, longitude: box.east), fromDistance: 1500,
      pitch: 0, heading: 0)
    let image = try SceneRenderer(scene: scene).render(
      camera: camera,
      options: RenderOptions(width: 120, height: 80, limits: CameraLimits(pitchLimit: .none))
    ).image
    let greens = (0..<120).map { Int(image[$0, 40].green) }
    #expect((greens.max() ?? 0) - (greens.min() ?? 0) < 12, "\(greens)")
  }

  /// Land that falls towards a coast askew to the meridians, and sea: nothing, or level.
  private func coast(sea: Float) -> Scene {
    let n = Self.width
    let box = Self.box
    let samples = (0..<(n * n)).map { k -> Float in
      let latitude = box.north - Double(k / n) / Double(n - 1) * (box.north - box.south)
      let longitude = box.west + Double(k % n) / Double(n - 1) * (box.east - box.west)
      let inland = latitude - Self.edge(longitude)
      // A marsh in the east tells that what is unknown is the sea.
      return inland < 0 ? sea : longitude > 8.05 ? 0.2 : Float(0.2 + inland * 60_000)
    }
    var scene = Scene()
    scene.ground = ElevationMosaic([
      HeightField(width: n, height: n, bounds: box, samples: samples)
    ])
    scene.relief = ReliefStyle(fitting: scene.ground, in: box, spacing: scene.ground.resolution)
    scene.light = Light(sunAzimuth: 315, sunElevation: 42)
    return scene
  }

  @Test("where nothing is known beside low land is the sea, with a shore and no section")
  func shore() throws {
    var darkest: [Float: [Int]] = [:]
    let samples: [Float] = [.nan, 0]
    for sea in samples {
      let renderer = SceneRenderer(scene: coast(sea: sea))
      for pitch in [0.0, 55] {
        let camera = MapCamera(
          lookingAtCenter: Coordinate(latitude: Self.edge(8.03), longitude: 8.03),
          fromDistance: 3000, pitch: pitch, heading: 0)
        let image = try renderer.render(
          camera: camera,
          options: RenderOptions(width: 160, height: 90, limits: CameraLimits(pitchLimit: .none))
        ).image
        // Green is the brightest part of sea, shore and land, and that which a section lacks.
        let greens = (0..<(160 * 60)).map { Int(image[$0 % 160, 30 + $0 / 160].green) }
        darkest[sea.isNaN ? -1 : 0, default: []].append(greens.min() ?? 0)
      }
    }
    let (unknown, level) = (try #require(darkest[-1]), try #require(darkest[0]))
    for (dark, least) in zip(unknown, level) { #expect(dark >= least - 12, "\(unknown) \(level)") }
  }

  /// The colours of the section from west to east, near its foot, halfway up and near its top.
  private func colors(
    _ renderer: SceneRenderer, distance: Double, _ path: ShadingPath
  ) throws -> [SIMD3<Int>] {
    let middle = Coordinate(latitude: Self.edge(8.03), longitude: 8.03)
    let camera = MapCamera(
      lookingAtCenter: middle, fromDistance: distance, pitch: 62, heading: 0)
    var options = RenderOptions(width: 480, height: 270, limits: CameraLimits(pitchLimit: .none))
    options.shading = path
    let image = try renderer.render(camera: camera, options: options).image
    let scene = scene()
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 480, height: 270),
      groundElevation: scene.drawnElevation(at: middle))
    return (0..<183).compactMap { k in
      let (n, elevation) = (k / 3, [560.0, 700, 840][k % 3])
      let longitude = 8.004 + 0.052 * Double(n) / 60
      let place = Coordinate(latitude: Self.edge(longitude), longitude: longitude)
      guard let p = view.project(place, elevation: elevation).point, p.x > 2, p.x < 478, p.y > 2,
        p.y < 268
      else { return nil }
      let pixel = image[Int(p.x), Int(p.y)]
      return SIMD3(Int(pixel.red), Int(pixel.green), Int(pixel.blue))
    }
  }

  @Test("in the sun the stair of an edge that runs askew casts no shadows on itself")
  func sunlit() throws {
    let renderer = SceneRenderer(scene: scene(sunAzimuth: 240))
    for path in ShadingPath.available + [.scalar] {
      let greens = try colors(renderer, distance: 2000, path).map { $0.y }.sorted()
      let middle = greens.isEmpty ? 0 : greens[greens.count / 2]
      let dark = greens.count { $0 < middle - 25 }
      // But for pixels in the corners of the stair; with its shadows there are twelve.
      #expect(greens.count > 60 && dark <= 7, "\(path): \(dark) of \(greens.count)")
    }
  }

  @Test("a section has one colour, without lines and without the ground's tints")
  func plain() throws {
    let renderer = SceneRenderer(scene: scene())
    for distance in [7000.0, 16_000] {
      for path in ShadingPath.available + [.scalar] {
        let colors = try colors(renderer, distance: distance, path)
        #expect(colors.count > 60)
        let first = try #require(colors.first)
        // But for pixels in the corners of a stair, which are shaded between both of its faces.
        let others = colors.filter { color in
          let off = color &- first
          // Near the foot what stands there shades a little.
          return max(abs(off.x), abs(off.y), abs(off.z)) > 20
            // Gray, in blue light; the tints are green and yellow.
            || color.y > max(color.x, color.z) + 4
        }
        #expect(others.count <= 2, "\(path), \(distance) m: \(others)")
      }
    }
  }
}
