import BelvedereRasterization

/// The triangles of a pixel, each with the middle of the samples it covers.
final class PixelParts {
  /// A triangle's part of a pixel.
  struct Part {
    var id: TriangleID
    /// The middle of the covered samples, in pixels: it lies on the triangle; the pixel's own middle
    /// may not.
    var x, y: Float
    /// The depth value there.
    var depthValue: Float
    /// How many samples are covered.
    var count: Float
    /// How many samples its colour weighs: less where slender parts are in front of it.
    var weight: Float
  }

  private let visibility: VisibilityBuffer
  private let fine: FineParts?
  private let offsets: FrozenArray<SIMD2<Float>>
  /// The parts of the last pixel asked for.
  let parts: UnsafeMutablePointer<Part>

  init(_ frame: Frame) {
    visibility = frame.visibility
    fine = frame.fine
    offsets = FrozenArray(
      visibility.pattern.offsets.map { SIMD2(Float($0.x), Float($0.y)) / 16 + 0.5 })
    parts = .allocate(capacity: visibility.samples + FineParts.most)
  }

  deinit { parts.deallocate() }

  /// Fills ``parts`` with the triangles of a pixel, in the order of their first samples, and then with slender parts.
  ///
  /// - Returns: how many there are.
  func gather(_ x: Int, _ y: Int) -> Int {
    let samples = visibility.samples
    let offsets = self.offsets.base
    var done: UInt32 = 0
    var found = 0
    var slender = samples
    let left = fine?.forEach(x: x, y: y) { part in
      parts[slender] = Part(
        id: part.id, x: part.x, y: part.y, depthValue: part.depthValue, count: part.weight,
        weight: part.weight)
      slender += 1
    }
    for s in 0..<samples where done & (1 << UInt32(truncatingIfNeeded: s)) == 0 {
      let id = visibility.triangle(x: x, y: y, sample: s)
      var count: Float = 0
      var weight: Float = 0
      var at = SIMD2<Float>.zero
      var z: Float = 0
      for t in s..<samples where visibility.triangle(x: x, y: y, sample: t) == id {
        done |= 1 << UInt32(truncatingIfNeeded: t)
        count += 1
        weight += left?[t] ?? 1
        at += offsets[t]
        z += visibility.depthValue(x: x, y: y, sample: t)
      }
      parts[found] = Part(
        id: id, x: Float(x) + at.x / count, y: Float(y) + at.y / count, depthValue: z / count,
        count: count, weight: weight)
      found += 1
    }
    for n in samples..<slender {
      parts[found] = parts[n]
      found += 1
    }
    return found
  }
}
