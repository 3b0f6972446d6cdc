import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import CBelvedereShading

/// What is laid over a finished band of the picture: routes on decks and in bores, and what objects hide
/// of routes on the ground.
///
/// Objects before a route do not step back: the line shows through them, by as much as objects before
/// other overlays let through. Ground hides a route, but of one in a bore what is right above it lets a
/// washed-out line through.
struct RouteLaying {
  let frame: Frame
  /// The ground alone.
  let ground: VisibilityBuffer
  let view: RasterView
  /// How much of what lies behind objects is seen.
  let through: Double

  /// How much of a line is seen through the ground above a bore, and how much white is in it there.
  private static let boreOpacity = 0.55, boreWash = 0.45

  /// How much of a line is seen at a pixel, as it is and washed out.
  struct Seen {
    var plain = 0.0, washed = 0.0
  }

  /// Lays an elevated part of a route over the pixels.
  func lay(_ ribbon: RouteRibbon, rows: Range<Int>, into pixels: inout PixelBuffer, firstRow: Int) {
    let route = ribbon.route
    let cover = RouteCover(
      ribbon, view, rows: rows,
      reach: route.overlay.half_width
        * withUnsafePointer(to: route.overlay) {
          belvedere_line_reach($0)
        })
    pixels.forEachPixel(rows: cover.rows, firstRow: firstRow, threads: frame.threads) {
      x, y, pixel in
      guard let n = cover.leg(x, y) else { return }
      let leg = ribbon.legs[n]
      guard let footprint = footprint(of: leg, x, y) else { return }
      let color = withUnsafePointer(to: route.overlay) { self.color($0, footprint) }
      guard color.w > 0 else { return }
      let seen = seen(leg, isBore: route.isBore, x, y)
      pixel.lay(color * Float(seen.plain), mode: route.overlay.blend)
      if seen.washed > 0 {
        let wash = Float(Self.boreWash)
        var pale = color * (1 - wash) + SIMD4(repeating: color.w) * wash
        pale.w = color.w
        pixel.lay(pale * Float(seen.washed), mode: route.overlay.blend)
      }
    }
  }

  /// Lays what objects hide of routes on the ground over the pixels.
  func layHidden(
    _ table: OverlayTable, _ numbers: [Int], rows: Range<Int>, into pixels: inout PixelBuffer,
    firstRow: Int
  ) {
    guard through > 0, !numbers.isEmpty else { return }
    let (shown, samples) = (frame.visibility, frame.visibility.samples)
    let offsets = shown.pattern.offsets.map { SIMD2(Float($0.x), Float($0.y)) / 16 + 0.5 }
    pixels.forEachPixel(rows: rows, firstRow: firstRow, threads: frame.threads) { x, y, pixel in
      let first = (y * shown.width + x) * samples
      var hidden = 0
      var at = -1
      for i in 0..<samples where isSolid(shown.ids.base[first + i]) {
        guard ground.ids.base[first + i] != TriangleID.none.rawValue else { continue }
        hidden += 1
        if at < 0 { at = i }
      }
      guard at >= 0 else { return }
      let id = TriangleID(rawValue: ground.ids.base[first + at])
      let offset = frame.offset(
        Float(x) + offsets[at].x, Float(y) + offsets[at].y,
        depthValue: ground.depth.base[first + at])
      let footprint = frame.footprintOnMap(id, offset, depth: 1 / ground.depth.base[first + at])
      let part = Float(through) * Float(hidden) / Float(samples)
      for n in numbers {
        let color = self.color(UnsafePointer(table.overlays.base + n), footprint)
        guard color.w > 0 else { continue }
        pixel.lay(color * part, mode: table.overlays.base[n].blend)
      }
    }
  }

  private func isSolid(_ id: UInt32) -> Bool {
    id != TriangleID.none.rawValue && TriangleID(rawValue: id).batch < frame.solidCount
  }

  private func color(
    _ overlay: UnsafePointer<BelvedereOverlay>, _ footprint: BelvedereFootprintOnMap
  ) -> SIMD4<Float> {
    var color = SIMD4<Float>.zero
    withUnsafePointer(to: footprint) { footprint in
      withUnsafeMutableBytes(of: &color) { bytes in
        _ = belvedere_overlay_color(
          overlay, footprint, bytes.bindMemory(to: Float.self).baseAddress)
      }
    }
    return color
  }

