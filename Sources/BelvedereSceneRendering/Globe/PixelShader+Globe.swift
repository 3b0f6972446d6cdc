import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

extension PixelShader {
  /// The displayed colour of a triangle on the globe: each place has its own up and its own sun.
  ///
  /// - Parameter v: from the eye, metres in the picture's frame.
  func colorOnGlobe(
    _ id: TriangleID, _ v: SIMD3<Float>, depth: Float, ambient: Float, share: Float,
    _ cursor: inout GroundTexture.Cursor
  ) -> SIMD3<Float> {
    guard let globe = frame.globe else { return .zero }
    let position = frame.view.eye + Vector3(Double(v.x), Double(v.y), Double(v.z))
    if id.batch >= frame.solidCount {
      let site = globe.site(v)
      let point = ShadedPoint(
        way: site.axes.local(v), depth: depth, position: position,
        light: globe.sky.light(site.axes), axes: site.axes)
      let surface = ground(
        frame.ground(id), point, site.point.mapPoint, site.point.metersPerMapPoint,
        ambient: ambient, &cursor)
      let shown = shown(
        surface, globe.sky.haze(v, up: site.axes.up, height: Float(site.point.height)))
      if frame.overlays.isEmpty { return shown }
      let place = footprintOfOverlays(id, point, site, share: share)
      return overlaid(
        shown, place.footprint, around: place.pole, layers(frame.footprint(id, v), &cursor))
    }
    let mesh = frame.surfaces.solids[id.batch]
    let site = frame.surfaces.sites[id.batch]
    let local = site.axes.local(v - mesh.originFromEye)
    let point = ShadedPoint(
      way: site.axes.local(v), depth: depth, position: position, light: site.light,
      axes: site.axes)
    let light = solid(
      mesh.face(id.triangle).pointee, local, point, skins: mesh.skins, ambient: ambient)
    return shown(light, globe.sky.haze(v, up: site.axes.up, height: local.z))
  }

  /// The part of the map under overlays that a part of a pixel shows, and the pole around which that lies.
  private func footprintOfOverlays(
    _ id: TriangleID, _ point: ShadedPoint, _ site: GlobeSite, share: Float
  ) -> (footprint: BelvedereFootprintOnMap, pole: Pole?) {
    let p = site.point.mapPoint
    let chart = PolarChart(site.point)
    let steps = frame.stepsOnMap(
      p, point, slope: frame.ground(id).slope(p),
      metersPerMapPoint: chart?.metersPerUnit ?? site.point.metersPerMapPoint, share: share)
    return (chart?.placed(steps) ?? steps, chart?.pole)
  }

  /// Whether an overlay lies on ground of the globe.
  func isLaid(
    _ id: TriangleID, x: Float, y: Float, depthValue: Float, share: Float,
    _ cursor: inout GroundTexture.Cursor
  ) -> Bool {
    guard let globe = frame.globe, id != .none, id.batch >= frame.solidCount else { return false }
    let v = frame.offset(x, y, depthValue: depthValue)
    let site = globe.site(v)
    let point = ShadedPoint(
      way: site.axes.local(v), depth: 1 / depthValue,
      position: frame.view.eye + Vector3(Double(v.x), Double(v.y), Double(v.z)),
      light: frame.light, axes: site.axes)
    let place = footprintOfOverlays(id, point, site, share: share)
    // A colour that none has.
    let below = SIMD3<Float>(0.1237, 0.4561, 0.7893)
    return below
      != frame.overlays.lay(
        over: below, place.footprint, around: place.pole,
        layers: layers(frame.footprint(id, v), &cursor))
  }
}
