import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Testing

@Suite struct VisibilityTests {
  private let box = GeographicBounds(south: 46, west: 7, north: 46.2, east: 7.3)

  /// Whether a place is seen from a camera, by heights of the model close together along the line.
  private func isSeen(
    _ place: GeodeticPosition, from camera: MapCamera, over model: HeightField,
    prisms: [(box: GeographicBounds, top: Double)] = [], slack: Double = 1e-3
  ) throws -> Bool {
    func height(_ place: Coordinate) -> Double {
      let ground = model.elevation(latitude: place.latitude, longitude: place.longitude) ?? 0
      return prisms.reduce(ground) {
        $1.box.contains(latitude: place.latitude, longitude: place.longitude) ? max($0, $1.top) : $0
      }
    }
    let view = try CameraView(
      camera: camera, viewport: Viewport(width: 10, height: 10),
      groundElevation: model.elevation(
        latitude: camera.centerCoordinate.latitude, longitude: camera.centerCoordinate.longitude)
        ?? 0)
    let eye = view.eyePosition
    let (a, b) = (
      MapPoint(Coordinate(latitude: eye.latitude, longitude: eye.longitude)),
      MapPoint(place.coordinate)
    )
    for i in 0...4000 {
      let s = Double(i) / 4000
      let point = MapPoint(x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s)
      if eye.height + (place.height - eye.height) * s + slack < height(point.coordinate) {
        return false
      }
    }
    return true
  }

  @Test func intervalsAreThoseOfDenseSamples() throws {
    var random = SplitMix64(seed: 91)
    var (changes, moments) = (0, 0)
    for n in 0..<24 {
      let model = Relief.rough(&random, side: 65, bounds: box)
      let path = try CameraPath.optimal(
        from: random.camera(over: box, distance: 300...4000),
        to: random.camera(over: box, distance: 300...4000), curvature: 0.2
      ).path
      let at = random.camera(over: box, distance: 300...400).centerCoordinate
      let ground = try #require(model.elevation(latitude: at.latitude, longitude: at.longitude))
      let place = GeodeticPosition(at, height: ground + random.double(0...80))
      let seen = try path.visibility(of: SightTarget([place]), over: FieldGround(model))
      changes += max(seen.intervals.count - 1, 0)
      // Where pieces of the flight meet none ends.
      for (before, after) in zip(seen.intervals, seen.intervals.dropFirst()) {
        #expect(after.begin - before.end > 1e-9, "\(n): \(before), \(after)")
      }
      for i in 0...300 {
        let time = path.duration * Double(i) / 300
        let isNearAnEnd = seen.intervals.contains {
          abs($0.begin - time) < 2e-3 || abs($0.end - time) < 2e-3
        }
        let camera = path.camera(at: time)
        if seen.isVisible(at: time) {
          // A proof: also with less slack than a sampled line has.
          #expect(try isSeen(place, from: camera, over: model, slack: 2e-3), "\(n) \(time)")
        } else if !isNearAnEnd {
          // Hidden, or by so little that samples along the line miss it.
          let isFree = try isSeen(place, from: camera, over: model, slack: -0.05)
          #expect(!isFree, "\(n) \(time)")
        }
        moments += 1
      }
      // The ends are those of the true change, within a millisecond.
      for interval in seen.intervals {
        for (time, side) in [(interval.begin, -1.0), (interval.end, 1)]
        where time > 0.01 && time < path.duration - 0.01 {
          let outside = path.camera(at: time + side * 3e-3)
          let wide = path.camera(at: time + side * 0.2)
          let isOpen =
            try isSeen(place, from: outside, over: model, slack: -0.3)
            && isSeen(place, from: wide, over: model, slack: -0.3)
          #expect(!isOpen, "\(n) \(time)")
        }
      }
    }
    #expect(changes >= 5 && moments > 5000, "\(changes)")
  }

