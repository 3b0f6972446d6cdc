import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

/// What must hold of light under any sun: glitter, reflection, tones and hidden sky.
@Suite struct LightPropertyTests {
  /// Level ground has little of a low sun's own light, and most of the sky's.
  @Test("shadows of a low sun are lit by a bright sky", arguments: [4.0, 6])
  func lowSun(_ elevation: Double) throws {
    func level(_ elevation: Double) throws -> Double {
      var scene = Scene()
      let place = Coordinate(latitude: 46, longitude: 8)
      scene.land = [TestScenes.box(around: place, degrees: 1)]
      scene.light = Light(sunAzimuth: 180, sunElevation: elevation)
      let image = try SceneRenderer(scene: scene).render(
        camera: TestScenes.camera(place, distance: 700, pitch: 0, heading: 0),
        options: TestScenes.options(width: 16, height: 16)
      ).image
      let green = (0..<256).reduce(0.0) { $0 + Double(image.bytes[4 * $1 + 1]) / 256 }
      return pow(green / 255, 2.2)
    }
    let share = try level(elevation) / level(30)
    #expect(share > 0.33, "\(share)")
  }

  private let center = TestScenes.center

  /// The luminance of each pixel of a square picture without dithering, 0 to 1.
  private func levels(
    _ scene: Scene, side: Int, distance: Double, pitch: Double, heading: Double,
    quality: RenderQuality = .standard
  ) throws -> [Double] {
    var options = TestScenes.options(width: side, height: side)
    options.quality = quality
    options.depth = 16
    let picture = try SceneRenderer(scene: scene).render(
      camera: TestScenes.camera(center, distance: distance, pitch: pitch, heading: heading),
      options: options)
    let deep = try #require(picture.deepImage)
    return (0..<side * side).map { i in
      let color = (0..<3).map { Double(deep.samples[4 * i + $0]) / 65535 }
      return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]
    }
  }

  /// Water around the middle, for there is land elsewhere.
  private func sea(_ azimuth: Double, _ elevation: Double) -> Scene {
    var scene = Scene()
    let island = Coordinate(latitude: center.latitude + 2, longitude: center.longitude)
    scene.land = [TestScenes.box(around: island, degrees: 0.1)]
    scene.light = Light(sunAzimuth: azimuth, sunElevation: elevation)
    return scene
  }

  private func mean(_ levels: [Double]) -> Double { levels.reduce(0, +) / Double(levels.count) }

  /// The sea glitters where a mirror would show the sun: below the sun, as far below the horizon as it is
  /// above it. A camera that looks there has it in its middle, one that is turned away beside it.
  @Test func glitterLiesBelowTheSun() {
    forEachSeed(12) { random in
      let azimuth = Double.random(in: 0..<360, using: &random)
      let elevation = Double.random(in: 25...55, using: &random)
      let turn = Double.random(in: -9...9, using: &random)
      let side = 64
      func picture(sun: Double) throws -> [Double] {
        try levels(
          sea(sun, elevation), side: side, distance: 900, pitch: 90 - elevation,
          heading: azimuth + turn)
      }
      let (lit, unlit) = (try picture(sun: azimuth), try picture(sun: azimuth + 180))
      let excess = zip(lit, unlit).map { max($0 - $1, 0) }
      let column =
        excess.indices.reduce(0) { $0 + excess[$1] * (Double($1 % side) + 0.5) }
        / excess.reduce(0, +)
      try check(mean(excess) > 0.02, "no glitter: \(mean(excess))")
      // What lies in the sun's direction, on a picture whose half is the tangent of half the field of view.
      let aside = tan(-turn * .pi / 180) * cos(elevation * .pi / 180) / tan(.pi / 12)
      let expected = Double(side) / 2 * (1 + aside)
      try check(
        abs(column - expected) < 0.08 * Double(side),
        "at \(column) for \(expected): sun \(azimuth)°, \(elevation)°, turned by \(turn)°")
    }
  }

  /// Water mirrors more of the sky the flatter one looks at it, and the sky's colour with it: by Fresnel, 2 % from
  /// above and nearly all along the water.
  @Test func waterMirrorsTheSkyMoreTheFlatterItIsSeen() {
    forEachSeed(8) { random in
      let azimuth = Double.random(in: 0..<360, using: &random)
      let elevation = Double.random(in: 15...60, using: &random)
      // The sun behind: no glitter.
      let seen = try [40.0, 60, 72, 80].map {
        mean(
          try levels(
            sea(azimuth, elevation), side: 24, distance: 900, pitch: $0, heading: azimuth + 180))
      }
      for (steep, flat) in zip(seen, seen.dropFirst()) {
        try check(flat > steep, "sun \(azimuth)°, \(elevation)°: \(seen)")
      }
      try check(seen[3] > 1.3 * seen[0], "sun \(azimuth)°, \(elevation)°: \(seen)")
    }
  }

  /// Whatever the sun, brighter ground is brighter in the picture, and even the brightest keeps its tones: nothing
  /// is burnt out to white, nothing but night is black.
  @Test func tonesKeepTheirOrderAndTheirEnds() {
    forEachSeed(10) { random in
      let light = Light(
        sunAzimuth: Double.random(in: 0..<360, using: &random),
        sunElevation: Double.random(in: -18...90, using: &random))
      let isNight = light.sunElevation < -6
      let shades = try [0.02, 0.1, 0.3, 0.6, 0.9, 1].map { shade in
        var scene = Scene()
        scene.light = light
        scene.land = [TestScenes.box(around: center, degrees: 1)]
        var block = TestScenes.block(at: center, height: 10)
        block.roofColor = Color(red: shade, green: shade, blue: shade)
        scene.buildings = [block]
        return try levels(scene, side: 8, distance: 20, pitch: 0, heading: 0).max() ?? 0
      }
      for (dark, bright) in zip(shades, shades.dropFirst()) {
        try check(bright > dark, "\(light): \(shades)")
      }
      try check((shades.last ?? 1) < 0.985, "burnt out: \(shades)")
      try check(isNight || (shades.first ?? 0) > 0.001, "\(light): \(shades)")
    }
  }

  /// Walls hide a part of the sky from the ground beside them, and the nearer the more; in the open nothing is hidden.
  /// After sunset no shadow is cast that would darken the ground as well.
  @Test func wallsHideTheSkyFromTheGroundBesideThem() {
    forEachSeed(8) { random in
      let heading = Double.random(in: 0..<360, using: &random)
      let height = Double.random(in: 8...40, using: &random)
      /// The ground so many metres before a wall that one looks at, or without the wall.
      func ground(_ meters: Double?, _ quality: RenderQuality) throws -> Double {
        var scene = Scene()
        scene.light = Light(sunAzimuth: heading, sunElevation: -4)
        scene.land = [TestScenes.box(around: center, degrees: 1)]
        if let meters {
          let away = meters + 15, angle = heading * .pi / 180
          let middle = LocalFrame(origin: center)
            .coordinate(at: Vector2(away * sin(angle), away * cos(angle)))
          scene.buildings = [
            Building(
              footprint: GeographicPolygon(
                rectangleAround: middle, width: 60, depth: 30, heading: heading), height: height)
          ]
        }
        let side = 256
        let all = try levels(
          scene, side: side, distance: 250, pitch: 45, heading: heading, quality: quality)
        return mean((127..<129).flatMap { row in (120..<136).map { all[row * side + $0] } })
      }
      let open = try ground(nil, .standard)
      let shares = try [1.5, 4, 8, 25].map { try ground($0, .standard) / open }
      try check(shares[0] < 0.95, "the ground beside the wall has \(shares) of its light")
      for (near, far) in zip(shares, shares.dropFirst()) {
        try check(near < far + 0.01, "\(shares)")
      }
      try check(abs(shares[3] - 1) < 0.005, "\(shares)")
      // A draft does not look for it: nothing else makes it dark there.
      let draft = try ground(1.5, .draft) / ground(nil, .draft)
      try check(abs(draft - 1) < 0.005, "draft: \(draft)")
    }
  }
}
