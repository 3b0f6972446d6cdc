import BelvedereTestSupport
import CBelvedereShading

/// A picture whose depth values, slopes, shadows, faces and light are often not numbers, infinite or
/// absurd. Only what indexes memory is as the kernels are promised.
final class SenselessPicture {
  private var picture = BelvedereShading()
  private var memory: [UnsafeMutableRawPointer] = []

  private static let senseless: [Float] = [
    .nan, -.nan, .infinity, -.infinity, 0, -0.0, -1, .leastNonzeroMagnitude,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e-20, 1e-3, 0.5,
  ]

  init(_ random: inout SplitMix64) {
    func number(_ usual: Double) -> Float {
      random.oneIn(3) ? random.pick(Self.senseless) : Float(usual)
    }
    func numbers(_ count: Int, _ usual: Double) -> [Float] {
      (0..<count).map { _ in number(usual) }
    }
    func triple(_ x: Double, _ y: Double, _ z: Double) -> BelvedereTriple {
      BelvedereTriple(x: number(x), y: number(y), z: number(z))
    }
    let (width, height) = (random.int(1...90), random.int(1...20))
    let samples = random.pick([1, 4, 8])
    let count = width * height * samples
    picture.width = Int32(width)
    picture.height = Int32(height)
    picture.samples = Int32(samples)
    picture.depth = keep((0..<count).map { _ in number(random.double(1e-6...1)) })
    // Two meshes of solids and two tiles of ground.
    picture.ids = keep(
      (0..<count).map { _ in
        random.oneIn(5)
          ? UInt32.max : UInt32(random.int(0...3)) << 12 | UInt32(random.int(0...2))
      })
    picture.k = Float(random.pick([0.001, 1, 700]))
    (picture.center_x, picture.center_y) = (number(40), number(10))
    picture.forward = triple(0.1, 1, -0.3)
    picture.right = triple(1, 0, 0)
    picture.up = triple(0, 0.3, 1)
    picture.distances = UnsafeMutablePointer(mutating: keep(numbers(width * height, 1)))
    picture.ambient = UnsafeMutablePointer(mutating: keep(numbers(width * height, 1)))
    picture.occlusion_radius = number(14)
    picture.occlusion_reach = 40
    picture.occlusion_taps = 2
    picture.occlusion_x.1 = 1

    let faces = (0..<3).map { i in
      var face = BelvedereFace()
      face.normal = (number(0.6), number(0.8), number(0), 0)
      face.origin = (number(-30), number(10), number(0), 0)
      face.size = (number(40), number(30))
      face.color = (number(0.5), number(0.5), number(0.5), 0)
      face.kind = UInt8(random.int(0...255))
      face.pattern = UInt8(i % 2)
      face.seed = UInt16(i)
      return face
    }
    let patterns = [
      BelvedereWallPattern(
        width: number(2.5), height: number(3), glass_width: number(0.5), glass_height: number(0.5),
        mirror: number(0.4)),
      BelvedereWallPattern(width: 40, height: 3, glass_width: 1, glass_height: 0.5, mirror: 0.5),
    ]
    picture.patterns = keep(patterns)
    let shared = keep(faces)
    let faceOfTriangle: UnsafePointer<UInt16> = keep([0, 1, 2])
    let skins = keep((0..<3).map { _ in skin(&random) })
    picture.solids = keep(
      (0..<2).map { _ in
        BelvedereSolid(
          faces: shared, face_of_triangle: faceOfTriangle, origin: triple(1, 2, 3),
          scale: number(1), skins: skins)
      })
    picture.solid_count = 2
    let slopes = keep(numbers(18, 0.1))
    picture.grounds = keep(
      (0..<2).map { _ in
        BelvedereGround(
          slopes: slopes, cells: 2, factor: number(1), x: number(0.4), y: number(1.2),
          per_meter: number(0.01), steepest: slopes)
      })
    picture.ground_count = 2
    (picture.longest_footprint, picture.level_bias) = (number(8), number(0.4))
    picture.mixes_levels = random.oneIn(3) ? 0 : 1

    picture.map_x = Double(number(1e9))
    picture.map_y = Double(number(1.1e9))
    picture.globe = keep([globe(&random)])
    picture.points_per_meter = 6.7
    // One entry, which is no tile, for windows that hold everything.
    picture.tiles = keep([0])
    // A square of shadow in a window of every level, or none.
    let square = keep(
      (0..<(BELVEDERE_SHADOW_STRIDE * BELVEDERE_SHADOW_STRIDE)).map { _ in
        UInt16(random.int(0...65_535))
      })
    picture.shadow.is_cast = random.oneIn(4) ? 0 : 1
    picture.shadow.squares = keep([0, UInt64(UInt(bitPattern: square))])
    withUnsafeMutableBytes(of: &picture.shadow.levels) { bytes in
      let levels = bytes.bindMemory(to: BelvedereShadowLevel.self)
      for i in levels.indices {
        levels[i] = BelvedereShadowLevel(
          window: BelvedereLevel(
            column: 0, row: Int32(random.int(0...3)), columns: 1, rows: 1, first: 1),
          column: Int32(random.int(-9...1 << 30)), row: Int32(random.int(-9...1 << 30)),
          u: number(256), v: number(256), scale: Float(sign: .plus, exponent: 6 - i, significand: 1)
        )
      }
    }
    (picture.shadow.east, picture.shadow.south) = (number(8), number(-4))
    (picture.shadow.steps, picture.shadow.eye) = (number(100), number(9000))
    (picture.shadow.most_texels, picture.shadow.fineness) = (number(8), number(0.5))
    picture.waves = keep([
      BelvedereWave(
        length: number(40), steepness: number(0.03), seed: 4, whole: (1, .max, 3, 0),
        fraction: (0.5, 0.1, number(0.2), 0.9))
    ])
    picture.wave_count = 1
    picture.sun = triple(0.5, 0.3, 0.8)
    picture.sun_light = triple(1, 1, 0.9)
    picture.sky_light = triple(0.3, 0.4, 0.6)
    picture.horizon_light = triple(0.7, 0.7, 0.8)
    picture.extinction = triple(1e-5, 1e-5, 1e-5)
    (picture.night, picture.haze_height, picture.eye_height) = (number(0.5), 1800, number(300))
    picture.sky_lowest = 0.3
    picture.level_sun = triple(0.6, 0.8, 0)
    picture.eye_density = number(1)
    let plane = keep(numbers(4 * 96 * 32, 0.5))
    picture.sky = plane
    picture.horizon = (plane, plane, plane)
    picture.byte_of_linear = keep((0..<4099).map { UInt8(truncatingIfNeeded: $0 / 16) })
  }

