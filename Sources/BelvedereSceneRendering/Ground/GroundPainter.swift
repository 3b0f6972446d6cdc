import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import BelvedereSceneModel

/// Paints squares of ground: land and water, what covers the land, and roads.
struct GroundPainter {
  let features: GroundFeatureIndex
  let ground: DrawnGround
  /// Outlines of buildings that are not fully extruded, painted on the ground.
  let footprints: [GroundFeatureIndex.Footprint]
  /// How ground is painted by its elevation; `nil` for land and water.
  let relief: ReliefPainter?
  /// As what it is painted.
  let look: GroundLook
  /// Paints what lies beyond the scene; `nil` for nothing.
  let world: WorldPainter?
  /// What the scene says of land and sea; `nil` for what its coastline alone says.
  let shore: SceneShore?
  /// Paints land on which nothing is mapped; `nil` for the plain colours of a drawn map.
  let country: OpenCountry?

  /// A square of ground.
  func base(_ key: MapSquare) -> FrozenArray<UInt32> {
    var canvas = Canvas(key: key, painter: self)
    return canvas.paintBase()
  }

  /// The state of one square while it is painted.
  private struct Canvas {
    let painter: GroundPainter
    let key: MapSquare
    let palette: GroundPalette
    let level: Int
    let texel: Double
    let corner: Vector2
    let window: MapRect
    let metersPerTexel: Double
    var mask: CoverageMask
    var color: [SIMD4<Float>]
    /// How much each texel's brightness varies.
    var noise: [Float] = []
    /// The colour of land where nothing else is known; empty for the palette's.
    var country: [SIMD3<Float>] = []
    /// What colours grass; `nil` for the palette.
    var climate: CountryLattice?
    /// By what crowns of trees multiply each texel's brightness; empty where texels are too large, `nil` until it is asked for.
    var crowns: [Float]?
    /// How much of each texel is sea: nothing but piers is painted there.
    var sea: [Float] = []
    /// How much of each texel is the world's, beyond the scene: what goes on there ends softly.
    var beyond: [Float] = []

    init(key: MapSquare, painter: GroundPainter) {
      self.painter = painter
      self.key = key
      palette = painter.look.palette
      level = key.level
      texel = MapSquare.texelSize(key.level)
      let side = texel * Double(GroundTile.texels)
      corner = Vector2(Double(key.x) * side - texel, Double(key.y) * side - texel)
      window = MapRect(
        x: corner.x, y: corner.y, width: side + 2 * texel, height: side + 2 * texel)
      let latitude = MapPoint(x: 0, y: corner.y + side / 2).coordinate.latitude
      metersPerTexel = texel * MapPoint.metersPerMapPoint(at: latitude)
      mask = CoverageMask(width: 0, height: 0)
      color = []
    }

    mutating func paintBase() -> FrozenArray<UInt32> {
      var worlds = WorldPainter.Share.nothing
      if let world = painter.world, painter.look.base != .blank { worlds = world.share(of: key) }
      mask = CoverageMask(width: GroundTile.stride, height: GroundTile.stride)
      let count = GroundTile.stride * GroundTile.stride
      switch painter.look.base {
      case .map: break
      case .blank: return Self.packed(Array(repeating: SIMD4(palette.land, 0), count: count))
      case .imagery(let tiles, let hasRoads):
        paintImagery(RasterSquares(tiles, fallsBack: true), count, worlds)
        if hasRoads { paintRoads(.overImagery) }
        if hasRoads, painter.look.hasTraffic { paintTraffic() }
        return Self.packed(color)
      }
      if case .everything = worlds {
        paintWorld(worlds)
        // What is mapped is drawn to its end, wherever the world begins.
        guard hasContent else { return packedMap() }
        if let country = painter.country { climate = country.lattice(TexelGrid(key)) }
        if painter.features.land != nil { sea = color.map { $0.w } }
      } else {
        paintLand(count)
        let shores = color.map { $0.w }
        paintWorld(worlds, shores)
        // Beyond its box the scene's coastline says nothing.
        if painter.features.land != nil { sea = zip(shores, color).map { min($0, $1.w) } }
      }
      for cover in painter.features.covers where overlaps(cover.area.bounds) {
        fill(cover.area)
        blend(
          palette.cover(cover.kind), tinted: GroundPalette.climaticShare(cover.kind), opacity: 1,
          variation: GroundPalette.variation(cover.kind) * palette.variation,
          water: cover.kind == .water ? 1 : 0, staysOnLand: cover.kind != .pier,
          fades: GroundPalette.isCountry(cover.kind), hasCrowns: cover.kind == .forest)
      }
      paintRoads(palette)
      if painter.look.hasTraffic { paintTraffic() }
      let tone = painter.look.theme.tone
      for footprint in painter.footprints where overlaps(footprint.area.bounds) {
        fill(footprint.area)
        let own = tone.applied(toEncoded: footprint.color)
        blend(own * 0.96, opacity: 1, variation: 0, water: 0)
        mask.clear()
        Self.forEachShift(in: window, footprint.area.bounds) { shift in
          for ring in footprint.area.rings {
            let path = placed(ring, shift: shift)
            Stroker.add(
              path + path.prefix(1), width: max(0.5 / metersPerTexel, 0.4), to: &mask,
              roundCaps: false)
          }
        }
        blend(own * 0.66, opacity: 0.8, variation: 0, water: 0, rule: .nonZero)
      }
      return packedMap()
    }

