import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct CameraFitTests {
  /// All inside by at least 0 points; where nothing limits, a pair of edges is touched.
  @Test func allIsInsideAndTwoOppositeEdgesAreTouched() {
    var touched = 0
    var worst = 0.0
    forEachSeed(6000) { random in
      let request = FitCase.any(&random)
      let fit = try request.fit()
      let witness = try FitWitness(fit, request.viewport, request.positions)
      guard let m = witness.margins() else { throw PropertyFailure("\(request): behind the eye") }
      try check(
        min(m.left, m.right, m.top, m.bottom) >= 0 && fit.containsAll, "\(request): \(m), \(fit)")
      let reported = try #require(fit.margins)
      for (a, b) in [
        (m.left, reported.left), (m.right, reported.right), (m.top, reported.top),
        (m.bottom, reported.bottom),
      ] {
        try check(a == b, "\(request): \(m), reported \(reported)")
      }
      guard fit.limitedBy.isEmpty else { return }
      touched += 1
      let slack = min(max(m.left, m.right), max(m.top, m.bottom))
      worst = max(worst, slack)
      try check(slack <= 0.01, "\(request): \(m), \(fit)")
    }
    #expect(touched > 4000 || ProcessInfo.processInfo.environment["BELVEDERE_SEED"] != nil)
    #expect(worst < 0.005, "\(worst)")
  }

  /// A search that knows the projection only finds no eye further forward.
  @Test func noEyeFurtherForwardSeesAll() {
    forEachSeed(400) { random in
      let request = FitCase.any(&random)
      let fit = try request.fit()
      guard fit.limitedBy.isEmpty else { return }
      let witness = try FitWitness(fit, request.viewport, request.positions)
      // Four hundredths of a point on a screen that the points fill.
      let room = min(request.viewport.width, request.viewport.height) / 4
      let step = 0.04 / room * witness.depths.furthest
      guard step < witness.depths.nearest / 2 else { return }
      let across = witness.bestMargin(
        forward: step, along: witness.view.right, isAcross: true)
      let down = witness.bestMargin(forward: step, along: witness.view.up, isAcross: false)
      try check(min(across, down) < 0, "\(request): \(across), \(down) after \(step) m")
      // The search itself finds what is there: the fit, a little further back.
      let back = witness.bestMargin(forward: -step, along: witness.view.right, isAcross: true)
      let backDown = witness.bestMargin(forward: -step, along: witness.view.up, isAcross: false)
      try check(min(back, backDown) >= 0, "\(request): the search misses the fit")
    }
  }

  /// For every other centre a bisection over the distance leads to an eye further back.
  @Test func noOtherCenterBringsTheEyeFurtherForward() {
    forEachSeed(300) { random in
      let request = FitCase.any(&random)
      let fit = try request.fit()
      guard fit.limitedBy.isEmpty else { return }
      let witness = try FitWitness(fit, request.viewport, request.positions)
      let forward = witness.view.forward
      let scale = witness.depths.furthest
      for _ in 0..<20 {
        let center =
          Vector2(random.double(-1...1), random.double(-1...1))
          * (pow(10, random.double(-5...0)) * scale)
        let distance = witness.leastDistance(at: center)
        let gained = center.dot(forward.xy) - distance + fit.camera.distance
        try check(gained <= 1e-4 * scale, "\(request): \(center) gains \(gained) m")
      }
    }
  }

  @Test func oppositeMarginsAreEqual() {
    forEachSeed(1500) { random in
      let request = FitCase.any(&random)
      let fit = try request.fit()
      guard fit.limitedBy.isEmpty, let m = fit.margins else { return }
      let size = max(request.viewport.width, request.viewport.height)
      try check(
        isClose(m.left, m.right, absolute: 1e-8 * size)
          && isClose(m.top, m.bottom, absolute: 1e-8 * size), "\(request): \(m)")
    }
  }

  /// A search over the centres finds no camera with less distance.
  @Test func theNearestAlignmentHasTheLeastDistance() {
    forEachSeed(300) { random in
      var request = FitCase.any(&random)
      let middle = try request.fit()
      request.alignment = .nearest
      let fit = try request.fit()
      guard fit.limitedBy.isEmpty else { return }
      let witness = try FitWitness(fit, request.viewport, request.positions)
      try check(witness.sees(movedBy: .zero), "\(request): \(fit)")
      let view = request.viewport
      let half = (view.height - view.padding.top - view.padding.bottom) / 2 / view.focalLength
      guard request.pitch + atan(half) * 180 / .pi < 89 else { return }
      if middle.limitedBy.isEmpty {
        // In map points, for a metre is longer elsewhere.
        func size(_ camera: MapCamera) -> Double {
          camera.distance
            / MapPoint.metersPerMapPoint(at: camera.centerCoordinate.latitude)
        }
        try check(
          size(fit.camera) <= size(middle.camera) * (1 + 1e-6), "\(request): \(fit)")
      }
      let scale = max(witness.depths.furthest, fit.camera.distance)
      for _ in 0..<30 {
        let center =
          Vector2(random.double(-1...1), random.double(-1...1))
          * (pow(10, random.double(-5...0)) * scale)
        let least = witness.leastDistance(at: center)
        try check(
          least >= fit.camera.distance - 1e-6 * scale, "\(request): \(least) at \(center)")
      }
    }
  }

  @Test func theOrderOfPositionsAndWholeTurnsDoNotMatter() {
    forEachSeed(500) { random in
      var request = FitCase.any(&random)
      let fit = try request.fit()
      request.positions.shuffle(using: &random)
      request.heading += 720
      for i in request.positions.indices {
        request.positions[i].coordinate.longitude += 360 * Double(random.int(-2...2))
      }
      let other = try request.fit()
      let size = fit.camera.distance
      try check(
        isClose(fit.camera.distance, other.camera.distance, relative: 1e-5)
          && LocalFrame(origin: fit.camera.centerCoordinate).position(
            of: other.camera.centerCoordinate
          ).length < 1e-5 * size, "\(request): \(fit.camera), \(other.camera)")
    }
  }

  @Test func headingsPitchesAndTheGroundAreKept() {
    forEachSeed(500) { random in
      let request = FitCase.any(&random)
      let fit = try request.fit()
      try check(fit.camera.pitch == request.pitch, "\(request): \(fit)")
      try check(fit.camera.heading == wrappedHeading(request.heading), "\(request): \(fit)")
      try check(fit.groundElevation == request.ground, "\(request): \(fit)")
      try fit.camera.validate()
    }
  }

  // MARK: Boxes of peers

  private let box = [
    Coordinate(latitude: 16, longitude: -133), Coordinate(latitude: 50, longitude: -133),
    Coordinate(latitude: 16, longitude: -68), Coordinate(latitude: 50, longitude: -68),
  ]
  private let peerView = Viewport(
    width: 512, height: 512, fieldOfView: 0.6435011087932844 * 180 / .pi)

  /// MapLibre's example box at the pitches where its own camera overflows the map by 46 and 58
  /// points.
  @Test(arguments: [0.0, 30, 45, 60, 75])
  func theBoxOfMapLibre(pitch: Double) throws {
    for heading in stride(from: 0.0, to: 360, by: 5) {
      let positions = box.map { MapPosition($0) }
      let request = FitCase(
        positions: positions, viewport: peerView, pitch: pitch, heading: heading)
      let fit = try request.fit()
      let m = try #require(FitWitness(fit, peerView, positions).margins())
      #expect(min(m.left, m.right, m.top, m.bottom) >= 0)
      #expect(min(max(m.left, m.right), max(m.top, m.bottom)) <= 0.01)
      #expect(fit.limitedBy.isEmpty)
    }
  }

  /// Mapbox's example: bearing 175, pitch 40, where its zoom is 2.197 and the best is 2.2892,
  /// taken at the middle of the box.
  @Test func theBoxOfMapbox() throws {
    let fit = try FitCase(
      positions: box.map { MapPosition($0) }, viewport: peerView, pitch: 40, heading: 175
    ).fit()
    let view = try CameraView(camera: fit.camera, viewport: peerView)
    let corners = box.map { MapPoint($0) }
    let middle = try #require(MapRect(enclosing: corners)).mid
    let p = view.frame.position(of: middle)
    let depth = try #require(view.project(Vector3(p.x, p.y, 0)).screen).depth
    let scale = view.viewport.focalLength / depth * view.frame.metersPerMapPoint
    #expect(isClose(log2(scale * MapPoint.worldWidth / 512), 2.2892, absolute: 5e-5))
  }

  // MARK: Degenerate sets

  @Test func whatHasNoExtentIsSeenFromTheLeastDistance() throws {
    for pitch in [0.0, 45, 80] {
      for count in [1, 3] {
        for elevation in [0.0, 250] {
          let place = MapPosition(latitude: 37.8, longitude: -122.4, elevation: elevation)
          var request = FitCase(
            positions: Array(repeating: place, count: count),
            viewport: Viewport(width: 300, height: 200, padding: EdgePadding(top: 50)),
            pitch: pitch, heading: 33, ground: elevation)
          let fit = try request.fit()
          #expect(isClose(fit.camera.distance, CameraFit.defaultMinimumDistance, relative: 1e-9))
          #expect(fit.limitedBy == [.minimumDistance])
          let m = try #require(fit.margins)
          #expect(isClose(m.left, 150, absolute: 1e-3) && isClose(m.top, 75, absolute: 1e-3))
          request.minimumDistance = 300
          #expect(isClose(try request.fit().camera.distance, 300, relative: 1e-9))
          // High above the ground the eye keeps away from the place, not only from the ground.
          request.ground = elevation - 100
          let high = try request.fit()
          let view = try CameraView(
            camera: high.camera, viewport: request.viewport, groundElevation: request.ground)
          let seen = try #require(view.project(place.coordinate, elevation: elevation).screen)
          #expect(seen.depth >= 300 - 1e-6)
          #expect(high.containsAll)
        }
      }
    }
  }

  @Test func positionsOverEachOtherAreSeenFromAboveAndFromTheSide() throws {
    let mast = [0.0, 100, 300].map {
      MapPosition(latitude: 10, longitude: 20, elevation: $0)
    }
    let viewport = Viewport(width: 400, height: 300)
    let above = try FitCase(positions: mast, viewport: viewport, pitch: 0, heading: 0).fit()
    #expect(above.containsAll)
    #expect(above.camera.distance > 300)
    let side = try FitCase(positions: mast, viewport: viewport, pitch: 85, heading: 90).fit()
    let m = try #require(side.margins)
    #expect(max(m.top, m.bottom) < 0.01)
  }

  @Test func positionsBelowTheGroundGivenAreStillSeen() {
    forEachSeed(500) { random in
      var request = FitCase.any(&random)
      request.ground += random.double(0...5000)
      let fit = try request.fit()
      let witness = try FitWitness(fit, request.viewport, request.positions)
      try check(witness.sees(movedBy: .zero), "\(request): \(fit)")
      try check(
        fit.camera.distance >= CameraFit.defaultMinimumDistance, "\(request): \(fit.camera)")
    }
  }

  @Test func theNarrowestArcIsTaken() throws {
    func center(_ longitudes: [Double]) throws -> Double {
      try MapCamera(
        framing: longitudes.map { Coordinate(latitude: 1, longitude: $0) },
        in: Viewport(width: 100, height: 100), limits: CameraLimits(pitchLimit: .none)
      ).centerCoordinate.longitude
    }
    #expect(isClose(try center([170, -170]), -180, absolute: 1e-6))
    #expect(isClose(try center([170, -160, 175]), -175, absolute: 1e-6))
    #expect(isClose(try center([-10, 40]), 15, absolute: 1e-6))
    #expect(isClose(try center([0, 100, -100]), 0, absolute: 1e-6))
    #expect(isClose(try center([0, 100, 200]), 100, absolute: 1e-6))
    #expect(isClose(try center([-170, 100, 10, 190]), 100, absolute: 1e-6))
    #expect(isClose(try center([1e6, 1e6 + 2]), -79, absolute: 1e-6))
  }

  @Test func tenThousandPositionsAreAllInside() {
    forEachSeed(6) { random in
      var request = FitCase.any(&random)
      let first = request.positions
      request.positions = (0..<10_000).map { i in
        var p = first[i % first.count]
        p.coordinate.latitude += random.double(-0.01...0.01)
        p.coordinate.longitude += random.double(-0.01...0.01)
        return p
      }
      let fit = try request.fit()
      let witness = try FitWitness(fit, request.viewport, request.positions)
      try check(witness.sees(movedBy: .zero), "\(request): \(fit)")
    }
  }

  @Test func theEyeKeepsAHundredthOfTheLeastDistanceFromTheTop() throws {
    let c = Coordinate(latitude: 30, longitude: 40)
    let fit = try CameraFit(
      [MapPosition(c), MapPosition(c, elevation: 100)], in: Viewport(width: 800, height: 600),
      minimumDistance: 50)
    #expect(isClose(fit.camera.distance, 100.5, relative: 1e-9))
    #expect(fit.containsAll && fit.limitedBy == [.minimumDistance])
  }

  @Test func theNearestAlignmentHasEqualMarginsWhereTheHorizonIsInView() throws {
    let positions = [(1.0, 2.0), (1.01, 2.003), (1.002, 2.02)].map {
      MapPosition(Coordinate(latitude: $0, longitude: $1))
    }
    func fit(_ pitch: Double, _ alignment: CameraFit.Alignment) throws -> CameraFit {
      try CameraFit(
        positions, in: Viewport(width: 300, height: 900), pitch: pitch, heading: 20,
        alignment: alignment)
    }
    // The top of the screen is above the horizon beyond 75°.
    #expect(try fit(80, .nearest) == fit(80, .centered))
    #expect(try fit(60, .nearest).camera.distance < fit(60, .centered).camera.distance)
  }

  @Test func groundThatIsNoNumberCountsAsTheDatum() throws {
    let positions = [(1.0, 2.0), (1.01, 2.003)].map {
      MapPosition(Coordinate(latitude: $0, longitude: $1))
    }
    let viewport = Viewport(width: 300, height: 900)
    let odd = try CameraFit(positions, in: viewport, pitch: 50, ground: { _ in .nan })
    #expect(try odd == CameraFit(positions, in: viewport, pitch: 50, ground: { _ in 0 }))
    #expect(odd.groundElevation == 0)
  }
}
