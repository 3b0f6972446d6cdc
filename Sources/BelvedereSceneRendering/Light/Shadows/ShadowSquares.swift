import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization

/// The squares of shadow that a picture of the flat map needs.
final class ShadowSquares: Sunlight, @unchecked Sendable {
  let space: ShadowSpace
  let elevations: ShadowElevations
  let windows: GroundWindows
  /// The addresses of the squares' texels by the windows' entries, 0 where there is none.
  let addresses: SharedBuffer<UInt64>
  private let squares: [FrozenArray<UInt16>?]
  private let eye: Vector3
  private let frame: LocalFrame
  private let focalLength, fineness: Double

  init(
    _ space: ShadowSpace, _ elevations: ShadowElevations, _ windows: GroundWindows,
    _ keys: [MapSquare], _ squares: [FrozenArray<UInt16>?], frame: LocalFrame, eye: Vector3,
    focalLength: Double,
    fineness: Double
  ) {
    self.space = space
    self.elevations = elevations
    self.windows = windows
    self.squares = squares
    self.frame = frame
    self.eye = eye
    self.focalLength = focalLength
    self.fineness = fineness
    addresses = SharedBuffer(repeating: 0, count: windows.count)
    for (key, square) in zip(keys, squares) {
      guard let square, let entry = windows.entry(key) else { continue }
      addresses[entry] = UInt64(UInt(bitPattern: square.base))  // checked: an address
    }
  }

  deinit { addresses.deallocate() }

  func light(at position: Vector3, depth: Float, normal: SIMD3<Float>, bias: Float) -> Float {
    let level = ShadowLevel(
      size: Double(depth) / focalLength / frame.metersPerMapPoint, fineness: fineness)
    let fine = light(position, normal, bias, level.level)
    if level.blend == 0 { return fine }
    let coarse = light(position, normal, bias, level.level + 1)
    return fine + (coarse - fine) * level.blend
  }

  private func light(
    _ position: Vector3, _ normal: SIMD3<Float>, _ bias: Float, _ level: Int
  ) -> Float {
    guard level <= ShadowLevel.coarsest else { return 1 }
    // Moved off the surface: sideways by some texels, and upwards as it slopes.
    let texel = ShadowLevel.texel(level, metersPerMapPoint: frame.metersPerMapPoint)
    let most = texel * Float(space.mostTexels)
    let up = min(max(normal.z, 0), 1)
    let raised = min(texel * ((1 - up * up).squareRoot() * 3 + 0.1) * up, most)
    let across = min(bias / texel + 1.6, 8)
    // Looked up in a square that was asked for: that of a position raised by none, half or most of that.
    // From there it is less than a border's width.
    let step = (raised / most * 2).rounded() * 0.5 * most
    let p = space.place(
      frame.mapPoint(at: position.xy), elevation: position.z + Double(step))
    let (key, u, v) = GroundFootprint.locate(Vector2(p.x, p.y), level: level)
    guard let entry = windows.entry(key), addresses[entry] != 0,
      let base = UnsafePointer<UInt16>(bitPattern: UInt(addresses[entry]))  // checked: an address
    else { return 1 }
    let scale = Float(1 / MapSquare.texelSize(level))
    let rest = (raised - step) * scale
    let border = Float(ShadowLevel.border) - 0.5
    let x = u + normal.x * across + rest * Float(space.east) + border
    let y = v - normal.y * across + rest * Float(space.south) + border
    let steps = elevations.height(position.z + Double(raised) + 0.05)
    let height = UInt16(steps > 0 ? min(steps, 65_535) : 0)  // checked: within 16 bits
    return CloserTexels.light(x: x, y: y, stride: ShadowLevel.stride) { height >= base[$0] }
  }
}

/// Finds the squares of shadow that a frame needs, pixel by pixel.
struct ShadowDemand {
  let frame: Frame
  let space: ShadowSpace
  let fineness: Double

  func keys() -> [MapSquare] {
    let found = (0..<frame.threads).map { _ in KeySet() }
    let visibility = frame.visibility
    Parallel.forEach(visibility.height, threads: frame.threads) { y, strand in
      let keys = found[strand]
      let parts = PixelParts(frame)
      for x in 0..<visibility.width {
        for n in 0..<parts.gather(x, y) where parts.parts[n].id != .none {
          insert(parts.parts[n], into: keys)
        }
      }
    }
    return found.reduce(into: Set<MapSquare>()) { $0.formUnion($1.keys) }.sorted()
  }

  private func insert(_ part: PixelParts.Part, into keys: KeySet) {
    let v = frame.offset(part.x, part.y, depthValue: part.depthValue)
    let scale = frame.frame.metersPerMapPoint
    let found = ShadowLevel(
      size: Double(1 / part.depthValue) / frame.view.focalLength / scale, fineness: fineness)
    let p = frame.mapPoint(v)
    let elevation = frame.view.eye.z + Double(v.z)
    for level in found.level...(found.blend > 0 ? found.level + 1 : found.level)
    where level <= ShadowLevel.coarsest {
      let most =
        Double(ShadowLevel.texel(level, metersPerMapPoint: scale)) * space.mostTexels
      for step in 0..<3 {
        let at = space.place(p, elevation: elevation + most * 0.5 * Double(step))
        keys.insert(GroundFootprint.locate(Vector2(at.x, at.y), level: level).key)
      }
    }
  }
}
