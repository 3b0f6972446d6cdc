import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeodesy
import BelvedereTestSupport
import Testing

/// Flights whose geodesic leaves the flat map, and flights that meet the greatest distance of a zoom range.
@Suite struct PolarFlightTests {
  private func camera(
    _ latitude: Double, _ longitude: Double, _ random: inout SplitMix64
  ) -> MapCamera {
    CameraLimits().clamp(
      MapCamera(
        lookingAtCenter: Coordinate(
          latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude),
        fromDistance: 10 * 10.0.power(random.int(0...4)) * random.double(1...9),
        pitch: random.double(0...70), heading: random.double(0...360))
    ).camera
  }

  /// Pairs over and beside the poles, and opposite points.
  private func pairs(_ count: Int, seed: UInt64) -> [(MapCamera, MapCamera)] {
    var random = SplitMix64(seed: seed)
    let offs = [0, 0, 1e-9, 1e-5, 0.01, 1, 30]
    return (0..<count).map { n in
      let longitude = random.double(-180...180)
      let off = offs[random.int(0...6)]
      if n % 2 == 0 {
        let sign: Double = n % 4 == 0 ? 1 : -1
        return (
          camera(sign * random.double(60...85), longitude, &random),
          camera(sign * random.double(60...85), longitude + 180 + off, &random)
        )
      }
      let latitude = random.double(-80...80)
      return (
        camera(latitude, longitude, &random),
        camera(-latitude + min(off, 1), longitude + 180 + (n % 3 == 0 ? off : 0), &random)
      )
    }
  }

  @Test func noFlightJumpsAtAPoleOrBetweenOppositePoints() throws {
    for (n, (a, b)) in pairs(120, seed: 51).enumerated() {
      let path = try CameraPath.optimal(from: a, to: b).path
      for (quantity, peak) in MotionProbe(path: path).peaks(2000) {
        guard let limit = MotionLimits.standard[quantity] else { continue }
        #expect(peak <= limit * 1.01, "\(n): \(quantity) \(peak), \(a) to \(b)")
      }
      // The centre keeps to the map, and hardly goes farther than half around the world.
      var way = 0.0
      let cameras = path.samples(400)
      for (p, q) in zip(cameras, cameras.dropFirst()) {
        #expect(abs(q.centerCoordinate.latitude) <= MapPoint.maximumLatitude)
        way += try Geodesic.wgs84.inverse(from: p.centerCoordinate, to: q.centerCoordinate).distance
      }
      let least = try Geodesic.wgs84.inverse(
        from: a.centerCoordinate, to: b.centerCoordinate
      ).distance
      // Half around the cap of 550 km instead of across it, and what the sphere differs by.
      #expect(way >= least * (1 - 1e-9) && way < least * 1.01 + 1_250_000, "\(n): \(way) \(least)")
    }
  }

  @Test func aFlightOverAPoleTakesLittleMoreThanTheOneBeside() throws {
    var random = SplitMix64(seed: 57)
    for n in 0..<60 {
      let longitude = random.double(-180...180)
      let distance = [300, 1000, 20_000][n % 3]
      // Opposite points, then places on opposite meridians; the goal, and one or more degrees beside it.
      let latitude = n % 2 == 0 ? random.double(-75...75) : random.double(40...75)
      let goal = (
        latitude: n % 2 == 0 ? -latitude : random.double(40...75), longitude: longitude + 180
      )
      func seconds(_ latitude: Double, _ to: (latitude: Double, longitude: Double)) throws -> Double
      {
        func camera(_ latitude: Double, _ longitude: Double) -> MapCamera {
          MapCamera(
            lookingAtCenter: Coordinate(
              latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude),
            fromDistance: Double(distance), pitch: 30, heading: 40)
        }
        return try CameraPath.optimal(
          from: camera(latitude, longitude), to: camera(to.latitude, to.longitude)
        ).path.duration
      }
      let over = try seconds(latitude, goal)
      for beside in [(0.0, 1.0), (0, -1), (1, 0), (1, 1), (0, 5)] {
        let near = try seconds(latitude, (goal.latitude + beside.0, goal.longitude + beside.1))
        #expect(over <= 1.3 * near, "\(n): \(over) s, \(near) s beside it, \(latitude) \(goal)")
      }
    }
  }

