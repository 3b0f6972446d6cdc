import BelvedereGeoMath
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

/// The colour of what a pixel shows.
final class PixelShader: Sendable {
  let frame: Frame
  let texture: GroundTexture
  let shadows: any Sunlight
  let occlusion: AmbientOcclusion

  init(
    frame: Frame, texture: GroundTexture, shadows: any Sunlight, occlusion: AmbientOcclusion
  ) {
    self.frame = frame
    self.texture = texture
    self.shadows = shadows
    self.occlusion = occlusion
  }

  /// The displayed colour, linear in [0, 1], of a triangle where it covers a share of a pixel.
  func color(
    _ id: TriangleID, x: Float, y: Float, depthValue: Float, ambient: Float, share: Float,
    _ cursor: inout GroundTexture.Cursor
  ) -> SIMD3<Float> {
    let v = frame.offset(x, y, depthValue: depthValue)
    let depth = 1 / depthValue
    if frame.globe != nil {
      return colorOnGlobe(id, v, depth: depth, ambient: ambient, share: share, &cursor)
    }
    let point = ShadedPoint(
      way: v, depth: depth,
      position: frame.view.eye + Vector3(Double(v.x), Double(v.y), Double(v.z)),
      light: frame.light, axes: nil)
    let isGround = id.batch >= frame.solidCount
    let surface: SIMD3<Float>
    if isGround {
      surface = ground(
        frame.ground(id), point, frame.mapPoint(v), frame.frame.metersPerMapPoint,
        ambient: ambient, &cursor)
    } else {
      let mesh = frame.surfaces.solids[id.batch]
      surface = solid(
        mesh.face(id.triangle).pointee, mesh.local(v), point, skins: mesh.skins, ambient: ambient)
    }
    var haze = frame.atmosphere.haze(v, eyeHeight: Float(frame.view.eye.z))
    let beyond = frame.worldEnd.share(v)
    if beyond > 0 {
      haze.through *= 1 - beyond
      haze.added += (frame.atmosphere.sky(v / (v * v).sum().squareRoot()) - haze.added) * beyond
    }
    let shown = shown(surface, haze)
    guard isGround, !frame.overlays.isEmpty else { return shown }
    let p = frame.mapPoint(v)
    let steps = frame.stepsOnMap(
      p, point, slope: frame.ground(id).slope(p),
      metersPerMapPoint: frame.frame.metersPerMapPoint, share: share)
    return overlaid(shown, steps, layers(frame.footprint(id, v), &cursor))
  }

  /// A surface behind the air.
  @inline(__always)
  func shown(
    _ surface: SIMD3<Float>, _ haze: (through: SIMD3<Float>, added: SIMD3<Float>)
  ) -> SIMD3<Float> {
    ToneMapping.map(surface * haze.through + haze.added)
  }

  /// Ground under overlays, which are paper, not ground: blended on encoded values, after the light.
  func overlaid(
    _ shown: SIMD3<Float>, _ footprint: BelvedereFootprintOnMap, around pole: Pole? = nil,
    _ layers: [SIMD4<Float>]
  ) -> SIMD3<Float> {
    let held = pointwiseMin(pointwiseMax(.zero, shown), SIMD3(repeating: 1))
    let below = SIMD3(
      Transfer.encoded(held.x), Transfer.encoded(held.y), Transfer.encoded(held.z))
    let laid = frame.overlays.lay(over: below, footprint, around: pole, layers: layers)
    if laid == below { return shown }
    return SIMD3(Transfer.linear(laid.x), Transfer.linear(laid.y), Transfer.linear(laid.z))
  }

  /// What layers of tiles show in a footprint.
  @inline(__always)
  func layers(
    _ footprint: @autoclosure () -> GroundFootprint, _ cursor: inout GroundTexture.Cursor
  ) -> [SIMD4<Float>] {
    if texture.layerCount == 0 { return [] }
    let footprint = footprint()
    return (0..<texture.layerCount).map { texture.sample(footprint, &cursor, layer: $0) }
  }

  /// The displayed colour of the sky.
  func sky(x: Float, y: Float) -> SIMD3<Float> {
    let r = frame.ray(x, y)
    let d = r / (r * r).sum().squareRoot()
    if let globe = frame.globe { return ToneMapping.map(globe.sky.sky(d)) }
    return ToneMapping.map(frame.atmosphere.skyWithSun(d))
  }

  private func diffuse(
    _ albedo: SIMD3<Float>, normal n: SIMD3<Float>, _ point: ShadedPoint, ambient: Float,
    bias: Float, isOpen: Bool = false
  ) -> SIMD3<Float> {
    let air = point.light
    let facing = max((n * air.sunDirection).sum(), 0)
    var light = SIMD3<Float>.zero
    if facing > 0 {
      let part =
        isOpen
        ? 1
        : shadows.light(
          at: point.position, depth: point.depth, normal: point.framed(n), bias: bias)
      light += air.sunLight * (facing * part)
    }
    // The sky from above, light from the ground from below.
    let up = 0.5 + 0.5 * n.z
    let bounce = (air.sunLight * max(air.sunDirection.z, 0) + air.skyLight) * 0.22
    light += (air.skyLight * up + bounce * (1 - up)) * ambient
    return albedo * light
  }

