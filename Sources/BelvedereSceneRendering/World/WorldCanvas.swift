import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereWorld

/// A square of the world while it is painted.
struct WorldCanvas {
  private let grid: TexelGrid
  private let theme: MapTheme
  private let domain: WorldDomain?
  private var mask = CoverageMask(width: GroundTile.stride, height: GroundTile.stride)
  /// How much of each texel is land, how much of it is ice, and the sum of the tints of that.
  private var land = [Float](repeating: 0, count: TexelGrid.count)
  private var ice = [Float](repeating: 0, count: TexelGrid.count)
  private var tint = [SIMD3<Float>](repeating: .zero, count: TexelGrid.count)
  private var borders = CoverageMask(width: GroundTile.stride, height: GroundTile.stride)
  /// Near the coast that is fitted to the scene's, from 0 to 1, and how much that counts; empty where none is.
  private var fitted: [SIMD2<Float>] = []
  /// From the coast, and from borders.
  private var shore, march: DistanceField

  /// Map points, so that there are no seams between squares: at the equator 67 km, and 22 km.
  private static let shelf = 450_000.0
  private static let band = 150_000.0

  init(_ grid: TexelGrid, _ theme: MapTheme, beside domain: WorldDomain?) {
    self.grid = grid
    self.theme = theme
    self.domain = domain
    shore = DistanceField(side: GroundTile.stride, reach: max(Self.shelf / grid.texel, 1))
    march = DistanceField(side: GroundTile.stride, reach: max(Self.band / grid.texel, 1))
  }

  /// Adds a country on all turns of the world on which the square may show it.
  mutating func add(_ country: WorldCountry) {
    mask.clear()
    let window = grid.window.insetBy(dx: -Self.shelf, dy: -Self.shelf)
    for ring in country.rings {
      for turn in -1...1 {
        let shift = Double(turn) * MapPoint.worldWidth
        let shown = window.offsetBy(dx: -shift, dy: 0)
        guard ring.bounds.minX <= shown.maxX, ring.bounds.maxX >= shown.minX,
          ring.bounds.minY <= shown.maxY, ring.bounds.maxY >= shown.minY
        else { continue }
        for edge in ring.edges { add(edge, shift: shift) }
      }
    }
    if mask.isEmpty { return }
    let own = country.isIce ? SIMD3(repeating: 1) : Self.tints[country.tint % Self.tints.count]
    let isIce = country.isIce
    mask.forEachCovered(rule: .nonZero) { x, y, coverage in
      let i = y * GroundTile.stride + x
      land[i] += coverage
      tint[i] += own * coverage
      if isIce { ice[i] += coverage }
    }
  }

  /// Moves the coast beside the scene to where the scene's own leads.
  ///
  /// - Parameter sea: how much of each texel is sea in the scene's box; empty where it says nothing.
  mutating func fit(_ sea: [Float]) {
    guard let domain, domain.hasShore else { return }
    for i in 0..<TexelGrid.count {
      let p = grid.middle(i)
      guard let fit = domain.fitted(at: p, texel: grid.texel) else { continue }
      let (distance, part) = (fit.distance, fit.share)
      let own = fit.tint.map { Self.tints[$0 % Self.tints.count] } ?? SIMD3(repeating: 1)
      var now = min(max(distance / Float(grid.texel) + 0.5, 0), 1)
      // Where land was cut its edge covers texels in part, and is no coast.
      if !sea.isEmpty, domain.holds(p, inset: 1.5 * grid.texel) { now = 1 - sea[i] }
      let before = land[i]
      let share = before + (now - before) * part
      if fitted.isEmpty { fitted = Array(repeating: .zero, count: TexelGrid.count) }
      fitted[i] = SIMD2(max(1 - abs(distance) / Float(Self.shelf), 0), part)
      if before > 0.002 {
        let scale = share / before
        (land[i], tint[i], ice[i]) = (share, tint[i] * scale, ice[i] * scale)
      } else {
        (land[i], tint[i], ice[i]) = (share, own * share, 0)
      }
    }
  }

  private mutating func add(_ edge: WorldEdge, shift: Double) {
    let texel = grid.texel
    let origin = grid.corner - Vector2(shift, 0)
    let window = grid.window.offsetBy(dx: -shift, dy: 0)
    // Two texels long: what it wanders within that is below a fifth of a texel.
    edge.visit(in: window, finest: 2 * texel) { a, b in
      mask.add(from: (a - origin) * (1 / texel), to: (b - origin) * (1 / texel))
      if edge.kind == .border { line(from: a, to: b, origin) }
    }
    let reach = edge.kind == .coast ? Self.shelf : edge.kind == .border ? Self.band : 0
    guard reach > 0 else { return }
    let around = window.insetBy(dx: -reach, dy: -reach)
    edge.visit(in: around, finest: max(4 * texel, reach / 12)) { a, b in
      guard min(a.x, b.x) <= around.maxX, max(a.x, b.x) >= around.minX,
        min(a.y, b.y) <= around.maxY, max(a.y, b.y) >= around.minY
      else { return }
      let (a, b) = ((a - origin) * (1 / texel), (b - origin) * (1 / texel))
      if edge.kind == .coast { shore.add(from: a, to: b) } else { march.add(from: a, to: b) }
    }
  }