  /// A globe whose frame stands somewhere and is no frame, with light and air as senseless as the rest.
  /// Of four by two texels.
  private func skin(_ random: inout SplitMix64) -> BelvedereSkin {
    func number(_ usual: Double) -> Float {
      random.oneIn(3) ? random.pick(Self.senseless) : Float(usual)
    }
    func four(_ usual: Double) -> (Float, Float, Float, Float) {
      (number(usual), number(usual), number(usual), number(usual))
    }
    var texture = BelvedereSkinTexture()
    texture.texels.0 = keep((0..<32).map { UInt8($0 * 8) })
    texture.texels.1 = keep((0..<8).map { UInt8($0 * 30) })
    texture.texels.2 = keep([10, 20, 30, 40])
    (texture.width, texture.height, texture.levels) = (4, 2, 3)
    texture.wrap_u = Int32(random.int(0...2))
    texture.wrap_v = Int32(random.int(0...2))
    texture.is_pixelated = Int32(random.int(0...1))
    texture.linear = keep((0..<256).map { Float($0) / 255 })
    var skin = BelvedereSkin()
    if !random.oneIn(3) { skin.texture = keep([texture]) }
    (skin.u, skin.v) = (four(0.3), four(0.7))
    skin.normal = (four(0.1), four(0.2), four(0.9))
    skin.color = (four(0.3), four(0.4), four(0.5))
    return skin
  }

