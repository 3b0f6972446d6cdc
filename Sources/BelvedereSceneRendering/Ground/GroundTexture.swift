import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

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
  ///   - least: map points that the shorter side is never below.
  init(
    x: Double, y: Double, minor: Double, major: Double, direction: Vector2, least: Double = 0,
    quality: RenderQuality
  ) {
    self.x = x
    self.y = y
    let most = quality.longestFootprint
    let longest = min(major, most * minor)
    // Longer footprints than that blur along it: the horizon.
    let size = max(minor, major / most, least)
    taps = min(max(Int(min(8, longest / size) + 0.999), 1), 8)  // checked: at most 8
    step = direction * (max(longest, size) / Double(taps))
    let exponent = Double(size.exponent)
    let fraction = size.significand - 1  // log2(1 + m) ≈ m between powers of two
    let λ = exponent + fraction + Self.bias(quality)
    let lowest = Double(Self.levels.lowerBound)
    let held = min(max(lowest, λ), Double(Self.levels.upperBound) - 1)
    level = Int(held - lowest) + Self.levels.lowerBound  // checked: held within the levels
    // Over the first half of a level's sizes the finer one alone is as even.
    blend = quality.mixesLevels ? Float(min(max((λ - Double(level)) * 2 - 1, 0), 1)) : 0
  }

  /// Added to the binary logarithm of a size before it is cut to a level. Where levels are not mixed, the
  /// coarser one begins in the middle of where they would be.
  static func bias(_ quality: RenderQuality) -> Double { quality.mixesLevels ? 0.4 : 0.65 }

  /// The least size of footprints beside the map's edge and beyond it, where the globe goes on to the poles:
  /// a part of how far the colours of the edge are drawn out.
  ///
  /// Without it every pixel around a pole shows another square of the edge, which has 2²⁶ of the finest.
  static func leastSize(y: Double) -> Double {
    max(-y, y - MapPoint.worldWidth, 0) * BELVEDERE_LEAST_PART_OF_STREAKS
  }

  /// Beyond the map's northern and southern edge, where the globe goes on to the poles, the ground has
  /// the colours of the edge.
  mutating func holdOnMap() {
    // Beside a pole a pixel may show all of the edge: of the coarsest texels more than there are.
    if level == Self.levels.upperBound - 1 {
      let longest = Double(BELVEDERE_COARSEST_FOOTPRINT) * MapSquare.texelSize(level)
      step *= min(1, longest / (step.length * Double(taps)))
    }
    let reach = abs(step.y) * Double(taps - 1) / 2 + MapSquare.texelSize(level + 1)
    let margin = min(reach, MapPoint.worldWidth / 2)
    y = min(max(y, margin), MapPoint.worldWidth - margin)
  }

  /// The position of a tap.
  func tap(_ n: Int) -> Vector2 {
    Vector2(x, y) + step * (Double(n) - Double(taps - 1) / 2)
  }

  /// The square that holds a position at a level, and the position in its texels.
  @inline(__always)
  static func locate(_ p: Vector2, level: Int) -> (key: MapSquare, u: Float, v: Float) {
    let inverse = inverseTexelSizes[level - levels.lowerBound]
    // Positive, and a whole number of worlds away: truncation rounds down.
    let x = min(max(0, p.x + 4 * MapPoint.worldWidth), 16 * MapPoint.worldWidth) * inverse
    let y = min(max(0, p.y + 4 * MapPoint.worldWidth), 16 * MapPoint.worldWidth) * inverse
    let i = Int(x)  // checked: below 2³⁸
    let j = Int(y)  // checked: below 2³⁸
    let across = 1 << (28 - 8 - level)
    let key = MapSquare(
      level: level, x: (i >> 8) & (across - 1), y: (j >> 8) - 4 * across)
    return (key, Float(x - Double(i & ~255)), Float(y - Double(j & ~255)))
  }

  private static let inverseTexelSizes = levels.map { 1 / MapSquare.texelSize($0) }
}

/// The squares of ground that a picture needs.
final class GroundTexture: @unchecked Sendable {
  /// Where a square's texels are.
  private struct Texels {
    var base: UnsafePointer<UInt32>
  }

  /// Layer by layer the texels of each square; `nil` where there is nothing.
  private let layers: [[UnsafePointer<UInt32>?]]

  private let tiles: [MapSquare: Int]
  private let storage: [GroundTile]
  private let texels: SharedBuffer<Texels>

  /// How many squares there are.
  var count: Int { storage.count }

  /// How many layers of tiles lie over the ground.
  var layerCount: Int { layers.count }

