// swift-tools-version: 6.1
import PackageDescription

// A target may use only targets listed above it.
let package = Package(
  name: "Belvedere",
  products: [
    .library(name: "Belvedere", targets: ["Belvedere"]),
    .executable(name: "belvedere", targets: ["belvedere-tool"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // C and C++ behind plain C headers: GLM, libpng.
    .systemLibrary(
      name: "CBelvedereLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .target(name: "CBelvederePNG", dependencies: ["CBelvedereLibPNG"]),
    .target(name: "CBelvedereGLM"),

    // Mathematics, pixels, text.
    .target(name: "BelvedereGeoMath", dependencies: ["CBelvedereGLM"]),
    .target(name: "BelvedereImaging", dependencies: ["CBelvederePNG", "BelvedereGeoMath"]),
    .target(name: "BelvedereJSON"),

    // The Earth, its ground, the camera over it.
    .target(name: "BelvedereGeodesy", dependencies: ["BelvedereGeoMath"]),
    .target(
      name: "BelvedereTerrain",
      dependencies: ["BelvedereGeodesy", "BelvedereImaging"]),
    .target(name: "BelvedereCameraModel", dependencies: ["BelvedereGeodesy"]),

    // Triangles and coverage; knows no maps.
    .target(
      name: "BelvedereRasterization", dependencies: ["BelvedereGeoMath", "BelvedereImaging"]),

    // Scenes as values, and their pictures.
    .target(
      name: "BelvedereSceneModel",
      dependencies: ["BelvedereJSON", "BelvedereTerrain", "BelvedereCameraModel"]),
    .target(
      name: "BelvedereSceneRendering",
      dependencies: ["BelvedereSceneModel", "BelvedereRasterization"]),

    // The one module a client imports.
    .target(
      name: "Belvedere",
      dependencies: [
        "BelvedereGeoMath", "BelvedereImaging", "BelvedereGeodesy", "BelvedereTerrain",
        "BelvedereCameraModel", "BelvedereSceneModel", "BelvedereSceneRendering",
      ]),

    // Commands.
    .target(
      name: "BelvedereCommandLine",
      dependencies: [
        "Belvedere", "BelvedereJSON",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "belvedere-tool", dependencies: ["BelvedereCommandLine"]),

    // Makes the generated files of Scenes/san-francisco from its authored sources.
    .target(
      name: "BelvedereAuthoring",
      dependencies: ["BelvedereJSON", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereImaging"]),
    .executableTarget(name: "belvedere-author", dependencies: ["BelvedereAuthoring"]),
    .testTarget(
      name: "BelvedereAuthoringTests",
      dependencies: [
        "BelvedereAuthoring", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereImaging",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
