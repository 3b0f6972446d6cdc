import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct ClearanceTests {
  private let alps = GeographicBounds(south: 45.5, west: 6.5, north: 46.5, east: 8)

  /// A low flight of one of several kinds from one free place over a model to another, and a clearance
  /// that both ends have.
  private func flight(
    _ random: inout SplitMix64, _ n: Int, over model: HeightField,
    distance: ClosedRange<Double> = 300...3000
  ) throws -> (path: CameraPath, wanted: Double) {
    let probe = ReliefProbe(model: model)
    func free() throws -> (MapCamera, Double) {
      while true {
        let camera = random.camera(over: model.bounds, distance: distance)
        let clearance = try probe.clearance(camera)
        if clearance > 30 { return (camera, clearance) }
      }
    }
    let (a, b) = (try free(), try free())
    let wanted = min(a.1, b.1) * (n % 7 == 0 ? 1 : random.double(0.3...0.98))
    let path =
      switch n % 4 {
      case 0: try CameraPath.optimal(from: a.0, to: b.0, curvature: 0.1).path
      case 1:
        try CameraPath(
          through: [CameraWaypoint(a.0), CameraWaypoint(try free().0), CameraWaypoint(b.0)])
      case 2: try CameraPath.recipe(from: a.0, to: b.0, style: .plain).path
      default:
        try CameraPath(through: [CameraWaypoint(a.0), CameraWaypoint(b.0)]).redirected(
          at: 0, to: b.0, curvature: 0.3)
      }
    return (path, wanted)
  }

  /// What a plan answers: a path, or what is in its way.
  private static func plan(
    _ body: () throws -> ClearedPath
  ) -> (cleared: ClearedPath?, block: FlightObstruction?) {
    do {
      return (try body(), nil)
    } catch {
      if case FlightError.blocked(let block) = error { return (nil, block) }
      return (nil, nil)
    }
  }

  /// Checks a plan over a model; whether it was raised, `nil` where it was refused.
  @discardableResult private func check(
    _ path: CameraPath, over model: HeightField, by wanted: Double, samples: Int = 3000,
    _ name: String
  ) throws -> Bool? {
    let probe = ReliefProbe(model: model)
    let before = try probe.least(path, samples)
    let plan = Self.plan { try path.cleared(by: wanted, over: FieldGround(model)) }
    guard let cleared = plan.cleared else {
      // A refusal is right: the place is as low as it says, and at an end.
      let block = try #require(plan.block)
      let there = try probe.clearance(path.camera(at: block.time))
      #expect(abs(there - block.clearance) < 1e-3, "\(name) \(block)")
      #expect(block.reason == .start || block.reason == .end, "\(name) \(block)")
      let end = block.reason == .start ? 0 : path.duration
      #expect(
        try probe.clearance(path.camera(at: end)) < wanted
          || abs(block.time - end) < 1e-6 * path.duration, "\(name) \(block)")
      return nil
    }
    let raised = cleared.path
    let after = try probe.least(raised, samples)
    #expect(after.clearance >= wanted - 1.1e-3, "\(name) \(after)")
    let needed = max(wanted - before.clearance, 0)
    #expect(cleared.lift <= max(1.25 * needed, 1.25 * cleared.needed), "\(name) \(cleared.lift)")
    #expect(
      cleared.needed <= cleared.lift + 1e-6 && cleared.needed >= 0.9 * needed - 1e-3, "\(name)")
    // The ends stay as they are.
    #expect(raised.camera(at: 0) == path.camera(at: 0), "\(name)")
    #expect(raised.camera(at: raised.duration) == path.camera(at: path.duration), "\(name)")
    // The lift itself, from the cameras alone: straight up, and no more than is said.
    for i in 0...200 {
      let part = Double(i) / 200
      let (a, b) = (
        path.camera(at: path.duration * part), raised.camera(at: raised.duration * part)
      )
      let rise = b.altitude - a.altitude
      #expect(rise > -1e-6 * a.distance && rise <= cleared.lift + 1e-6 * a.distance, "\(name) \(i)")
      let (p, q) = (a.pitch * .pi / 180, b.pitch * .pi / 180)
      #expect(
        abs(a.distance * sin(p) - b.distance * sin(q)) < 1e-6 * a.distance, "\(name) \(i)")
      #expect(b.pitch <= CameraLimits().maximumPitch(atDistance: b.distance) + 0.01, "\(name)")
    }
    return cleared.lift > 0
  }

  @Test func aHundredRandomFlightsOverRoughReliefKeepTheirClearance() throws {
    var random = SplitMix64(seed: 81)
    var counts = (raised: 0, kept: 0, refused: 0)
    for n in 0..<100 {
      let model = Relief.rough(&random, side: 129, bounds: alps, spikes: n % 5)
      let (path, wanted) = try flight(&random, n, over: model)
      switch try check(path, over: model, by: wanted, "\(n)") {
      case true: counts.raised += 1
      case false: counts.kept += 1
      default: counts.refused += 1
      }
    }
    #expect(counts.raised >= 10 && counts.kept >= 15, "\(counts)")
    print("clearance: \(counts)")
  }

  @Test func theBoundIsBelowEverySampleAndNearTheLeast() throws {
    var random = SplitMix64(seed: 82)
    for n in 0..<40 {
      let model = Relief.rough(&random, side: 65, bounds: alps)
      let path = try flight(&random, n, over: model).path
      let bound = try path.leastClearance(over: FieldGround(model), tolerance: 0.5)
      let least = try ReliefProbe(model: model).least(path, 3000)
      #expect(bound.atLeast <= least.clearance + 1e-6, "\(n) \(bound) \(least)")
      #expect(bound.found - bound.atLeast <= 0.5, "\(n) \(bound)")
      let there = try ReliefProbe(model: model).clearance(path.camera(at: bound.time))
      #expect(abs(there - bound.found) < 1e-3, "\(n) \(there) \(bound)")
    }
  }

  @Test func raisedFlightsAreSmoothAndKeepTheLimitsOfMotion() throws {
    var random = SplitMix64(seed: 83)
    var raised = 0
    for n in 0..<24 where n % 4 != 3 {
      let model = Relief.rough(&random, side: 129, bounds: alps)
      let (path, wanted) = try flight(&random, n, over: model)
      guard let cleared = try? path.cleared(by: wanted, over: FieldGround(model)), cleared.lift > 0
      else { continue }
      raised += 1
      let motion = MotionLimits.standard
      // What the path before exceeds is not the lift's to mend.
      let own = MotionProbe(path: path).peaks(1500)
      for (quantity, peak) in MotionProbe(path: cleared.path).peaks(1500) where quantity != .jerk {
        if let limit = motion[quantity] {
          #expect(peak <= max(limit, own[quantity] ?? 0) * 1.02, "\(n) \(quantity) \(peak)")
        }
      }
      // Two derivatives, beside those that are told.
      for i in 1..<400 {
        let time = cleared.path.duration * (Double(i) + 0.31) / 401
        let told = cleared.path.motion(at: time)
        let seen = MotionProbe(path: cleared.path).derivatives(
          at: time, step: cleared.path.duration * 1e-4)
        #expect(abs(told.velocity.logDistance - seen[2][0]) < 2e-4, "\(n) \(i)")
        #expect(abs(told.velocity.pitch * .pi / 180 - seen[3][0]) < 2e-4, "\(n) \(i)")
        let h = 1e-4 * cleared.path.duration
        let (v, w) = (
          cleared.path.motion(at: time - h).velocity, cleared.path.motion(at: time + h).velocity
        )
        let (zoom, pitch) = (told.acceleration.logDistance, told.acceleration.pitch)
        #expect(
          abs(zoom - (w.logDistance - v.logDistance) / (2 * h)) < 2e-3 + 0.01 * abs(zoom),
          "\(n) \(i)")
        #expect(abs(pitch - (w.pitch - v.pitch) / (2 * h)) < 0.1 + 0.01 * abs(pitch), "\(n) \(i)")
      }
    }
    #expect(raised >= 4)
  }

  @Test func raisedPathsCanBeEditedAndRestored() throws {
    var random = SplitMix64(seed: 84)
    let model = Relief.rough(&random, side: 129, bounds: alps)
    var tested = 0
    for n in 0..<12 {
      let (path, wanted) = try flight(&random, n, over: model)
      guard let cleared = try? path.cleared(by: wanted, over: FieldGround(model)), cleared.lift > 0
      else { continue }
      tested += 1
      let raised = cleared.path
      let back = try JSONDecoder().decode(CameraPath.self, from: JSONEncoder().encode(raised))
      #expect(back == raised)
      let part = try raised.trimmed(to: raised.duration * 0.2...raised.duration * 0.9)
      let slow = try raised.retimed(to: 1000)
      for i in 0...50 {
        let x = Double(i) / 50
        let camera = raised.camera(at: raised.duration * x)
        #expect(back.camera(at: raised.duration * x) == camera)
        let mirrored = raised.reversed().camera(at: raised.duration * (1 - x))
        #expect(abs(mirrored.distance / camera.distance - 1) < 1e-9)
        #expect(abs(slow.camera(at: 1000 * x).distance / camera.distance - 1) < 1e-9)
        let time = part.duration * x
        #expect(
          abs(
            part.camera(at: time).distance
              / raised.camera(at: raised.duration * 0.2 + time).distance - 1) < 1e-9)
      }
    }
    #expect(tested >= 2)
  }

  @Test func aLonelySpikeIsCleared() throws {
    // One sample of a thousand, exactly on the way of the eye, is a wall 5 km high.
    var samples = [Float](repeating: 100, count: 1001 * 1001)
    samples[500 * 1001 + 500] = 5000
    let box = GeographicBounds(south: 46, west: 7, north: 47, east: 8)
    let model = HeightField(width: 1001, height: 1001, bounds: box, samples: samples)
    func camera(_ longitude: Double, _ latitude: Double = 46.5) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: latitude, longitude: longitude), fromDistance: 2000,
        pitch: 60, heading: 90)
    }
    let path = try CameraPath.recipe(from: camera(7.2), to: camera(7.8), style: .plain).path
    #expect(try check(path, over: model, by: 100, samples: 60_000, "along") == true)
    // Beside the spike nothing is needed.
    let beside = try CameraPath.recipe(
      from: camera(7.2, 46.49), to: camera(7.8, 46.49), style: .plain
    ).path
    #expect(try check(beside, over: model, by: 100, samples: 60_000, "beside") == false)
  }

  /// What is needed close before the end was not raised for, with the longest spans of the lift.
  @Test("a cliff near the end of the way is cleared, under a short range of zoom as well")
  func cliffs() throws {
    // The cliff's foot, by every twentieth row from the north.
    let edges = [111.0, 76, 52, 45, 56, 84, 119, 152, 173, 175, 159]
    let side = 220
    let samples = (0..<side * side).map { k -> Float in
      let (row, column) = (k / side, k % side)
      let (i, part) = (row / 20, Double(row % 20) / 20)
      let edge = edges[i] + (i < 10 ? (edges[i + 1] - edges[i]) * part : 0)
      return Double(column) < edge ? 100 : 900
    }
    let half = 0.00025
    let model = HeightField(
      width: side, height: side,
      bounds: GeographicBounds(
        south: -33.2 + half, west: -70.5 + half, north: -33.09 - half, east: -70.39 - half),
      samples: samples)
    var random = SplitMix64(seed: 88)
    func near(_ value: Double, _ reach: Double) -> Double {
      value + reach * random.double(-1.7...1.7)
    }
    var raised = 0
    for n in 0..<150 {
      let a = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: near(-33.154625, 0.002), longitude: near(-70.487545, 0.002)),
        fromDistance: near(774, 60), pitch: near(41.9, 3), heading: near(150, 20))
      let b = MapCamera(
        lookingAtCenter: Coordinate(
          latitude: near(-33.165514, 0.001), longitude: near(-70.423053, 0.001)),
        fromDistance: near(260, 40), pitch: near(44.4, 3), heading: near(256, 20))
      var limits = CameraLimits()
      if n % 2 == 0 {
        limits.zoomRange = try CameraZoomRange(
          minimumDistance: nil, maximumDistance: a.distance * random.double(1...1.6))
      }
      let path = try CameraPath.optimal(from: a, to: b, limits: limits).path
      let wanted = random.double(20...200)
      let plan = Self.plan {
        try path.cleared(by: wanted, over: FieldGround(model), limits: limits)
      }
      guard let cleared = plan.cleared, cleared.lift > 0 else { continue }
      raised += 1
      let least = try ReliefProbe(model: model).least(cleared.path, 3000)
      #expect(least.clearance >= wanted - 1.1e-3, "\(n): \(least) of \(wanted)")
    }
    #expect(raised > 20, "\(raised)")
  }

  /// What its second half needs was asked for from the start on, where it cannot be had.
  @Test("a flight whose need begins later is raised, not refused for its start")
  func laterNeed() throws {
    // A plateau with an edge in the middle of the way: beyond it the ground lies 600 m lower, and so do centre and eye.
    let side = 140
    let box = GeographicBounds(south: 36.1, west: -112.2, north: 36.14, east: -112.15)
    let model = HeightField(
      width: side, height: side, bounds: box,
      samples: (0..<side * side).map { $0 % side < 105 ? 600 : 0 })
    let a = MapCamera(
      lookingAtCenter: Coordinate(latitude: 36.12828, longitude: -112.16958), fromDistance: 598.9,
      pitch: 58.7, heading: 343)
    let b = MapCamera(
      lookingAtCenter: Coordinate(latitude: 36.13045, longitude: -112.15896), fromDistance: 148,
      pitch: 75, heading: 203)
    let path = try CameraPath.recipe(from: a, to: b, style: .hop).path
    let probe = ReliefProbe(model: model)
    let before = try probe.least(path, 3000)
    let ends = try min(probe.clearance(a), probe.clearance(b))
    #expect(before.clearance < 0.8 * ends)
    let wanted = 0.9 * ends
    let limits = CameraLimits(pitchLimit: .none)
    let cleared = try path.cleared(by: wanted, over: FieldGround(model), limits: limits)
    #expect(try probe.least(cleared.path, 3000).clearance >= wanted - 1.1e-3)
    #expect(cleared.lift <= 1.25 * cleared.needed)
  }

  @Test func acrossTheEdgeOfTheWorldAndOverAPole() throws {
    var random = SplitMix64(seed: 85)
    let pacific = GeographicBounds(south: -20, west: 178.5, north: -18, east: 181.5)
    var raised = 0
    for n in 0..<16 {
      let model = Relief.rough(&random, side: 129, bounds: pacific)
      let (path, wanted) = try flight(&random, n, over: model, distance: 2000...20_000)
      if try check(path, over: model, by: wanted, "\(n)") == true { raised += 1 }
    }
    #expect(raised >= 3)
    // All longitudes: the grid meets itself at 180°.
    var samples = [Float](repeating: 500, count: 361 * 181)
    for row in 0..<181 { samples[row * 361 + 200] = 3000 }
    let world = HeightField(
      width: 361, height: 181,
      bounds: GeographicBounds(south: -90, west: -180, north: 90, east: 180),
      samples: samples)
    for (from, to) in [
      ((80.0, 10.0), (80.0, -170.0)), ((-84, 0), (-84, 181)), ((0, 179), (0, -179)),
    ] {
      func camera(_ place: (Double, Double)) -> MapCamera {
        MapCamera(
          lookingAtCenter: Coordinate(latitude: place.0, longitude: place.1), fromDistance: 9000,
          pitch: 40, heading: 30)
      }
      let path = try CameraPath.optimal(from: camera(from), to: camera(to)).path
      try check(path, over: world, by: 300, "\(from)")
      let bound = try path.leastClearance(over: FieldGround(world), tolerance: 20)
      #expect(bound.atLeast <= (try ReliefProbe(model: world).least(path, 4000)).clearance)
    }
  }

  @Test func whatCannotBeHelpedIsSaidWithThePlace() throws {
    var samples = [Float](repeating: 0, count: 201 * 201)
    // A mountain whose flank stands over the goal's eye.
    for row in 90...110 { for column in 140...160 { samples[row * 201 + column] = 4000 } }
    let box = GeographicBounds(south: 46, west: 7, north: 47, east: 8)
    let ground = FieldGround(
      HeightField(width: 201, height: 201, bounds: box, samples: samples))
    func camera(_ longitude: Double, _ distance: Double = 3000) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: 46.5, longitude: longitude), fromDistance: distance,
        pitch: 60, heading: 270)
    }
    func block(_ body: () throws -> ClearedPath) -> FlightObstruction? { Self.plan(body).block }
    // The eye is 2.6 km east of the centre, inside the mountain.
    let into = try CameraPath.optimal(from: camera(7.2), to: camera(7.68)).path
    let end = try #require(block { try into.cleared(by: 50, over: ground) })
    #expect(end.reason == .end && end.time == into.duration && end.top == 4000)
    #expect(
      abs(end.coordinate.latitude - 46.5) < 1e-3 && abs(end.coordinate.longitude - 7.714) < 2e-3)
    let out = block { try into.reversed().cleared(by: 50, over: ground) }
    #expect(out?.reason == .start && out?.time == 0)
    // With ends that may be raised there is a way.
    let free = try into.cleared(by: 50, over: ground, liftsEnds: true)
    #expect(free.path.clearance(at: free.path.duration, over: ground) >= 50 - 1e-3)
    // Across the mountain, where the zoom range ends too low.
    let across = try CameraPath.recipe(from: camera(7.2), to: camera(7.9), style: .plain).path
    #expect(try across.cleared(by: 50, over: ground).lift > 2000)
    let limits = CameraLimits(zoomRange: try CameraZoomRange(maximumDistance: 4000))
    let held = try #require(block { try across.cleared(by: 50, over: ground, limits: limits) })
    #expect(held.reason == .zoomRange && held.time > 0 && held.time < across.duration)
    // Raised by 2 km the camera is 4.4 km away at 37°, which this curve allows up to 3.3 km only.
    let curve = try PitchLimit.curve(through: [
      PitchCurve.Stop(distance: 3100, pitch: 60), PitchCurve.Stop(distance: 4000, pitch: 10),
    ])
    let tilted = try #require(
      block { try across.cleared(by: 50, over: ground, limits: CameraLimits(pitchLimit: curve)) })
    #expect(tilted.reason == .pitchLimit && tilted.time > 0 && tilted.time < across.duration)
    // Numbers that are none.
    for wanted in [Double.nan, .infinity, 1e7] {
      #expect(throws: FlightError.self) { try across.cleared(by: wanted, over: ground) }
    }
    #expect(throws: DomainError.self) { try across.leastClearance(over: ground, tolerance: .nan) }
  }

  @Test func theSameCameraTwiceStandsWhereItStands() throws {
    let field = HeightField(
      width: 2, height: 2, bounds: GeographicBounds(south: 46, west: 7, north: 47, east: 8),
      samples: [100, 200, 300, 400])
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: 46.5, longitude: 7.5), fromDistance: 500, pitch: 30,
      heading: 0)
    let still = try CameraPath.optimal(from: camera, to: camera).path
    let kept = try still.cleared(by: 100, over: FieldGround(field))
    #expect(kept.path == still && kept.lift == 0)
    #expect(throws: FlightError.self) { try still.cleared(by: 600, over: FieldGround(field)) }
    let raised = try still.cleared(by: 600, over: FieldGround(field), liftsEnds: true)
    #expect(abs(raised.path.clearance(at: 0, over: FieldGround(field)) - 600) < 1e-6)
    #expect(try still.leastClearance(over: FieldGround(field)).atLeast > 300)
  }

  @Test func obstaclesCountAsGround() throws {
    let box = GeographicBounds(south: 46, west: 7, north: 46.1, east: 7.1)
    let model = HeightField(
      width: 2, height: 2, bounds: box, samples: [Float](repeating: 50, count: 4))
    var random = SplitMix64(seed: 86)
    var obstacles: [FlightObstacle] = []
    var probe = ReliefProbe(model: model)
    for _ in 0..<300 {
      let (south, west) = (random.double(46.005...46.09), random.double(7.005...7.09))
      let part = GeographicBounds(
        south: south, west: west, north: south + 0.0008, east: west + 0.0008)
      let top = random.double(60...400)
      probe.obstacles.append((part, top))
      obstacles.append(
        FlightObstacle(
          footprint: [
            Coordinate(latitude: part.south, longitude: part.west),
            Coordinate(latitude: part.south, longitude: part.east),
            Coordinate(latitude: part.north, longitude: part.east),
            Coordinate(latitude: part.north, longitude: part.west),
          ], top: top))
    }
    let ground = try ObstructedGround(FieldGround(model), obstacles: obstacles)
    var raised = 0
    for n in 0..<30 {
      let path = try flight(&random, n, over: model, distance: 200...900).path
      guard let cleared = try? path.cleared(by: 20, over: ground) else { continue }
      if cleared.lift > 0 { raised += 1 }
      let least = try probe.least(cleared.path, 6000)
      #expect(least.clearance >= 20 - 1e-2, "\(n) \(least)")
      let needed = try probe.least(path, 6000).clearance
      #expect(cleared.lift <= 1.25 * max(20 - needed, cleared.needed), "\(n)")
    }
    #expect(raised >= 3)
    #expect(throws: DomainError.self) {
      try ObstructedGround(
        FieldGround(model), obstacles: [FlightObstacle(footprint: [], top: 3)])
    }
    #expect(throws: DomainError.self) {
      try ObstructedGround(FieldGround(model), obstacles: [], margin: .nan)
    }
  }

  @Test(.enabled(if: SharedData.has("dem"))) func overRealRelief() throws {
    guard let model = Relief.grid("dem/SRTMGL3_front_range.asc") else { return }
    var random = SplitMix64(seed: 87)
    let isLong = ProcessInfo.processInfo.environment["BELVEDERE_LONG_TESTS"] != nil
    var counts = (raised: 0, kept: 0, refused: 0)
    for n in 0..<(isLong ? 10_000 : 100) {
      let (path, wanted) = try flight(&random, n, over: model)
      switch try check(
        path, over: model, by: wanted, samples: isLong ? 1500 : 3000, "\(n)")
      {
      case true: counts.raised += 1
      case false: counts.kept += 1
      default: counts.refused += 1
      }
    }
    print("clearance over real relief: \(counts)")
    #expect(counts.raised > 5)
  }

  @Test func aModelsOwnBoundsServeAsWell() throws {
    var random = SplitMix64(seed: 88)
    let model = Relief.rough(&random, side: 65, bounds: alps)
    let mosaic = ElevationMosaic([model])
    var raised = 0
    for n in 0..<8 {
      let (path, by) = try flight(&random, n, over: model)
      guard let a = try? path.cleared(by: by, over: FieldGround(model)) else { continue }
      let b = try path.cleared(by: by, over: ModelGround(mosaic))
      if a.lift > 0 { raised += 1 }
      #expect(abs(a.lift - b.lift) < 0.1 * max(a.lift, 1), "\(n)")
    }
    #expect(raised >= 1)
    #expect(ModelGround.ground(of: mosaic) is FieldGround)
    // Two halves that meet are one ground.
    let (left, right) = (halves(of: model).left, halves(of: model).right)
    let joined = ModelGround.ground(of: ElevationMosaic([left, right]))
    for n in 0..<8 {
      let (path, by) = try flight(&random, n, over: model)
      let a = try? path.cleared(by: by, over: FieldGround(model))
      let b = try? path.cleared(by: by, over: joined)
      #expect((a == nil) == (b == nil), "\(n)")
      #expect(abs((a?.lift ?? 0) - (b?.lift ?? 0)) < 0.15 * max(a?.lift ?? 0, 1), "\(n)")
    }
  }

  /// The western and the eastern half of a grid with an odd number of columns.
  private func halves(of field: HeightField) -> (left: HeightField, right: HeightField) {
    let middle = field.width / 2
    func part(_ columns: ClosedRange<Int>) -> HeightField {
      let b = field.bounds
      func longitude(_ column: Int) -> Double {
        b.west + (b.east - b.west) * (Double(column) / Double(field.width - 1))
      }
      return HeightField(
        width: columns.count, height: field.height,
        bounds: GeographicBounds(
          south: b.south, west: longitude(columns.lowerBound), north: b.north,
          east: longitude(columns.upperBound)),
        samples: (0..<field.height).flatMap { row in
          field.samples[
            row * field.width + columns.lowerBound...row * field.width + columns.upperBound]
        })
    }
    return (part(0...middle), part(middle...field.width - 1))
  }
}
