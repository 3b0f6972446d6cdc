import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Matrices for graphics and vision") struct CameraMatrixTests {
  private func paddedViewport(_ random: inout SplitMix64) -> Viewport {
    Viewport(
      width: random.double(100...4000), height: random.double(100...3000),
      fieldOfView: random.double(5...120),
      padding: EdgePadding(
        top: random.double(0...40), left: random.double(0...40), bottom: random.double(0...40),
        right: random.double(0...40)))
  }

  @Test("clip coordinates in all three spaces are the projected points")
  func clipSpaces() {
    forEachSeed(6000) { random in
      let viewport = paddedViewport(&random)
      let view = try CameraView(
        camera: anyCamera(&random), viewport: viewport, groundElevation: random.double(-10...10))
      let d = view.camera.distance
      let near = d * random.double(0.001...0.1)
      let depth = near * random.double(1.01...900)
      let p =
        view.eye + view.forward * depth + view.right * (depth * random.double(-1...1)) + view.up
        * (depth * random.double(-1...1))
      let far = random.pick([nil, near * 1000])
      let isReversed = random.int(0...1) == 1
      let expected = try #require(view.project(p).screen)
      for space in ClipSpace.allCases {
        let matrix = try viewport.clipMatrix(
          space, near: near, far: far, reversedDepth: isReversed)
        let clip = matrix * (view.pose.viewMatrix * SIMD4(p.x, p.y, p.z, 1))
        let ndc = clip / clip.w
        let y = space == .vulkan ? -ndc.y : ndc.y
        let x = (ndc.x + 1) / 2 * viewport.width
        let row = (1 - y) / 2 * viewport.height
        let scale = max(viewport.width, abs(expected.x), abs(expected.y), viewport.height)
        // The eye's distance from the frame's origin, in units of the depth, costs digits.
        let tolerance = 1e-12 * max(1, d / depth) * scale
        try check(
          isClose(x, expected.x, absolute: tolerance)
            && isClose(row, expected.y, absolute: tolerance)
            && isClose(clip.w, expected.depth, relative: 1e-12 * max(1, d / depth)),
          "\(space): \(x), \(row), not \(expected)")
        // Depth is 0 … 1 (−1 … 1 for OpenGL) from the near to the far plane, or the other way.
        let part = far.map { $0 * (depth - near) / (depth * ($0 - near)) } ?? 1 - near / depth
        let z = space == .openGL ? (ndc.z + 1) / 2 : ndc.z
        try check(
          isClose(z, isReversed ? 1 - part : part, absolute: 1e-12 * max(1, d / depth) * 10),
          "\(space): depth \(z), not \(part)")
      }
    }
  }

  @Test("OpenCV's pinhole gives the projected points, half a pixel less")
  func openCV() {
    forEachSeed(3000) { random in
      let viewport = paddedViewport(&random)
      let view = try CameraView(
        camera: anyCamera(&random), viewport: viewport,
        groundElevation: random.pick([0, random.double(-100...4000)]))
      let scale = random.pick([1.0, 2, 0.5])
      let depth = view.camera.distance * random.double(0.5...3)
      let p =
        view.eye + view.forward * depth + view.right * (depth * random.double(-1...1)) + view.up
        * (depth * random.double(-1...1))
      let expected = try #require(view.project(p).screen)
      let (rows, t) = view.pose.openCV
      let c = Vector3(rows[0].dot(p), rows[1].dot(p), rows[2].dot(p)) + t
      let k = viewport.openCVIntrinsics(scale: scale)
      let image = Vector3(k[0].dot(c), k[1].dot(c), k[2].dot(c))
      let size = scale * max(viewport.width, abs(expected.x), abs(expected.y))
      try check(
        isClose(image.x / image.z, expected.x * scale - 0.5, absolute: 1e-11 * size)
          && isClose(image.y / image.z, expected.y * scale - 0.5, absolute: 1e-11 * size)
          && c.z > 0, "\(image), not \(expected)")
      // A rotation, not a mirror.
      try check(isClose(rows[0].cross(rows[1]).dot(rows[2]), 1, relative: 1e-14), "\(rows)")
    }
  }

  @Test("planes that are none are refused by name")
  func domains() {
    let viewport = Viewport(width: 100, height: 100)
    func field(_ near: Double, _ far: Double?) -> String? {
      do {
        _ = try viewport.clipMatrix(.metal, near: near, far: far)
        return nil
      } catch { return error.field }
    }
    for bad in [0, -1, Double.nan, .infinity] { #expect(field(bad, nil) == "near") }
    for bad in [1, 0.5, -1, Double.nan, .infinity] { #expect(field(1, bad) == "far") }
    #expect(field(1, 2) == nil)
  }
}
