import BelvedereGeoMath

/// A surface through thousands of scattered values, blended from overlapping local ones.
///
/// Every patch passes through all values it covers, so the blend does too, and it is as smooth as
/// the blending weights (C¹). Source: H. Wendland, "Fast evaluation of radial basis functions:
/// methods based on partition of unity", Approximation Theory X, 2002.
package struct PatchworkSurface {
  private struct Patch {
    let center, halfSize: Vector2
    let interpolant: RadialInterpolant
  }

  /// How far a patch reaches beyond its cell, and how many values make a cell split.
  private static let overlap = 1.5
  private static let capacity = 36

  private let patches: [Patch]
  private let origin, binSize: Vector2
  private let bins: [[Int32]]
  private static let binCount = 64

  package init(points: [Vector2], values: [Double], low: Vector2, high: Vector2) {
    var patches: [Patch] = []
    Self.split(
      Array(points.indices), center: (low + high) / 2, halfSize: (high - low) / 2,
      points: points, values: values, depth: 0, into: &patches)
    self.patches = patches
    origin = low
    binSize = (high - low) / Double(Self.binCount)
    var bins = [[Int32]](repeating: [], count: Self.binCount * Self.binCount)
    let last = Self.binCount - 1
    for (index, patch) in patches.enumerated() {
      let a = (patch.center - patch.halfSize - origin) / binSize
      let b = (patch.center + patch.halfSize - origin) / binSize
      for row in Int(flooring: a.y, in: 0...last)...Int(flooring: b.y, in: 0...last) {
        for column in Int(flooring: a.x, in: 0...last)...Int(flooring: b.x, in: 0...last) {
          bins[row * Self.binCount + column].append(Int32(clamping: index))
        }
      }
    }
    self.bins = bins
  }

  package func value(at point: Vector2) -> Double {
    let place = (point - origin) / binSize
    let column = Int(flooring: place.x, in: 0...(Self.binCount - 1))
    let row = Int(flooring: place.y, in: 0...(Self.binCount - 1))
    var sum = 0.0
    var total = 0.0
    for index in bins[row * Self.binCount + column] {
      let patch = patches[Int(index)]
      let offset = (point - patch.center) / patch.halfSize
      let weight = Self.bump(offset.x) * Self.bump(offset.y)
      guard weight > 0 else { continue }
      sum += weight * patch.interpolant.value(at: point)
      total += weight
    }
    return total > 0 ? sum / total : 0
  }

  private static func bump(_ t: Double) -> Double {
    let d = max(0, 1 - abs(t))
    return d * d * (3 - 2 * d)
  }

  private static func split(
    _ candidates: [Int], center: Vector2, halfSize: Vector2, points: [Vector2],
    values: [Double], depth: Int, into patches: inout [Patch]
  ) {
    func inside(_ size: Vector2) -> [Int] {
      candidates.filter {
        let offset = points[$0] - center
        return abs(offset.x) <= size.x && abs(offset.y) <= size.y
      }
    }
    let covered = inside(halfSize * overlap)
    if covered.count > capacity * 2, depth < 12 {
      // The children's patches, which reach beyond their cells, stay within this one's.
      for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        split(
          inside(halfSize * (overlap * 1.5)), center: center + halfSize * Vector2(x, y) / 2,
          halfSize: halfSize / 2, points: points, values: values, depth: depth + 1,
          into: &patches)
      }
      return
    }
    // A patch with few values of its own leans on those around it.
    var chosen = covered
    if chosen.count < 12 {
      chosen =
        candidates.map { (index: $0, distance: (points[$0] - center).length) }
        .sorted { ($0.distance, $0.index) < ($1.distance, $1.index) }
        .prefix(24).map(\.index)
      chosen = Array(Set(chosen).union(covered)).sorted()
    }
    if let interpolant = RadialInterpolant(
      centers: chosen.map { points[$0] }, values: chosen.map { values[$0] })
    {
      patches.append(
        Patch(center: center, halfSize: halfSize * overlap, interpolant: interpolant))
    }
  }
}
