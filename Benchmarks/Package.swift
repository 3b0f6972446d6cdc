// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "BelvedereBenchmarks",
  dependencies: [.package(name: "Belvedere", path: "..")],
  targets: [
    .target(name: "BenchmarkSupport"),
    .executableTarget(
      name: "belvedere-bench",
      dependencies: [
        "BenchmarkSupport",
        .product(name: "Belvedere", package: "Belvedere"),
        .product(name: "BelvedereRasterization", package: "Belvedere"),
        .product(name: "BelvedereJSON", package: "Belvedere"),
      ]),

    .executableTarget(
      name: "belvedere-raster-bench",
      dependencies: [
        "BenchmarkSupport",
        .product(name: "BelvedereRasterization", package: "Belvedere"),
        .product(name: "BelvedereJSON", package: "Belvedere"),
      ]),

    // The terrain's mesh along flights, with every allocation counted.
    .target(name: "CAllocationCount"),
    .executableTarget(
      name: "belvedere-mesh-bench",
      dependencies: [
        "BenchmarkSupport", "CAllocationCount",
        .product(name: "Belvedere", package: "Belvedere"),
        .product(name: "BelvedereRasterization", package: "Belvedere"),
      ]),

    // Whole pictures along flights.
    .executableTarget(
      name: "belvedere-flight-bench",
      dependencies: [
        "BenchmarkSupport", "CAllocationCount",
        .product(name: "Belvedere", package: "Belvedere"),
        .product(name: "BelvedereJSON", package: "Belvedere"),
      ]),

    // Pictures without and with overlays.
    .executableTarget(
      name: "belvedere-overlay-bench",
      dependencies: [
        "BenchmarkSupport",
        .product(name: "Belvedere", package: "Belvedere"),
        .product(name: "BelvedereJSON", package: "Belvedere"),
      ]),

    // Plans of flights and the cameras along them.
    .executableTarget(
      name: "belvedere-path-bench",
      dependencies: [
        "BenchmarkSupport",
        .product(name: "Belvedere", package: "Belvedere"),
      ]),

    // Placement of annotations, and their text.
    .executableTarget(
      name: "belvedere-annotation-bench",
      dependencies: [.product(name: "Belvedere", package: "Belvedere")]),

    // Side by side with other people's C++; needs GeographicLib's development files.
    .target(name: "CPeerMaths", linkerSettings: [.linkedLibrary("GeographicLib")]),
    .executableTarget(
      name: "belvedere-maths-bench",
      dependencies: [
        "BenchmarkSupport", "CPeerMaths",
        .product(name: "Belvedere", package: "Belvedere"),
        .product(name: "BelvedereJSON", package: "Belvedere"),
      ]),

    // Side by side with Embree; needs its development files.
    .target(name: "CPeerRays", linkerSettings: [.linkedLibrary("embree3")]),
    .executableTarget(
      name: "belvedere-rays-bench",
      dependencies: [
        "BenchmarkSupport", "CPeerRays",
        .product(name: "Belvedere", package: "Belvedere"),
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
