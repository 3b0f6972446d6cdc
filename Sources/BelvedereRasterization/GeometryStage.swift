import BelvedereGeoMath
import CBelvedereRaster

/// Vertices to the screen, clipping, culling, and set-up of triangles.
struct GeometryStage {
  let view: RasterView
  let strand: UnsafeMutablePointer<BelvedereStrand>
  /// Samples of a pixel.
  let samples: Int32
  /// Whether the picture is made of the vertices' colours.
  let hasColors: Bool
  let kernels: BelvedereKernels

  /// - Parameter run: the number under which the triangles are merged with those of other strands.
  func process(_ batch: TriangleBatch, placement: BatchPlacement, run: Int) {
    precondition(!hasColors || batch.colors.count == batch.positions.count, "a colour each vertex")
    var projection = BelvedereProjection(view, placement)
    // Room for the vertices of a clipped triangle, too.
    belvedere_strand_reserve(strand, max(batch.positions.count, 16))
    batch.positions.withUnsafeBytes { positions in
      kernels.transform(
        positions.baseAddress?.assumingMemoryBound(to: Float.self), batch.positions.count,
        &projection, strand.pointee.vertices)
    }
    belvedere_strand_run(strand, UInt32(run))  // checked: at most the number of placements
    let firstID = UInt32(placement.batch) << 12  // checked: below 2²⁰
    batch.indices.withUnsafeBufferPointer { indices in
      batch.colors.withUnsafeBufferPointer { colors in
        setup(
          indices.baseAddress, indices.count / 3, firstID, batch,
          hasColors ? colors.baseAddress : nil)
      }
    }
    clip(batch, projection, firstID)
  }

  private func setup(
    _ indices: UnsafePointer<UInt16>?, _ count: Int, _ firstID: UInt32, _ batch: TriangleBatch,
    _ colors: UnsafePointer<UInt32>?
  ) {
    kernels.setup(
      strand, indices, count, firstID, batch.cullsBackFaces ? 1 : 0, samples,
      Int32(view.width), Int32(view.height), colors)  // checked: a part's extent
  }

  /// Cuts the triangles that reach through the near plane or far beside the picture.
  private func clip(
    _ batch: TriangleBatch, _ projection: BelvedereProjection, _ firstID: UInt32
  ) {
    let count = strand.pointee.clipped_count
    guard count > 0 else { return }
    let clipped = Array(UnsafeBufferPointer(start: strand.pointee.clipped, count: count))
    for t in clipped {
      let first = 3 * Int(t)  // checked: UInt16 to Int
      func corner(_ i: Int) -> SIMD3<Double> {
        let index = Int(batch.indices[first + i])  // checked: UInt16 to Int
        return projection.position(of: batch.positions[index])
      }
      let (a, b, c) = (corner(0), corner(1), corner(2))
      // Of a corner at infinity there is no part within the picture.
      guard (a + b + c).sum().isFinite else { continue }
      var polygon = ClipPolygon(a, b, c)
      polygon.clip(normal: SIMD3(0, 0, 1), offset: -view.near)
      let band = Rasterizer.clipBand
      switch view.projection {
      case .perspective:
        for side in [SIMD3(1, 0, band), SIMD3(-1, 0, band), SIMD3(0, 1, band), SIMD3(0, -1, band)] {
          polygon.clip(normal: side, offset: 0)
        }
      case .parallel:
        for side in [SIMD3(1.0, 0, 0), SIMD3(-1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, -1, 0)] {
          polygon.clip(normal: side, offset: band)
        }
      }
      let vertices = polygon.vertices
      guard vertices.count >= 3 else { continue }
      guard let corners = strand.pointee.vertices else { return }
      for (i, v) in vertices.enumerated() { corners[i] = projection.vertex(v.position) }
      let triangle = Int(t)  // checked: UInt16 to Int
      let colors = hasColors ? vertices.map { batch.color(triangle: triangle, $0.weights) } : []
      for i in 1..<(vertices.count - 1) {
        let (b, c) = (UInt16(i), UInt16(i + 1))  // checked: a polygon of at most eight corners
        withUnsafePointer(to: (0 as UInt16, b, c)) { fan in
          fan.withMemoryRebound(to: UInt16.self, capacity: 3) {
            let indices = $0
            colors.withUnsafeBufferPointer {
              let base = hasColors ? $0.baseAddress : nil
              setup(indices, 1, firstID | UInt32(t), batch, base)  // checked: UInt16 to UInt32
            }
          }
        }
      }
    }
  }
}

