import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import BelvedereWorld
import Testing

/// What pictures show beyond a scene.
@Suite struct WorldPictureTests {
  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Nothing but the world under a high sun.
  private static var world: Scene {
    var scene = Scene()
    scene.showsWorld = true
    scene.light = Light(sunAzimuth: 180, sunElevation: 60)
    return scene
  }

  /// A square degree of level land in the middle of Kansas, or wherever else.
  private static func plain(at c: Coordinate, showsWorld: Bool = true) -> Scene {
    var scene = world
    scene.showsWorld = showsWorld
    scene.land = [TestScenes.box(around: c, degrees: 0.5)]
    return scene
  }

  private static func picture(
    _ scene: Scene, over c: Coordinate, distance: Double, projection: MapProjection = .flat,
    width: Int = 160, height: Int = 120, threads: Int? = 2
  ) throws -> RenderedImage {
    var options = TestScenes.options(width: width, height: height, threads: threads)
    options.projection = projection
    return try SceneRenderer(scene: scene).render(
      camera: MapCamera(lookingAtCenter: c, fromDistance: distance, pitch: 0, heading: 0),
      options: options)
  }

  private static let projections: [MapProjection] = [.flat, .globe]

  /// Land is warmer than the sea: how much more red than blue a place in a picture is.
  private static func warmth(_ picture: RenderedImage, _ c: Coordinate) throws -> Int {
    let spot = try #require(picture.view.project(c, elevation: 0).point)
    let x = Int(spot.x.rounded(.down))
    let y = Int(spot.y.rounded(.down))
    try #require((0..<picture.image.width).contains(x) && (0..<picture.image.height).contains(y))
    let p = picture.image[x, y]
    return Int(p.red) - Int(p.blue)
  }

