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
    let normals = try vectors("\(folder.path)/normals.npy", count: 120 * 80)
    let positions = try vectors("\(folder.path)/positions.npy", count: 120 * 80)
    let openCV = try #require(json["openCV"] as? [String: Any])
    let rotation = try #require(openCV["R"] as? [[Double]])
    let translation = try #require(openCV["t"] as? [Double])
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
      #expect(abs(normals[n].reduce(0) { $0 + $1 * $1 } - 1) < 1e-3, "\(n): \(normals[n])")
      // The third row of R·p + t is the depth.
      let along = (0..<3).reduce(translation[2]) { $0 + rotation[2][$1] * positions[n][$1] }
      #expect(abs(along - Double(depth)) < 1e-3 * Double(depth), "\(n): \(along), \(depth)")
      #expect(abs(Double(picture.samples[n]) * step - Double(depth)) <= 0.501 * step)
    }
    #expect(known > 1000)
    let intrinsics = try #require(openCV["K"] as? [[Double]])
    #expect(intrinsics[0][2] == 59.5 && intrinsics[1][2] == 39.5)
  }

  /// The vectors at the end of a file, three numbers each.
  private func vectors(_ path: String, count: Int) throws -> [[Double]] {
    let packed = Array(try bytes(ofFile: path).suffix(12 * count))
    return (0..<count).map { n in
      (0..<3).map { k in
        packed.withUnsafeBytes {
          Double(
            Float(bitPattern: $0.loadUnaligned(fromByteOffset: 12 * n + 4 * k, as: UInt32.self)))
        }
      }
    }
  }

  /// Samples and scale of the depth picture of a view over the bay, whose horizon is 40 km away.
  private func depths(_ options: [String] = []) throws -> (
    samples: [UInt16], exact: [Float], step: Double, farthest: Double
  ) {
    let folder = try TemporaryFolder()
    let city = PackageRoot.url.appendingPathComponent("Scenes/san-francisco").path
    let result = try Tool.run(
      ["render", city, "-o", "\(folder.path)/z.png", "--size", "96x60", "--quality", "draft", "-q"]
        + ["--layers", folder.path] + options)
    #expect(result.status == 0, "\(result.errors)")
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(try bytes(ofFile: "\(folder.path)/layers.json")))
        as? [String: Any])
    let scale = try #require(json["depth"] as? [String: Double])
    #expect(scale["farther"] == 65534 && scale["sky"] == 65535)
    let packed = Array(try bytes(ofFile: "\(folder.path)/depth.npy").suffix(4 * 96 * 60))
    let exact = (0..<(96 * 60)).map { n in
      packed.withUnsafeBytes {
        Float(bitPattern: $0.loadUnaligned(fromByteOffset: 4 * n, as: UInt32.self))
      }
    }
    let picture = try PNG.decode(bytes(ofFile: "\(folder.path)/depth.png"))
    return (
      picture.samples, exact, try #require(scale["metersPerStep"]),
      try #require(scale["farthestMeters"])
    )
  }

  @Test("what is near keeps fine steps before a far horizon, which is said to be farther")
  func nearIsFine() throws {
    let view = try depths()
    #expect(view.step <= 0.5)
    #expect(abs(view.farthest - 65534 * view.step) < 1e-6)
    var cut = 0
    for (sample, exact) in zip(view.samples, view.exact) where exact.isFinite {
      let depth = Double(exact)
      if depth > view.farthest {
        #expect(sample == 65534)
        cut += 1
      } else {
        #expect(abs(Double(sample) * view.step - depth) <= 0.501 * view.step)
      }
    }
    let known = view.exact.filter(\.isFinite).sorted()
    #expect(cut > 0 && cut < known.count / 4)
    #expect(view.farthest > 2.6 * Double(known[known.count / 2]))
  }

  @Test("--depth-step sets the scale, and wants --layers")
  func depthStep() throws {
    let view = try depths(["--depth-step", "0.037"])
    #expect(view.step == 0.037)
    let near = zip(view.samples, view.exact).filter { Double($0.1) < 2000 }
    #expect(near.count > 100)
    for (sample, exact) in near {
      #expect(abs(Double(sample) * 0.037 - Double(exact)) <= 0.501 * 0.037)
    }
    let alone = try Tool.run(["render", scene, "-o", "z.png", "--depth-step", "1"])
    #expect(alone.status == 2 && alone.errors.contains("--layers"))
  }

  @Test("a folder for layers that is missing is made")
  func makesFolder() throws {
    let folder = try TemporaryFolder()
    let made = try Tool.run(
      [
        "render", scene, "-o", "\(folder.path)/z.png", "--size", "60x40", "--layers",
        "\(folder.path)/z/",
      ])
    #expect(made.status == 0, "\(made.errors)")
    #expect(FileManager.default.fileExists(atPath: "\(folder.path)/z/layers.json"))
  }

  @Test(
    "the picture and a layer are not the same file, and a folder that cannot be written is told before the work"
  )
  func clashes() throws {
    let folder = try TemporaryFolder()
    for (picture, layers) in [("n/depth.png", "n"), ("classes.png", ".")] {
      let clash = try Tool.run(
        ["render", scene, "-o", "\(folder.path)/\(picture)", "--size", "60x40"]
          + ["--layers", "\(folder.path)/\(layers)"])
      #expect(clash.status != 0 && !clash.errors.contains("load"), "\(clash.errors)")
    }
    #expect(folder.contents.isEmpty, "\(folder.contents)")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.path)/link", withDestinationPath: "\(folder.path)/nowhere")
    let link = try Tool.run(
      [
        "render", scene, "-o", "\(folder.path)/z.png", "--size", "60x40", "--layers",
        "\(folder.path)/link",
      ])
    #expect(link.status == 4 && link.errors.contains("is a link to"), "\(link.errors)")
    #expect(folder.contents == ["link"], "\(folder.contents)")
  }

  @Test("nothing is written into what is no folder, nor what does not fit, nor over what is read")
  func refused() throws {
    let folder = try TemporaryFolder()
    let picture = "\(folder.path)/z.png"
    for (name, reason) in [("no/such", "no such folder"), ("file", "is a file")] {
      if name == "file" { _ = try folder.write(name, "x") }
      let none = try Tool.run(
        ["render", scene, "-o", picture, "--size", "60x40", "--layers", "\(folder.path)/\(name)"])
      #expect(none.status == 4 && none.errors.contains(reason), "\(none.errors)")
    }
    try FileManager.default.removeItem(atPath: "\(folder.path)/file")
    let large = try Tool.run(
      ["render", scene, "-o", picture, "--size", "4000x3000", "--memory", "1G"]
        + ["--layers", folder.path])
    #expect(large.status == 6 && large.errors.contains("layers"), "\(large.errors)")
    #expect(folder.contents.isEmpty)
  }
}
