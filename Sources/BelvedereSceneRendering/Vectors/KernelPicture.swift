import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

extension BelvedereTriple {
  init(_ v: SIMD3<Float>) { self.init(x: v.x, y: v.y, z: v.z) }
}

extension BelvedereShading {
  /// A frame as the kernels see it, still without ground and shadows.
  init(_ frame: Frame, _ tables: ShadingTables, fullHeight: Int) {
    self.init()
    let visibility = frame.visibility
    depth = UnsafePointer(visibility.depth.base)
    ids = UnsafePointer(visibility.ids.base)
    width = Int32(truncatingIfNeeded: visibility.width)
    height = Int32(truncatingIfNeeded: visibility.height)
    samples = Int32(truncatingIfNeeded: visibility.samples)
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
    let eye = frame.mapPoint(.zero)
    map_x = eye.x + 4 * MapPoint.worldWidth
    map_y = eye.y + 4 * MapPoint.worldWidth
    points_per_meter = 1 / frame.frame.metersPerMapPoint
    waves = tables.waves.base
    wave_count = Int32(truncatingIfNeeded: tables.waves.count)

    let air = frame.atmosphere
    sun = BelvedereTriple(air.sunDirection)
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
    let (sky, horizon) = (tables.sky.base, tables.horizon.base)
    let (skyCount, horizonCount) = (ShadingTables.skyCount, ShadingTables.horizonCount)
    self.sky = (sky, sky + skyCount, sky + 2 * skyCount)
    self.horizon = (horizon, horizon + horizonCount, horizon + 2 * horizonCount)
    sky_lowest = Float(Atmosphere.lowest)
    let end = frame.worldEnd
    world_end = (end.east, end.west, end.north, end.south)
    world_end_start = WorldEnd.start
    bits = Int32(truncatingIfNeeded: frame.encoder.bits)
    dithers = frame.encoder.dithers ? 1 : 0
    first_row = Int32(truncatingIfNeeded: frame.firstRow)
    byte_of_linear = ShadingTables.byteOfLinear.base
  }

  /// Fills an array of C, which Swift sees as a tuple.
  static func fill<Tuple, Element>(_ tuple: inout Tuple, _ values: [Element]) {
    withUnsafeMutableBytes(of: &tuple) { bytes in
      let room = bytes.bindMemory(to: Element.self)
      for (i, value) in values.prefix(room.count).enumerated() { room[i] = value }
    }
  }
}

extension SunShadows {
  /// The shadow maps as the kernels see them, from an eye.
  func kernelCascades(eye: SIMD3<Double>) -> [BelvedereCascade] {
    (0..<cascades.count).map { i in
      let map = cascades.base[i].map
      let view = map.view
      let toEye = eye - view.eye
      let x = view.center.x + view.focalLength * toEye.dot(view.right) - 0.5
      let y = view.center.y - view.focalLength * toEye.dot(view.up) - 0.5
      return BelvedereCascade(
        depths: map.depths, width: Int32(truncatingIfNeeded: view.width),
        height: Int32(truncatingIfNeeded: view.height),
        right: BelvedereTriple(SIMD3(single: view.right * view.focalLength)),
        down: BelvedereTriple(SIMD3(single: view.up * -view.focalLength)),
        along: BelvedereTriple(SIMD3(single: view.forward)), x: Float(x), y: Float(y),
        nearness: Float(Double(map.far) - toEye.dot(view.forward) + 0.05), texel: map.texel,
        far_depth: cascades.base[i].farDepth * 1.02)
    }
  }
}
