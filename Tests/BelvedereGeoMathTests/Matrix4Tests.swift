import BelvedereGeoMath
import BelvedereTestSupport
import CBelvedereGLM
import Foundation
import Testing

@Suite struct Matrix4Tests {
  private func glm(_ m: Matrix4) -> bv_mat4 {
    func column(_ c: SIMD4<Double>) -> bv_vec4 { bv_vec4(x: c.x, y: c.y, z: c.z, w: c.w) }
    return bv_mat4(c0: column(m.c0), c1: column(m.c1), c2: column(m.c2), c3: column(m.c3))
  }

  private func entries(_ m: bv_mat4) -> [Double] {
    [m.c0, m.c1, m.c2, m.c3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
  }

  private func entries(_ m: Matrix4) -> [Double] { entries(glm(m)) }

  private func norm(_ m: Matrix4) -> Double {
    entries(m).reduce(0) { $0 + $1 * $1 }.squareRoot()
  }

  private func difference(_ a: Matrix4, _ b: Matrix4) -> Double {
    zip(entries(a), entries(b)).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  private func randomMatrix(_ random: inout SplitMix64) -> Matrix4 {
    func column() -> SIMD4<Double> {
      SIMD4(
        random.double(-10...10), random.double(-10...10), random.double(-10...10),
        random.double(-10...10))
    }
    return Matrix4(column(), column(), column(), column())
  }

  @Test func theSwiftProductAgreesWithGLM() {
    forEachSeed(500) { random in
      let a = randomMatrix(&random)
      let b = randomMatrix(&random)
      var (ga, gb) = (glm(a), glm(b))
      let expected = entries(bv_mat4_multiply(&ga, &gb))
      for (x, y) in zip(entries(a * b), expected) {
        try check(isClose(x, y, absolute: 4e-13), "\(x) is not \(y)")
      }
    }
  }

  @Test func theProductOfKnownMatricesIsTheOneOnPaper() {
    let a = Matrix4(
      SIMD4(1, 5, 9, 13), SIMD4(2, 6, 10, 14), SIMD4(3, 7, 11, 15), SIMD4(4, 8, 12, 16))
    let shifted = a * Matrix4.translation(Vector3(1, 2, 3))
    #expect(shifted.c3 == SIMD4<Double>(18, 46, 74, 102))
    #expect(a * SIMD4(1, 0, 0, 0) == SIMD4(1, 5, 9, 13))
    #expect(a * Matrix4.identity == a)
    #expect(Matrix4.identity * a == a)
  }

  @Test func theDeterminantIsMultiplicative() {
    forEachSeed(300) { random in
      let a = randomMatrix(&random)
      let b = randomMatrix(&random)
      let expected = a.determinant * b.determinant
      try check(
        isClose((a * b).determinant, expected, absolute: 1e-3, relative: 1e-8),
        "\((a * b).determinant) is not \(expected)")
    }
  }

  @Test func theInverseIsAsAccurateAsTheConditionAllows() {
    forEachSeed(500) { random in
      func rotation() -> Matrix4 {
        let axis = Vector3(
          random.double(-1...1), random.double(-1...1), random.double(0.1...1))
        return Quaternion(axis: axis, angle: .degrees(random.double(0...360))).matrix
      }
      // Condition numbers from 1 to 1e8.
      let small = pow(10, random.double(-8...0))
      let scale = Matrix4(
        SIMD4(1, 0, 0, 0), SIMD4(0, small.squareRoot(), 0, 0), SIMD4(0, 0, small, 0),
        SIMD4(random.double(-1...1), 0, 0, 1))
      let m = rotation() * scale * rotation()
      let inverse = m.inverse
      let condition = norm(m) * norm(inverse)
      let error = difference(m * inverse, .identity)
      try check(error <= 1e-12 * condition, "error \(error) for condition \(condition)")
    }
  }

  @Test func theInverseOfASingularMatrixIsNotFinite() {
    let flat = Matrix4(
      SIMD4(1, 0, 0, 0), SIMD4(0, 1, 0, 0), SIMD4(0, 0, 0, 0), SIMD4(0, 0, 0, 1))
    #expect(flat.determinant == 0)
    #expect(entries(flat.inverse).contains { !$0.isFinite })
  }

  @Test func lookAtTakesTheEyeToTheOriginAndTheTargetDownTheAxis() {
    forEachSeed(300) { random in
      func vector(_ size: Double) -> Vector3 {
        Vector3(
          random.double(-size...size), random.double(-size...size), random.double(-size...size))
      }
      let eye = vector(1000)
      let target = eye + vector(100) + Vector3(0, 200, 0)
      let m = Matrix4.lookAt(eye: eye, target: target, up: Vector3(0, 0, 1))
      let atEye = m * SIMD4(eye.x, eye.y, eye.z, 1)
      let atTarget = m * SIMD4(target.x, target.y, target.z, 1)
      try check(Vector3(atEye.x, atEye.y, atEye.z).length < 1e-9, "the eye is at \(atEye)")
      try check(
        abs(atTarget.x) < 1e-9 && abs(atTarget.y) < 1e-9
          && isClose(atTarget.z, -(target - eye).length, relative: 1e-12),
        "the target is at \(atTarget)")
      try check(isClose(m.determinant, 1, absolute: 1e-12), "not a rotation: \(m.determinant)")
    }
  }

  @Test func lookAtNorthHasEastToTheRightAndTheZenithUp() {
    let m = Matrix4.lookAt(
      eye: Vector3(1, 2, 3), target: Vector3(1, 12, 3), up: Vector3(0, 0, 1))
    #expect(m * SIMD4(2, 2, 3, 1) == SIMD4(1, 0, 0, 1))
    #expect(m * SIMD4(1, 2, 4, 1) == SIMD4(0, 1, 0, 1))
    #expect(m * SIMD4(1, 3, 3, 1) == SIMD4(0, 0, -1, 1))
  }

  @Test func aRightAngledPerspectiveHasTheValuesOnPaper() {
    let m = Matrix4.perspective(
      verticalFieldOfView: .degrees(90), aspectRatio: 2, near: 1, far: 3)
    let nearCorner = m * SIMD4(2, 1, -1, 1)
    #expect(isClose(nearCorner.x / nearCorner.w, 1, absolute: 1e-15))
    #expect(isClose(nearCorner.y / nearCorner.w, 1, absolute: 1e-15))
    #expect(isClose(nearCorner.z / nearCorner.w, 0, absolute: 1e-15))
    let far = m * SIMD4(0, 0, -3, 1)
    #expect(isClose(far.z / far.w, 1, absolute: 1e-15))
    // far·(z − near) / (z·(far − near)) at z = 2.
    let middle = m * SIMD4(0, 0, -2, 1)
    #expect(isClose(middle.z / middle.w, 0.75, absolute: 1e-15))
  }

  @Test func reversedDepthIsOneAtTheNearPlaneAndFallsToZero() {
    let m = Matrix4.reversedInfinitePerspective(
      verticalFieldOfView: .degrees(60), aspectRatio: 1.5, near: 0.5)
    for (z, depth) in [(0.5, 1.0), (1, 0.5), (5, 0.1), (5e11, 1e-12)] {
      let p = m * SIMD4(0, 0, -z, 1)
      #expect(p.z / p.w == depth)
      #expect(p.w == z)
    }
    // The picture's upper edge is at half the field of view.
    let top = m * SIMD4(0, tan(Double.pi / 6), -1, 1)
    #expect(isClose(top.y / top.w, 1, absolute: 1e-15))
  }

  @Test func manyPointsTransformAsEachAlone() {
    forEachSeed(50) { random in
      let m = randomMatrix(&random)
      let points = (0..<random.int(0...40)).map { _ in
        Vector3(random.double(-9...9), random.double(-9...9), random.double(-9...9))
      }
      let images = m.transform(points)
      try check(images.count == points.count, "\(images.count) images")
      for (image, p) in zip(images, points) {
        let expected = m * SIMD4(p.x, p.y, p.z, 1)
        for i in 0..<4 {
          try check(isClose(image[i], expected[i], absolute: 1e-12), "\(image) for \(expected)")
        }
      }
    }
  }
}
