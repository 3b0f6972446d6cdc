// swift-tools-version: 6.1
import PackageDescription

// Feeds the readers with what nobody would write; see README.md.
let package = Package(
  name: "BelvedereFuzzing",
  dependencies: [.package(name: "Belvedere", path: "..")],
  targets: [
    .executableTarget(
      name: "belvedere-fuzz",
      dependencies: [.product(name: "Belvedere", package: "Belvedere")],
      // gold, the default on some systems, cannot link instrumented Swift.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))])
  ],
  swiftLanguageModes: [.v6]
)