  /// - Parameters:
  ///   - p: the place on the map.
  ///   - scale: metres for each map point there.
  func ground(
    _ tile: Surface.Ground, _ point: ShadedPoint, _ p: MapPoint, _ scale: Double, ambient: Float,
    _ cursor: inout GroundTexture.Cursor
  ) -> SIMD3<Float> {
    let base = texture.sample(
      frame.footprint(tile, point.way, p, metersPerMapPoint: scale), &cursor)
    var light = SIMD3<Float>.zero
    if base.w < 0.999 {
      var n = tile.normal(p)
      func linear(_ c: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(Transfer.fastLinear(c.x), Transfer.fastLinear(c.y), Transfer.fastLinear(c.z))
      }
      var albedo = linear(SIMD3(base.x, base.y, base.z))
      var lit = point
      var isSection = false
      if frame.followsSlopes, n.z < SlopeGrid.leastRise {
        // A wall that faces away is not seen, but for a mesh whose walls are a cell wide: what lies there
        // is.
        if (n * point.way).sum() > 0 {
          n = SIMD3(0, 0, 1)
          // Lit as the ground is that ends there, which lies less than four pixels above.
          lit = point.raised(by: 4 * point.depth / Float(frame.view.focalLength))
        } else {
          albedo = linear(frame.section)
          // Of an edge that runs askew it is a stair in the mesh, which would shade itself.
          isSection = true
        }
      }
      var land = diffuse(albedo, normal: n, lit, ambient: ambient, bias: 0, isOpen: isSection)
      let street = lamps(point)
      if street > 0 {
        land += albedo * CityLights.lamp * (street * groundLamps(base, point, p) * ambient)
      }
      light += land * (1 - base.w)
    }
    if base.w > 0.001 {
      light += water(point, p, ambient: ambient) * base.w
    }
    return light
  }

  /// How bright street lamps are.
  private func lamps(_ point: ShadedPoint) -> Float {
    frame.hasLamps ? CityLights.street(night: point.light.night) : 0
  }

  private func groundLamps(_ base: SIMD4<Float>, _ point: ShadedPoint, _ p: MapPoint) -> Float {
    let paved = CityLights.paved(SIMD3(base.x, base.y, base.z))
    guard paved > 0 else { return 0 }
    let v = point.way
    let length = (v * v).sum().squareRoot()
    let pixel =
      length / Float(frame.view.focalLength) / max(-v.z / max(length, 1e-6), 0.02)
    let s = frame.frame.metersPerMapPoint
    return paved
      * CityLights.ground(
        x: p.x * s, y: p.y * s, pixel: max(pixel, 1e-6), extrusion: frame.extrusion)
  }

  /// Open water: the sky in its waves, and the depth's own colour.
  private func water(_ point: ShadedPoint, _ p: MapPoint, ambient: Float) -> SIMD3<Float> {
    let air = point.light
    let v = point.way
    let length = (v * v).sum().squareRoot()
    let d = v / length
    // Waves as slopes of noise; those finer than the pixel only roughen the mirror.
    let s = frame.frame.metersPerMapPoint
    let pixel = Double(length) / frame.view.focalLength / max(Double(-d.z), 0.02)
    var slope = SIMD2<Float>.zero
    var roughness: Float = 0.012
    for (n, wave) in WaterWaves.all.enumerated() {
      let fade = Float(min(max(Double(wave.length) / pixel / 2 - 1, 0), 1))
      roughness += wave.steepness * (1 - fade) * 0.8
      guard fade > 0 else { continue }
      let x = p.x * s / Double(wave.length)
      let y = p.y * s / Double(wave.length)
      let seed = WaterWaves.seed(n)
      slope +=
        SIMD2(
          ValueNoise.sample(x, y * 1.7, seed: seed), ValueNoise.sample(x * 1.7, y, seed: seed + 1))
        * (wave.steepness * fade)
    }
    var n = SIMD3(slope.x, slope.y, 1)
    n /= (n * n).sum().squareRoot()
    let cosine = max(-(d * n).sum(), 0.02)
    // Fresnel's reflectance of water by Schlick's approximation; waves soften the grazing end.
    let fresnel = 0.02 + 0.98 * pow(1 - cosine, 5) * (1 - 3.2 * roughness)
    var r = d + n * (2 * cosine)
    r.z = abs(r.z) + roughness * 0.9
    r /= (r * r).sum().squareRoot()
    let mirrored = frame.atmosphere.sky(r, sun: air.sunDirection) * air.skyShare
    let sunlit = air.sunLight * max(air.sunDirection.z, 0) + air.skyLight
    var light = SIMD3(0.018, 0.062, 0.090) * sunlit * (1 - fresnel) + mirrored * fresnel
    // The sun's glitter: how likely a wave mirrors the sun (Cox & Munk 1954).
    if air.sunDirection.z > 0 {
      var h = air.sunDirection - d
      h /= (h * h).sum().squareRoot()
      let t = (h * n).sum()
      let variance = 0.007 + roughness * 0.12
      let tangent = (1 - t * t) / max(t * t, 1e-4)
      let lobe = exp(-tangent / variance) / (.pi * variance * max(t * t * t * t, 1e-4))
      let shadow = shadows.light(
        at: point.position, depth: point.depth, normal: point.framed(SIMD3(0, 0, 1)), bias: 0)
      light += air.sunLight * min(lobe * fresnel * 0.25, 2.5) * shadow
    }
    return light * (0.55 + 0.45 * ambient)
  }

