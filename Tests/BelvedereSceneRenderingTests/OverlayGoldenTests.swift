import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereTestSupport
import Testing

/// A park is brought out by three overlays: around it all colour is taken away and then light, within it
/// colours are burnt in.
@Suite struct OverlayGoldenTests {
  @Test func goldenPresidio() throws {
    let path = PackageRoot.url.appendingPathComponent("Scenes/san-francisco/presidio.json").path
    let scene = try SceneLoader().load(path: path).scene
    #expect(scene.overlays.map(\.blendMode) == [.hue, .hardLight, .colorBurn])
    let camera = try #require(scene.camera)
    var options = TestScenes.options(width: 480, height: 270)
    options.fieldOfView = 36
    // Fonts differ from system to system.
    options.configuration = .standard(StandardMapConfiguration(showsLabels: false))
    let image = try SceneRenderer(scene: scene).render(camera: camera, options: options).image
    try expectGolden(image, "presidio", tolerance: 4, allowedPixels: 120)

    var bare = scene
    bare.overlays = []
    let before = try SceneRenderer(scene: bare).render(camera: camera, options: options).image
    typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)
    func chroma(_ p: Pixel) -> Int {
      Int(max(p.red, p.green, p.blue)) - Int(min(p.red, p.green, p.blue))
    }
    func light(_ p: Pixel) -> Double {
      0.3 * Double(p.red) + 0.59 * Double(p.green) + 0.11 * Double(p.blue)
    }
    // The ground in front is outside of the park: gray, and at four fifths of its light. Gray
    // has no saturation, so that hue leaves the light alone.
    var gray = 0
    for x in 0..<480 {
      let (p, q) = (image[x, 266], before[x, 266])
      guard chroma(p) <= 2 else { continue }
      gray += 1
      #expect(abs(light(p) - light(q) * 2 * 102 / 255) < 4, "\(x): \(p), \(q)")
    }
    #expect(gray > 240, "\(gray)")
    // In the middle it is inside: 1 − (1 − c) / 0.85, darker and more colourful.
    let (p, q) = (image[240, 135], before[240, 135])
    #expect(light(p) < light(q) && chroma(p) >= chroma(q), "\(p), \(q)")
  }
}
