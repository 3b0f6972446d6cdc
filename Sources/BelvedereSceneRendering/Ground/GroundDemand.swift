import BelvedereGeoMath
import BelvedereRasterization

/// Finds the squares of ground that a frame shows, pixel by pixel.
struct GroundDemand {
  let frame: Frame

  func keys() -> [MapSquare] {
    let found = (0..<frame.threads).map { _ in KeySet() }
    let frame = self.frame
    let visibility = frame.visibility
    Parallel.forEach(visibility.height, threads: frame.threads) { y, strand in
      let keys = found[strand]
      let parts = PixelParts(frame)
      for x in 0..<visibility.width {
        for n in 0..<parts.gather(x, y) {
          let part = parts.parts[n]
          guard part.id != .none, part.id.batch >= frame.solidCount else { continue }
          let v = frame.offset(part.x, part.y, depthValue: part.depthValue)
          let f = frame.footprint(part.id, v)
          keys.insert(f, tap: 0)
          if f.taps > 1 { keys.insert(f, tap: f.taps - 1) }
        }
      }
    }
    return found.reduce(into: Set<MapSquare>()) { $0.formUnion($1.keys) }.sorted()
  }
}

/// The squares that one thread has met.
final class KeySet: @unchecked Sendable {
  var keys: Set<MapSquare> = []
  private var recent = [MapSquare](repeating: .nowhere, count: 4)

  /// Neighbouring pixels ask for the same few squares again and again.
  func insert(_ f: GroundFootprint, tap: Int) {
    let p = f.tap(tap)
    insert(GroundFootprint.locate(p, level: f.level).key)
    if f.blend > 0 { insert(GroundFootprint.locate(p, level: f.level + 1).key) }
  }

  func insert(_ key: MapSquare) {
    let slot = (key.level & 1) << 1 | (key.x & 1)
    if recent[slot] == key { return }
    recent[slot] = key
    keys.insert(key)
  }
}
