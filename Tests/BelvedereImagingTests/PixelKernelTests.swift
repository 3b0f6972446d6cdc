import BelvedereTestSupport
import CBelvederePixels
import Testing

/// The kernels of every set that this processor has, against plain loops after the standards.
@Suite struct PixelKernelTests {
  private var sets: [(name: String, kernels: BelvederePixelKernels)] {
    ["portable", "avx2", "avx512"].compactMap { name in
      belvedere_pixel_kernels_named(name).map { (name, $0.pointee) }
    }
  }

  private func bytes(_ random: inout SplitMix64, _ count: Int) -> [UInt8] {
    let isSmooth = random.int(0...1) == 0
    return (0..<count).map { i in
      isSmooth ? UInt8(truncatingIfNeeded: i / 3 + random.int(0...3)) : UInt8(random.int(0...255))
    }
  }

  @Test func alphaIsDropped() {
    forEachSeed(100) { random in
      let width = random.int(0...90)
      let pixels = bytes(&random, 4 * width)
      let expected = (0..<3 * width).map { pixels[$0 / 3 * 4 + $0 % 3] }
      for (name, kernels) in sets {
        // A byte beyond the row is not touched.
        var out = [UInt8](repeating: 77, count: 3 * width + 1)
        kernels.drop_alpha(pixels, width, &out)
        try check(out == expected + [77], "\(name), \(width)")
      }
    }
  }

  @Test func rowsAreFilteredAsTheSpecificationSays() {
    forEachSeed(200) { random in
      let (count, pixel) = (random.int(0...200), random.int(1...8))
      let (row, above) = (bytes(&random, count), bytes(&random, count))
      let expected = (0..<count).map { i -> UInt8 in
        let a = i < pixel ? 0 : Int(row[i - pixel])
        let b = Int(above[i])
        let c = i < pixel ? 0 : Int(above[i - pixel])
        let p = a + b - c
        let (pa, pb, pc) = (abs(p - a), abs(p - b), abs(p - c))
        let predicted = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        return UInt8(truncatingIfNeeded: Int(row[i]) - predicted)
      }
      for (name, kernels) in sets {
        var out = [UInt8](repeating: 77, count: count + 1)
        kernels.paeth(row, above, count, pixel, &out)
        try check(out == expected + [77], "\(name), \(count) by \(pixel)")
      }
    }
  }

  /// Known sums (RFC 1950, 8.2), and long rows of the largest bytes, whose sums are the largest.
  @Test func checksumsAreThoseOfTheirDefinition() {
    for (name, kernels) in sets {
      #expect(kernels.adler([], 0) == 1, "\(name)")
      #expect(kernels.adler(Array("Wikipedia".utf8), 9) == 0x11E6_0398, "\(name)")
    }
    forEachSeed(60) { random in
      let count = random.int(0...3) == 0 ? random.int(0...40_000) : random.int(0...300)
      let isLarge = random.int(0...1) == 0
      let row = isLarge ? [UInt8](repeating: 255, count: count) : bytes(&random, count)
      var (a, b) = (UInt32(1), UInt32(0))
      for byte in row {
        a = (a + UInt32(byte)) % 65_521
        b = (b + a) % 65_521
      }
      for (name, kernels) in sets {
        try check(kernels.adler(row, count) == b << 16 | a, "\(name), \(count)")
      }
    }
  }

  /// Their values are held by `Y4MTests` against the standard's own numbers.
  @Test func allSetsGiveTheSameLumaAndChroma() {
    forEachSeed(100) { random in
      let width = random.int(1...90)
      let (top, bottom) = (bytes(&random, 4 * width), bytes(&random, 4 * width))
      let planes = sets.map { _, kernels -> [[UInt8]] in
        let blank = [UInt8](repeating: 77, count: width + 1)
        var (luma, blue, red, blueOfFour, redOfFour) = (blank, blank, blank, blank, blank)
        kernels.luma(top, width, &luma)
        kernels.chroma(top, width, &blue, &red)
        kernels.chroma_of_four(top, bottom, width, &blueOfFour, &redOfFour)
        return [luma, blue, red, blueOfFour, redOfFour]
      }
      for i in planes.indices {
        try check(planes[i] == planes[0], "\(sets[i].name), \(width)")
        try check(planes[i].allSatisfy { $0.last == 77 }, "a byte beyond")
      }
    }
  }
}
