import BelvedereGeoMath
import BelvedereGeodesy

/// Where a pixel's footprint lies on the ground, in map points.
struct GroundFootprint {
  /// The middle.
  var x, y: Double
  /// The coarser of two levels between which is interpolated, minus one; and the weight of the
  /// coarser.
  var level: Int
  var blend: Float
  /// How many samples are taken along the footprint, and the step between them.
  var taps: Int
  var step: Vector2

  /// Levels that exist.
  static let levels = -6...19

  /// - Parameters:
  ///   - minor, major: the footprint's short and long axis in map points.
  ///   - direction: the long axis on the map, a unit vector.
  init(x: Double, y: Double, minor: Double, major: Double, direction: Vector2) {
    self.x = x
    self.y = y
    let longest = min(major, 8 * minor)
    // Longer footprints than eight times their width blur along it: the horizon.
    let size = max(minor, major / 8)
    taps = Int(clamping: (longest / size).rounded(.up), in: 1...8)
    step = direction * (max(longest, size) / Double(taps))
    let exponent = Double(size.exponent)
    let fraction = size.significand - 1  // log2(1 + m) ≈ m between powers of two
    let λ = exponent + fraction + 0.3
    level = Int(flooring: λ, in: Self.levels.lowerBound...(Self.levels.upperBound - 1))
    blend = Float(min(max(λ - Double(level), 0), 1))
  }

  /// The position of a tap.
  func tap(_ n: Int) -> Vector2 {
    Vector2(x, y) + step * (Double(n) - Double(taps - 1) / 2)
  }

  /// The square that holds a position at a level.
  static func key(_ p: Vector2, level: Int) -> GroundTile.Key {
    let side = GroundTile.Key.texelSize(level) * Double(GroundTile.texels)
    let limit = -(1 << 40)...(1 << 40)
    let across = max(1, Int(clamping: MapPoint.worldWidth / side, in: 1...(1 << 40)))
    var column = Int(flooring: p.x / side, in: limit) % across
    if column < 0 { column += across }
    return GroundTile.Key(level: level, x: column, y: Int(flooring: p.y / side, in: limit))
  }
}

/// The squares of ground that a picture needs.
struct GroundTexture {
  private let tiles: [GroundTile.Key: Int]
  private let storage: [GroundTile]
  /// How many squares there are.
  var count: Int { storage.count }

  init(_ painted: [(key: GroundTile.Key, tile: GroundTile)]) {
    tiles = Dictionary(uniqueKeysWithValues: painted.enumerated().map { ($1.key, $0) })
    storage = painted.map(\.tile)
  }

  /// Finds squares quickly for neighbouring pixels; one for each thread.
  struct Cursor {
    fileprivate var keys = [GroundTile.Key?](repeating: nil, count: 4)
    fileprivate var indices = [Int](repeating: -1, count: 4)
  }

  /// The ground within a footprint: encoded colour and water, and the overlays over it.
  func sample(
    _ f: GroundFootprint, _ cursor: inout Cursor
  ) -> (base: SIMD4<Float>, overlay: SIMD4<Float>) {
    var base = SIMD4<Float>.zero
    var overlay = SIMD4<Float>.zero
    for n in 0..<f.taps {
      let p = f.tap(n)
      for (level, weight) in [(f.level, 1 - f.blend), (f.level + 1, f.blend)] where weight > 0 {
        let (b, o) = bilinear(p, level: level, &cursor)
        base += b * weight
        overlay += o * weight
      }
    }
    let scale = 1 / (255 * Float(f.taps))
    return (base * scale, overlay * scale)
  }

  /// The overlay is premultiplied.
  private func bilinear(
    _ p: Vector2, level: Int, _ cursor: inout Cursor
  ) -> (SIMD4<Float>, SIMD4<Float>) {
    let key = GroundFootprint.key(p, level: level)
    let slot = (key.x & 1) | (level & 1) << 1
    if cursor.keys[slot] != key {
      cursor.keys[slot] = key
      cursor.indices[slot] = tiles[key] ?? -1
    }
    guard cursor.indices[slot] >= 0 else { return (SIMD4(120, 120, 120, 0), .zero) }
    let texel = GroundTile.Key.texelSize(level)
    let side = Double(GroundTile.texels)
    // Texel centres lie at +0.5; the border shifts by one.
    var u = p.x / texel
    u -= (u / side).rounded(.down) * side
    var v = p.y / texel
    v -= (v / side).rounded(.down) * side
    let x = Float(u + 0.5)
    let y = Float(v + 0.5)
    let i = min(max(Int(x), 0), GroundTile.texels)  // checked: 0...256.5
    let j = min(max(Int(y), 0), GroundTile.texels)  // checked: 0...256.5
    let fx = x - Float(i)
    let fy = y - Float(j)
    let at = j * GroundTile.stride + i
    return storage.withUnsafeBufferPointer { storage in
      let base = storage[cursor.indices[slot]].base.withUnsafeBufferPointer {
        Self.mix($0, at, fx, fy)
      }
      if storage[cursor.indices[slot]].overlay.isEmpty { return (base, .zero) }
      let overlay = storage[cursor.indices[slot]].overlay.withUnsafeBufferPointer {
        Self.mixPremultiplied($0, at, fx, fy)
      }
      return (base, overlay)
    }
  }

  @inline(__always)
  private static func mix(
    _ t: UnsafeBufferPointer<SIMD4<UInt8>>, _ at: Int, _ fx: Float, _ fy: Float
  ) -> SIMD4<Float> {
    let a = SIMD4<Float>(t[at])
    let b = SIMD4<Float>(t[at + 1])
    let c = SIMD4<Float>(t[at + GroundTile.stride])
    let d = SIMD4<Float>(t[at + GroundTile.stride + 1])
    let top = a + (b - a) * fx
    return top + (c + (d - c) * fx - top) * fy
  }

  private static func mixPremultiplied(
    _ t: UnsafeBufferPointer<SIMD4<UInt8>>, _ at: Int, _ fx: Float, _ fy: Float
  ) -> SIMD4<Float> {
    func load(_ i: Int) -> SIMD4<Float> {
      let v = SIMD4<Float>(t[i])
      let a = v.w / 255
      return SIMD4(v.x * a, v.y * a, v.z * a, v.w)
    }
    let a = load(at)
    let b = load(at + 1)
    let c = load(at + GroundTile.stride)
    let d = load(at + GroundTile.stride + 1)
    let top = a + (b - a) * fx
    return top + (c + (d - c) * fx - top) * fy
  }
}
