import BelvedereCameraModel
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct PitchRampTests {
  private func anyRamp(_ random: inout SplitMix64) throws -> PitchRamp {
    let from = random.pick([0, random.double(0...80)])
    return try PitchRamp(
      fromPitch: from, toPitch: random.pick([90, random.double((from + 5)...90)]),
      maximum: random.pick([0, 1, random.double(0...1)]))
  }

  @Test func aRampIsBoundedAndMonotone() {
    forEachSeed(1000) { random in
      let ramp = try anyRamp(&random)
      var before = 0.0
      for i in -100...1000 {
        let value = ramp.value(atPitch: Double(i) / 10)
        try check(value >= before && value <= ramp.maximum, "\(value) at \(i): \(ramp)")
        before = value
      }
      try check(ramp.value(atPitch: 0) == 0, "\(ramp)")
      try check(ramp.value(atPitch: ramp.fromPitch) == 0, "\(ramp)")
      try check(ramp.value(atPitch: ramp.toPitch) == ramp.maximum, "\(ramp)")
      try check(ramp.value(atPitch: 1e300) == ramp.maximum, "\(ramp)")
      try check(ramp.value(atPitch: .nan) == 0, "\(ramp)")
    }
  }

  @Test func aRampHasNoKink() {
    forEachSeed(1000) { random in
      let ramp = try anyRamp(&random)
      let h = 1e-6
      for pitch in [ramp.fromPitch, ramp.toPitch, (ramp.fromPitch + ramp.toPitch) / 2] {
        let left = (ramp.value(atPitch: pitch) - ramp.value(atPitch: pitch - h)) / h
        let right = (ramp.value(atPitch: pitch + h) - ramp.value(atPitch: pitch)) / h
        try check(abs(left - right) < 1e-6, "\(left), \(right) at \(pitch): \(ramp)")
      }
    }
  }

  @Test func theDefaultsAreThoseOfTheStaticFunctions() {
    for i in 0...900 {
      let pitch = Double(i) / 10
      #expect(
        BuildingAppearance.standard.extrusion.value(atPitch: pitch)
          == BuildingAppearance.extrusion(atPitch: pitch))
      #expect(
        BuildingAppearance.standard.opacityOverOverlay.value(atPitch: pitch)
          == BuildingAppearance.opacityOverOverlay(atPitch: pitch))
    }
    #expect(BuildingAppearance.extrusion(atPitch: 5) == 0.5)
    #expect(BuildingAppearance.opacityOverOverlay(atPitch: 30) == 0.325)
    #expect(BuildingAppearance.opacityOverOverlay(atPitch: 90) == 0.65)
  }

  @Test func anAppearanceOfOnesOwn() throws {
    let appearance = BuildingAppearance(
      extrusion: try PitchRamp(fromPitch: 20, toPitch: 40),
      opacityOverOverlay: try PitchRamp(toPitch: 45, maximum: 0.4))
    #expect(appearance.extrusion.value(atPitch: 20) == 0)
    #expect(appearance.extrusion.value(atPitch: 30) == 0.5)
    #expect(appearance.opacityOverOverlay.value(atPitch: 45) == 0.4)
  }

  @Test func badRampsAreNamed() {
    func field(_ from: Double, _ to: Double, _ maximum: Double) -> String? {
      do {
        _ = try PitchRamp(fromPitch: from, toPitch: to, maximum: maximum)
        return nil
      } catch { return error.field }
    }
    #expect(field(0, 90, 1) == nil)
    for bad in [Double.nan, .infinity, -.infinity, -1, 90.5] {
      #expect(field(bad, 90, 1) == "fromPitch", "\(bad)")
      #expect(field(0, bad, 1) == "toPitch", "\(bad)")
      #expect(field(0, 90, bad) == "maximum", "\(bad)")
    }
    #expect(field(20, 20, 1) == "toPitch")
    #expect(field(0, 90, 1.001) == "maximum")
  }
}