  @Test func farFlightsTakeAsLongAsTheirNeighbours() throws {
    var random = SplitMix64(seed: 58)
    for n in 0..<200 {
      let (latitude, longitude) = (random.double(-70...70), random.double(-180...180))
      let goal = (random.double(-69...69), longitude + random.double(60...180))
      func seconds(_ toLatitude: Double, _ toLongitude: Double) throws -> Double {
        func camera(_ latitude: Double, _ longitude: Double) -> MapCamera {
          MapCamera(
            lookingAtCenter: Coordinate(
              latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude),
            fromDistance: 1000, pitch: 40, heading: 10)
        }
        return try CameraPath.optimal(
          from: camera(latitude, longitude), to: camera(toLatitude, toLongitude)
        ).path.duration
      }
      let own = try seconds(goal.0, goal.1)
      for (up, aside) in [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)] {
        let near = try seconds(goal.0 + up, goal.1 + aside)
        #expect(
          max(own, near) <= 1.3 * min(own, near),
          "\(n): \(own) s, \(near) s beside it, from \(latitude),\(longitude) to \(goal)")
      }
    }
  }

  @Test func theFlightBackIsTheMirrorImage() throws {
    for (n, (a, b)) in pairs(60, seed: 52).enumerated() {
      let there = try CameraPath.optimal(from: a, to: b).path
      let back = try CameraPath.optimal(from: b, to: a).path
      #expect(abs(there.duration - back.duration) < 1e-9 * there.duration, "\(n)")
      for i in 0...20 {
        let time = there.duration * Double(i) / 20
        let (p, q) = (there.camera(at: time), back.camera(at: back.duration - time))
        let apart = try Geodesic.wgs84.inverse(from: p.centerCoordinate, to: q.centerCoordinate)
        #expect(apart.distance < 1e-3, "\(n) at \(i): \(apart.distance) m, \(a) to \(b)")
      }
    }
  }

  @Test func derivativesAreThoseOfTheCamerasAroundAPole() throws {
    for (n, (a, b)) in pairs(24, seed: 53).enumerated() {
      let path = try CameraPath.optimal(from: a, to: b).path
      for i in 1..<20 {
        let time = path.duration * Double(i) / 20
        let motion = path.motion(at: time)
        let found = MotionProbe(path: path).derivatives(at: time, step: path.duration / 20_000)
        let distance = motion.camera.distance
        for (own, probed) in [
          (motion.velocity.east, found[0][0]), (motion.velocity.north, found[1][0]),
          (motion.acceleration.east, found[0][1]), (motion.acceleration.north, found[1][1]),
        ] {
          #expect(abs(own - probed) < 1e-3 * distance, "\(n) at \(i): \(own) \(probed)")
        }
      }
    }
  }

  @Test func theGreatestDistanceIsMetAndLeftWithoutAKink() throws {
    var random = SplitMix64(seed: 54)
    for n in 0..<100 {
      let (a, b) = (random.camera(-70...70), random.camera(-70...70))
      let most = max(a.distance, b.distance) * [1, 1.0001, 1.3, 5, 20][n % 5]
      var limits = CameraLimits()
      limits.zoomRange = try CameraZoomRange(maximumDistance: most)
      let path = try CameraPath.optimal(from: a, to: b, limits: limits).path
      let probe = MotionProbe(path: path)
      for (quantity, peak) in probe.peaks(2000) {
        guard let limit = MotionLimits.standard[quantity] else { continue }
        #expect(peak <= limit * 1.01, "\(n): \(quantity) \(peak)")
      }
      // At keyframes lies where the greatest distance is met and left: the acceleration is the same on both sides.
      for frame in path.keyframes.dropFirst().dropLast() {
        #expect(frame.camera.distance <= most * (1 + 1e-12))
        let hair = path.duration * 1e-7
        let (before, after) = (
          path.motion(at: frame.time - hair), path.motion(at: frame.time + hair)
        )
        #expect(
          abs(before.acceleration.logDistance - after.acceleration.logDistance) < 1e-3,
          "\(n): \(before.acceleration.logDistance) \(after.acceleration.logDistance)")
        #expect(abs(before.velocity.logDistance) < 1e-3, "\(n)")
      }
    }
  }

  @Test func derivativesAreThoseOfTheCamerasWhereTheGreatestDistanceIsMet() throws {
    var random = SplitMix64(seed: 56)
    for n in 0..<40 {
      let (a, b) = (random.camera(-70...70), random.camera(-70...70))
      var limits = CameraLimits()
      limits.zoomRange = try CameraZoomRange(
        maximumDistance: max(a.distance, b.distance) * [1, 1.5, 4][n % 3])
      let path = try CameraPath.optimal(from: a, to: b, limits: limits).path
      for i in 1..<40 {
        let time = path.duration * Double(i) / 40
        let motion = path.motion(at: time)
        let found = MotionProbe(path: path).derivatives(at: time, step: path.duration / 20_000)
        let distance = motion.camera.distance
        for (own, probed, unit) in [
          (motion.acceleration.east, found[0][1], distance),
          (motion.acceleration.north, found[1][1], distance),
          (motion.acceleration.logDistance, found[2][1], 1),
        ] {
          #expect(abs(own - probed) < 3e-3 * unit, "\(n) at \(i): \(own) \(probed)")
        }
      }
    }
  }

  /// Low flights over a hill around the pole, whose top is met where the arc bends most.
  @Test func aClearanceAroundAPoleIsProvedWhereTheEyeIs() throws {
    for (n, (a, b)) in pairs(40, seed: 55).enumerated() where n % 2 == 0 {
      var limits = CameraLimits()
      limits.zoomRange = try CameraZoomRange(maximumDistance: 60_000)
      let path = try CameraPath.optimal(from: a, to: b, limits: limits).path
      let ground = PoleHill()
      let proved = try path.leastClearance(over: ground, tolerance: 10)
      var least = Double.infinity
      for i in 0...20_000 {
        least = min(least, path.clearance(at: path.duration * Double(i) / 20_000, over: ground))
      }
      #expect(least >= proved.atLeast - 1e-6, "\(n): \(least) \(proved)")
      #expect(proved.atLeast > least - 20, "\(n): \(least) \(proved)")
    }
  }
}

/// Something on level ground that rises towards both edges of the map.
private struct PoleHill: FlightGround {
  func elevation(at point: MapPoint) -> Double { 0 }
  func top(at point: MapPoint) -> Double { height(point.y) }
  func elevations(x: ClosedRange<Double>, y: ClosedRange<Double>) -> ClosedRange<Double> { 0...0 }
  func highestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
    max(height(y.lowerBound), height(y.upperBound))
  }
  func lowestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double { 0 }

  private func height(_ y: Double) -> Double {
    let part = min(max(y / MapPoint.worldWidth, 0), 1)
    return 1e6 * max(0.12 - min(part, 1 - part), 0)
  }
}

extension Double {
  fileprivate func power(_ n: Int) -> Double { (0..<n).reduce(1) { x, _ in x * self } }
}