  /// A border's line: fine from near, and no finer than a texel.
  private mutating func line(from a: Vector2, to b: Vector2, _ origin: Vector2) {
    let (a, b) = ((a - origin) * (1 / grid.texel), (b - origin) * (1 / grid.texel))
    let side = Double(GroundTile.stride) + 8
    guard min(a.x, b.x) < side, max(a.x, b.x) > -8, min(a.y, b.y) < side, max(a.y, b.y) > -8
    else { return }
    Stroker.add([a, b], width: min(max(1.25, 800 / grid.texel), 5), to: &borders)
  }

  /// The texels: sRGB-encoded colour, and the part that is water.
  var colors: [SIMD4<Float>] {
    let palette = theme.palette
    let isNatural = theme == .standard
    // Deep water hides its paint, which shows through where it is shallow.
    let water = SIMD4(isNatural ? Self.shallow : palette.water, 1)
    let shallow =
      isNatural
      ? SIMD4(Self.shallow, 0.62) : SIMD4(palette.water + (palette.land - palette.water) * 0.18, 1)
    let noise = Self.noise(grid)
    var line = [Float](repeating: 0, count: TexelGrid.count)
    let meaning = Self.meaning(texel: grid.texel)
    let ink = Self.lineOpacity(texel: grid.texel) * meaning
    borders.forEachCovered(rule: .nonZero) { x, y, coverage in
      line[y * GroundTile.stride + x] = coverage * ink
    }
    return (0..<TexelGrid.count).map { i in
      let place = grid.middle(i)
      var near = shore[i]
      if !fitted.isEmpty { near += (fitted[i].x - near) * fitted[i].y }
      var color = water
      if near > 0 {
        color += (shallow - water) * (near * near * (domain?.remoteness(at: place) ?? 1))
      }
      // Sums of coverage leave some dust.
      guard land[i] > 0.002 else { return color }
      let inner = march[i]
      // Countries' tints are strongest along their borders; a scene has none, nor has what lies beside it.
      let tinted = domain?.remoteness(at: place) ?? 1
      let strength = (0.55 + 0.75 * inner) * meaning * (isNatural ? tinted : 0.6)
      let hue = 1 + (tint[i] / land[i] - 1) * strength
      var ground = isNatural ? WorldClimate.shared.color(x: place.x, y: place.y) : palette.land
      ground *= hue * (1 + noise[i] * palette.variation)
      let white = isNatural ? WorldClimate.snow : palette.land + (1 - palette.land) * 0.35
      ground += (white * (1 + 0.25 * noise[i]) - ground) * (ice[i] / land[i])
      if isNatural { ground = WorldClimate.colored(ground) }
      let border = isNatural ? ground * Self.ink : palette.casing
      ground += (border - ground) * line[i]
      let share = min(land[i], 1)
      color += (SIMD4(ground, 0) - color) * share
      return color
    }
  }

  /// A soft texture, as strong as far as it is coarser than the texels.
  ///
  /// - Parameter shortest: map points; what is finer is left out.
  static func noise(_ grid: TexelGrid, from shortest: Double = 0) -> [Float] {
    var noise = [Float](repeating: 0, count: TexelGrid.count)
    for (n, octave) in octaves.enumerated()
    where octave.wavelength > max(2.5 * grid.texel, shortest) {
      let fade = Float(min(1, octave.wavelength / (6 * grid.texel)))
      ValueNoise.add(
        to: &noise, grid, wavelength: octave.wavelength, weight: octave.weight * fade,
        seed: UInt32(100 + n))  // checked: below 110
    }
    return noise
  }

  /// The same at a place where texels are much finer than what is asked for.
  static func noise(at p: Vector2, from shortest: Double) -> Float {
    var sum: Float = 0
    for (n, octave) in octaves.enumerated() where octave.wavelength > shortest {
      let period = ValueNoise.period(octave.wavelength)
      let scale = Double(period) / MapPoint.worldWidth
      sum +=
        octave.weight
        * ValueNoise.sample(
          p.x * scale, p.y * scale, seed: UInt32(100 + n), period: period)  // checked: below 110
    }
    return sum
  }

  private static let octaves: [(wavelength: Double, weight: Float)] = [
    (2_400_000, 0.030), (640_000, 0.034), (170_000, 0.034), (45_000, 0.030), (12_000, 0.028),
    (3200, 0.024), (850, 0.020), (230, 0.018), (60, 0.015),
  ]

  /// How much of countries and their borders is shown: none where texels are below some 25 m, all from 200 m on, in wide pictures of
  /// 50 km and of 400 km.
  ///
  /// They lie kilometres off at places. Squares of neighbouring sizes are mixed, so that they fade as one comes nearer.
  private static func meaning(texel: Double) -> Float {
    let t = Float(min(max(Double(texel.exponent - 8) / 3, 0), 1))
    return t * t * (3 - 2 * t)
  }

  /// Borders are faint from very far away, where there are many on little room.
  private static func lineOpacity(texel: Double) -> Float {
    0.5 - 0.3 * Float(min(max((texel - 30_000) / 200_000, 0), 1))
  }

  private static let shallow = SIMD3<Float>(0.42, 0.66, 0.72)
  private static let ink = SIMD3<Float>(0.62, 0.56, 0.54)

  /// By what the ground's colour is multiplied in countries of each tint.
  private static let tints: [SIMD3<Float>] = [
    SIMD3(1.07, 1.00, 0.93), SIMD3(0.94, 1.03, 0.95), SIMD3(1.03, 1.03, 0.90),
    SIMD3(1.05, 0.98, 0.96), SIMD3(0.96, 1.00, 1.03), SIMD3(0.97, 0.96, 0.98),
  ]
}
