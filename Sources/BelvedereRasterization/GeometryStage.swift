import BelvedereGeoMath

/// Vertices to view coordinates, clipping, projection, culling, and sorting into tiles.
struct GeometryStage {
  let view: RasterView
  let bins: StrandBins
  /// Whether samples lie in the middle of pixels only.
  let hasOneSample: Bool

  func process(_ batch: TriangleBatch, placement: BatchPlacement) {
    guard placement.batch < TriangleID.maximumBatches else { return }
    let scale = placement.scale
    let center = Vector3(
      Double(batch.boundingCenter.x), Double(batch.boundingCenter.y),
      Double(batch.boundingCenter.z))
    let radius = Double(batch.boundingRadius) * max(scale.x, scale.y, scale.z)
    if view.excludes(center: placement.origin + center * scale, radius: radius) { return }

    // The batch's own frame to view coordinates: subtract the eye in doubles, then go to floats.
    let offset = placement.origin - view.eye
    func row(_ axis: Vector3) -> (SIMD3<Float>, Float) {
      (SIMD3<Float>(axis * scale), Float(offset.dot(axis)))
    }
    let (rx, tx) = row(view.right)
    let (ry, ty) = row(view.up)
    let (rz, tz) = row(view.forward)
    let vertices = [SIMD3<Float>](unsafeUninitializedCapacity: batch.positions.count) { out, n in
      for (i, p) in batch.positions.enumerated() {
        out[i] = SIMD3((rx * p).sum() + tx, (ry * p).sum() + ty, (rz * p).sum() + tz)
      }
      n = batch.positions.count
    }
    let near = Float(view.near)
    let firstID = UInt32(placement.batch) << 12  // checked: below 2²⁰
    batch.indices.withUnsafeBufferPointer { indices in
      vertices.withUnsafeBufferPointer { vertices in
        for t in 0..<(indices.count / 3) {
          let a = vertices[Int(indices[3 * t])]
          let b = vertices[Int(indices[3 * t + 1])]
          let c = vertices[Int(indices[3 * t + 2])]
          let id = firstID | UInt32(t)  // checked: below 4,096
          if a.z >= near, b.z >= near, c.z >= near {
            if emit(a, b, c, id: id, culls: batch.cullsBackFaces) { continue }
          } else if a.z < near, b.z < near, c.z < near {
            continue
          }
          emitClipped(a, b, c, id: id, culls: batch.cullsBackFaces)
        }
      }
    }
  }

  @inline(__always)
  private func project(_ v: SIMD3<Float>) -> (x: Float, y: Float, z: Float) {
    let k = Float(view.focalLength)
    let cx = Float(view.center.x)
    let cy = Float(view.center.y)
    switch view.projection {
    case .perspective:
      let w = 1 / v.z
      return (cx + k * v.x * w, cy - k * v.y * w, w)
    case .parallel(let far):
      return (cx + k * v.x, cy - k * v.y, Float(far) - v.z)
    }
  }

  /// The nearest multiple of 1/256 pixel; a sum and a truncation, where `rounded` is a call.
  @inline(__always)
  private static func snapped(_ pixels: Float) -> Int32 {
    let offset = 67_108_864.0
    let shifted = Double(pixels) * Double(Rasterizer.subpixels) + (offset + 0.5)
    return Int32(shifted) - 67_108_864  // checked: within the guard band, so positive and below 2²⁷
  }