    /// The texels of a drawn map, whose water may be paint.
    private mutating func packedMap() -> FrozenArray<UInt32> {
      if palette.hasFlatWater { for i in color.indices { color[i].w = 0 } }
      return Self.packed(color)
    }

    /// Whether anything that the scene has on its ground may lie in the square.
    private var hasContent: Bool {
      let reach = painter.features.reach
      let margin = reach.widest / metersPerTexel * texel + 16 * texel
      return !reach.box.isNull && overlaps(reach.box, margin: margin)
        || painter.footprints.contains { overlaps($0.area.bounds, margin: texel) }
    }

    /// Lays the world over what the scene knows nothing of: among buildings the ground stays paved.
    ///
    /// - Parameter shores: how much of each texel is sea, as the scene says.
    private mutating func paintWorld(_ share: WorldPainter.Share, _ shores: [Float] = []) {
      guard let world = painter.world else { return }
      switch share {
      case .nothing: return
      case .everything:
        color = world.paint(key, painter.look.theme)
        if !world.isGround { beyond = [Float](repeating: 1, count: color.count) }
        pave { _ in 1 }
      case .parts(let parts):
        let around = world.paint(key, painter.look.theme, sea: shores)
        for i in color.indices { color[i] += (around[i] - color[i]) * parts[i] }
        beyond = parts
        pave { parts[$0] }
      }
    }

    /// The ground among buildings where the world has been laid over it.
    ///
    /// - Parameter part: how much of a texel is the world's.
    private mutating func pave(_ part: (Int) -> Float) {
      guard let towns = painter.country?.towns.shares(TexelGrid(key)) else { return }
      makeNoise()
      for i in color.indices {
        let (water, weight) = (color[i].w, towns[i] * part(i) * (1 - color[i].w))
        let paved = palette.land * (1 + OpenCountry.townVariation * noise[i])
        color[i] += (SIMD4(paved, water) - color[i]) * weight
      }
    }

    /// Pictures from above, and where there are none land and water.
    private mutating func paintImagery(
      _ squares: RasterSquares, _ count: Int, _ worlds: WorldPainter.Share
    ) {
      let texels = squares.texels(key)
      guard let texels, texels.allSatisfy({ $0 >> 24 == 255 }) else {
        paintLand(count)
        paintWorld(worlds, color.map { $0.w })
        guard let texels else { return }
        for (i, texel) in texels.enumerated() {
          let over = Self.unpacked(texel)
          color[i] = color[i] * (1 - over.w) + SIMD4(over.x, over.y, over.z, 0)
        }
        return
      }
      color = texels.map {
        var c = Self.unpacked($0)
        c.w = 0
        return c
      }
    }

    private static func unpacked(_ v: UInt32) -> SIMD4<Float> {
      SIMD4(Float(v & 255), Float(v >> 8 & 255), Float(v >> 16 & 255), Float(v >> 24)) / 255
    }

    private func overlaps(_ bounds: MapRect, margin: Double = 0) -> Bool {
      var found = false
      Self.forEachShift(in: window, bounds, margin: margin) { _ in found = true }
      return found
    }

    /// Calls `body` with each number of map points by which a feature must be moved to touch this
    /// square: whole worlds.
    ///
    /// Of the window alone: a method of the canvas would hold a copy of it, and the mask to which `body` adds were
    /// copied.
    @inline(__always)
    private static func forEachShift(
      in window: MapRect, _ bounds: MapRect, margin: Double = 0, _ body: (_ shift: Double) -> Void
    ) {
      guard bounds.minY - margin < window.maxY, bounds.maxY + margin > window.minY else { return }
      for world in -1...1 {
        let shift = Double(world) * MapPoint.worldWidth
        if bounds.minX + shift - margin < window.maxX, bounds.maxX + shift + margin > window.minX {
          body(shift)
        }
      }
    }

    private func placed(_ ring: [Vector2], shift: Double) -> [Vector2] {
      let origin = corner - Vector2(shift, 0)
      let scale = 1 / texel
      return ring.map { ($0 - origin) * scale }
    }

