import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension BelvedereTriple {
  init(_ v: SIMD3<Float>) { self.init(x: v.x, y: v.y, z: v.z) }
}

extension BelvedereShading {
  /// A frame as the kernels see it, still without ground and shadows.
  init(_ frame: Frame, _ tables: ShadingTables, _ space: ShadowSpace?, fullHeight: Int) {
    self.init()
    let visibility = frame.visibility
    depth = UnsafePointer(visibility.depth.base)
    ids = UnsafePointer(visibility.ids.base)
    width = Int32(truncatingIfNeeded: visibility.width)
    height = Int32(truncatingIfNeeded: visibility.height)
    samples = Int32(truncatingIfNeeded: visibility.samples)
    if let fine = frame.fine { self.fine = fine.table }
    let offsets = visibility.pattern.offsets
    Self.fill(&sample_x, offsets.map { Float($0.x) / 16 + 0.5 })
    Self.fill(&sample_y, offsets.map { Float($0.y) / 16 + 0.5 })

    forward = BelvedereTriple(frame.rayForward)
    right = BelvedereTriple(frame.rayRight)
    up = BelvedereTriple(frame.rayUp)
    center_x = frame.centerX
    center_y = frame.centerY
    k = Float(1 / frame.view.focalLength)

    distances = tables.distances
    ambient = tables.ambient
    occlusion_radius = AmbientOcclusion.radius
    occlusion_reach = Float(AmbientOcclusion.maximumReach(height: fullHeight))
    let spiral = AmbientOcclusion.spiral(taps: frame.quality.occlusionTaps)
    occlusion_taps = Int32(truncatingIfNeeded: spiral.count)
    Self.fill(&occlusion_x, spiral.map { $0.x })
    Self.fill(&occlusion_y, spiral.map { $0.y })

    solids = tables.solids.base
    grounds = tables.grounds.base
    patterns = ShadingTables.patterns.base
    solid_count = UInt32(truncatingIfNeeded: tables.solids.count)
    ground_count = UInt32(truncatingIfNeeded: tables.grounds.count)
    follows_slopes = frame.followsSlopes ? 1 : 0
    let gray = frame.section
    section = BelvedereTriple(
      SIMD3(
        Transfer.fastLinear(gray.x), Transfer.fastLinear(gray.y), Transfer.fastLinear(gray.z)))
    is_toned = frame.tone.isIdentity ? 0 : 1
    tone_saturation = frame.tone.saturation
    tone_offset = frame.tone.offset
    tone_glass = frame.tone.glass
    tone_scale = BelvedereTriple(frame.tone.scale)
    section_rise = SlopeGrid.leastRise
    longest_footprint = Float(frame.quality.longestFootprint)
    level_bias = Float(GroundFootprint.bias(frame.quality))
    mixes_levels = frame.quality.mixesLevels ? 1 : 0
    let eye = frame.earth.mapPoint(under: frame.view.eye)
    map_x = eye.x + 4 * MapPoint.worldWidth
    map_y = eye.y + 4 * MapPoint.worldWidth
    points_per_meter = 1 / frame.frame.metersPerMapPoint
    shadow = BelvedereShadow(frame, space)
    overlays = frame.overlays.overlays.base
    overlay_count = Int32(truncatingIfNeeded: frame.overlays.overlays.count)
    waves = tables.waves.base
    wave_count = Int32(truncatingIfNeeded: tables.waves.count)

    let air = frame.atmosphere
    let direction = air.sunDirection
    let level = (direction.x * direction.x + direction.y * direction.y).squareRoot()
    sun = BelvedereTriple(direction)
    level_sun =
      level > 1e-6
      ? BelvedereTriple(x: direction.x / level, y: direction.y / level, z: 0)
      : BelvedereTriple(x: 0, y: 0, z: 1)
    sun_light = BelvedereTriple(air.sunLight)
    sky_light = BelvedereTriple(air.skyLight)
    horizon_light = BelvedereTriple(air.horizonLight)
    extinction = BelvedereTriple(air.extinction)
    night = air.night
    lamps = frame.hasLamps ? CityLights.street(night: night) : 0
    pools = tables.pools
    extrusion = frame.extrusion
    haze_height = Atmosphere.hazeHeight
    eye_height = Float(frame.view.eye.z)
    eye_density = Float(exp(-max(frame.view.eye.z, 0) / Double(Atmosphere.hazeHeight)))
    let (sky, horizon) = (tables.sky.base, tables.horizon.base)
    let horizonCount = ShadingTables.horizonCount
    self.sky = sky
    self.horizon = (horizon, horizon + horizonCount, horizon + 2 * horizonCount)
    sky_lowest = Float(Atmosphere.lowest)
    let end = frame.worldEnd
    world_end = (end.east, end.west, end.north, end.south)
    world_end_start = WorldEnd.start
    bits = Int32(truncatingIfNeeded: frame.encoder.bits)
    dithers = frame.encoder.dithers ? 1 : 0
    first_row = Int32(truncatingIfNeeded: frame.firstRow)
    byte_of_linear = ShadingTables.byteOfLinear.base
    globe = tables.globe.map { UnsafePointer($0.memory) }
  }

  /// Fills an array of C, which Swift sees as a tuple.
  static func fill<Tuple, Element>(_ tuple: inout Tuple, _ values: [Element]) {
    withUnsafeMutableBytes(of: &tuple) { bytes in
      let room = bytes.bindMemory(to: Element.self)
      for (i, value) in values.prefix(room.count).enumerated() { room[i] = value }
    }
  }
}

extension BelvedereShadow {
  /// Where the squares of shadow lie, still without the squares.
  init(_ frame: Frame, _ space: ShadowSpace?) {
    self.init()
    guard let space else { return }
    is_cast = 1
    let eye = space.place(frame.mapPoint(.zero), elevation: frame.view.eye.z)
    BelvedereShading.fill(&levels, GroundFootprint.levels.map { Self.level($0, eye: eye) })
    east = Float(space.east)
    south = Float(space.south)
    most_texels = Float(space.mostTexels)
    fineness = Float(space.fineness(frame.quality))
  }

  /// Where the eye is on the squares of a level.
  private static func level(_ number: Int, eye: MapPoint) -> BelvedereShadowLevel {
    let texel = MapSquare.texelSize(number)
    let side = texel * Double(ShadowLevel.texels)
    func place(_ point: Double) -> (square: Int32, texel: Float) {
      let held = min(max(point + 4 * MapPoint.worldWidth, 0), 16 * MapPoint.worldWidth)
      let square = (held / side).rounded(.down)
      return (Int32(square), Float((held - square * side) / texel))  // checked: at most 2³⁰
    }
    let (x, y) = (place(eye.x), place(eye.y))
    return BelvedereShadowLevel(
      window: BelvedereLevel(), column: x.square, row: y.square, u: x.texel, v: y.texel,
      scale: Float(1 / texel))
  }

  /// Tells a picture of its squares, which must live as long.
  mutating func fill(_ squares: ShadowSquares, eyeHeight: Double) {
    steps = Float(squares.elevations.steps)
    eye = Float(squares.elevations.height(eyeHeight))
    withUnsafeMutableBytes(of: &levels) { bytes in
      let levels = bytes.bindMemory(to: BelvedereShadowLevel.self)
      for (i, window) in squares.windows.levels.enumerated() { levels[i].window = window }
    }
    self.squares = UnsafePointer(squares.addresses.base)
  }
}
