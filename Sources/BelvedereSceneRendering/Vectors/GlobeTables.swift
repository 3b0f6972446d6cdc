import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

/// What the kernels need of a picture of the globe, in memory that lasts as long as this.
final class GlobeTables: @unchecked Sendable {
  let memory: UnsafeMutablePointer<BelvedereGlobe>
  private let sites: FrozenArray<BelvedereSite>
  private let daylight: FrozenArray<Float>
  private let added, through: FrozenArray<Float>

  init(_ picture: GlobePicture, _ frame: Frame) {
    // The kernels' tables are laid out like these.
    precondition(
      AirTable.groundRows == BELVEDERE_AIR_GROUND && AirTable.limbRows == BELVEDERE_AIR_LIMB
        && AirTable.risingRows == BELVEDERE_AIR_RISING
        && AirTable.columns == BELVEDERE_AIR_COLUMNS
        && Daylight.count == BELVEDERE_DAYLIGHT_NODES)
    let (ground, sky) = (picture.ground, picture.sky)
    sites = FrozenArray(
      (0..<frame.surfaces.sites.count).map { BelvedereSite(frame.surfaces.sites[$0]) })
    daylight = FrozenArray(sky.daylight.numbers)
    added = FrozenArray(Self.planes(sky.table?.added))
    through = FrozenArray(Self.planes(sky.table?.through))
    memory = .allocate(capacity: 1)
    memory.initialize(to: BelvedereGlobe())
    var globe = BelvedereGlobe()
    globe.eye = BelvedereVector(ground.eye)
    globe.east = BelvedereVector(ground.east)
    globe.north = BelvedereVector(ground.north)
    globe.up = BelvedereVector(ground.up)
    globe.round_eye = BelvedereVector(sky.roundEye)
    globe.round_east = BelvedereVector(sky.roundEast)
    globe.round_north = BelvedereVector(sky.roundNorth)
    globe.round_up = BelvedereVector(sky.roundUp)
    let ellipsoid = Ellipsoid.wgs84
    globe.semi_major = ellipsoid.semiMajorAxis
    globe.semi_minor = ellipsoid.semiMajorAxis * (1 - ellipsoid.flattening)
    globe.eccentricity = ellipsoid.flattening * (2 - ellipsoid.flattening)
    globe.sites = sites.base
    globe.sun = BelvedereTriple(sky.sun)
    globe.sun_at_eye = BelvedereTriple(sky.sunAtEye)
    globe.eye_axes = BelvedereAxes(sky.eyeAxes)
    globe.eye_height = sky.eyeHeight
    globe.tint = BelvedereTriple(sky.tint)
    globe.haze_share = sky.table == nil ? 0 : sky.hazeShare
    globe.sky_share = sky.skyShare
    globe.daylight = daylight.base
    globe.daylight_first = Float(Daylight.first)
    globe.daylight_lowest = Float(Daylight.lowest)
    globe.has_lamps = frame.hasLamps ? 1 : 0
    if let table = sky.table {
      let (count, rows) = (table.added.count + 1, table.through.count + 1)
      let (a, t) = (added.base, through.base)
      globe.air_added = (a, a + count, a + 2 * count)
      globe.air_through = (t, t + rows, t + 2 * rows)
      globe.highest_limb = table.highestLimb
      globe.is_inside = table.isInside ? 1 : 0
    }
    memory.pointee = globe
  }

  deinit { memory.deallocate() }

  /// Red, green and blue one after the other, each with one more number.
  private static func planes(_ colors: FrozenArray<SIMD3<Float>>?) -> [Float] {
    guard let colors else { return [0] }
    return (0..<3).flatMap { channel in
      (0..<colors.count).map { colors.base[$0][channel] } + [0]
    }
  }

  /// The shadows, which must live as long as they are shaded by.
  func fill(_ shadows: FittedShadows, eye: Vector3) {
    let cascades = (0..<shadows.cascades.count).map {
      BelvedereCascade(shadows.cascades.base[$0], eye: eye)
    }
    memory.pointee.cascade_count = Int32(truncatingIfNeeded: cascades.count)
    BelvedereShading.fill(&memory.pointee.cascades, cascades)
  }
}

extension BelvedereVector {
  init(_ v: Vector3) { self.init(x: v.x, y: v.y, z: v.z) }
}

extension BelvedereAxes {
  init(_ axes: LocalAxes) {
    self.init(
      east: BelvedereTriple(axes.east), north: BelvedereTriple(axes.north),
      up: BelvedereTriple(axes.up))
  }
}

extension BelvedereSite {
  fileprivate init(_ site: SolidSite) {
    let light = site.light
    self.init(
      axes: BelvedereAxes(site.axes), sun: BelvedereTriple(light.sunDirection),
      sun_light: BelvedereTriple(light.sunLight), sky_light: BelvedereTriple(light.skyLight),
      sky_share: BelvedereTriple(light.skyShare), night: light.night)
  }
}

extension BelvedereCascade {
  /// A map of the sun's view as it is asked for positions from an eye.
  fileprivate init(_ cascade: FittedShadows.Cascade, eye: Vector3) {
    let map = cascade.map
    let view = map.view
    let v = eye - view.eye
    let scale = view.focalLength
    self.init(
      far: cascade.farDepth, right: BelvedereTriple(SIMD3(single: view.right * scale)),
      up: BelvedereTriple(SIMD3(single: view.up * scale)),
      forward: BelvedereTriple(SIMD3(single: view.forward)),
      x: Float(view.center.x + scale * v.dot(view.right) - 0.5),
      y: Float(view.center.y - scale * v.dot(view.up) - 0.5),
      depth: Float(Double(map.far) - v.dot(view.forward) + 0.05), texel: map.texel,
      side: Int32(truncatingIfNeeded: view.width), depths: map.depths)
  }
}
