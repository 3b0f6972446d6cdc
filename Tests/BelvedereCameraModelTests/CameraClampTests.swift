import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

private func anyLimits(_ random: inout SplitMix64) throws -> CameraLimits {
  let low = random.oneIn(2) ? random.double(1...5000) : nil
  return CameraLimits(
    boundary: random.oneIn(2)
      ? nil
      : try CameraBoundary(
        MapRect(
          x: random.double(-1e9...1e9), y: random.double(0...2e8), width: random.double(0...3e8),
          height: random.double(0...6e7))),
    zoomRange: try CameraZoomRange(
      minimumDistance: low, maximumDistance: random.oneIn(2) ? random.double(5000...1e7) : nil),
    pitchLimit: random.pick([.standard, .none, .curve(try anyPitchCurve(&random))]),
    isPitchEnabled: !random.oneIn(5), isRotateEnabled: !random.oneIn(5))
}

@Suite struct CameraClampTests {
  @Test func theAnswerSaysFromWhatToWhatAndWhy() throws {
    let boundary = try CameraBoundary(
      CoordinateRegion(
        center: Coordinate(latitude: 0, longitude: 0),
        span: CoordinateSpan(latitudeDelta: 2, longitudeDelta: 2)))
    let limits = CameraLimits(
      boundary: boundary, zoomRange: try CameraZoomRange(maximumDistance: 10_000),
      isRotateEnabled: false)
    let camera = MapCamera(
      centerCoordinate: Coordinate(latitude: 5, longitude: 0.5), distance: 30_000, heading: 90,
      pitch: 80)
    let answer = limits.clamp(camera)
    let most = PitchLimit.standard.maximumPitch(atDistance: 10_000)
    #expect(
      answer.adjustments == [
        .centerCoordinate(
          from: camera.centerCoordinate, to: Coordinate(latitude: 1, longitude: 0.5),
          reason: .boundary),
        .distance(from: 30_000, to: 10_000, reason: .maximumDistance),
        .pitch(from: 80, to: most, reason: .pitchLimit),
        .heading(from: 90, to: 0, reason: .rotationDisabled),
      ])
    #expect(answer.clamped == ["centerCoordinate", "distance", "pitch", "heading"])
    #expect(answer.adjustment(of: .distance)?.reason == .maximumDistance)
    #expect(answer.adjustments[1].description == "distance 30000.0 → 10000.0 (maximumDistance)")
    #expect(!limits.allows(camera) && limits.allows(answer.camera))
    #expect(limits.clamp(answer.camera).description == "unchanged")
  }

  @Test func theAdjustmentsLeadFromTheCameraGivenToTheAnswer() {
    forEachSeed(4000) { random in
      let limits = try anyLimits(&random)
      let given = anyCamera(&random)
      let answer = limits.clamp(given)
      let repeated = answer.adjustments.reduce(given) { $1.applied(to: $0) }
      try check(repeated == answer.camera, "\(answer) of \(given)")
      try check(Set(answer.clamped).count == answer.clamped.count, "\(answer)")
      func changed(_ f: CameraAdjustment.Field, _ isSame: Bool) throws {
        try check((answer.adjustment(of: f) == nil) == isSame, "\(f): \(answer)")
      }
      try changed(.centerCoordinate, answer.camera.centerCoordinate == given.centerCoordinate)
      try changed(.distance, answer.camera.distance == given.distance)
      try changed(.pitch, answer.camera.pitch == given.pitch)
      try changed(.heading, answer.camera.heading == given.heading)
    }
  }

  @Test func clampingIsIdempotentWhateverTheLimits() {
    forEachSeed(4000) { random in
      let limits = try anyLimits(&random)
      let once = limits.clamp(anyCamera(&random)).camera
      let twice = limits.clamp(once)
      try check(twice.isUnchanged && twice.camera == once, "\(limits): \(twice)")
    }
  }

  @Test func clampingIsMonotone() {
    forEachSeed(4000) { random in
      let limits = try anyLimits(&random)
      let camera = anyCamera(&random)
      var other = camera
      other.pitch = random.double(camera.pitch...90)
      try check(
        limits.clamp(other).camera.pitch >= limits.clamp(camera).camera.pitch, "\(limits)")
      other = camera
      other.distance *= random.double(1...10)
      let (near, far) = (limits.clamp(camera).camera, limits.clamp(other).camera)
      try check(far.distance >= near.distance && far.pitch <= near.pitch, "\(limits)")
    }
  }

  @Test func onlyTheBoundaryMovesTheCenter() {
    forEachSeed(2000) { random in
      var limits = try anyLimits(&random)
      let camera = anyCamera(&random)
      let boundary = limits.boundary
      limits.boundary = nil
      let center = limits.clamp(camera).camera.centerCoordinate
      try check(center == camera.centerCoordinate, "moved without a boundary")
      limits.boundary = boundary
      let expected = boundary?.clamp(camera.centerCoordinate) ?? camera.centerCoordinate
      try check(limits.clamp(camera).camera.centerCoordinate == expected, "\(limits)")
    }
  }

  @Test func disabledPitchLooksStraightDownAndDisabledRotationNorth() {
    let camera = MapCamera(
      centerCoordinate: Coordinate(latitude: 1, longitude: 2), distance: 900, heading: 30, pitch: 40
    )
    var limits = CameraLimits.none
    #expect(limits.clamp(camera).isUnchanged)
    limits.isPitchEnabled = false
    #expect(
      limits.clamp(camera).adjustments == [.pitch(from: 40, to: 0, reason: .pitchDisabled)])
    limits.isPitchEnabled = true
    limits.isRotateEnabled = false
    #expect(
      limits.clamp(camera).adjustments == [.heading(from: 30, to: 0, reason: .rotationDisabled)])
  }

  /// Rules of one's own compose with those of the library.
  @Test func rulesOfOnesOwnCompose() {
    struct Southern: CameraLimit {
      func adjustment(of camera: MapCamera) -> CameraAdjustment? {
        guard camera.heading != 180 else { return nil }
        return .heading(from: camera.heading, to: 180, reason: .rotationDisabled)
      }
    }
    let camera = MapCamera(
      centerCoordinate: Coordinate(latitude: 1, longitude: 2), distance: 1e4, pitch: 80)
    let answer = camera.clamped(by: [PitchLimit.standard, Southern()])
    #expect(answer.clamped == ["pitch", "heading"])
    #expect(answer.camera.heading == 180)
  }

  @Test func numbersThatAreNoneStayForValidateToName() throws {
    let limits = CameraLimits(
      boundary: try CameraBoundary(MapRect(x: 0, y: 1e8, width: 1e7, height: 1e7)),
      zoomRange: try CameraZoomRange(minimumDistance: 10, maximumDistance: 20),
      isPitchEnabled: false, isRotateEnabled: false)
    for bad in [Double.nan, .infinity, -.infinity] {
      for (field, path) in [
        ("latitude", \MapCamera.centerCoordinate.latitude),
        ("longitude", \.centerCoordinate.longitude), ("distance", \.distance), ("pitch", \.pitch),
        ("heading", \.heading),
      ] {
        var camera = MapCamera(
          centerCoordinate: Coordinate(latitude: 37, longitude: -122), distance: 15)
        camera[keyPath: path] = bad
        let clamped = limits.clamp(camera).camera
        #expect(!clamped[keyPath: path].isFinite, "\(field) \(bad) became \(clamped)")
        #expect { try clamped.validate() } throws: { ($0 as? DomainError)?.field == field }
      }
    }
  }
}
