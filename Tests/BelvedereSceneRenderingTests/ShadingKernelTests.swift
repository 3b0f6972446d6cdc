import BelvedereTestSupport
import CBelvedereShading
import Foundation
import Testing

/// The kernels by themselves: their functions, their table of tiles, and numbers that no picture has.
@Suite struct ShadingKernelTests {
  private let kernels = ["portable", "avx2", "avx512"].compactMap { (name: String) in
    belvedere_shading_kernels_named(name)?.pointee
  }
  private let globeKernels = ["portable", "avx2", "avx512"].compactMap { (name: String) in
    belvedere_globe_kernels_named(name)?.pointee
  }

  // MARK: Functions

  private func functions(
    _ k: BelvedereShadingKernels, _ x: [Float]
  ) -> (exp2: [Float], log2: [Float], inverseRoot: [Float], linear: [Float]) {
    var exp2 = [Float](repeating: 0, count: 16)
    var (log2, inverseRoot, linear) = (exp2, exp2, exp2)
    k.functions(x, &exp2, &log2, &inverseRoot, &linear)
    return (exp2, log2, inverseRoot, linear)
  }

  @Test func functionsAreAsExactAsTheySay() throws {
    var worst = (exp2: 0.0, log2: 0.0, root: 0.0, linear: 0.0)
    let k = try #require(kernels.last)
    for i in 0..<20_000 {
      let exponents = (0..<16).map { Float(-100 + 0.01 * Double(i) + 0.0007 * Double($0)) }
      for (x, y) in zip(exponents, functions(k, exponents).exp2) {
        worst.exp2 = max(worst.exp2, abs(Double(y) / Foundation.exp2(Double(x)) - 1))
      }
      let positive = exponents.map { Float(Foundation.exp2(Double($0) / 2)) }
      let found = functions(k, positive)
      for j in 0..<16 {
        let x = Double(positive[j])
        let logarithm = Foundation.log2(x)
        worst.log2 = max(
          worst.log2, abs(Double(found.log2[j]) - logarithm) / max(1, abs(logarithm)))
        worst.root = max(worst.root, abs(Double(found.inverseRoot[j]) * x.squareRoot() - 1))
      }
      let encoded = (0..<16).map { Float((Double(i) + Double($0) / 16) / 20_000) }
      for (x, y) in zip(encoded, functions(k, encoded).linear) {
        let e = Double(x)
        let exact = e <= 0.04045 ? e / 12.92 : pow((e + 0.055) / 1.055, 2.4)
        worst.linear = max(worst.linear, abs(Double(y) - exact))
      }
    }
    #expect(worst.exp2 < 3e-7 && worst.exp2 > 0, "\(worst)")
    #expect(worst.log2 < 2e-7, "\(worst)")
    #expect(worst.root < 2e-7, "\(worst)")
    #expect(worst.linear < 1e-5, "\(worst)")
  }

  @Test func functionsGiveTheSameBitsOnEveryPath() throws {
    forEachSeed(500) { random in
      let x = (0..<16).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
      let expected = functions(kernels[0], x)
      for k in kernels.dropFirst() {
        let found = functions(k, x)
        let name = String(cString: k.name)
        try check(found.exp2.map(\.bitPattern) == expected.exp2.map(\.bitPattern), name)
        // Of positive normal numbers; what others give is not said.
        for i in 0..<16 where x[i].isNormal && x[i] > 0 {
          try check(found.log2[i].bitPattern == expected.log2[i].bitPattern, "\(name) \(x[i])")
          try check(
            found.inverseRoot[i].bitPattern == expected.inverseRoot[i].bitPattern,
            "\(name) \(x[i])")
        }
      }
    }
  }

  private func angles(
    _ k: BelvedereShadingKernels, _ angles: [Double], _ x: [Double]
  ) throws -> (angles: [Double], logarithms: [Double]) {
    let function = try #require(k.angles)
    var found = [Double](repeating: 0, count: 8)
    var logarithms = found
    function(angles.map { sin($0) }, angles.map { cos($0) }, x, &found, &logarithms)
    return (found, logarithms)
  }

  @Test func anglesAndLogarithmsAreAsExactAsTheySay() throws {
    let k = try #require(globeKernels.last)
    let half = Double.pi / 2
    let oddAngles: [Double] = [0, half, -half, 2 * half, half / 2, -1.5 * half, 1e-9, -1e-300]
    let oddNumbers: [Double] = [1, 1 + 1e-15, 1 - 1e-15, 2.0.squareRoot(), 2e7, 3e-308]
    forEachSeed(20_000) { random in
      var (expected, x) = ([Double](), [Double]())
      for _ in 0..<8 {
        expected.append(
          random.oneIn(8) ? random.pick(oddAngles) : random.double(-Double.pi...Double.pi))
        x.append(random.oneIn(8) ? random.pick(oddNumbers) : exp(random.double(-40...40)))
      }
      let found = try angles(k, expected, x)
      for i in 0..<8 {
        let off = abs((found.angles[i] - expected[i]).remainder(dividingBy: 2 * .pi))
        try check(off <= 1e-15, "\(expected[i]): \(off)")
        let logarithm = log(x[i])
        let part = abs(found.logarithms[i] - logarithm) / max(1, abs(logarithm))
        try check(part <= 3e-16, "ln \(x[i]): \(part)")
      }
      for other in globeKernels.dropLast() {
        let same = try angles(other, expected, x)
        try check(
          same.angles.map(\.bitPattern) == found.angles.map(\.bitPattern)
            && same.logarithms.map(\.bitPattern) == found.logarithms.map(\.bitPattern),
          String(cString: other.name))
      }
    }
  }

  // MARK: Tiles

  @Test func theSetOfTilesKeepsEveryTileOnce() {
    forEachSeed(20) { random in
      var set = BelvedereTileSet()
      defer { belvedere_tile_set_free(&set) }
      var expected: Set<UInt64> = []
      for _ in 0..<random.int(1...3000) {
        let key = belvedere_tile_key(
          UInt32(random.int(1...26)), UInt32(random.int(0...40)), UInt32(random.int(0...40)))
        belvedere_tile_set_insert(&set, key)
        expected.insert(key)
      }
      let found = (0..<set.capacity).map { set.keys[$0] }.filter { $0 != 0 }
      try check(found.count == expected.count && Set(found) == expected, "\(found.count)")
    }
  }

  // MARK: Numbers that no picture has

  @Test func senselessPicturesAreShadedAlikeAndHarmlessly() {
    forEachSeed(60) { random in
      let picture = SenselessPicture(&random)
      let expected = picture.bytes(kernels[0])
      for k in kernels.dropFirst() {
        try check(picture.bytes(k) == expected, "\(String(cString: k.name)) differs")
      }
      let onGlobe = picture.bytes(globeKernels[0])
      for k in globeKernels.dropFirst() {
        try check(picture.bytes(k) == onGlobe, "\(String(cString: k.name)) differs on the globe")
      }
    }
  }
}
