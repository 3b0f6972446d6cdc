import BelvedereGeoMath
import BelvedereRasterization
import Synchronization

/// Finds the squares of ground that a picture shows, and has them painted.
struct GroundDemand {
  let frame: Frame
  let progress: Progress

  /// - Parameters:
  ///   - keys: the squares, where they are known.
  ///   - part: the part of the whole work before and after, for progress.
  func paint(
    _ keys: [GroundTile.Key]?, with painter: GroundPainter, part: ClosedRange<Double>
  ) throws(RenderError) -> [(key: GroundTile.Key, tile: GroundTile)] {
    let keys = keys ?? self.keys()
    let painted = SharedBuffer<GroundTile?>(repeating: nil, count: keys.count)
    defer { painted.deallocate() }
    let done = Atomic<Int>(0)
    let progress = self.progress
    let span = part.upperBound - part.lowerBound
    Parallel.forEach(keys.count, threads: frame.threads) { i, _ in
      if progress.isCancelled { return }
      painted[i] = painter.paint(keys[i])
      let n = done.wrappingAdd(1, ordering: .relaxed).newValue
      progress.report(part.lowerBound + span * Double(n) / Double(keys.count), "ground")
    }
    try progress.check()
    return keys.indices.compactMap { i in painted[i].map { (keys[i], $0) } }
  }

  private func keys() -> [GroundTile.Key] {
    let found = (0..<frame.threads).map { _ in KeySet() }
    let frame = self.frame
    let visibility = frame.visibility
    Parallel.forEach(visibility.height, threads: frame.threads) { y, strand in
      let keys = found[strand]
      let parts = PixelParts(visibility)
      for x in 0..<visibility.width {
        for n in 0..<parts.gather(x, y) {
          let part = parts.parts[n]
          guard part.id != .none, part.id.batch >= frame.solidCount else { continue }
          let v = frame.offset(part.x, part.y, depthValue: part.depthValue)
          let f = frame.footprint(v)
          keys.insert(f.tap(0), level: f.level)
          if f.taps > 1 { keys.insert(f.tap(f.taps - 1), level: f.level) }
        }
      }
    }
    return found.reduce(into: Set<GroundTile.Key>()) { $0.formUnion($1.keys) }.sorted()
  }
}

/// The squares of ground that one thread has met.
private final class KeySet: @unchecked Sendable {
  var keys: Set<GroundTile.Key> = []
  private var recent = [GroundTile.Key](repeating: .nowhere, count: 4)

  /// Neighbouring pixels ask for the same few squares again and again.
  func insert(_ p: Vector2, level: Int) {
    insert(GroundFootprint.locate(p, level: level).key)
    insert(GroundFootprint.locate(p, level: level + 1).key)
  }

  private func insert(_ key: GroundTile.Key) {
    let slot = (key.level & 1) << 1 | (key.x & 1)
    if recent[slot] == key { return }
    recent[slot] = key
    keys.insert(key)
  }
}
