import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct PNGTests {
  private func raster(
    _ random: inout SplitMix64, width: Int, height: Int, channels: Int, bits: Int
  ) -> Raster {
    let top = bits == 8 ? 255 : 65535
    return Raster(
      width: width, height: height, channels: channels, bits: bits,
      samples: (0..<(width * height * channels)).map { _ in UInt16(random.int(0...top)) })
  }

  @Test func samplesOfEverySizeAndChannelCountRoundTrip() {
    forEachSeed(120) { random in
      let given = raster(
        &random, width: random.int(1...37), height: random.int(1...23),
        channels: random.int(1...4), bits: random.pick([8, 16]))
      let compression = random.int(0...9)
      let back = try PNG.decode(PNG.encode(given, compression: compression))
      try check(
        back == given,
        "\(given.width) × \(given.height), \(given.channels) channels of \(given.bits) bits")
    }
  }

  @Test func picturesRoundTripWithAndWithoutAlpha() throws {
    var image = Image(width: 3, height: 2, fill: (10, 20, 30, 255))
    image[2, 1] = (255, 0, 128, 255)
    let opaque = try PNG.encode(image)
    #expect(try PNG.decodeImage(opaque) == image)
    #expect(try PNG.decode(opaque).channels == 3)
    image[0, 0] = (1, 2, 3, 4)
    let translucent = try PNG.encode(image)
    #expect(try PNG.decodeImage(translucent) == image)
    #expect(try PNG.decode(translucent).channels == 4)
  }

  @Test func decodingAsAPictureWidensGrayAndRoundsSixteenBits() throws {
    let gray = Raster(
      width: 3, height: 1, channels: 1, bits: 16, samples: [0, 65535, 0x8110])
    let image = try PNG.decodeImage(PNG.encode(gray))
    #expect(image.bytes == [0, 0, 0, 255, 255, 255, 255, 255, 129, 129, 129, 255])
    let withAlpha = Raster(width: 1, height: 1, channels: 2, bits: 8, samples: [7, 99])
    #expect(try PNG.decodeImage(PNG.encode(withAlpha)).bytes == [7, 7, 7, 99])
  }

  @Test func textIsStoredAndDoesNotChangeThePicture() throws {
    let image = Image(width: 2, height: 2, fill: (1, 2, 3, 255))
    let data = try PNG.encode(
      image, text: [("Software", "Belvedere"), ("Description", "Blick von oben: Zürich")])
    #expect(try PNG.decodeImage(data) == image)
    let needle = Array("Zürich".utf8)
    #expect(
      data.indices.contains { i in data[i...].starts(with: needle) }, "the text is not in the file")
  }

  @Test func encodingIsDeterministic() throws {
    var random = SplitMix64(seed: 5)
    let given = raster(&random, width: 40, height: 30, channels: 3, bits: 8)
    #expect(try PNG.encode(given) == PNG.encode(given))
  }

  @Test func picturesOfManyStripsAreTheSameForAnyNumberOfThreads() throws {
    var random = SplitMix64(seed: 8)
    // Gradients with noise here and there: runs, repeats and neither.
    var image = Image(width: 700, height: 500)
    for y in 0..<500 {
      for x in 0..<700 {
        let noise = (x / 50 + y / 40) % 3 == 0 ? random.int(0...20) : 0
        image[x, y] = (UInt8(x / 4), UInt8(y / 3), UInt8((x ^ y) & 31 + noise), 255)
      }
    }
    for level in 0...9 {
      let one = try PNG.encode(image, compression: level, threads: 1)
      #expect(try PNG.decodeImage(one) == image, "level \(level)")
      for threads in [2, 7, 100] {
        #expect(
          try PNG.encode(image, compression: level, threads: threads) == one, "level \(level)")
      }
      // What is read back is compressed: strips know what lies before them.
      if level > 0 { #expect(one.count < 700 * 500 * 3 / 2, "level \(level): \(one.count) bytes") }
    }
  }

  @Test func wideSamplesOfManyStripsRoundTrip() {
    forEachSeed(8) { random in
      let given = raster(
        &random, width: random.int(100...600), height: random.int(100...600),
        channels: random.int(1...4), bits: 16)
      let data = try PNG.encode(given, compression: random.int(0...9), threads: random.int(1...4))
      try check(try PNG.decode(data) == given, "\(given.width) × \(given.height)")
    }
  }

  /// Bytes whose optimal codes would be longer than Deflate's 15 bits, runs of every length about the longest, and
  /// blocks that end within one: read by libpng.
  @Test func awkwardBytesAreReadBack() throws {
    var fibonacci = [1, 1]
    while fibonacci.count < 26 { fibonacci.append(fibonacci.suffix(2).reduce(0, +)) }
    let skewed = fibonacci.enumerated().flatMap { k, count in
      [UInt8](repeating: UInt8(k * 9), count: min(count, 60_000))
    }
    var random = SplitMix64(seed: 21)
    var shuffled = skewed
    for i in stride(from: shuffled.count - 1, to: 0, by: -1) {
      shuffled.swapAt(i, random.int(0...i))
    }
    let runs = (0...600).flatMap { [UInt8](repeating: UInt8($0 & 255), count: $0) }
    // Codes are made from a part of the bytes: what is frequent there is rare elsewhere.
    let misleading = (0..<200_000).map { i in
      i % 4096 < 512 ? UInt8(0) : UInt8(truncatingIfNeeded: 1 + i % 255)
    }
    let noise = (0..<300_000).map { _ in UInt8(random.int(0...255)) }
    let still = [UInt8](repeating: 7, count: 400_000)
    for bytes in [
      shuffled, skewed, runs, misleading, noise, still, Array(still.prefix(65_535)), [0],
      [255, 255, 255, 255],
    ] {
      for width in [bytes.count, 997] where width <= bytes.count {
        let height = bytes.count / width
        let given = Raster(
          width: width, height: height, channels: 1, bits: 8,
          samples: bytes.prefix(width * height).map { UInt16($0) })
        for level in [1, 5] {
          let data = try PNG.encode(given, compression: level)
          #expect(try PNG.decode(data) == given, "\(width) × \(height) at level \(level)")
          #expect(data.count < bytes.count + bytes.count / 64 + 400, "\(width) × \(height)")
        }
      }
    }
  }

  // MARK: Damage

  private func sample() throws -> [UInt8] {
    var random = SplitMix64(seed: 11)
    return try PNG.encode(raster(&random, width: 7, height: 5, channels: 4, bits: 8))
  }

  @Test func aFileCutOffAtAnyByteIsAnError() throws {
    let data = try sample()
    for count in 0..<data.count {
      #expect(throws: PNGError.self, "cut at \(count) of \(data.count)") {
        try PNG.decode(Array(data.prefix(count)))
      }
    }
  }

  @Test func flippedBytesGiveAPictureOrAnError() throws {
    let data = try sample()
    var errors = 0
    forEachSeed(3000) { random in
      var damaged = data
      for _ in 0..<random.int(1...3) {
        damaged[random.int(0...(data.count - 1))] = UInt8(random.int(0...255))
      }
      do {
        let raster = try PNG.decode(damaged, maximumPixels: 1 << 20)
        try check(
          raster.samples.count == raster.width * raster.height * raster.channels,
          "a raster of the wrong size")
      } catch is PNGError {
        errors += 1
      }
    }
    // Checksums catch nearly everything.
    #expect(errors > 2900)
  }

  @Test func bytesInsertedOrRemovedGiveAPictureOrAnError() throws {
    let data = try sample()
    forEachSeed(500) { random in
      var damaged = data
      let at = random.int(0...(data.count - 1))
      if random.oneIn(2) {
        damaged.removeSubrange(at..<min(at + random.int(1...9), data.count))
      } else {
        damaged.insert(contentsOf: (0..<random.int(1...9)).map { UInt8($0) }, at: at)
      }
      _ = try? PNG.decode(damaged, maximumPixels: 1 << 20)
    }
  }

  @Test func noiseAfterTheSignatureIsAnError() {
    forEachSeed(300) { random in
      let noise = (0..<random.int(0...200)).map { _ in UInt8(random.int(0...255)) }
      let data = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + noise
      try check((try? PNG.decode(data)) == nil, "noise was decoded")
    }
  }

  @Test func anEmptyFileIsAnErrorWithAReason() {
    #expect(throws: PNGError.self) { try PNG.decode([]) }
    let error = #expect(throws: PNGError.self) { try PNG.decode(Array("GIF89a".utf8)) }
    #expect(error?.description.contains("not a readable PNG") == true)
  }

  /// A chunk with the right checksum.
  private func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    func bigEndian(_ v: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) }
    }
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in Array(type.utf8) + body {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return bigEndian(UInt32(body.count)) + Array(type.utf8) + body + bigEndian(~crc)
  }

  private func announcing(width: UInt32, height: UInt32, bits: UInt8 = 16) -> [UInt8] {
    func bigEndian(_ v: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [bits, 6, 0, 0, 0])
      + chunk("IDAT", [0x78, 0x9C, 0x03, 0, 0, 0, 0, 1]) + chunk("IEND", [])
  }

  @Test func aHugeAnnouncedSizeIsRefused() {
    #expect(
      throws: PNGError.tooLarge(width: 1_000_000, height: 1_000_000, maximumPixels: 1000)
    ) {
      try PNG.decode(announcing(width: 1_000_000, height: 1_000_000), maximumPixels: 1000)
    }
    for (width, height) in [
      (0x7FFF_FFFF, 0x7FFF_FFFF), (0x7FFF_FFFF, 1), (1, 0x7FFF_FFFF), (60_000, 60_000),
    ] as [(UInt32, UInt32)] {
      #expect(throws: PNGError.self) { try PNG.decode(announcing(width: width, height: height)) }
    }
  }

  @Test func aShortFileThatAnnouncesAnAllowedLargeSizeIsRefusedBeforeMemoryIsTaken() {
    let error = #expect(throws: PNGError.self) {
      try PNG.decode(announcing(width: 9_000, height: 9_000))
    }
    #expect(error?.description.contains("too short") == true)
  }

  @Test func anEmptyPictureIsAnError() {
    #expect(throws: PNGError.self) { try PNG.decode(announcing(width: 0, height: 5)) }
    #expect(throws: PNGError.self) { try PNG.decode(announcing(width: 5, height: 0)) }
  }

  @Test("image data far beyond the last row are refused, not unpacked")
  func moreDataThanRows() throws {
    var random = SplitMix64(seed: 21)
    let encoded = try PNG.encode(
      raster(&random, width: 200, height: 400, channels: 4, bits: 8), compression: 1)
    func bigEndian(_ v: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: v >> $0) }
    }
    func announcing(_ rows: UInt32) -> [UInt8] {
      let header = chunk("IHDR", bigEndian(200) + bigEndian(rows) + [8, 6, 0, 0, 0])
      return Array(encoded[..<8]) + header + Array(encoded[(8 + header.count)...])
    }
    #expect(try PNG.decode(announcing(400)).height == 400)
    let error = #expect(throws: PNGError.self) { try PNG.decode(announcing(100)) }
    #expect(error?.description.contains("more image data") == true)
    // A little more is what some programs write.
    #expect(try PNG.decode(announcing(399)).height == 399)
  }
}
