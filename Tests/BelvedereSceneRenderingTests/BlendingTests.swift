import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import CBelvedereShading
import Foundation
import Testing

/// Blend modes against the formulas of W3C Compositing and Blending Level 1, section 10, in double
/// precision.
@Suite struct BlendingTests {
  private static let numbers: [(BlendMode, Int32)] = zip(
    BlendMode.allCases, Int32(BELVEDERE_NORMAL)...Int32(BELVEDERE_LUMINOSITY)
  ).map { ($0, $1) }

  // Section 10.1, and the linear burn.
  private func separable(_ mode: BlendMode, _ cb: Double, _ cs: Double) -> Double? {
    func multiply(_ b: Double, _ s: Double) -> Double { b * s }
    func screen(_ b: Double, _ s: Double) -> Double { b + s - b * s }
    func hardLight(_ b: Double, _ s: Double) -> Double {
      s <= 0.5 ? multiply(b, 2 * s) : screen(b, 2 * s - 1)
    }
    switch mode {
    case .normal: return cs
    case .multiply: return multiply(cb, cs)
    case .screen: return screen(cb, cs)
    case .overlay: return hardLight(cs, cb)
    case .darken: return min(cb, cs)
    case .lighten: return max(cb, cs)
    case .colorDodge: return cb == 0 ? 0 : cs == 1 ? 1 : min(1, cb / (1 - cs))
    case .colorBurn: return cb == 1 ? 1 : cs == 0 ? 0 : 1 - min(1, (1 - cb) / cs)
    case .linearBurn: return max(0, cb + cs - 1)
    case .hardLight: return hardLight(cb, cs)
    case .softLight:
      let d = cb <= 0.25 ? ((16 * cb - 12) * cb + 4) * cb : cb.squareRoot()
      return cs <= 0.5
        ? cb - (1 - 2 * cs) * cb * (1 - cb) : cb + (2 * cs - 1) * (d - cb)
    case .difference: return abs(cb - cs)
    case .exclusion: return cb + cs - 2 * cb * cs
    case .hue, .saturation, .color, .luminosity: return nil
    }
  }

  // Section 10.2.
  private typealias RGB = SIMD3<Double>
  private func lum(_ c: RGB) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  private func sat(_ c: RGB) -> Double { c.max() - c.min() }
  private func clipColor(_ c: RGB) -> RGB {
    var c = c
    let (l, n, x) = (lum(c), c.min(), c.max())
    if n < 0 { c = l + (c - l) * l / (l - n) }
    if x > 1 { c = l + (c - l) * (1 - l) / (x - l) }
    return c
  }
  private func setLum(_ c: RGB, _ l: Double) -> RGB { clipColor(c + (l - lum(c))) }
  private func setSat(_ c: RGB, _ s: Double) -> RGB {
    let order = [0, 1, 2].sorted { c[$0] < c[$1] }
    let (low, middle, high) = (order[0], order[1], order[2])
    var result = RGB.zero
    if c[high] > c[low] {
      result[middle] = (c[middle] - c[low]) * s / (c[high] - c[low])
      result[high] = s
    }
    return result
  }
  private func blended(_ mode: BlendMode, _ cb: RGB, _ cs: RGB) -> RGB {
    switch mode {
    case .hue: return setLum(setSat(cs, sat(cb)), lum(cb))
    case .saturation: return setLum(setSat(cb, sat(cs)), lum(cb))
    case .color: return setLum(cs, lum(cb))
    case .luminosity: return setLum(cb, lum(cs))
    default:
      var c = RGB.zero
      for i in 0..<3 { c[i] = separable(mode, cb[i], cs[i]) ?? .nan }
      return c
    }
  }

