import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Flights from which a target is seen for most of the time, although it is hidden at their ends.
@Suite struct LingeringTests {
  private let box = GeographicBounds(south: 46, west: 7, north: 46.2, east: 7.3)

  private struct Case {
    let path: CameraPath
    let ground: FieldGround
    let model: HeightField
    let place: GeodeticPosition
    let share: Double
  }

  /// Flights over relief from which a place is seen for 25 to 78 % of the time.
  private func cases(_ count: Int, seed: UInt64) throws -> [Case] {
    var random = SplitMix64(seed: seed)
    var result: [Case] = []
    while result.count < count {
      let model = Relief.rough(&random, side: 65, bounds: box)
      let ground = FieldGround(model)
      let path = try CameraPath.optimal(
        from: random.camera(over: box, distance: 300...4000),
        to: random.camera(over: box, distance: 300...4000)
      ).path
      let at = random.camera(over: box, distance: 300...400).centerCoordinate
      let place = GeodeticPosition(
        at, height: ground.elevation(at: MapPoint(at)) + random.double(2...60))
      let seen = try path.visibility(of: SightTarget([place]), over: ground)
      guard seen.share > 0.25, seen.share < 0.78 else { continue }
      result.append(
        Case(path: path, ground: ground, model: model, place: place, share: seen.share))
    }
    return result
  }

  /// Whether nothing of the model rises above the line from a camera's eye.
  private func isSeen(_ item: Case, from camera: MapCamera) throws -> Bool {
    func height(_ place: Coordinate) -> Double {
      item.model.elevation(latitude: place.latitude, longitude: place.longitude) ?? 0
    }
    let eye = try CameraView(
      camera: camera, viewport: Viewport(width: 10, height: 10),
      groundElevation: height(camera.centerCoordinate)
    ).eyePosition
    let a = MapPoint(Coordinate(latitude: eye.latitude, longitude: eye.longitude))
    let b = MapPoint(item.place.coordinate)
    return (0...2000).allSatisfy { i in
      let s = Double(i) / 2000
      let point = MapPoint(x: a.x + (b.x - a.x) * s, y: a.y + (b.y - a.y) * s)
      return eye.height + (item.place.height - eye.height) * s + 2e-3 >= height(point.coordinate)
    }
  }

