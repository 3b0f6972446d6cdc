import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere render --layers") struct LayerFileTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
  private let names = [
    "classes.png", "depth.npy", "depth.png", "layers.json", "normals.npy", "objects.npy",
    "positions.npy",
  ]

  @Test("writes all layers of the picture, of one size and of one meaning")
  func writes() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run(
      ["render", scene, "-o", "\(folder.path)/z.png", "--size", "60x40", "--scale", "2", "-q"]
        + ["--layers", folder.path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.contents == names + ["z.png"])
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(try bytes(ofFile: "\(folder.path)/layers.json")))
        as? [String: Any])
    #expect(json["width"] as? Int == 120 && json["height"] as? Int == 80)
    let step = try #require((json["depth"] as? [String: Double])?["metersPerStep"])
    let depths = Array(try bytes(ofFile: "\(folder.path)/depth.npy").suffix(4 * 120 * 80))
    let picture = try PNG.decode(bytes(ofFile: "\(folder.path)/depth.png"))
    #expect(picture.bits == 16 && picture.channels == 1 && picture.width == 120)
    let classes = try PNG.decode(bytes(ofFile: "\(folder.path)/classes.png"))
    var known = 0
    for n in 0..<(120 * 80) {
      let depth = depths.withUnsafeBytes {
        Float(bitPattern: $0.loadUnaligned(fromByteOffset: 4 * n, as: UInt32.self))
      }
      #expect((classes.samples[n] == 0) == depth.isInfinite)
      guard depth.isFinite else {
        #expect(picture.samples[n] == 65535)
        continue
      }
      known += 1
      #expect(abs(Double(picture.samples[n]) * step - Double(depth)) <= 0.501 * step)
    }
    #expect(known > 1000)
    let intrinsics = try #require((json["openCV"] as? [String: Any])?["K"] as? [[Double]])
    #expect(intrinsics[0][2] == 59.5 && intrinsics[1][2] == 39.5)
  }

  @Test("nothing is written into what is no folder, nor what does not fit, nor over what is read")
  func refused() throws {
    let folder = try TemporaryFolder()
    let picture = "\(folder.path)/z.png"
    let none = try Tool.run(
      ["render", scene, "-o", picture, "--size", "60x40", "--layers", "\(folder.path)/no"])
    #expect(none.status == 4 && none.errors.contains("no folder"))
    let large = try Tool.run(
      ["render", scene, "-o", picture, "--size", "4000x3000", "--memory", "1G"]
        + ["--layers", folder.path])
    #expect(large.status == 6 && large.errors.contains("layers"), "\(large.errors)")
    #expect(folder.contents.isEmpty)
  }
}
