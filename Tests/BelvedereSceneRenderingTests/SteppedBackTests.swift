import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Buildings that stand before an overlay are seen through; all else stays as it is.
///
/// The same picture with a magenta and with a green overlay says at each pixel how much of the overlay
/// reaches the eye: overlays know neither light nor haze.
@Suite struct SteppedBackTests {
  private let center = TestScenes.center

  private func at(_ x: Double, _ y: Double) -> Coordinate {
    LocalFrame(origin: center).coordinate(at: Vector2(x, y))
  }

  private func building(
    _ x: Double, _ y: Double, width: Double = 40, height: Double, from minHeight: Double = 0
  ) -> Building {
    Building(
      footprint: GeographicPolygon(
        rectangleAround: at(x, y), width: width, depth: width, heading: 20), minHeight: minHeight,
      height: height, color: Color(red: 0.8, green: 0.8, blue: 0.75),
      roofColor: Color(red: 0.5, green: 0.5, blue: 0.5), use: .office, hasWindows: false)
  }

  /// Buildings and trees in a field.
  private func town(_ random: inout SplitMix64) -> Scene {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    for _ in 0..<random.int(4...24) {
      scene.buildings.append(
        building(
          random.double(-260...260), random.double(-260...260), width: random.double(15...60),
          height: random.double(5...160)))
    }
    for _ in 0..<random.int(0...20) {
      scene.trees.append(
        Tree(
          coordinate: at(random.double(-260...260), random.double(-260...260)),
          height: random.double(6...25)))
    }
    if random.oneIn(2) {
      let x = random.double(-200...200)
      scene.beams = [
        Beam(
          path: [
            .init(coordinate: at(x, -300), elevation: 40),
            .init(coordinate: at(-x, 300), elevation: 60),
          ], width: 12, depth: 4, color: Color(red: 0.7, green: 0.2, blue: 0.1))
      ]
    }
    return scene
  }

  /// An outline with a hole, or one that crosses itself.
  private func outline(_ random: inout SplitMix64) -> [[Vector2]] {
    func ring(_ radius: ClosedRange<Double>, corners: Int, turns: Double) -> [Vector2] {
      (0..<corners).map { i in
        let t = Angle.degrees(360 * turns * Double(i) / Double(corners)).radians
        let r = random.double(radius)
        let d = Quaternion(axis: Vector3(0, 0, 1), angle: .radians(t)).rotate(Vector3(r, 0, 0))
        return Vector2(d.x, d.y)
      }
    }
    if random.oneIn(3) { return [ring(260...420, corners: 5, turns: 2)] }
    let outer = ring(200...330, corners: random.int(4...9), turns: 1)
    return random.oneIn(2) ? [outer] : [outer, ring(60...110, corners: 4, turns: 1)]
  }

  private func overlay(
    _ rings: [[Vector2]], _ color: Color, alpha: Double = 1, level: Overlay.Level = .aboveRoads
  ) -> Overlay {
    Overlay(
      shape: .polygon(GeographicPolygon(rings: rings.map { $0.map { at($0.x, $0.y) } })),
      fillColor: color, alpha: alpha, level: level)
  }

  private let magenta = Color(red: 1, green: 0, blue: 1)
  private let green = Color(red: 0, green: 1, blue: 0)

