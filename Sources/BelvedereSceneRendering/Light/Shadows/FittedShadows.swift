import BelvedereGeoMath
import BelvedereRasterization

/// The sun's shadow maps for one picture of the globe, one for each range of distances.
///
/// Each map is fitted to the positions that the picture shows (Lauritzen, Salvi & Lefohn, "Sample
/// Distribution Shadow Maps", 2011), so that no texel is spent on what is not seen.
final class FittedShadows: Sunlight, @unchecked Sendable {
  struct Cascade {
    var farDepth: Float
    var map: ShadowMap
  }

  static let mostCascades = 3
  let cascades: FrozenArray<Cascade>
  private let buffers: [VisibilityBuffer]

  init(
    frame: Frame, budget: DrawingBudget,
    casters: (RasterView) -> ([BatchPlacement], [TriangleBatch])
  ) {
    let resolution = frame.quality.shadowResolution
    let groups = Self.visiblePositions(frame)
    var cascades: [Cascade] = []
    var buffers: [VisibilityBuffer] = []
    let direction = frame.sunDirection
    let sun = Vector3(Double(direction.x), Double(direction.y), Double(direction.z))
    for group in groups {
      guard
        let (view, texel) = ShadowMap.view(
          sunDirection: sun, holding: group.positions, resolution: resolution)
      else { continue }
      let buffer = VisibilityBuffer(
        width: resolution, height: resolution, samples: 1)
      let (placements, batches) = casters(view)
      let scratch = RasterizerScratch(maximumTriangles: budget.triangles)
      Rasterizer(view: view, threads: frame.threads, scratch: scratch)
        .draw(placements, batches: batches, into: buffer)
      cascades.append(
        Cascade(
          farDepth: group.farDepth, map: ShadowMap(view: view, texel: texel, buffer: buffer)))
      buffers.append(buffer)
    }
    self.cascades = FrozenArray(cascades)
    self.buffers = buffers
  }

  /// Positions on the screen in a coarse grid, split at equal ratios of depth.
  private static func visiblePositions(
    _ frame: Frame
  ) -> [(farDepth: Float, positions: [Vector3])] {
    var points: [(depth: Float, position: Vector3)] = []
    let visibility = frame.visibility
    let step = max(2, visibility.height / 270)
    for y in stride(from: 0, to: visibility.height, by: step) {
      for x in stride(from: 0, to: visibility.width, by: step) {
        let z = visibility.depthValue(x: x, y: y, sample: 0)
        guard z > 0, 1 / z < 60_000 else { continue }
        let p = frame.offset(Float(x) + 0.5, Float(y) + 0.5, depthValue: z)
        points.append(
          (1 / z, frame.view.eye + Vector3(Double(p.x), Double(p.y), Double(p.z))))
      }
    }
    points.sort { $0.depth < $1.depth }
    guard let nearest = points.first?.depth, let farthest = points.last?.depth else { return [] }
    let count = farthest / nearest < 1.6 ? 1 : farthest / nearest < 4 ? 2 : mostCascades
    var groups: [(farDepth: Float, positions: [Vector3])] = []
    var first = 0
    for i in 0..<count {
      let ratio = Double(farthest / nearest)
      let limit = nearest * Float(ratio.power(Double(i + 1) / Double(count)))
      var end = first
      while end < points.count, points[end].depth <= limit || i == count - 1 { end += 1 }
      groups.append((limit, points[first..<end].map { $0.position }))
      first = end
    }
    return groups
  }

  func light(
    at position: Vector3, depth: Float, normal: SIMD3<Float>, bias: Float
  ) -> Float {
    for i in 0..<cascades.count where depth <= cascades.base[i].farDepth * 1.02 {
      if let light = cascades.base[i].map.light(at: position, normal: normal, bias: bias) {
        return light
      }
    }
    return 1
  }
}

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Double {
  fileprivate func power(_ exponent: Double) -> Double { pow(self, exponent) }
}