  private func globe(_ random: inout SplitMix64) -> BelvedereGlobe {
    func number(_ usual: Double) -> Float {
      random.oneIn(3) ? random.pick(Self.senseless) : Float(usual)
    }
    func numbers(_ count: Int, _ usual: Double) -> UnsafePointer<Float> {
      keep((0..<count).map { _ in number(usual) })
    }
    func triple(_ x: Double, _ y: Double, _ z: Double) -> BelvedereTriple {
      BelvedereTriple(x: number(x), y: number(y), z: number(z))
    }
    func vector(_ most: Double) -> BelvedereVector {
      BelvedereVector(
        x: random.double(-most...most), y: random.double(-most...most),
        z: random.oneIn(5) ? 0 : random.double(-most...most))
    }
    func axes() -> BelvedereAxes {
      BelvedereAxes(east: triple(1, 0, 0), north: triple(0, 1, 0), up: triple(0, 0, 1))
    }
    var globe = BelvedereGlobe()
    (globe.eye, globe.east) = (vector(1e7), vector(1))
    (globe.north, globe.up) = (vector(1), vector(1))
    (globe.round_eye, globe.round_east) = (vector(2), vector(1e-7))
    (globe.round_north, globe.round_up) = (vector(1e-7), vector(1e-7))
    (globe.semi_major, globe.semi_minor, globe.eccentricity) = (6_378_137, 6_356_752, 0.00669438)
    globe.sites = keep(
      (0..<2).map { _ in
        BelvedereSite(
          axes: axes(), sun: triple(0.5, 0.3, 0.8), sun_light: triple(1, 1, 1),
          sky_light: triple(0.3, 0.3, 0.5), sky_share: triple(1, 1, 1), night: number(0.5))
      })
    (globe.sun, globe.sun_at_eye) = (triple(0.5, 0.3, 0.8), triple(0.4, 0.4, 0.8))
    globe.eye_axes = axes()
    (globe.eye_height, globe.tint) = (number(1e5), triple(1, 1, 1))
    (globe.haze_share, globe.sky_share) = (number(0.5), number(0.5))
    globe.daylight = numbers(Int(BELVEDERE_DAYLIGHT_NODES * BELVEDERE_DAYLIGHT_NUMBERS), 0.5)
    (globe.daylight_first, globe.daylight_lowest) = (-0.6, -0.36)
    globe.has_lamps = random.oneIn(2) ? 1 : 0
    let rows = BELVEDERE_AIR_GROUND + BELVEDERE_AIR_LIMB + BELVEDERE_AIR_RISING
    let added = numbers(Int(rows * BELVEDERE_AIR_COLUMNS) + 1, 0.3)
    let through = numbers(Int(rows) + 1, 0.6)
    globe.air_added = (added, added, added)
    globe.air_through = (through, through, through)
    (globe.highest_limb, globe.is_inside) = (number(6e4), random.oneIn(2) ? 1 : 0)
    globe.cascade_count = Int32(random.int(0...2))
    let depths = numbers(64, 1e5)
    withUnsafeMutableBytes(of: &globe.cascades) { bytes in
      let cascades = bytes.bindMemory(to: BelvedereCascade.self)
      for i in cascades.indices {
        cascades[i] = BelvedereCascade(
          far: number(1e3), right: triple(1, 0, 0), up: triple(0, 1, 0), forward: triple(0, 0, -1),
          x: number(4), y: number(4), depth: number(1e5), texel: number(1), side: 8,
          depths: depths)
      }
    }
    return globe
  }

  deinit { for block in memory { block.deallocate() } }

  private func keep<T>(_ values: [T]) -> UnsafePointer<T> {
    let block = UnsafeMutablePointer<T>.allocate(capacity: max(values.count, 1))
    block.initialize(from: values, count: values.count)
    memory.append(UnsafeMutableRawPointer(block))
    return UnsafePointer(block)
  }

  /// What kernels draw, whether they miss tiles, and the tiles that they ask for.
  func bytes(_ kernels: BelvedereShadingKernels) -> [UInt8] {
    let (width, height) = (Int(picture.width), Int(picture.height))
    var sets = (0..<4).map { _ in BelvedereTileSet() }
    defer { for i in sets.indices { belvedere_tile_set_free(&sets[i]) } }
    var result = [UInt8](repeating: 0, count: 4 * width * height)
    func blocks(_ body: (_ x: Int, _ y: Int, _ w: Int32, _ h: Int32) -> Void) {
      for y in stride(from: 0, to: height, by: BELVEDERE_BLOCK_HEIGHT) {
        for x in stride(from: 0, to: width, by: BELVEDERE_BLOCK_WIDTH) {
          body(
            x, y, Int32(min(width - x, BELVEDERE_BLOCK_WIDTH)),
            Int32(min(height - y, BELVEDERE_BLOCK_HEIGHT)))
        }
      }
    }
    sets.withUnsafeMutableBufferPointer { sets in
      guard let base = sets.baseAddress else { return }
      blocks { x, y, w, h in
        kernels.survey(&picture, Int32(x), Int32(y), w, h, base, base + 1)
        kernels.demand(&picture, Int32(x), Int32(y), w, h, base + 2, base + 3)
      }
    }
    for y in 0..<((height + 1) / 2) { kernels.measure(&picture, Int32(y)) }
    for y in 0..<((height + 1) / 2) { kernels.occlude(&picture, Int32(y)) }
    var lacks: [UInt8] = []
    result.withUnsafeMutableBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      blocks { x, y, w, h in
        let isLacking = kernels.shade(
          &picture, Int32(x), Int32(y), w, h, base + 4 * (y * width + x), 4 * width)
        lacks.append(isLacking == 0 ? 0 : 1)
      }
    }
    let keys = sets.flatMap { set in
      (0..<set.capacity).map { set.keys[$0] }.filter { $0 != 0 }.sorted()
    }
    return result + lacks
      + keys.flatMap { key in (0..<8).map { UInt8(truncatingIfNeeded: key >> (8 * $0)) } }
  }
}
