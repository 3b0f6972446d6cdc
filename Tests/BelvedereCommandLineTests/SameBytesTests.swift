import BelvedereTestSupport
import Foundation
import Testing

/// What other processors would draw, from this one with instructions turned off.
@Suite("The same bytes with fewer instructions") struct SameBytesTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path

  private func render(_ more: [String], _ environment: [String: String]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let process = try Tool.process(
      ["render", scene, "-o", "-", "--size", "160x90", "-q"] + more, folder: folder)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    let result = try Tool.result(process, folder)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// The C library has other versions of its functions for processors with wide vectors and fused products.
  private let withoutVectors = ["GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX512F,-AVX2,-AVX,-FMA,-FMA4"]

  @Test(
    "day, dusk, the globe: vectors and the C library's own choice change nothing",
    arguments: [
      [], ["--time", "2026-06-21T20:50:00-07:00"],
      ["--projection", "globe", "--distance", "9000000", "--pitch", "30", "--no-pitch-limit"],
    ])
  func pictures(_ options: [String]) throws {
    let expected = try render(options, [:])
    let portable = ["BELVEDERE_VECTORS": "portable"]
    #expect(expected.count > 1000)
    #expect(try render(options, portable) == expected, "portable")
    #expect(try render(options, withoutVectors) == expected, "the C library without vectors")
    #expect(
      try render(options, withoutVectors.merging(portable) { $1 }) == expected, "neither")
  }
}