  private func isInside(_ p: Vector2, _ rings: [[Vector2]]) -> Bool {
    var isInside = false
    for ring in rings {
      for (i, a) in ring.enumerated() {
        let b = ring[(i + 1) % ring.count]
        if (a.y > p.y) != (b.y > p.y), p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  private func pictures(
    _ scene: Scene, _ camera: MapCamera, _ options: RenderOptions, _ rings: [[Vector2]],
    alpha: Double = 1, level: Overlay.Level = .aboveRoads
  ) throws -> (magenta: Image, green: Image) {
    let images = try [magenta, green].map { color in
      var painted = scene
      painted.overlays = [overlay(rings, color, alpha: alpha, level: level)]
      return try SceneRenderer(scene: painted).render(camera: camera, options: options).image
    }
    return (images[0], images[1])
  }

  /// How much of the overlay a pixel shows, 0 to 1.
  private func share(_ images: (magenta: Image, green: Image), _ x: Int, _ y: Int) -> Double {
    let (a, b) = (images.magenta[x, y], images.green[x, y])
    return (Double(a.red) - Double(b.red) + Double(b.green) - Double(a.green)) / 510
  }

  @Test(arguments: [0.0, 8, 25, 45, 60, 75])
  func whatCollidesIsSeenThroughAndNothingElseChanges(_ pitch: Double) throws {
    let opacity = BuildingAppearance.opacityOverOverlay(atPitch: pitch)
    var othersAreSeenThrough = false
    forEachSeed(4) { random in
      var scene = town(&random)
      let rings = outline(&random)
      let options = TestScenes.options(width: 240, height: 180, samples: 1)
      let camera = TestScenes.camera(
        center, distance: random.double(700...1000), pitch: pitch, heading: random.double(0...360))
      let view = try TestScenes.view(camera, options)
      let images = try pictures(scene, camera, options, rings)
      scene.overlays = []
      let bare = try SceneRenderer(scene: scene).render(camera: camera, options: options).image

      // By rays through the pixels' centres: whether the ground is in the overlay, and each object
      // alone.
      let (width, height) = (options.width, options.height)
      var inside = [Bool](repeating: false, count: width * height)
      var groundDepth = [Double](repeating: .infinity, count: width * height)
      func point(_ i: Int) -> Vector2 {
        Vector2(Double(i % width) + 0.5, Double(i / width) + 0.5)
      }
      for i in inside.indices {
        let d = view.direction(through: point(i))
        guard d.z < 0 else { continue }
        groundDepth[i] = -view.eye.z / d.z
        let p = view.eye + d * groundDepth[i]
        inside[i] = isInside(Vector2(p.x, p.y), rings)
      }
      var objects: [[Bool]] = []
      var nearest = [(depth: Double, object: Int)](
        repeating: (.infinity, -1), count: width * height)
      func add(_ alone: Scene) {
        let picker = SolidPicker(scene: alone)
        objects.append(
          inside.indices.map { i in
            guard let hit = picker.hit(point(i), in: view), hit.depth < groundDepth[i] - 0.01 else {
              return false
            }
            if hit.depth < nearest[i].depth { nearest[i] = (hit.depth, objects.count) }
            return true
          })
      }
      for building in scene.buildings {
        var alone = Scene()
        alone.buildings = [building]
        add(alone)
      }
      for tree in scene.trees {
        var alone = Scene()
        alone.trees = [tree]
        add(alone)
      }
      for beam in scene.beams {
        var alone = Scene()
        alone.beams = [beam]
        add(alone)
      }
      // An overlay's edge is smooth over some pixels.
      var isEdge = [Bool](repeating: false, count: width * height)
      for ring in rings {
        for (n, a) in ring.enumerated() {
          let b = ring[(n + 1) % ring.count]
          for k in 0..<2000 {
            let p = a + (b - a) * (Double(k) / 2000)
            guard let at = view.project(Vector3(p.x, p.y, 0)).point, at.x >= 0, at.y >= 0,
              at.x < Double(width), at.y < Double(height)
            else { continue }
            isEdge[Int(at.y) * width + Int(at.x)] = true
          }
        }
      }
      // What holds around a pixel, too, holds for it beyond doubt.
      func around(_ i: Int, _ reach: Int, _ what: (Int) -> Bool) -> (all: Bool, any: Bool) {
        var (all, any) = (true, false)
        for y in max(i / width - reach, 0)...min(i / width + reach, height - 1) {
          for x in max(i % width - reach, 0)...min(i % width + reach, width - 1) {
            if what(y * width + x) { any = true } else { all = false }
          }
        }
        return (all, any)
      }
      let surely = objects.map { covered in
        covered.indices.contains { i in
          covered[i] && around(i, 1, { inside[$0] }).all && around(i, 1, { covered[$0] }).all
        }
      }
      let perhaps = objects.map { covered in
        covered.indices.contains { i in
          around(i, 2, { inside[$0] }).any && around(i, 1, { covered[$0] }).any
        }
      }
      var counts = (open: 0, through: 0, unchanged: 0)
      var isThrough = false
      for i in inside.indices {
        let (x, y) = (i % width, i / width)
        guard !around(i, 3, { isEdge[$0] }).any else { continue }
        let object = nearest[i].object
        guard around(i, 1, { nearest[$0].object == object }).all else { continue }
        let seen = share(images, x, y)
        if inside[i] {
          let expected = object < 0 ? 1 : 1 - opacity
          try check(
            abs(seen - expected) <= 1.01 / 255,
            "(\(x), \(y)): \(seen) of the overlay instead of \(expected)")
          if object < 0 { counts.open += 1 } else { counts.through += 1 }
        } else {
          try check(seen == 0, "(\(x), \(y)): \(seen) of the overlay outside it")
          if object < 0 || !perhaps[object] {
            let same = images.magenta[x, y] == bare[x, y]
            try check(same, "(\(x), \(y)) differs from the picture without an overlay")
            counts.unchanged += 1
          } else if surely[object] {
            isThrough = isThrough || images.magenta[x, y] != bare[x, y]
          }
        }
      }
      try check(counts.open + counts.through > 50 && counts.unchanged > 100, "\(counts)")
      // What stands partly beside the overlay is seen through there, too.
      othersAreSeenThrough = othersAreSeenThrough || isThrough
    }
    #expect(othersAreSeenThrough || pitch < 25)
  }

  /// A building outside the overlay that stands before a corner of it is seen through as a whole.
  @Test func anObjectIsSeenThroughAsAWholeWithAllItsParts() throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    // A tower of three parts, of which only the lowest stands before the overlay.
    scene.buildings = [
      building(0, 0, width: 60, height: 30), building(0, 0, width: 40, height: 80, from: 30),
      building(0, 0, width: 20, height: 120, from: 80), building(150, 0, width: 60, height: 120),
    ]
    let camera = TestScenes.camera(center, distance: 800, pitch: 55, heading: 0)
    let options = TestScenes.options(width: 200, height: 150, samples: 1)
    let view = try TestScenes.view(camera, options)
    let without = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    let rings = [[Vector2(-20, 34), Vector2(20, 34), Vector2(20, 48), Vector2(-20, 48)]]
    scene.overlays = [overlay(rings, magenta)]
    let with = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    func changes(_ x: Double, _ z: Double) throws -> Bool {
      // On the front of what stands there.
      let p = try #require(view.project(Vector3(x, -12, z)).point)
      let (column, row) = (Int(p.x), Int(p.y))
      return with[column, row] != without[column, row]
    }
    #expect(try changes(0, 20))
    #expect(try changes(0, 60))
    #expect(try changes(0, 110))
    #expect(try !changes(150, 60))
  }

  @Test func theOrderOfTheObjectsDoesNotMatter() {
    forEachSeed(6) { random in
      var scene = town(&random)
      // How trees vary depends on their number.
      scene.trees = []
      scene.overlays = [overlay(outline(&random), magenta, alpha: random.double(0.3...1))]
      let camera = TestScenes.camera(
        center, distance: 900, pitch: random.double(5...75), heading: random.double(0...360))
      let first = try SceneRenderer(scene: scene).render(
        camera: camera, options: TestScenes.options())
      scene.buildings.shuffle(using: &random)
      let second = try SceneRenderer(scene: scene).render(
        camera: camera, options: TestScenes.options())
      try check(first.image == second.image, "another picture in another order")
    }
  }

  /// Looks that a scene does not give come from what an object is, not from its place in the list.
  @Test func looksThatAreNotGivenDoNotDependOnTheOrder() {
    forEachSeed(6) { random in
      var scene = town(&random)
      for n in scene.buildings.indices {
        scene.buildings[n].color = nil
        scene.buildings[n].roofColor = nil
        scene.buildings[n].hasWindows = true
        if random.oneIn(2) { scene.buildings[n].id = "b\(n)" }
      }
      for _ in 0..<20 {
        scene.trees.append(
          Tree(
            coordinate: at(random.double(-260...260), random.double(-260...260)),
            height: random.double(6...25)))
      }
      scene.light = Light(sunAzimuth: 250, sunElevation: random.pick([30, -20]))
      let options = TestScenes.options()
      let camera = TestScenes.camera(
        center, distance: random.pick([300, 900]), pitch: random.double(0...75), heading: 40)
      let first = try SceneRenderer(scene: scene).render(camera: camera, options: options)
      scene.buildings.shuffle(using: &random)
      scene.trees.shuffle(using: &random)
      scene.beams.shuffle(using: &random)
      let second = try SceneRenderer(scene: scene).render(camera: camera, options: options)
      try check(first.image == second.image, "another picture in another order")
    }
  }

  /// Where roofs lie in each other at one height, and walls in walls, the nearer one does not decide.
  @Test func theOrderOfObjectsThatLieInEachOtherDoesNotMatter() {
    forEachSeed(6) { random in
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 1)]
      for _ in 0..<24 {
        let corner = Vector2(Double(random.int(-3...3)) * 40, Double(random.int(-3...3)) * 40)
        let (width, depth) = (random.pick([30.0, 40, 60]), random.pick([30.0, 40, 60]))
        let ring = [
          corner, corner + Vector2(width, 0), corner + Vector2(width, depth),
          corner + Vector2(0, depth),
        ]
        scene.buildings.append(
          Building(
            footprint: GeographicPolygon(rings: [ring.map { at($0.x, $0.y) }]),
            height: random.pick([20.0, 30]),
            color: Color(red: random.double(0...1), green: random.double(0...1), blue: 0.5),
            roofColor: Color(red: random.double(0...1), green: 0.5, blue: random.double(0...1)),
            hasWindows: false))
      }
      let camera = TestScenes.camera(
        center, distance: 900, pitch: random.pick([0, 2, 5, 40]), heading: random.double(0...360))
      let first = try SceneRenderer(scene: scene).render(
        camera: camera, options: TestScenes.options())
      for _ in 0..<3 {
        scene.buildings.shuffle(using: &random)
        let second = try SceneRenderer(scene: scene).render(
          camera: camera, options: TestScenes.options())
        try check(first.image == second.image, "another picture in another order")
      }
    }
  }