extension BelvedereProjection {
  /// From a batch's own coordinates, first to those of the view: the eye is subtracted in doubles.
  init(_ view: RasterView, _ placement: BatchPlacement) {
    self.init()
    let offset = placement.origin - view.eye
    let isPerspective = if case .perspective = view.projection { true } else { false }
    func row(_ axis: Vector3) -> SIMD4<Double> {
      let a = placement.pullBack(axis)
      return SIMD4(a.x, a.y, a.z, offset.dot(axis))
    }
    let depth = row(view.forward)
    // Pixels: the centre is part of the homogeneous coordinates.
    let shift = isPerspective ? depth : SIMD4(0, 0, 0, 1)
    let right = row(view.right) * view.focalLength + shift * view.center.x
    let down = row(view.up) * -view.focalLength + shift * view.center.y
    x = (right.x, right.y, right.z, right.w)
    y = (down.x, down.y, down.z, down.w)
    z = (depth.x, depth.y, depth.z, depth.w)
    width = Double(view.width)
    height = Double(view.height)
    near = view.near
    depth_offset = view.depthOffset
    guard_band = Rasterizer.clipBand
    is_perspective = isPerspective ? 1 : 0
    if case .parallel(let far) = view.projection { self.far = far }
  }

  /// The homogeneous position of a vertex, (pixels · depth, pixels · depth, depth) for a perspective.
  func position(of p: SIMD3<Float>) -> SIMD3<Double> {
    let (px, py, pz) = (Double(p.x), Double(p.y), Double(p.z))
    func value(_ m: (Double, Double, Double, Double)) -> Double {
      px * m.0 + py * m.1 + pz * m.2 + m.3
    }
    return SIMD3(value(x), value(y), value(z))
  }

  /// A vertex on the screen, snapped; it must lie in front of the near plane and in the guard band.
  func vertex(_ h: SIMD3<Double>) -> BelvedereVertex {
    let inverse = is_perspective != 0 ? 1 / h.z : 1
    let (px, py) = (h.x * inverse, h.y * inverse)
    guard abs(px) <= Rasterizer.guardBand, abs(py) <= Rasterizer.guardBand else {
      let flags = UInt32(BELVEDERE_NOT_A_NUMBER)  // checked: a constant
      return BelvedereVertex(x: 0, y: 0, z: 0, flags: flags)
    }
    // The kernels' rounding: a sum, and the fraction cut off a positive number.
    func snapped(_ pixels: Double) -> Int32 {
      Int32(pixels * 256 + (67_108_864 + 0.5)) - 67_108_864  // checked: within the guard band
    }
    let depth = is_perspective != 0 ? max(inverse - depth_offset, 0) : far - h.z
    return BelvedereVertex(x: snapped(px), y: snapped(py), z: Float(depth), flags: 0)
  }
}

extension BelvedereKernels {
  /// Where a box of a batch's own coordinates may be seen; `nil` where it is not.
  @inline(__always)
  func seen(
    from low: SIMD3<Float>, to high: SIMD3<Float>, _ projection: inout BelvedereProjection
  ) -> BelvedereBox? {
    var (low, high) = (low, high)
    var box = BelvedereBox()
    let isSeen = withUnsafeBytes(of: &low) { low in
      withUnsafeBytes(of: &high) { high in
        cull(
          low.baseAddress?.assumingMemoryBound(to: Float.self),
          high.baseAddress?.assumingMemoryBound(to: Float.self), &projection, &box)
      }
    }
    return isSeen != 0 ? box : nil
  }
}