  /// Places on land and at sea show as what they are, from 12,000 km to 200 km.
  @Test(arguments: projections) func landAndSeaAreWhereTheyAre(_ projection: MapProjection) throws {
    let views: [(Coordinate, Double, land: [Coordinate], sea: [Coordinate])] = [
      (
        Self.place(30, 10), 14_000_000,
        [Self.place(23, 5), Self.place(14, 20), Self.place(23, 32), Self.place(46, 25)],
        [Self.place(42, -18), Self.place(20, -24), Self.place(34.5, 18.5)]
      ),
      (
        Self.place(-25, 134), 10_000_000, [Self.place(-25, 125), Self.place(-24, 140)],
        [Self.place(-38, 115), Self.place(-38, 158), Self.place(-14, 158)]
      ),
      (
        Self.place(36, 138), 2_500_000, [Self.place(36.5, 139), Self.place(38.5, 140.5)],
        [Self.place(38.5, 135), Self.place(33, 141)]
      ),
      (Self.place(41, -74), 600_000, [Self.place(41.3, -75)], [Self.place(40, -72.5)]),
      (Self.place(37, -122), 200_000, [Self.place(37, -121.6)], [Self.place(37, -122.6)]),
    ]
    for (center, distance, land, sea) in views {
      let picture = try Self.picture(
        Self.world, over: center, distance: distance, projection: projection)
      let bluest = try land.map { try Self.warmth(picture, $0) }.min() ?? 0
      let reddest = try sea.map { try Self.warmth(picture, $0) }.max() ?? 0
      // Seen through all of the air land is bluish, too, but less.
      #expect(bluest > reddest + 25, "from \(distance) m: \(bluest), \(reddest)")
      if projection == .flat { #expect(bluest > 8 && reddest < -8, "\(bluest), \(reddest)") }
    }
  }

  /// Ground without an edge in it has none where squares of paint meet, nor at ±180°, nor at the end of the
  /// map, nor at the poles.
  @Test(arguments: [
    (67.2, 180.0, 400_000.0, MapProjection.flat), (67.2, 180, 400_000, .globe),
    (-82, 180, 300_000, .flat), (-88, 180, 500_000, .globe), (-85.05, 60, 400_000, .globe),
    (-90, 0, 1_500_000, .globe), (90, 0, 1_000_000, .globe), (24, 3, 900_000, .flat),
    (50, -45, 700_000, .globe), (-0.2, 0.2, 100_000, .flat), (24, 3, 3000, .flat),
  ]) func noSeams(
    _ latitude: Double, _ longitude: Double, _ distance: Double, _ projection: MapProjection
  ) throws {
    let image = try Self.picture(
      Self.world, over: Self.place(latitude, longitude), distance: distance, projection: projection
    ).image
    // In columns of the middle and rows of the middle: the mean over a row does not jump.
    func jumps(_ count: Int, _ across: Int, _ value: (Int, Int) -> Int) -> Double {
      let means = (0..<count).map { i in
        Double((0..<across).reduce(0) { $0 + value(i, $1) }) / Double(across)
      }
      return zip(means, means.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }
    func light(_ x: Int, _ y: Int) -> Int {
      let p = image[x, y]
      return Int(p.red) + Int(p.green) + Int(p.blue)
    }
    let (w, h) = (image.width, image.height)
    #expect(jumps(w, h) { light($0, $1) } < 9)
    #expect(jumps(h, w) { light($1, $0) } < 9)
  }

  /// Antarctica is white to the pole, the far north is sea.
  @Test func polesAreIceAndSea() throws {
    for (latitude, isIce) in [(-90.0, true), (-86, true), (90, false), (86, false)] {
      let p = try Self.picture(
        Self.world, over: Self.place(latitude, 40), distance: 500_000, projection: .globe
      ).image[80, 60]
      #expect((p.red > 120) == isIce, "\(latitude): \(p)")
    }
  }

  /// From high above a place near a pole the Earth has no hole at the map's edge: the sun behind it is not
  /// seen.
  @Test(arguments: [84.0, 85, 86, 88]) func theEarthHasNoHole(_ latitude: Double) throws {
    for distance in [60_000.0, 400_000, 5_000_000] {
      var scene = Self.world
      for azimuth in [0.0, 140, 180] {
        scene.light = Light(sunAzimuth: azimuth, sunElevation: -86)
        let image = try Self.picture(
          scene, over: Self.place(latitude, 0), distance: distance, projection: .globe
        ).image
        for x in 40..<120 {
          for y in 30..<90 {
            #expect(image[x, y].red < 90, "\(x), \(y) from \(distance) m")
          }
        }
      }
    }
  }

  /// Where the scene ends on land the picture does not show it: the colours run over into the world's, within
  /// what the scene knows.
  @Test(arguments: projections) func noEdgeWhereTheSceneEnds(_ projection: MapProjection) throws {
    let c = Self.place(39, -98)
    let edge = Self.place(39, -97.5)
    func image(_ showsWorld: Bool, over place: Coordinate, _ distance: Double) throws -> Image {
      try Self.picture(
        Self.plain(at: c, showsWorld: showsWorld), over: place, distance: distance,
        projection: projection
      ).image
    }
    func paved(_ showsWorld: Bool) throws -> Image {
      var scene = Self.plain(at: c, showsWorld: showsWorld)
      scene.landCover = [
        LandCover(kind: .plaza, polygon: TestScenes.box(around: c, degrees: 0.3))
      ]
      return try Self.picture(scene, over: c, distance: 300_000, projection: projection).image
    }
    func steps(_ image: Image) -> Int {
      (1..<image.width).map { x in
        let (p, q) = (image[x - 1, 60], image[x, 60])
        return abs(Int(p.red) - Int(q.red)) + abs(Int(p.green) - Int(q.green))
          + abs(Int(p.blue) - Int(q.blue))
      }.max() ?? 0
    }
    let alone = try steps(image(false, over: edge, 60_000))
    let shown = try steps(image(true, over: edge, 60_000))
    #expect(alone > 60, "\(alone)")
    #expect(shown < 16, "\(shown)")
    // In the middle what the scene has counts, to the last bit.
    let (own, all) = try (paved(false), paved(true))
    for x in 70..<90 { for y in 50..<70 { #expect(all[x, y] == own[x, y]) } }
  }

  /// A scene's coast counts in the scene: an invented sea in the middle of Kansas stays one.
  @Test func theScenesOwnCoastCounts() throws {
    let c = Self.place(39, -98)
    var scene = Self.world
    let (west, east) = (Self.place(39, -98.4), Self.place(39, -97.6))
    scene.land = [
      TestScenes.box(around: west, degrees: 0.1), TestScenes.box(around: east, degrees: 0.1),
    ]
    let picture = try Self.picture(scene, over: c, distance: 400_000)
    #expect(try Self.warmth(picture, c) < -8)
    #expect(try Self.warmth(picture, Self.place(39.6, -98)) > 8)
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: c) == .water)
    #expect(picker.kind(at: west) == .terrain)
    #expect(picker.kind(at: Self.place(40.5, -98)) == .terrain)
    #expect(picker.kind(at: Self.place(30, -60)) == .water)
    #expect(picker.kind(at: Self.place(30, 300)) == .water)
    scene.showsWorld = false
    #expect(GroundPicker(scene: scene).kind(at: Self.place(40.5, -98)) == .water)
  }

  /// From far away a scene of few pixels is not seen as a box.
  @Test func aSmallSceneIsNotSeenFromAfar() throws {
    let c = Self.place(39, -98)
    let shown = try Self.picture(Self.plain(at: c), over: c, distance: 8_000_000).image
    let bare = try Self.picture(Self.world, over: c, distance: 8_000_000).image
    for x in 0..<160 {
      for y in 0..<120 {
        #expect(abs(Int(shown[x, y].red) - Int(bare[x, y].red)) < 12, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: projections) func threadsDoNotMatter(_ projection: MapProjection) throws {
    let c = Self.place(37.8, -122.4)
    var scene = TestScenes.village(at: c)
    scene.showsWorld = true
    for distance in [20_000_000.0, 2_000_000, 60_000] {
      func picture(_ threads: Int) throws -> Image {
        try Self.picture(
          scene, over: c, distance: distance, projection: projection, threads: threads
        )
        .image
      }
      let expected = try picture(1)
      #expect(try picture(2) == expected, "2 threads from \(distance) m")
      #expect(try picture(7) == expected, "7 threads from \(distance) m")
    }
  }

  /// Without the world nothing of it is drawn, and nobody is credited; with it only where it is seen.
  @Test func theWorldIsCreditedWhereItIsSeen() throws {
    let c = Self.place(39, -98)
    let credit = WorldMap.attribution
    var scene = Self.plain(at: c)
    scene.attributions = ["An invented place"]
    #expect(
      try Self.picture(scene, over: c, distance: 300_000).attributions
        == ["An invented place", credit])
    #expect(
      try Self.picture(scene, over: c, distance: 2000).attributions == ["An invented place"])
    scene.showsWorld = false
    #expect(
      try Self.picture(scene, over: c, distance: 300_000).attributions == ["An invented place"])
  }

  /// In the corner, too, which is drawn last.
  @Test func theWorldIsNamedInTheCorner() throws {
    let c = Self.place(39, -98)
    var scene = Self.plain(at: c)
    scene.attributions = ["An invented place"]
    scene.ornaments.showsAttribution = true
    let named = try Self.picture(scene, over: c, distance: 300_000).image
    // The same picture with all the names as the scene's own.
    scene.attributions.append(WorldMap.attribution)
    #expect(try Self.picture(scene, over: c, distance: 300_000).image == named)
    scene.attributions.removeLast()
    scene.ornaments.showsAttribution = false
    #expect(try Self.picture(scene, over: c, distance: 300_000).image != named)
  }

  /// Dark and muted maps have a world in their own colours.
  @Test(arguments: [
    MapConfiguration.Appearance.dark, .light,
  ]) func themesTintTheWorld(_ appearance: MapConfiguration.Appearance) throws {
    var scene = Self.world
    var map = StandardMapConfiguration()
    map.appearance = appearance
    map.emphasisStyle = .muted
    scene.configuration = .standard(map)
    let picture = try Self.picture(scene, over: Self.place(30, 10), distance: 9_000_000)
    let land = picture.image[80, 60]
    #expect((land.red > 140) == (appearance == .light), "\(land)")
    #expect(abs(Int(land.red) - Int(land.blue)) < 60, "\(land)")
  }
  /// Areas in several countries say nothing of the sea between them; they lie on the world's land, and in its sea.
  @Test(arguments: projections) func countriesLieOnTheWorld(_ projection: MapProjection) throws {
    var scene = Self.world
    let forests = [Self.place(47, 3), Self.place(23, 5), Self.place(40, -35), Self.place(45, 30)]
    scene.landCover = forests.map {
      LandCover(kind: .forest, polygon: TestScenes.box(around: $0, degrees: 8))
    }
    let picture = try Self.picture(
      scene, over: Self.place(35, -5), distance: 12_000_000, projection: projection)
    let bare = try Self.picture(
      Self.world, over: Self.place(35, -5), distance: 12_000_000, projection: projection)
    for place in [Self.place(20, -30), Self.place(34, 19), Self.place(30, -8)] {
      #expect(
        try Self.warmth(picture, place) == Self.warmth(bare, place), "\(place)")
    }
    // The forest in the ocean is no water.
    #expect(try Self.warmth(picture, forests[2]) > Self.warmth(bare, forests[2]) + 20)
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: Self.place(20, -30)) == .water)
    #expect(picker.kind(at: Self.place(30, -8)) == .terrain)
    // What is not as large as a country still stands on land.
    scene.landCover = [
      LandCover(kind: .forest, polygon: TestScenes.box(around: forests[2], degrees: 1))
    ]
    #expect(GroundPicker(scene: scene).kind(at: Self.place(40.6, -35)) == .terrain)
  }
}