  @Test func aWallHidesWhatIsBehindItFromAKnownMoment() throws {
    // A wall along a meridian, 200 m high; the eye runs east above it at 400 m, straight down.
    let model = HeightField(
      width: 2, height: 2, bounds: box, samples: [Float](repeating: 0, count: 4))
    let wall = GeographicBounds(south: 46.05, west: 7.1, north: 46.15, east: 7.101)
    func corner(_ latitude: Double, _ longitude: Double) -> Coordinate {
      Coordinate(latitude: latitude, longitude: longitude)
    }
    let building = FlightObstacle(
      footprint: [
        corner(wall.south, wall.west), corner(wall.south, wall.east),
        corner(wall.north, wall.east), corner(wall.north, wall.west),
      ], top: 200)
    let ground = try ObstructedGround(FieldGround(model), obstacles: [building])
    func camera(_ longitude: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: corner(46.1, longitude), fromDistance: 400, pitch: 0, heading: 0)
    }
    let path = try CameraPath.recipe(from: camera(7.05), to: camera(7.15), style: .plain).path
    // On the ground, so far behind the wall as the eye must be before it to look over its far edge.
    let target = SightTarget.point(corner(46.1, 7.11), elevation: 0)
    let seen = try path.visibility(of: target, over: ground)
    #expect(seen.intervals.count == 1, "\(seen)")
    // Over the western edge while it rises the line from the place 0.01° behind: half the height at half the
    // way. The edge at 7.101 is nearer: 0.009° × 2 = the eye at 7.11 − 0.018.
    let begin = try #require(seen.intervals.first).begin
    let before = path.camera(at: begin - 1e-3).centerCoordinate.longitude
    let after = path.camera(at: begin).centerCoordinate.longitude
    #expect(before < 7.092 + 1e-9 && after >= 7.092 - 1e-9, "\(before) \(after)")
    #expect(try #require(seen.intervals.first).end == path.duration)
    #expect(abs(seen.share - (path.duration - begin) / path.duration) < 1e-9)
    // The wall itself is seen by its roof all the time.
    #expect(
      try path.visibility(of: .building(building, from: 0), over: ground).share == 1)
    // A box behind the wall: its top earlier than all of it.
    let p = MapPoint(corner(46.1, 7.11))
    let rect = MapRect(x: p.x - 100, y: p.y - 100, width: 200, height: 200)
    let some = try path.visibility(of: .box(rect, from: 0, to: 60), over: ground)
    let all = try path.visibility(of: .box(rect, from: 0, to: 60, share: 1), over: ground)
    #expect(some.share > seen.share && all.share < seen.share && all.share > 0)
  }

  @Test func aShareIsReachedByRaising() throws {
    var random = SplitMix64(seed: 92)
    var (raised, refused) = (0, 0)
    for n in 0..<16 {
      let model = Relief.rough(&random, side: 65, bounds: box)
      let ground = FieldGround(model)
      let path = try CameraPath.optimal(
        from: random.camera(over: box, distance: 300...2000),
        to: random.camera(over: box, distance: 300...2000), curvature: 0.2
      ).path
      let at = random.camera(over: box, distance: 300...400).centerCoordinate
      let height = try #require(model.elevation(latitude: at.latitude, longitude: at.longitude)) + 5
      let target = SightTarget.point(at, elevation: height)
      let before = try path.visibility(of: target, over: ground)
      guard before.share < 0.8 else { continue }
      let wanted = min(before.share + 0.3, 0.9)
      guard let plan = try? path.seeing(target, for: wanted, over: ground) else {
        refused += 1
        continue
      }
      raised += 1
      #expect(plan.lift > 0 || plan.lingeringSpeed < 1)
      #expect(plan.visibility.share >= wanted)
      // Counted from outside.
      let count = 200
      let seen = try (0..<count).count { i in
        let camera = plan.path.camera(at: plan.path.duration * (Double(i) + 0.5) / Double(count))
        return try isSeen(GeodeticPosition(at, height: height), from: camera, over: model)
      }
      #expect(Double(seen) / Double(count) >= wanted - 0.02, "\(n)")
      #expect(plan.path.camera(at: 0) == path.camera(at: 0))
      #expect(plan.path.camera(at: plan.path.duration) == path.camera(at: path.duration))
      let again = try plan.path.visibility(of: target, over: ground)
      #expect(abs(again.share - plan.visibility.share) < 0.01)
      for (quantity, peak) in MotionProbe(path: plan.path).peaks(800) where quantity != .jerk {
        if let limit = MotionLimits.standard[quantity] {
          #expect(peak <= limit * 1.02, "\(quantity)")
        }
      }
    }
    #expect(raised >= 3, "\(raised) \(refused)")
    let still = try CameraPath(
      resting: MapCamera(
        lookingAtCenter: Coordinate(latitude: 46.1, longitude: 7.1), fromDistance: 100, pitch: 0,
        heading: 0), duration: 2)
    let flat = FieldGround(
      HeightField(width: 2, height: 2, bounds: box, samples: [Float](repeating: 0, count: 4)))
    let under = SightTarget.point(Coordinate(latitude: 46.1, longitude: 7.1), elevation: -5)
    #expect(throws: FlightError.hidden(share: 0, wanted: 0.5)) {
      try still.seeing(under, for: 0.5, over: flat)
    }
    #expect(throws: FlightError.self) { try still.seeing(under, for: .nan, over: flat) }
  }

  @Test(arguments: [SightMeans.sideStepping, .orbiting])
  func aShareIsReachedByADetour(_ means: SightMeans) throws {
    var random = SplitMix64(seed: 193)
    var (led, refused) = (0, 0)
    for n in 0..<24 {
      let model = Relief.rough(&random, side: 65, bounds: box)
      let ground = FieldGround(model)
      let path = try CameraPath.optimal(
        from: random.camera(over: box, distance: 300...2000),
        to: random.camera(over: box, distance: 300...2000), curvature: 0.2
      ).path
      let at = random.camera(over: box, distance: 300...400).centerCoordinate
      let height =
        try #require(model.elevation(latitude: at.latitude, longitude: at.longitude)) + 25
      let target = SightTarget.point(at, elevation: height)
      let before = try path.visibility(of: target, over: ground)
      guard before.share < 0.8 else { continue }
      let wanted = min(before.share + 0.05, 0.9)
      let plan: SightedPath
      do throws(FlightError) {
        plan = try path.seeing(target, for: wanted, over: ground, by: means)
      } catch {
        guard case .hidden(let share, wanted) = error, share < wanted else { throw error }
        refused += 1
        continue
      }
      led += 1
      #expect(plan.visibility.share >= wanted && plan.lift == 0)
      #expect((means == .orbiting ? plan.turn : plan.step) != 0 || plan.lingeringSpeed < 1)
      #expect(plan.path.camera(at: 0) == path.camera(at: 0))
      #expect(plan.path.camera(at: plan.path.duration) == path.camera(at: path.duration))
      // What leads around leaves the rest as it was; where it lingers other moments are compared.
      let (a, b) = (
        path.camera(at: path.duration / 2), plan.path.camera(at: plan.path.duration / 2)
      )
      if plan.lingeringSpeed == 1 {
        #expect(abs(a.distance - b.distance) < 1e-6 * a.distance && abs(a.pitch - b.pitch) < 1e-6)
      }
      // Counted from outside.
      let count = 200
      let seen = try (0..<count).count { i in
        let camera = plan.path.camera(at: plan.path.duration * (Double(i) + 0.5) / Double(count))
        return try isSeen(GeodeticPosition(at, height: height), from: camera, over: model)
      }
      #expect(Double(seen) / Double(count) >= wanted - 0.02, "\(n)")
      for (quantity, peak) in MotionProbe(path: plan.path).peaks(800) where quantity != .jerk {
        if let limit = MotionLimits.standard[quantity] {
          #expect(peak <= limit * 1.02, "\(n) \(quantity)")
        }
      }
    }
    #expect(led >= 3, "\(led) \(refused)")
  }

  @Test(arguments: [SightMeans.sideStepping, .orbiting])
  func theShorterWayAroundIsTaken(_ means: SightMeans) throws {
    // A wall across the view, which ends close by on one side only.
    for isEast in [true, false] {
      var samples = [Float](repeating: 0, count: 201 * 201)
      for column in isEast ? 0...104 : 96...200 {
        for row in 98...99 { samples[row * 201 + column] = 400 }
      }
      let small = GeographicBounds(south: 46, west: 7, north: 46.1, east: 7.1)
      let ground = FieldGround(
        HeightField(width: 201, height: 201, bounds: small, samples: samples))
      let path = try CameraPath(through: [
        CameraWaypoint(camera(46.0502, 7.0500)), CameraWaypoint(camera(46.0503, 7.0500)),
      ])
      let target = SightTarget.point(
        Coordinate(latitude: 46.056, longitude: 7.05), elevation: 20)
      #expect(try path.visibility(of: target, over: ground).share == 0)
      let plan = try path.seeing(target, for: 0.2, over: ground, by: means)
      let way = means == .orbiting ? -plan.turn : plan.step
      #expect(isEast ? way > 0 : way < 0, "\(isEast) \(way)")
    }
    func camera(_ latitude: Double, _ longitude: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude), fromDistance: 1500,
        pitch: 70, heading: 0)
    }
  }

  @Test func aDetourKeepsAClearanceOrNamesWhatBlocksIt() throws {
    var random = SplitMix64(seed: 194)
    var (kept, blocked) = (0, 0)
    for _ in 0..<30 where kept < 3 {
      let ground = FieldGround(Relief.rough(&random, side: 65, bounds: box))
      let path = try CameraPath.optimal(
        from: random.camera(over: box, distance: 800...2000),
        to: random.camera(over: box, distance: 800...2000), curvature: 0.2
      ).path
      guard let flown = try? path.cleared(by: 60, over: ground).path else { continue }
      let at = random.camera(over: box, distance: 300...400).centerCoordinate
      let target = SightTarget.point(at, elevation: ground.elevation(at: MapPoint(at)) + 25)
      let before = try flown.visibility(of: target, over: ground).share
      guard before < 0.85 else { continue }
      do throws(FlightError) {
        let plan = try flown.seeing(
          target, for: before + 0.04, over: ground, by: .orbiting, clearance: 60)
        guard plan.turn != 0 else { continue }
        kept += 1
        let least = try? plan.path.leastClearance(over: ground)
        #expect((least?.atLeast ?? 0) >= 59.8)
        #expect(plan.visibility.share >= before + 0.04)
      } catch {
        switch error {
        case .blocked: blocked += 1
        case .hidden: continue
        default: throw error
        }
      }
    }
    #expect(kept >= 1, "\(kept) \(blocked)")
  }

  @Test func badTargetsAreNamed() throws {
    let model = HeightField(
      width: 2, height: 2, bounds: box, samples: [Float](repeating: 0, count: 4))
    let path = try CameraPath(
      resting: MapCamera(
        lookingAtCenter: Coordinate(latitude: 46.1, longitude: 7.1), fromDistance: 100, pitch: 0,
        heading: 0))
    let ground = FieldGround(model)
    for target in [
      SightTarget([]), .point(Coordinate(latitude: .nan, longitude: 0), elevation: 0),
      .point(Coordinate(latitude: 0, longitude: 0), elevation: .infinity),
      .point(Coordinate(latitude: 89, longitude: 0), elevation: 0),
    ] {
      #expect(throws: DomainError.self) { try path.visibility(of: target, over: ground) }
    }
    let below = SightTarget.point(Coordinate(latitude: 46.1, longitude: 7.1), elevation: 0)
    #expect(throws: DomainError.self) {
      try path.visibility(of: below, over: ground, precision: 0)
    }
    #expect(try path.visibility(of: below, over: ground).share == 1)
    let under = SightTarget.point(Coordinate(latitude: 46.1, longitude: 7.1), elevation: -5)
    #expect(try path.visibility(of: under, over: ground).share == 0)
  }
}
