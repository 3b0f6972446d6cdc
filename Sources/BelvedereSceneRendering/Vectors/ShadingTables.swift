import BelvedereRasterization
import CBelvedereShading

/// The memory behind a ``BelvedereShading`` that lasts as long as the picture.
final class ShadingTables: @unchecked Sendable {
  /// A number for every fourth pixel; the kernels write them before they read them.
  let distances, ambient: UnsafeMutablePointer<Float>
  let solids: FrozenArray<BelvedereSolid>
  let grounds: FrozenArray<BelvedereGround>
  let waves: FrozenArray<BelvedereWave>
  let pools: BelvedereWave
  /// Red, green, blue and a gap of the sky, rows × columns.
  let sky: FrozenArray<Float>
  /// Red, green and blue at the horizon, columns and one more each.
  let horizon: FrozenArray<Float>
  /// `nil` for a picture of the flat map.
  let globe: GlobeTables?
  static let patterns = FrozenArray(
    WallPattern.all.map {
      BelvedereWallPattern(
        width: $0.width, height: $0.height, glass_width: $0.glassWidth,
        glass_height: $0.glassHeight, mirror: $0.mirror)
    })
  /// The kernels read four bytes at once.
  static let byteOfLinear = FrozenArray(Transfer.byteOfLinear + [0, 0, 0])

  static let horizonCount = Atmosphere.azimuths + 1

  init(_ frame: Frame, _ memory: PictureMemory) {
    (distances, ambient) = memory.planes(
      count: (frame.visibility.width + 1) / 2 * ((frame.visibility.height + 1) / 2))
    solids = FrozenArray(
      (0..<frame.surfaces.solids.count).map { Self.solid(frame.surfaces.solids[$0]) })
    let eye = frame.earth.mapPoint(under: frame.view.eye)
    let scale = frame.frame.metersPerMapPoint
    grounds = FrozenArray(
      (0..<frame.surfaces.grounds.count).map { i in
        let ground = frame.surfaces.grounds[i]
        let cells = Double(ground.cells) / ground.size
        return BelvedereGround(
          slopes: ground.slopes.map { UnsafeRawPointer($0).assumingMemoryBound(to: Float.self) },
          cells: Int32(truncatingIfNeeded: ground.cells), factor: ground.factor,
          x: Float((eye.x - ground.corner.x) * cells), y: Float((eye.y - ground.corner.y) * cells),
          per_meter: Float(cells / scale), steepest: ground.steepest)
      })
    waves = FrozenArray(
      WaterWaves.all.enumerated().map {
        $1.kernelWave(seed: WaterWaves.seed($0), x: eye.x * scale, y: eye.y * scale)
      })
    pools = WaterWaves(length: CityLights.pools, steepness: 0)
      .kernelWave(seed: CityLights.poolSeed, x: eye.x * scale, y: eye.y * scale)
    sky = FrozenArray(frame.atmosphere.skyColors)
    horizon = FrozenArray(frame.atmosphere.horizonPlanes)
    globe = frame.globe.map { GlobeTables($0, frame) }
  }

  private static func solid(_ solid: Surface.Solid) -> BelvedereSolid {
    // The kernels' faces are laid out like these.
    precondition(
      MemoryLayout<Face>.stride == MemoryLayout<BelvedereFace>.stride
        && MemoryLayout<Face>.offset(of: \.origin)
          == MemoryLayout<BelvedereFace>.offset(of: \.origin)
        && MemoryLayout<Face>.offset(of: \.size) == MemoryLayout<BelvedereFace>.offset(of: \.size)
        && MemoryLayout<Face>.offset(of: \.color) == MemoryLayout<BelvedereFace>.offset(of: \.color)
        && MemoryLayout<Face>.offset(of: \.kind) == MemoryLayout<BelvedereFace>.offset(of: \.kind)
        && MemoryLayout<Face>.offset(of: \.pattern)
          == MemoryLayout<BelvedereFace>.offset(of: \.pattern)
        && MemoryLayout<Face>.offset(of: \.seed) == MemoryLayout<BelvedereFace>.offset(of: \.seed))
    return BelvedereSolid(
      faces: UnsafeRawPointer(solid.faces).assumingMemoryBound(to: BelvedereFace.self),
      face_of_triangle: solid.faceOfTriangle, origin: BelvedereTriple(solid.originFromEye),
      scale: solid.scale, skins: solid.skins)
  }
}

extension WaterWaves {
  /// Where the noise of these waves is at the eye.
  fileprivate func kernelWave(seed: UInt32, x: Double, y: Double) -> BelvedereWave {
    var wave = BelvedereWave()
    wave.length = length
    wave.steepness = steepness
    wave.seed = seed
    let places = [x, y * 1.7, x * 1.7, y].map { $0 / Double(length) }
    func whole(_ i: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: Int64(exactly: places[i].rounded(.down)) ?? 0)
    }
    func fraction(_ i: Int) -> Float { Float(places[i] - places[i].rounded(.down)) }
    wave.whole = (whole(0), whole(1), whole(2), whole(3))
    wave.fraction = (fraction(0), fraction(1), fraction(2), fraction(3))
    return wave
  }
}

extension Atmosphere {
  /// Four numbers for each entry of the table.
  fileprivate var skyColors: [Float] { table.flatMap { [$0.x, $0.y, $0.z, 0] } }

  /// The same at the horizon.
  fileprivate var horizonPlanes: [Float] {
    let y = Self.row(0)
    let row = Int(clamping: Double(y), in: 0...(Self.elevations - 2))
    let colors = (0..<Self.azimuths).map { i in
      let low = table[row * Self.azimuths + i]
      return low + (table[(row + 1) * Self.azimuths + i] - low) * (y - Float(row))
    }
    return (0..<3).flatMap { channel in colors.map { $0[channel] } + [0] }
  }
}