    private mutating func fill(_ area: GroundFeatureIndex.Area) {
      mask.clear()
      Self.forEachShift(in: window, area.bounds) { shift in
        for ring in area.rings { mask.add(ring: placed(ring, shift: shift)) }
      }
    }

    /// Land beyond the box of the coastline, where elevations say so.
    private mutating func paintUncharted() {
      guard let shore = painter.shore, !shore.isCharted(window, texel: texel) else { return }
      let seams = shore.beside
      let grid = TexelGrid(key)
      let risen = shore.risen(in: window, texel: texel)
      for i in color.indices {
        guard let isLand = shore.unchartedLand(grid.middle(i), texel: texel, seams, risen) else {
          continue
        }
        let varied = open(i, palette.land, 0.10)
        let water = SIMD4(palette.water, 1)
        color[i] = water + (SIMD4(varied, 0) - water) * isLand
      }
    }

    /// Land where nothing else is known.
    private func open(_ i: Int, _ plain: SIMD3<Float>, _ variation: Float) -> SIMD3<Float> {
      country.isEmpty ? plain * (1 + variation * palette.variation * noise[i]) : country[i]
    }

    private mutating func paintLand(_ count: Int) {
      if let relief = painter.relief {
        color = relief.paint(corner: corner, texel: texel, metersPerTexel: metersPerTexel)
        let tone = painter.look.theme.tone
        guard !tone.isIdentity else { return }
        for i in color.indices {
          let c = tone.applied(toEncoded: SIMD3(color[i].x, color[i].y, color[i].z))
          color[i] = SIMD4(c, color[i].w)
        }
        return
      }
      let water = SIMD4(palette.water, 1)
      makeNoise()
      if let country = painter.country {
        let lattice = country.lattice(TexelGrid(key))
        self.country = country.colors(
          TexelGrid(key), lattice, town: palette.land, noise: noise)
        climate = lattice
      }
      if let land = painter.features.land {
        color = Array(repeating: water, count: count)
        for area in land where overlaps(area.bounds) {
          fill(area)
          mask.forEachCovered(rule: .evenOdd) { x, y, coverage in
            let i = y * GroundTile.stride + x
            color[i] += (SIMD4(open(i, palette.land, 0.10), 0) - color[i]) * coverage
          }
        }
        paintUncharted()
        return
      }
      // Without a coastline the ground itself says: what lies above the sea is land.
      let unknownIsSea = painter.shore?.knowsSea ?? false
      // What is built stands on land.
      let built = painter.shore?.builtGround ?? .null
      let stride = GroundTile.stride
      let longitudes = (0..<stride).map {
        wrappedLongitude(
          (corner.x + (Double($0) + 0.5) * texel) / MapPoint.worldWidth * 360 - 180)
      }
      let latitudes = (0..<stride).map {
        MapPoint(x: 0, y: corner.y + (Double($0) + 0.5) * texel).coordinate.latitude
      }
      let heights = painter.ground.elevations(latitudes: latitudes, longitudes: longitudes)
      let known = painter.ground.bounds
      color = (0..<count).map { i in
        let height = heights[i]
        var isLand: Float = unknownIsSea ? 0 : 1
        if unknownIsSea, let known,
          known.contains(latitude: latitudes[i / stride], longitude: longitudes[i % stride])
        {
          isLand = min(max((height - 0.2) / 0.6, 0), 1)
        } else if unknownIsSea, !built.isNull, built.holds(TexelGrid(key).middle(i)) {
          isLand = 1
        }
        let rise = min(max((height - 60) / 500, 0), 1)
        let tint = palette.land + (palette.upland - palette.land) * rise
        let varied = open(i, tint, 0.12)
        return water + (SIMD4(varied, 0) - water) * isLand
      }
    }

    /// Blends a colour through the mask, nudged by the noise; the fourth component is water.
    ///
    /// - Parameter share: how much of the colour is the climate's.
    private mutating func blend(
      _ rgb: SIMD3<Float>, tinted share: Float = 0, opacity: Float, variation: Float, water: Float,
      rule: CoverageMask.FillRule = .evenOdd, staysOnLand: Bool = false, fades: Bool = false,
      hasCrowns: Bool = false
    ) {
      if mask.isEmpty { return }
      if variation > 0 { makeNoise() }
      let crowns = hasCrowns ? canopy() : []
      let target = SIMD4(rgb, water)
      let isMasked = staysOnLand && !sea.isEmpty
      let isFaded = fades && !beyond.isEmpty
      let climate = share > 0 ? self.climate : nil
      noise.withUnsafeBufferPointer { noise in
        color.withUnsafeMutableBufferPointer { color in
          mask.forEachCovered(rule: rule) { x, y, coverage in
            let i = y * GroundTile.stride + x
            var c = target
            if let climate {
              c = SIMD4(rgb + (climate.climate(x, y) * GroundPalette.lush - rgb) * share, water)
            }
            if variation > 0 {
              c *= 1 + variation * noise[i]
              c.w = water
            }
            if !crowns.isEmpty { c *= SIMD4(crowns[i], crowns[i], crowns[i], 1) }
            var weight = isMasked ? coverage * opacity * (1 - sea[i]) : coverage * opacity
            if isFaded { weight *= 1 - beyond[i] }
            color[i] += (c - color[i]) * weight
          }
        }
      }
    }

