import BelvedereGeoMath
import BelvedereTestSupport
import Testing

@Suite struct QuaternionTests {
  private func vector(_ random: inout SplitMix64) -> Vector3 {
    Vector3(random.double(-5...5), random.double(-5...5), random.double(-5...5))
  }

  private func rotation(_ random: inout SplitMix64) -> Quaternion {
    Quaternion(
      axis: vector(&random) + Vector3(0, 0, 6), angle: .degrees(random.double(-180...180)))
  }

  private func applied(_ m: Matrix4, _ v: Vector3) -> Vector3 {
    let r = m * SIMD4(v.x, v.y, v.z, 1)
    return Vector3(r.x, r.y, r.z)
  }

  @Test func aQuarterTurnAboutTheZenithTakesEastToNorth() {
    let q = Quaternion(axis: Vector3(0, 0, 3), angle: .degrees(90))
    #expect((q.rotate(Vector3(1, 0, 0)) - Vector3(0, 1, 0)).length < 1e-15)
    #expect((q.rotate(Vector3(0, 1, 0)) - Vector3(-1, 0, 0)).length < 1e-15)
    #expect((q.rotate(Vector3(0, 0, 1)) - Vector3(0, 0, 1)).length < 1e-15)
  }

  @Test func rotatingAgreesWithTheMatrixAndKeepsLengths() {
    forEachSeed(500) { random in
      let q = rotation(&random)
      let v = vector(&random)
      let turned = q.rotate(v)
      try check((turned - applied(q.matrix, v)).length < 1e-13, "\(q) turns \(v) to \(turned)")
      try check(isClose(turned.length, v.length, absolute: 1e-13), "\(turned) from \(v)")
    }
  }

  @Test func aProductTurnsByTheRightFactorFirst() {
    forEachSeed(300) { random in
      let (a, b) = (rotation(&random), rotation(&random))
      let v = vector(&random)
      try check(((a * b).rotate(v) - a.rotate(b.rotate(v))).length < 1e-12, "\(a) after \(b)")
    }
    let v = Vector3(1, 2, 3)
    #expect(Quaternion.identity.rotate(v) == v)
  }

  @Test func slerpMeetsItsEndsAndHalvesTheAngle() {
    forEachSeed(300) { random in
      let axis = vector(&random) + Vector3(0, 0, 6)
      let angle = random.double(1...170)
      let a = Quaternion.identity
      let b = Quaternion(axis: axis, angle: .degrees(angle))
      let v = vector(&random)
      for t in [0, 0.25, 0.5, 1] {
        let expected = Quaternion(axis: axis, angle: .degrees(angle * t)).rotate(v)
        let found = Quaternion.slerp(a, b, t).rotate(v)
        try check((expected - found).length < 1e-12, "at \(t): \(found), not \(expected)")
      }
    }
  }

  @Test func slerpTakesTheShorterArcWhateverTheSign() {
    let b = Quaternion(axis: Vector3(0, 0, 1), angle: .degrees(60))
    let negated = Quaternion(x: -b.x, y: -b.y, z: -b.z, w: -b.w)
    let v = Vector3(1, 0, 0)
    let expected = Quaternion(axis: Vector3(0, 0, 1), angle: .degrees(30)).rotate(v)
    #expect((Quaternion.slerp(.identity, negated, 0.5).rotate(v) - expected).length < 1e-14)
  }

  @Test func slerpOfEqualRotationsIsThatRotation() {
    let q = Quaternion(axis: Vector3(1, 1, 0), angle: .degrees(40))
    let v = Vector3(1, 2, 3)
    #expect((Quaternion.slerp(q, q, 0.3).rotate(v) - q.rotate(v)).length < 1e-14)
  }
}