  /// - Parameter local: the point in the mesh's own metres.
  func solid(
    _ face: Face, _ local: SIMD3<Float>, _ point: ShadedPoint,
    skins: UnsafePointer<BelvedereSkin>, ambient: Float
  ) -> SIMD3<Float> {
    var face = face
    if !frame.tone.isIdentity { face.color = frame.tone.applied(to: face.color) }
    switch face.kind {
    case .foliage:
      var n = (local - face.origin) / SIMD3(face.size.x, face.size.x, face.size.x)
      n.z += 0.25
      n /= max((n * n).sum().squareRoot(), 1e-3)
      // Crowns are deeper inside and below, and let some light through.
      let height = min(max((local.z - face.origin.z) / face.size.y + 0.5, 0), 1)
      let color = face.color * (0.6 + 0.6 * height)
      return diffuse(
        color, normal: n, point, ambient: ambient * (0.55 + 0.45 * height),
        bias: 0.25 * face.size.x)
        + color * CityLights.lamp * (lamps(point) * CityLights.plain(up: n.z))
    case .roof, .beam, .roadway, .bank:
      let light = diffuse(face.color, normal: face.normal, point, ambient: ambient, bias: 0.12)
      let street = lamps(point)
      guard street > 0 else { return light }
      let strength =
        CityLights.plain(up: face.normal.z)
        + CityLights.roadway(paved: face.size.x, extrusion: frame.extrusion) * ambient
      return light + face.color * CityLights.lamp * (street * strength)
    case .wall:
      return wall(face, local, point, ambient: ambient)
    case .model:
      let pixel = point.depth / Float(frame.view.focalLength)
      var (color, normal) = skins[Int(face.seed)]  // checked: widens
        .look(at: local - face.origin, way: point.way, face: face.normal, pixel: pixel)
      if !frame.tone.isIdentity { color = frame.tone.applied(to: color) }
      return diffuse(color, normal: normal, point, ambient: ambient, bias: 0.12)
        + color * CityLights.lamp * (lamps(point) * CityLights.plain(up: normal.z))
    }
  }

  private func wall(
    _ face: Face, _ local: SIMD3<Float>, _ point: ShadedPoint, ambient: Float
  ) -> SIMD3<Float> {
    let height = local.z - face.origin.z
    // Streets are narrow: the foot of a wall sees less sky.
    let foot = 0.8 + 0.2 * min(max(height / 14, 0), 1)
    let shade = ambient * foot
    var light = diffuse(face.color, normal: face.normal, point, ambient: shade, bias: 0.12)
    light += face.color * CityLights.lamp * (lamps(point) * CityLights.wall(height: height))
    guard face.pattern > 0 else { return light }
    let pattern = WallPattern.all[Int(face.pattern)]
    let along =
      (local.x - face.origin.x) * -face.normal.y + (local.y - face.origin.y) * face.normal.x
    let air = point.light
    let v = point.way
    let d = v / (v * v).sum().squareRoot()
    guard
      let windows = WindowsInPixel(
        pattern, of: face, along: along, height: height, way: d,
        pixel: point.depth / Float(frame.view.focalLength))
    else { return light }
    let amount = windows.glass * frame.tone.glass
    guard amount > 0.001 else { return light }
    let cosine = max(-(d * face.normal).sum(), 0)
    var r = d + face.normal * (2 * cosine)
    r.z = abs(r.z) * 0.9 + 0.06
    r /= (r * r).sum().squareRoot()
    let fresnel = 0.06 + 0.94 * pow(1 - cosine, 5)
    let mirror = min(pattern.mirror * 0.55 + fresnel, 1)
    var pane = SIMD3<Float>(0.035, 0.042, 0.050) * (air.skyLight + air.sunLight * 0.3) * 1.2
    let mirrored = frame.atmosphere.sky(r, sun: air.sunDirection) * air.skyShare
    pane += (mirrored - pane) * mirror * (0.35 + 0.65 * shade)
    light += (pane - light) * amount
    if air.night > 0 { light += windows.light(night: air.night) * frame.tone.glass }
    return light
  }
}