  @Test func theBytesAreTheSameForAnyNumberOfThreads() {
    forEachSeed(4) { random in
      var scene = town(&random)
      scene.overlays = [
        overlay(outline(&random), magenta, alpha: 0.8),
        overlay(outline(&random), green, level: .aboveLabels),
      ]
      let camera = TestScenes.camera(
        center, distance: 900, pitch: random.pick([3, 40]), heading: random.double(0...360))
      var images: [Image] = []
      for threads in [1, 2, 7] {
        var options = TestScenes.options(threads: threads)
        options.depth = 8
        images.append(
          try SceneRenderer(scene: scene).render(camera: camera, options: options).image)
      }
      try check(images[0] == images[1] && images[0] == images[2], "threads change the picture")
    }
  }

  @Test func overlaysAboveLabelsAreHiddenByBuildingsExceptFromAbove() throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.buildings = [building(0, 0, height: 60)]
    let rings = [[Vector2(-300, -300), Vector2(300, -300), Vector2(300, 300), Vector2(-300, 300)]]
    let options = TestScenes.options(width: 60, height: 60, samples: 1)
    // The middle of the picture shows the building.
    for (pitch, expected) in [
      (0.0, 1.0), (5, 1 - BuildingAppearance.extrusion(atPitch: 5)), (45, 0),
    ] {
      let camera = TestScenes.camera(center, distance: 500, pitch: pitch, heading: 0)
      let images = try pictures(scene, camera, options, rings, level: .aboveLabels)
      let seen = share(images, 30, 30)
      #expect(abs(seen - expected) <= 1.01 / 255, "\(pitch)°: \(seen) instead of \(expected)")
    }
  }

  @Test func aTransparentOverlayKeepsItsShareToo() throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.buildings = [building(0, 0, height: 60), building(0, 70, height: 90)]
    let rings = [[Vector2(-300, -300), Vector2(300, -300), Vector2(300, 300), Vector2(-300, 300)]]
    let camera = TestScenes.camera(center, distance: 500, pitch: 60, heading: 0)
    let images = try pictures(
      scene, camera, TestScenes.options(width: 60, height: 60, samples: 1), rings, alpha: 0.8)
    let expected = 0.8 * (1 - BuildingAppearance.opacityOverOverlay(atPitch: 60))
    #expect(abs(share(images, 30, 28) - expected) <= 1.51 / 255)
    #expect(abs(share(images, 3, 57) - 0.8) <= 1.01 / 255)
  }

  @Test func onTheGlobeTheOverlayKeepsItsShareEverywhere() {
    forEachSeed(3) { random in
      var scene = town(&random)
      let rings = outline(&random)
      var options = TestScenes.options(width: 160, height: 120, samples: 1)
      options.projection = .globe
      let camera = TestScenes.camera(
        center, distance: 900, pitch: random.double(20...75), heading: random.double(0...360))
      let images = try pictures(scene, camera, options, rings)
      (scene.buildings, scene.trees, scene.beams) = ([], [], [])
      let ground = try pictures(scene, camera, options, rings)
      let rest = 1 - BuildingAppearance.opacityOverOverlay(atPitch: camera.pitch)
      var counts = (open: 0, through: 0)
      for y in 3..<117 {
        for x in 3..<157 {
          let near = (-3...3).flatMap { dy in (-3...3).map { share(ground, x + $0, y + dy) } }
          let seen = share(images, x, y)
          if near.allSatisfy({ $0 > 0.999 }) {
            try check(
              abs(seen - 1) < 0.001 || abs(seen - rest) <= 1.01 / 255, "(\(x), \(y)): \(seen)")
            if seen > 0.999 { counts.open += 1 } else { counts.through += 1 }
          } else if near.allSatisfy({ $0 == 0 }) {
            try check(seen == 0, "(\(x), \(y)): \(seen) outside the overlay")
          }
        }
      }
      try check(counts.open > 20 && counts.through > 20, "\(counts)")
    }
  }

  @Test("parts of one building in any order, also where each stands on the other")
  func partsInAnyOrder() throws {
    var upper = building(0, 0, height: 60, from: 10)
    var lower = building(0, 0, height: 10)
    (upper.id, lower.id) = ("tower", "tower")
    // Shares the identifier of what stands on it and on what it stands.
    var middle = building(0, 0, height: 90, from: 60)
    middle.id = "tower"
    let camera = TestScenes.camera(center, distance: 900, pitch: 60, heading: 20)
    let options = TestScenes.options(width: 120, height: 90, samples: 1)
    let rings = [[Vector2(-200, -200), Vector2(200, -200), Vector2(200, 200), Vector2(-200, 200)]]
    var drawn: [Image] = []
    for parts in [[lower, upper, middle], [upper, lower, middle], [middle, upper, lower]] {
      var scene = Scene()
      scene.land = [TestScenes.box(around: center, degrees: 1)]
      scene.buildings = ObjectList(parts)
      drawn.append(try pictures(scene, camera, options, rings).magenta)
    }
    #expect(drawn[1] == drawn[0] && drawn[2] == drawn[0])
  }

  /// Only before what is drawn of a line: not before the gaps between its dashes, nor before the part of it
  /// that is left out.
  @Test func nothingStepsBackBeforeWhatIsNotDrawn() throws {
    var scene = Scene()
    scene.land = [TestScenes.box(around: center, degrees: 1)]
    scene.buildings = [building(-150, -30, height: 50), building(150, -30, height: 50)]
    let options = TestScenes.options(width: 200, height: 120)
    let camera = TestScenes.camera(center, distance: 900, pitch: 60, heading: 0)
    let point = camera.distance / (try TestScenes.view(camera, options)).viewport.focalLength
    let bare = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    /// How many pixels of each building change.
    func changed(_ style: LineStyle) throws -> (left: Int, right: Int) {
      var painted = scene
      // Behind the buildings, and lower than they are.
      painted.overlays = [
        Overlay(
          shape: .polyline([at(-300, 0), at(300, 0)]), strokeColor: magenta, lineWidth: 4,
          lineStyle: style)
      ]
      let image = try SceneRenderer(scene: painted).render(camera: camera, options: options).image
      let view = try TestScenes.view(camera, options)
      func count(_ x: Double) throws -> Int {
        // The building's front, below the line.
        let foot = try #require(view.project(Vector3(x, -52, 3)).screen).point
        var count = 0
        for row in -3...1 {
          for column in -3...3 {
            let (i, j) = (Int(foot.x) + column, Int(foot.y) + row)
            if bare[i, j] != image[i, j] { count += 1 }
          }
        }
        return count
      }
      return (try count(-150), try count(150))
    }
    let whole = try changed(LineStyle())
    #expect(whole.left > 20 && whole.right > 20, "\(whole)")
    let part = try changed(LineStyle(strokeEnd: 0.45))
    #expect(part.left > 20 && part.right == 0, "\(part)")
    let end = try changed(LineStyle(strokeStart: 0.55))
    #expect(end.left == 0 && end.right > 20, "\(end)")
    let dashed = try changed(LineStyle(cap: .butt, dash: [300 / point, 1e4]))
    #expect(dashed.left > 20 && dashed.right == 0, "\(dashed)")
    let late = try changed(
      LineStyle(cap: .butt, dash: [300 / point, 300 / point], dashPhase: 300 / point))
    #expect(late.left == 0 && late.right > 20, "\(late)")
  }
}