  /// The part of the map that a pixel shows by a leg's plane.
  private func footprint(
    of leg: RouteRibbon.Leg, _ x: Int, _ y: Int
  ) -> BelvedereFootprintOnMap? {
    func place(_ dx: Double, _ dy: Double) -> Vector2? {
      leg.hit(view.ray(Double(x) + 0.5 + dx, Double(y) + 0.5 + dy)).map {
        leg.mapPoint(along: $0.along, right: $0.right)
      }
    }
    guard let middle = place(0, 0), let left = place(-0.5, 0), let right = place(0.5, 0),
      let top = place(0, -0.5), let bottom = place(0, 0.5)
    else { return nil }
    let (column, row) = (right - left, bottom - top)
    return BelvedereFootprintOnMap(
      x: middle.x, y: middle.y, column_x: column.x, column_y: column.y, row_x: row.x,
      row_y: row.y, points_per_meter: 1 / leg.metersPerMapPoint, layers: nil)
  }

  /// How much of a leg is seen at a pixel, by its samples.
  private func seen(_ leg: RouteRibbon.Leg, isBore: Bool, _ x: Int, _ y: Int) -> Seen {
    let shown = frame.visibility
    let samples = shown.samples
    let first = (y * shown.width + x) * samples
    var seen = Seen()
    for i in 0..<samples {
      let offset = shown.pattern.offsets[i]
      let ray = view.ray(
        Double(x) + 0.5 + Double(offset.x) / 16, Double(y) + 0.5 + Double(offset.y) / 16)
      guard let hit = leg.hit(ray) else { continue }
      let behind = hit.depth - distance(ground.depth.base[first + i])
      let isHidden =
        isSolid(shown.ids.base[first + i]) && distance(shown.depth.base[first + i]) < hit.depth
      let part = isHidden ? through : 1
      if behind <= 0 {
        seen.plain += part
      } else if isBore, behind < 4 * leg.cover + 40 {
        seen.washed += part * Self.boreOpacity
      }
    }
    seen.plain /= Double(samples)
    seen.washed /= Double(samples)
    return seen
  }

  private func distance(_ depthValue: Float) -> Double {
    depthValue > 0 ? 1 / Double(depthValue) : .infinity
  }
}

extension Frame {
  /// The part of the map that a whole pixel shows of the ground.
  ///
  /// - Parameters:
  ///   - offset: from the eye to the pixel's ground, metres.
  ///   - depth: along the line of sight, metres.
  func footprintOnMap(
    _ id: TriangleID, _ offset: SIMD3<Float>, depth: Float
  ) -> BelvedereFootprintOnMap {
    if let globe {
      let site = globe.site(offset)
      let p = site.point.mapPoint
      let point = ShadedPoint(
        way: site.axes.local(offset), depth: depth, position: .zero, light: light, axes: site.axes)
      return stepsOnMap(
        p, point, slope: ground(id).slope(p), metersPerMapPoint: site.point.metersPerMapPoint,
        share: 1)
    }
    let p = mapPoint(offset)
    let point = ShadedPoint(
      way: offset, depth: depth, position: .zero, light: light, axes: nil)
    return stepsOnMap(
      p, point, slope: ground(id).slope(p), metersPerMapPoint: frame.metersPerMapPoint, share: 1)
  }
}

extension RenderTask {
  /// Whether routes are drawn.
  var hasRoutes: Bool {
    shownOverlays.contains { $0.isRoute }
  }

  /// Lays routes over a band, which shows all else.
  mutating func layRoutes(
    over frame: Frame, _ shading: BandShading, _ drawn: DrawnSurfaces,
    into pixels: inout PixelBuffer
  ) {
    let band = shading.band
    var bare = drawn
    bare.geometry = drawn.geometry.withoutSolids(count: shading.solids.count)
    let alone = rasterise(band, bare, buffer: 1)
    for (level, opacity) in opacities {
      let laying = RouteLaying(
        frame: frame, ground: alone.visibility, view: frame.view, through: 1 - opacity)
      laying.layHidden(
        frame.overlays, frame.overlays.numbers(in: level, areRoutes: true),
        rows: band.rowsInDrawn, into: &pixels, firstRow: band.drawn.lowerBound)
      for route in frame.overlays.elevated where route.level == level {
        let ribbon = RouteRibbon(
          route, earth: earth, eye: view.eye, focalLength: view.focalLength,
          style: options.elevationStyle)
        laying.lay(
          ribbon, rows: band.rowsInDrawn, into: &pixels, firstRow: band.drawn.lowerBound)
      }
    }
  }
}