  init(_ painted: [(key: MapSquare, tile: GroundTile)], layerCount: Int) {
    layers = (0..<layerCount).map { n in painted.map { $0.tile.layers[n]?.base } }
    tiles = Dictionary(uniqueKeysWithValues: painted.enumerated().map { ($1.key, $0) })
    storage = painted.map { $0.tile }
    texels = SharedBuffer(
      copying: storage.map { Texels(base: $0.base.base) })
  }

  deinit { texels.deallocate() }

  /// Finds squares quickly for neighbouring pixels; one for each thread.
  struct Cursor {
    fileprivate var keys = (
      MapSquare.nowhere, MapSquare.nowhere, MapSquare.nowhere,
      MapSquare.nowhere
    )
    fileprivate var indices = (-1, -1, -1, -1)
  }

  /// The ground within a footprint: encoded colour and water.
  func sample(_ f: GroundFootprint, _ cursor: inout Cursor) -> SIMD4<Float> {
    var base = SIMD4<Float>.zero
    for n in 0..<f.taps {
      let p = f.tap(n)
      if f.blend < 1 {
        add(p, level: f.level, weight: 1 - f.blend, &base, &cursor)
      }
      if f.blend > 0 {
        add(p, level: f.level + 1, weight: f.blend, &base, &cursor)
      }
    }
    let scale = 1 / (255 * Float(f.taps))
    return base * scale
  }

  /// A layer's tiles within a footprint: encoded and premultiplied.
  func sample(_ f: GroundFootprint, _ cursor: inout Cursor, layer: Int) -> SIMD4<Float> {
    var sum = SIMD4<Float>.zero
    for n in 0..<f.taps {
      for (level, weight) in [(f.level, 1 - f.blend), (f.level + 1, f.blend)] where weight > 0 {
        let (key, u, v) = GroundFootprint.locate(f.tap(n), level: level)
        let index = find(key, &cursor)
        guard index >= 0, let texels = layers[layer][index] else { continue }
        sum += Self.texel(texels, u, v) * weight
      }
    }
    let shown = sum / (255 * Float(f.taps))
    return shown.w > BELVEDERE_LEAST_OPACITY ? shown : .zero
  }

  @inline(__always)
  private func add(
    _ p: Vector2, level: Int, weight: Float, _ base: inout SIMD4<Float>,
    _ cursor: inout Cursor
  ) {
    let (key, u, v) = GroundFootprint.locate(p, level: level)
    let index = find(key, &cursor)
    guard index >= 0 else { return }
    base += Self.texel(texels[index].base, u, v) * weight
  }

  /// A square's colour at a position in its texels.
  @inline(__always)
  private static func texel(_ texels: UnsafePointer<UInt32>, _ u: Float, _ v: Float) -> SIMD4<Float>
  {
    // Texel centres lie at +0.5; the border shifts by one.
    let x = u + 0.5
    let y = v + 0.5
    let i = min(Int(x), GroundTile.texels)  // checked: 0.5...256.5
    let j = min(Int(y), GroundTile.texels)  // checked: 0.5...256.5
    return mix(texels, j * GroundTile.stride + i, x - Float(i), y - Float(j))
  }

  @inline(__always)
  private func find(_ key: MapSquare, _ cursor: inout Cursor) -> Int {
    switch (key.x & 1) | (key.level & 1) << 1 {
    case 0: return find(key, &cursor.keys.0, &cursor.indices.0)
    case 1: return find(key, &cursor.keys.1, &cursor.indices.1)
    case 2: return find(key, &cursor.keys.2, &cursor.indices.2)
    default: return find(key, &cursor.keys.3, &cursor.indices.3)
    }
  }

  @inline(__always)
  private func find(_ key: MapSquare, _ last: inout MapSquare, _ index: inout Int) -> Int {
    if last == key { return index }
    last = key
    index = tiles[key] ?? -1
    return index
  }

  @inline(__always)
  private static func mix(
    _ t: UnsafePointer<UInt32>, _ at: Int, _ fx: Float, _ fy: Float
  ) -> SIMD4<Float> {
    let a = unpack(t[at])
    let b = unpack(t[at + 1])
    let c = unpack(t[at + GroundTile.stride])
    let d = unpack(t[at + GroundTile.stride + 1])
    let top = a + (b - a) * fx
    return top + (c + (d - c) * fx - top) * fy
  }

  @inline(__always)
  private static func unpack(_ v: UInt32) -> SIMD4<Float> {
    SIMD4(
      Float(Int32(bitPattern: v & 255)), Float(Int32(bitPattern: v >> 8 & 255)),
      Float(Int32(bitPattern: v >> 16 & 255)), Float(Int32(bitPattern: v >> 24)))
  }
}
