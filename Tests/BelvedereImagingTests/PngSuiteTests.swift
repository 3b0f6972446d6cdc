import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

private let hasPngSuite = SharedData.has("png/pngsuite")

/// Willem van Schaik's PngSuite, where it is at hand.
@Suite(.enabled(if: hasPngSuite, "PngSuite is absent"))
struct PngSuiteTests {
  private func decode(_ name: String) throws -> Raster {
    let folder = try #require(SharedData.folder("png/pngsuite"))
    return try PNG.decode(Array(Data(contentsOf: folder.appendingPathComponent("\(name).png"))))
  }

  private func picture(_ name: String) throws -> Image {
    let folder = try #require(SharedData.folder("png/pngsuite"))
    return try PNG.decodeImage(
      Array(Data(contentsOf: folder.appendingPathComponent("\(name).png"))))
  }

  /// Names as in `basn6a08`: feature, parameter, interlacing, colour type, channels, depth.
  private func names(corrupt: Bool) throws -> [String] {
    try SharedData.files("png/pngsuite", extension: "png")
      .map { $0.deletingPathExtension().lastPathComponent }
      .filter { $0 != "PngSuite" && $0.hasPrefix("x") == corrupt }
  }

  @Test func everyValidFileDecodesWithTheDepthAndChannelsOfItsName() throws {
    let names = try names(corrupt: false)
    #expect(names.count == 160)
    for name in names {
      let raster = try decode(name)
      let letters = Array(name)
      // The colour type is the digit before "g", "c", "p" or "a", then comes the depth.
      let type = letters[4]
      let isTransparent = name.hasPrefix("tb") || name.hasPrefix("tm") || name.hasPrefix("tp1")
      let channels: Set<Int> =
        switch type {
        case "0": isTransparent ? [2] : [1]
        case "2": isTransparent ? [4] : [3]
        case "3": [3, 4]
        case "4": [2]
        default: [4]
        }
      #expect(channels.contains(raster.channels), "\(name): \(raster.channels) channels")
      #expect(raster.bits == (name.hasSuffix("16") ? 16 : 8), "\(name): \(raster.bits) bits")
    }
  }

  @Test func filesOfOddSizesHaveTheSizeOfTheirName() throws {
    for name in try names(corrupt: false) where name.hasPrefix("s") {
      let size = try #require(Int(name.dropFirst().prefix(2)))
      let raster = try decode(name)
      #expect(raster.width == size && raster.height == size, "\(name)")
    }
    for name in try names(corrupt: false) where name.hasPrefix("bas") {
      let raster = try decode(name)
      #expect(raster.width == 32 && raster.height == 32, "\(name)")
    }
  }

  @Test func interlacingDoesNotChangeThePicture() throws {
    let all = Set(try names(corrupt: false))
    var pairs = 0
    for name in all {
      var letters = Array(name)
      guard letters[3] == "n" else { continue }
      letters[3] = "i"
      let other = String(letters)
      guard name.hasPrefix("bas") || name.hasPrefix("s"), all.contains(other) else { continue }
      #expect(try decode(name) == decode(other), "\(name) and \(other)")
      pairs += 1
    }
    #expect(pairs > 15)
  }

  @Test func filesThatDifferInFormAloneAreThePictureTheyShare() throws {
    // Compression levels, and image data in one, two, four or many chunks.
    for group in [
      ["z00n2c08", "z03n2c08", "z06n2c08", "z09n2c08"],
      ["oi1n0g16", "oi2n0g16", "oi4n0g16", "oi9n0g16"],
      ["oi1n2c16", "oi2n2c16", "oi4n2c16", "oi9n2c16"], ["pp0n2c16", "basn2c16"],
      ["oi1n2c16", "basn2c16"], ["oi1n0g16", "basn0g16"], ["ct0n0g04", "ct1n0g04", "ctzn0g04"],
    ] {
      let first = try decode(group[0])
      for name in group.dropFirst() { #expect(try decode(name) == first, "\(group[0]), \(name)") }
    }
  }

  @Test func grayIsGrayAndPalettesHaveTheirPictures() throws {
    // A gray ramp: the samples of the lower depths are the leading bits, widened.
    let ramp = try picture("basn0g08")
    for y in 0..<ramp.height {
      for x in 0..<ramp.width {
        let p = ramp[x, y]
        #expect(p.red == p.green && p.green == p.blue && p.alpha == 255)
      }
    }
    let black = try decode("basn0g01")
    #expect(Set(black.samples) == [0, 255])
    let four = try decode("basn0g02")
    #expect(Set(four.samples).isSubset(of: [0, 85, 170, 255]))
    let sixteen = try decode("basn0g04")
    #expect(sixteen.samples.allSatisfy { $0 % 17 == 0 })
  }

  @Test func theOverviewDecodesToo() throws {
    #expect(try decode("PngSuite").width == 256)
    for name in try names(corrupt: true) {
      #expect(throws: PNGError.self, "\(name)") { try decode(name) }
    }
  }
}
