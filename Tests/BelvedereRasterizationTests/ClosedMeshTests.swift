import BelvedereGeoMath
import BelvedereRasterization
import BelvedereTestSupport
import Foundation
import Testing

/// Meshes without a hole: every ray that enters one leaves it again.
@Suite struct ClosedMeshTests {
  private struct Mesh {
    var positions: [SIMD3<Float>]
    var indices: [Int]
    var isConvex: Bool
  }

  /// A ball of rings, or what random moves, coinciding corners and flat ends make of it; its faces look outwards
  /// where it is still convex.
  private func mesh(_ random: inout SplitMix64) -> Mesh {
    let rings = random.int(2...6)
    let columns = random.int(3...9)
    let isConvex = random.oneIn(3)
    let radius = random.double(0.3...1.2)
    var positions = [SIMD3<Float>(0, 0, Float(radius))]
    for j in 1..<rings {
      for i in 0..<columns {
        let polar = Double(j) / Double(rings) * .pi
        let angle = Double(i) / Double(columns) * 2 * .pi
        let r = isConvex ? radius : radius * random.double(0.2...1.3)
        positions.append(
          SIMD3(
            Float(r * sin(polar) * cos(angle)), Float(r * sin(polar) * sin(angle)),
            Float(r * cos(polar))))
      }
    }
    positions.append(SIMD3(0, 0, Float(-radius)))
    if !isConvex {
      for i in positions.indices {
        switch random.int(0...7) {
        case 0: positions[i] = positions[random.int(0...(positions.count - 1))]
        case 1: positions[i].z = 0
        case 2: positions[i] += SIMD3(1e-5, 0, 0)
        default: break
        }
      }
    }
    func at(_ ring: Int, _ column: Int) -> Int {
      if ring == 0 { return 0 }
      if ring == rings { return positions.count - 1 }
      return 1 + (ring - 1) * columns + column % columns
    }
    var indices: [Int] = []
    for j in 0..<rings {
      for i in 0..<columns {
        let (a, b) = (at(j, i), at(j + 1, i))
        let (c, d) = (at(j + 1, i + 1), at(j, i + 1))
        if j < rings - 1 { indices += [a, b, c] }
        if j > 0 { indices += [a, c, d] }
      }
    }
    return Mesh(positions: positions, indices: indices, isConvex: isConvex)
  }

  /// A view from outside.
  private func view(_ random: inout SplitMix64) -> RasterView {
    let size = (width: random.int(3...28), height: random.int(3...28))
    let heading = random.double(0...6.3)
    let pitch = random.double(-1.5...1.5)
    let forward = Vector3(cos(pitch) * sin(heading), cos(pitch) * cos(heading), sin(pitch))
    let right = Vector3(cos(heading), -sin(heading), 0)
    return RasterView(
      projection: .perspective, eye: forward * -random.double(2...6), right: right,
      up: right.cross(forward), forward: forward,
      focalLength: Double(size.height) * random.double(0.5...4),
      center: Vector2(Double(size.width) / 2, Double(size.height) / 2), width: size.width,
      height: size.height, near: 0.05)
  }

  /// How many triangles that face the eye cover each sample, each drawn alone.
  private func frontCounts(
    _ mesh: Mesh, _ view: RasterView, _ samples: Int, turned: Bool
  ) -> [Int] {
    var counts = [Int](repeating: 0, count: view.width * view.height * samples)
    for t in stride(from: 0, to: mesh.indices.count, by: 3) {
      var corners = mesh.indices[t..<(t + 3)].map { mesh.positions[$0] }
      if turned { corners.swapAt(1, 2) }
      let buffer = ScreenScene.draw(
        [ScreenScene.batch(corners, [0, 1, 2], culls: true)], view: view, samples: samples)
      ScreenScene.forEachSample(buffer) { x, y, s, i in
        if buffer.triangle(x: x, y: y, sample: s) != .none { counts[i] += 1 }
      }
    }
    return counts
  }

  @Test("what is entered is left, and a convex body is entered once", arguments: [1, 4, 8])
  func watertight(_ samples: Int) throws {
    var (inside, bodies) = (0, 0)
    forEachSeed(150) { random in
      let mesh = mesh(&random)
      let view = view(&random)
      let fronts = frontCounts(mesh, view, samples, turned: false)
      let backs = frontCounts(mesh, view, samples, turned: true)
      for i in fronts.indices {
        try check(
          fronts[i] == backs[i],
          "sample \(i) of \(view.width) × \(view.height): in \(fronts[i]), out \(backs[i])")
        if mesh.isConvex {
          try check(fronts[i] <= 1, "sample \(i) is covered \(fronts[i]) times")
        }
        if fronts[i] > 0 { inside += 1 }
      }
      bodies += mesh.isConvex ? 1 : 0
    }
    #expect(inside > 5000 && bodies > 20, "the meshes are seen")
  }

  /// The same from the pictures of whole meshes: no sample within the outline is left empty.
  @Test("a body drawn at once has no hole", arguments: [1, 4, 8])
  func noHole(_ samples: Int) throws {
    forEachSeed(150) { random in
      let mesh = mesh(&random)
      let view = view(&random)
      let fronts = frontCounts(mesh, view, samples, turned: false)
      let buffer = ScreenScene.draw(
        [ScreenScene.batch(mesh.positions, mesh.indices, culls: true)], view: view,
        samples: samples, threads: random.pick([1, 2, 7]))
      var wrong: Int?
      ScreenScene.forEachSample(buffer) { x, y, s, i in
        if (buffer.triangle(x: x, y: y, sample: s) != .none) != (fronts[i] > 0) { wrong = i }
      }
      try check(wrong == nil, "sample \(wrong ?? 0) of \(view.width) × \(view.height)")
    }
  }
}
