import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// Ways of ferries, and lines of dashes on the ground.
@Suite("Ferries") struct FerryTests {
  @Test("a ferry is a dashed line on water that stays water, and no road")
  func onWater() throws {
    let center = TestScenes.center
    let frame = LocalFrame(origin: center)
    var scene = Scene()
    scene.land = [TestScenes.box(around: frame.coordinate(at: Vector2(0, 9000)), degrees: 0.02)]
    let without = scene
    scene.roads = [
      Road(
        kind: .ferry,
        path: [frame.coordinate(at: Vector2(-900, 0)), frame.coordinate(at: Vector2(900, 0))])
    ]
    var options = TestScenes.options(width: 400, height: 200, samples: 4)
    let camera = TestScenes.camera(center, distance: 1500, pitch: 0, heading: 0)
    let images = try [scene, without].map {
      try SceneRenderer(scene: $0).render(camera: camera, options: options).image
    }
    /// Pixels of a row that the ferry changes, and changes from those to others.
    func changed(_ y: Int) -> (count: Int, dashes: Int) {
      let row = (0..<400).map { x -> Bool in
        let (a, b) = (images[0][x, y], images[1][x, y])
        return abs(Int(a.red) - Int(b.red)) > 12
      }
      return (row.count { $0 }, zip(row, row.dropFirst()).count { !$0 && $1 })
    }
    let rows = (97..<103).map(changed)
    let line = try #require(rows.max { $0.count < $1.count })
    #expect(line.count > 120 && line.count < 330 && line.dashes > 15, "\(rows)")
    #expect(changed(60).count == 0 && changed(140).count == 0)
    let picker = GroundPicker(scene: scene)
    #expect(picker.kind(at: center) == .water && picker.road(at: center) == nil)
  }

  @Test("dashes are as long as they should be, and those near a square are the same as elsewhere")
  func dashes() {
    forEachSeed(300) { random in
      var path = [Vector2(random.double(-500...500), random.double(-500...500))]
      for _ in 0..<random.int(1...12) {
        path.append(
          random.oneIn(6)
            ? path[path.count - 1]
            : Vector2(random.double(-800...800), random.double(-800...800)))
      }
      let (on, off) = (random.double(2...40), random.double(2...40))
      func length(_ line: [Vector2]) -> Double {
        zip(line, line.dropFirst()).reduce(0) { $0 + ($1.1 - $1.0).length }
      }
      let all = DashedLine.dashes(path, on: on, off: off, side: 10_000, margin: 10_000)
      let whole = length(path)
      let periods = (whole / (on + off)).rounded(.down)
      let due = periods * on + min(whole - periods * (on + off), on)
      let drawn = all.reduce(0) { $0 + length($1) }
      try check(abs(drawn - due) < 1e-6 * max(whole, 1), "\(drawn) of \(due)")
      let near = DashedLine.dashes(path, on: on, off: off, side: 256, margin: 2)
      // Every dash in the square is among those near it.
      for dash in all {
        let middle = (dash[0] + dash[1]) / 2
        guard (0...256).contains(middle.x), (0...256).contains(middle.y) else { continue }
        try check(
          near.contains { ($0[0] - dash[0]).length + ($0[1] - dash[1]).length < 1e-6 },
          "\(dash) is missing")
      }
    }
  }
}