  @Test(arguments: SightMeans.allCases)
  func aShareCostsSeconds(_ means: SightMeans) throws {
    for (n, item) in try cases(10, seed: 411).enumerated() {
      let plan = try item.path.seeing(
        SightTarget([item.place]), for: 0.8, over: item.ground, by: means)
      // Who passes what hides the target at full speed, and lingers elsewhere, takes so long; ramps take a little more.
      let hidden = item.path.duration * (1 - item.share)
      #expect(
        plan.path.duration < 1.5 * max(hidden / 0.2, item.path.duration) + 2,
        "\(n) \(means): \(item.path.duration) s, seen \(item.share), became \(plan.path.duration) s"
      )
      #expect(abs(plan.slowing - plan.path.duration / item.path.duration) < 1e-9 * plan.slowing)
      // Counted from outside.
      let count = 300
      let seen = try (0..<count).count { i in
        let time = plan.path.duration * (Double(i) + 0.5) / Double(count)
        return try isSeen(item, from: plan.path.camera(at: time))
      }
      #expect(Double(seen) / Double(count) >= 0.8 - 0.015, "\(n) \(means)")
      #expect(plan.path.camera(at: 0) == item.path.camera(at: 0))
      #expect(plan.path.camera(at: plan.path.duration) == item.path.camera(at: item.path.duration))
      for (quantity, peak) in MotionProbe(path: plan.path).peaks(3000) {
        if let limit = MotionLimits.standard[quantity] {
          #expect(peak <= limit * 1.02, "\(n) \(means): \(quantity) \(peak)")
        }
      }
    }
  }

  @Test(arguments: SightMeans.allCases)
  func whatKeptALimitBeforeKeepsIt(_ means: SightMeans) throws {
    // Recipes have a pace of their own, above the limit of one quantity and far below that of another.
    var random = SplitMix64(seed: 413)
    var changed = 0
    for n in 0..<12 {
      let ground = FieldGround(Relief.rough(&random, side: 65, bounds: box))
      let start = random.camera(over: box, distance: 300...1000)
      var end = random.camera(over: box, distance: 1000...2500)
      end.centerCoordinate = Coordinate(
        latitude: start.centerCoordinate.latitude + random.double(0.01...0.03),
        longitude: start.centerCoordinate.longitude)
      let path = try CameraPath.recipe(from: start, to: end, style: .plain).path
      let at = Coordinate(
        latitude: start.centerCoordinate.latitude + random.double(-0.02...0.05),
        longitude: start.centerCoordinate.longitude + random.double(-0.02...0.02))
      let target = SightTarget.point(at, elevation: ground.elevation(at: MapPoint(at)) + 2)
      let seen = try path.visibility(of: target, over: ground).share
      guard seen < 0.9, let plan = try? path.seeing(target, for: 0.95, over: ground, by: means)
      else { continue }
      changed += 1
      let before = path.peaks()
      for (quantity, peak) in MotionProbe(path: plan.path).peaks(4000) {
        guard let limit = MotionLimits.standard[quantity] else { continue }
        #expect(peak <= max(limit, before[quantity]) * 1.03, "\(n) \(means): \(quantity) \(peak)")
      }
    }
    #expect(changed >= 3, "\(changed)")
  }

  private enum Answer {
    case found(SightedPath)
    case refused(FlightError)
  }

  private func plan(
    _ item: Case, _ share: Double, _ means: SightMeans, lasting most: Double?
  ) -> Answer {
    do throws(FlightError) {
      let path = try item.path.seeing(
        SightTarget([item.place]), for: share, over: item.ground, by: means, maximumDuration: most)
      return .found(path)
    } catch {
      return .refused(error)
    }
  }

  @Test(arguments: SightMeans.allCases)
  func aShareThatCostsTooMuchIsRefusedWithItsCost(_ means: SightMeans) throws {
    var refused = 0
    var slow = 0
    for item in try cases(4, seed: 414) {
      let duration: Double = item.path.duration
      let allowed: Double = max(10 * duration, duration + 60)
      var greatest = 0.0
      for share in [0.8, 0.95, 0.985, 1] {
        let answer = plan(item, share, means, lasting: nil)
        if case .found(let path) = answer {
          #expect(path.path.duration <= allowed)
          #expect(path.visibility.share >= share)
          greatest = share
        } else if case .refused(.tooSlow(_, let least, let most)) = answer {
          slow += 1
          #expect(most == allowed)
          #expect(least > allowed)
          // In the time that is named it can be done.
          let longer = plan(item, share, means, lasting: least)
          if case .refused(let error) = longer { Issue.record("\(error)") }
        } else if case .refused(.hidden(let most, _)) = answer {
          refused += 1
          // What was reached is said, and what is said to be reached is.
          #expect(most < share)
          #expect(most >= greatest)
          let step: Double = (most * 20).rounded(.down) / 20
          let again = plan(item, step, means, lasting: nil)
          if case .refused(let error) = again { Issue.record("\(error)") }
        }
      }
    }
    #expect(refused > 0)
    #expect(slow + refused > 1)
  }

  @Test func whatLingersIsSmoothAndCanBeEdited() throws {
    var count = 0
    for (n, item) in try cases(12, seed: 412).enumerated() {
      let plan = try item.path.seeing(
        SightTarget([item.place]), for: 0.85, over: item.ground, by: .raising)
      guard plan.lingeringSpeed < 0.9 else { continue }
      count += 1
      let path = plan.path
      // Derivatives are those of the cameras, also where paces meet.
      var random = SplitMix64(seed: UInt64(n))
      for _ in 0..<200 {
        let time = random.double(0.01 * path.duration...0.99 * path.duration)
        let hair = 1e-9 * path.duration
        let (a, b) = (path.motion(at: time - hair), path.motion(at: time + hair))
        #expect(abs(a.velocity.logDistance - b.velocity.logDistance) < 1e-6)
        #expect(abs(a.acceleration.logDistance - b.acceleration.logDistance) < 1e-5)
        let found = MotionProbe(path: path).derivatives(at: time, step: path.duration / 20_000)
        #expect(abs(found[2][0] - a.velocity.logDistance) < 1e-4, "\(n) \(time)")
        #expect(abs(found[2][1] - a.acceleration.logDistance) < 5e-2, "\(n) \(time)")
      }
      let back = path.reversed()
      let part = try path.trimmed(to: 0.3 * path.duration...0.7 * path.duration)
      let slow = try path.retimed(to: 2 * path.duration)
      let coded = try JSONDecoder().decode(CameraPath.self, from: JSONEncoder().encode(path))
      for i in 1..<20 {
        let time = path.duration * Double(i) / 20
        let camera = path.camera(at: time)
        #expect(coded.camera(at: time) == camera)
        for other in [back.camera(at: path.duration - time), slow.camera(at: 2 * time)] {
          #expect(abs(other.distance - camera.distance) < 1e-9 * camera.distance)
          #expect(abs(other.pitch - camera.pitch) < 1e-9)
        }
        if i > 6, i < 14 {
          let other = part.camera(at: time - 0.3 * path.duration)
          #expect(abs(other.distance - camera.distance) < 1e-9 * camera.distance)
        }
      }
      // Bounds hold for what lingers, too.
      let proved = try path.leastClearance(over: item.ground)
      for i in 0...2000 {
        let clearance = path.clearance(at: path.duration * Double(i) / 2000, over: item.ground)
        #expect(clearance >= proved.atLeast - 1e-6, "\(n)")
      }
      // A new goal on the way meets what lingers.
      let time = 0.45 * path.duration
      let other = try path.redirected(at: time, to: item.path.camera(at: 0))
      let (before, after) = (path.motion(at: time), other.motion(at: 0))
      #expect(abs(before.velocity.logDistance - after.velocity.logDistance) < 1e-9)
      #expect(abs(before.acceleration.logDistance - after.acceleration.logDistance) < 1e-9)
    }
    #expect(count >= 3, "\(count)")
  }

  @Test func whatIsNeverSeenIsTold() throws {
    // In a pit whose walls are higher than every detour.
    var samples = [Float](repeating: 9000, count: 65 * 65)
    samples[32 * 65 + 32] = 0
    let ground = FieldGround(HeightField(width: 65, height: 65, bounds: box, samples: samples))
    let middle = Coordinate(latitude: 46.1, longitude: 7.15)
    func camera(_ longitude: Double) -> MapCamera {
      MapCamera(
        lookingAtCenter: Coordinate(latitude: 46.03, longitude: longitude), fromDistance: 1000,
        pitch: 60, heading: 0)
    }
    let path = try CameraPath.optimal(from: camera(7.05), to: camera(7.06)).path
    for means in SightMeans.allCases {
      #expect(throws: FlightError.hidden(share: 0, wanted: 0.5)) {
        try path.seeing(.point(middle, elevation: 1), for: 0.5, over: ground, by: means)
      }
    }
  }
}