  /// Sets up a triangle wholly in front of the near plane; false where it leaves the guard band.
  private func emit(
    _ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, id: UInt32, culls: Bool,
    limit: Float = Rasterizer.clipBand
  ) -> Bool {
    let p = project(a)
    let q = project(b)
    let r = project(c)
    let low = SIMD2(min(p.x, q.x, r.x), min(p.y, q.y, r.y))
    let high = SIMD2(max(p.x, q.x, r.x), max(p.y, q.y, r.y))
    // Minima and maxima pass over what is not a number; a sum does not.
    guard !(p.x + q.x + r.x + p.y + q.y + r.y).isNaN else { return false }
    // Wholly beside the picture.
    guard high.x >= 0, high.y >= 0, low.x <= Float(view.width), low.y <= Float(view.height) else {
      return true
    }
    guard low.x >= -limit, low.y >= -limit, high.x <= limit, high.y <= limit else { return false }
    // Within the guard band every product fits, and rounding cannot trap.
    var triangle = ScreenTriangle(
      x0: Self.snapped(p.x), y0: Self.snapped(p.y),
      x1: Self.snapped(q.x), y1: Self.snapped(q.y),
      x2: Self.snapped(r.x), y2: Self.snapped(r.y),
      z0: p.z, z1: q.z, z2: r.z, id: id)
    let area = triangle.doubledArea
    if area == 0 { return true }
    if area < 0 {
      // Counter-clockwise with y up is clockwise with y down: a front face has area < 0 here.
      swap(&triangle.x1, &triangle.x2)
      swap(&triangle.y1, &triangle.y2)
      swap(&triangle.z1, &triangle.z2)
    } else if culls {
      return true
    }
    // Tiles whose pixels' samples the box can touch.
    let size = Int32(Rasterizer.tileSize * 256)  // checked: a constant
    let minX = min(triangle.x0, triangle.x1, triangle.x2)
    let maxX = max(triangle.x0, triangle.x1, triangle.x2)
    let minY = min(triangle.y0, triangle.y1, triangle.y2)
    let maxY = max(triangle.y0, triangle.y1, triangle.y2)
    // With one sample a pixel a box between two rows or columns of centres covers none.
    if hasOneSample, (minX + 127) >> 8 > (maxX - 128) >> 8 || (minY + 127) >> 8 > (maxY - 128) >> 8
    {
      return true
    }
    let firstColumn = Int(max(minX, 0) / size)
    let lastColumn = min(Int(max(maxX, 0) / size), bins.columns - 1)
    let firstRow = Int(max(minY, 0) / size)
    let lastRow = min(Int(max(maxY, 0) / size), bins.rows - 1)
    guard firstColumn <= lastColumn, firstRow <= lastRow else { return true }
    let index = UInt32(bins.triangles.count)  // checked: memory ends before 2³²
    bins.triangles.append(triangle)
    for row in firstRow...lastRow {
      for column in firstColumn...lastColumn {
        bins.tiles[row * bins.columns + column].append(index)
      }
    }
    return true
  }

  private func emitClipped(
    _ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>, id: UInt32, culls: Bool
  ) {
    var polygon = ClipPolygon(SIMD3<Double>(a), SIMD3<Double>(b), SIMD3<Double>(c))
    polygon.clip(normal: SIMD3(0, 0, 1), offset: -view.near)
    let band = Double(Rasterizer.clipBand)
    let k = view.focalLength
    let cx = view.center.x
    let cy = view.center.y
    switch view.projection {
    case .perspective:
      polygon.clip(normal: SIMD3(k, 0, band + cx), offset: 0)
      polygon.clip(normal: SIMD3(-k, 0, band - cx), offset: 0)
      polygon.clip(normal: SIMD3(0, -k, band + cy), offset: 0)
      polygon.clip(normal: SIMD3(0, k, band - cy), offset: 0)
    case .parallel:
      polygon.clip(normal: SIMD3(k, 0, 0), offset: band + cx)
      polygon.clip(normal: SIMD3(-k, 0, 0), offset: band - cx)
      polygon.clip(normal: SIMD3(0, -k, 0), offset: band + cy)
      polygon.clip(normal: SIMD3(0, k, 0), offset: band - cy)
    }
    let vertices = polygon.vertices.map { SIMD3<Float>($0) }
    guard vertices.count >= 3 else { return }
    for i in 1..<(vertices.count - 1) {
      _ = emit(
        vertices[0], vertices[i], vertices[i + 1], id: id, culls: culls,
        limit: Rasterizer.guardBand)
    }
  }
}

extension SIMD3 where Scalar == Float {
  init(_ v: Vector3) { self.init(Float(v.x), Float(v.y), Float(v.z)) }
}
