import BelvedereGeoMath
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct AngleTests {
  private func anyFinite(_ random: inout SplitMix64) -> Double {
    switch random.int(0...3) {
    case 0: random.double(-720...720)
    case 1: Double(random.int(-20...20)) * 90
    case 2: (Double(random.int(-8...8)) * 90).nextUp
    default: pow(10, random.double(-300...300)) * (random.oneIn(2) ? 1 : -1)
    }
  }

  @Test func everyFiniteHeadingWrapsIntoOneTurn() {
    forEachSeed(5000) { random in
      let x = anyFinite(&random)
      let h = wrappedHeading(x)
      try check(h >= 0 && h < 360, "\(x) wraps to \(h)")
      try check(h.sign == .plus, "\(x) wraps to minus zero")
      let apart = remainder(h - x.truncatingRemainder(dividingBy: 360), 360)
      try check(abs(apart) <= 1e-13, "\(x) wraps to \(h), \(apart)° away")
      try check(wrappedHeading(h) == h, "\(h) does not stay")
    }
  }

  @Test func everyFiniteLongitudeWrapsIntoTheWorld() {
    forEachSeed(5000) { random in
      let x = anyFinite(&random)
      let l = wrappedLongitude(x)
      try check(l >= -180 && l < 180, "\(x) wraps to \(l)")
      let apart = remainder(l - x.truncatingRemainder(dividingBy: 360), 360)
      try check(abs(apart) <= 1e-13, "\(x) wraps to \(l), \(apart)° away")
      try check(wrappedLongitude(l) == l, "\(l) does not stay")
    }
  }

  @Test(arguments: [
    (0.0, 0.0), (-0.0, 0), (360, 0), (-360, 0), (-90, 270), (450, 90), (359.5, 359.5), (-1e-20, 0),
    (-0.25, 359.75), (36_000_000_090, 90),
  ])
  func knownHeadings(_ given: Double, _ expected: Double) {
    #expect(wrappedHeading(given) == expected)
  }

  @Test(arguments: [
    (0.0, 0.0), (180, -180), (-180, -180), (190, -170), (-190, 170), (540, -180), (-540, -180),
    (360, 0), (179.9999, 179.9999), (3_600_000_045, 45),
  ])
  func knownLongitudes(_ given: Double, _ expected: Double) {
    #expect(wrappedLongitude(given) == expected)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func whatIsNotFiniteWrapsToNotANumber(_ value: Double) {
    #expect(wrappedHeading(value).isNaN)
    #expect(wrappedLongitude(value).isNaN)
  }

  @Test func theGreatestNumbersStillWrap() {
    for x in [Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, 1e308, -1e308] {
      #expect(wrappedHeading(x) >= 0 && wrappedHeading(x) < 360)
      #expect(wrappedLongitude(x) >= -180 && wrappedLongitude(x) < 180)
    }
  }

  @Test func degreesAndRadiansAreInverse() {
    #expect(Angle.degrees(180).radians == .pi)
    #expect(Angle.radians(.pi / 2).degrees == 90)
    #expect(Angle.degrees(10) < .degrees(11))
  }
}

@Suite struct FiniteConversionTests {
  @Test func anyNumberConvertsToAnIntegerWithinTheBounds() {
    let values: [Double] = [
      .nan, .signalingNaN, .infinity, -.infinity, 1e308, -1e308, .greatestFiniteMagnitude,
      .leastNonzeroMagnitude, 9.3e18, -9.3e18, 0x1p63, -0x1p63, 0.5, -0.5, 2.5, -0.0,
    ]
    let bounds = [0...0, -3...5, 0...Int.max, Int.min...0, Int.min...Int.max, 7...9]
    for value in values {
      for range in bounds {
        #expect(range.contains(Int(clamping: value, in: range)), "\(value) in \(range)")
        #expect(range.contains(Int(flooring: value, in: range)), "\(value) in \(range)")
      }
    }
  }

  @Test func notANumberGivesTheLowerBound() {
    #expect(Int(clamping: .nan, in: 3...8) == 3)
    #expect(Int(flooring: .nan, in: 3...8) == 3)
  }

  @Test func numbersInsideRoundToTheNearestOrDown() {
    #expect(Int(clamping: 2.4, in: -9...9) == 2)
    #expect(Int(clamping: 2.6, in: -9...9) == 3)
    #expect(Int(clamping: -2.6, in: -9...9) == -3)
    #expect(Int(flooring: 2.9, in: -9...9) == 2)
    #expect(Int(flooring: -2.1, in: -9...9) == -3)
    #expect(Int(flooring: 100, in: -9...9) == 9)
    #expect(Int(clamping: -100, in: -9...9) == -9)
  }
}

@Suite struct VectorTests {
  @Test func theCrossProductIsRightHandedAndZeroStaysZero() {
    #expect(Vector3(1, 0, 0).cross(Vector3(0, 1, 0)) == Vector3(0, 0, 1))
    #expect(Vector2(1, 0).cross(Vector2(0, 1)) == 1)
    #expect(Vector2(1, 0).perpendicular == Vector2(0, 1))
    #expect(Vector3(0, 0, 0).normalized == Vector3(0, 0, 0))
    #expect(Vector2(0, 0).normalized == Vector2(0, 0))
    #expect(Vector3(3, 4, 12).length == 13)
  }

  @Test func smoothstepIsMonotoneAndLevelAtItsEnds() {
    #expect(smoothstep(2, 4, 1) == 0)
    #expect(smoothstep(2, 4, 3) == 0.5)
    #expect(smoothstep(2, 4, 9) == 1)
    var last = 0.0
    for i in 0...1000 {
      let v = smoothstep(0, 1, Double(i) / 1000)
      #expect(v >= last)
      last = v
    }
    #expect(smoothstep(0, 1, 1e-4) < 1e-7)
    #expect(1 - smoothstep(0, 1, 1 - 1e-4) < 1e-7)
    #expect(mix(2, 6, 0.25) == 3)
  }
}