  private func kernel(_ mode: Int32, _ cb: RGB, _ cs: RGB) -> RGB {
    let b = [Float(cb.x), Float(cb.y), Float(cb.z)]
    let s = [Float(cs.x), Float(cs.y), Float(cs.z)]
    var mixed: [Float] = [0, 0, 0]
    belvedere_blend(mode, b, s, &mixed)
    return RGB(Double(mixed[0]), Double(mixed[1]), Double(mixed[2]))
  }

  @Test func everyPairOfAChannelIsMixedAsTheFormulasSay() {
    #expect(BlendMode.allCases.count == 17)
    for (mode, number) in Self.numbers where separable(mode, 0, 0) != nil {
      var worst = 0.0
      for b in 0..<256 {
        for s in 0..<256 {
          let (cb, cs) = (RGB(repeating: Double(b) / 255), RGB(repeating: Double(s) / 255))
          // What a byte of a picture holds of either.
          let own = kernel(number, cb, cs)
          worst = max(worst, abs((own - blended(mode, cb, cs))).max())
        }
      }
      #expect(worst < 1e-5, "\(mode): \(worst)")
    }
  }

  @Test func colorsAreMixedAsTheFormulasSay() {
    let steps = stride(from: 0, through: 255, by: 51).map { Double($0) / 255 }
    for (mode, number) in Self.numbers where separable(mode, 0, 0) == nil {
      var worst = 0.0
      for r in steps {
        for g in steps {
          for b in steps {
            for k in 0..<216 {
              let cs = RGB(steps[k / 36], steps[k / 6 % 6], steps[k % 6])
              let cb = RGB(r, g, b)
              worst = max(worst, abs(kernel(number, cb, cs) - blended(mode, cb, cs)).max())
            }
          }
        }
      }
      #expect(worst < 1e-5, "\(mode): \(worst)")
    }
  }

  private func abs(_ v: RGB) -> RGB { v.replacing(with: -v, where: v .< 0) }
  private func abs(_ v: Double) -> Double { v < 0 ? -v : v }

  /// A picture of overlays that cover everything is what their colours give one after the other.
  @Test func overlaysAreMixedInTheirOrder() throws {
    let box = TestScenes.box(around: TestScenes.center, degrees: 1)
    func layer(
      _ r: Double, _ g: Double, _ b: Double, _ mode: BlendMode, alpha: Double = 1,
      own: Double = 1, level: Overlay.Level = .aboveRoads
    ) -> Overlay {
      Overlay(
        shape: .polygon(box), fillColor: Color(red: r, green: g, blue: b, alpha: own),
        alpha: alpha, blendMode: mode, level: level)
    }
    let camera = TestScenes.camera(TestScenes.center, distance: 1000, pitch: 30, heading: 10)
    let options = TestScenes.options(width: 16, height: 16)
    for mode in BlendMode.allCases {
      var scene = Scene()
      scene.overlays = [
        layer(0.9, 0.2, 0.3, .luminosity, alpha: 0.4, level: .aboveLabels),
        layer(0.4, 0.7, 0.2, .normal),
        layer(0.8, 0.6, 0.1, mode, alpha: 0.7, own: 0.9),
        layer(0.3, 0.5, 0.9, .multiply, alpha: 0.5),
      ]
      // The one above the labels comes last.
      let order = [1, 2, 3, 0].map { scene.overlays[$0] }
      var expected = RGB.zero
      for overlay in order {
        guard let c = overlay.fillColor else { continue }
        let a = overlay.alpha * c.alpha
        expected =
          expected * (1 - a)
          + blended(overlay.blendMode, expected, RGB(c.red, c.green, c.blue)) * a
      }
      for path in ShadingPath.available + [.scalar] {
        var options = options
        options.shading = path
        let p = try SceneRenderer(scene: scene).render(camera: camera, options: options)
          .image[8, 8]
        let shown = RGB(Double(p.red), Double(p.green), Double(p.blue)) / 255
        #expect(
          abs(shown - expected).max() <= 1.0 / 255, "\(mode), \(path): \(shown), \(expected)")
      }
    }
  }
}