    /// The crowns of woods.
    private mutating func canopy() -> [Float] {
      if let crowns { return crowns }
      var made = ForestCanopy.brightness(TexelGrid(key))
      if palette.variation != 1 { made = made.map { 1 + palette.variation * ($0 - 1) } }
      crowns = made
      return made
    }

    /// Octaves of variation; those finer than the texels are left out.
    private mutating func makeNoise() {
      guard noise.isEmpty else { return }
      let stride = GroundTile.stride
      noise = [Float](repeating: 0, count: stride * stride)
      let octaves: [(wavelength: Double, weight: Float)] = [
        (2600, 0.45), (700, 0.35), (170, 0.3), (45, 0.25), (12, 0.2),
      ]
      for (n, octave) in octaves.enumerated() where octave.wavelength > 2.5 * texel {
        let fade = Float(min(1, octave.wavelength / (5 * texel)))
        ValueNoise.add(
          to: &noise, TexelGrid(key), wavelength: octave.wavelength, weight: octave.weight * fade,
          seed: UInt32(n))  // checked: below 5
      }
    }

    /// Roads of one kind are gathered in the mask and painted at once.
    private mutating func paintRoads(_ palette: GroundPalette) {
      let roads = painter.features.roads
      var i = 0
      while i < roads.count {
        let kind = roads[i].kind
        var end = i
        while end < roads.count, roads[end].kind == kind { end += 1 }
        let style = RoadStyle(kind)
        // Too narrow to see: the loop over thousands of lines is saved.
        if metersPerTexel < style.vanishes {
          for pass in style.passes(metersPerTexel: metersPerTexel, palette) {
            mask.clear()
            for road in roads[i..<end] {
              let width = max(
                road.width / metersPerTexel + pass.extraTexels, style.minimumTexels)
              let margin = width * texel
              Self.forEachShift(in: window, road.bounds, margin: margin) { shift in
                let line = placed(road.path, shift: shift)
                guard let dash = pass.dash else {
                  Stroker.add(line, width: width, to: &mask)
                  return
                }
                for piece in DashedLine.dashes(
                  line, on: dash.on, off: dash.off, side: Double(GroundTile.texels), margin: width)
                {
                  Stroker.add(piece, width: width, to: &mask, roundCaps: false)
                }
              }
            }
            blend(pass.color, opacity: pass.opacity, variation: 0, water: 0, rule: .nonZero)
          }
        }
        i = end
      }
    }

    /// Lines along the middle of roads, the slower over the faster.
    private mutating func paintTraffic() {
      for traffic in Road.Traffic.allCases {
        let style = TrafficStyle(traffic, isDark: painter.look.theme.isDark)
        mask.clear()
        var isEmpty = true
        for road in painter.features.roads
        where road.traffic == traffic && road.kind.isForVehicles
          && metersPerTexel < RoadStyle(road.kind).vanishes
        {
          let width = max(TrafficStyle.part * road.width / metersPerTexel, 2)
          Self.forEachShift(in: window, road.bounds, margin: width * texel) { shift in
            Stroker.add(placed(road.path, shift: shift), width: width, to: &mask)
            isEmpty = false
          }
        }
        if !isEmpty {
          blend(style.color, opacity: 1, variation: 0, water: 0, rule: .nonZero)
        }
      }
    }

    private static func packed(_ colors: [SIMD4<Float>]) -> FrozenArray<UInt32> {
      let bytes = [UInt32](unsafeUninitializedCapacity: colors.count) { out, count in
        colors.withUnsafeBufferPointer { colors in
          for i in colors.indices {
            var c = colors[i]
            // What is not a number becomes 0.
            c.replace(with: 0, where: .!(c .> 0))
            c.replace(with: 1, where: c .> 1)
            let v = c * 255 + 0.5
            out[i] =
              UInt32(v.x) | UInt32(v.y) << 8  // checked: clamped to a byte
              | UInt32(v.z) << 16 | UInt32(v.w) << 24  // checked: clamped to a byte
          }
        }
        count = colors.count
      }
      return FrozenArray(bytes)
    }
  }
}
