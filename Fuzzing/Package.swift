// swift-tools-version: 6.1
import PackageDescription

// Feeds the readers with what nobody would write; see README.md.
let belvedere = Target.Dependency.product(name: "Belvedere", package: "Belvedere")

// gold, the default on some systems, cannot link instrumented Swift.
let linker = LinkerSetting.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))

let readers = [
  "belvedere-fuzz", "belvedere-fuzz-tile", "belvedere-fuzz-mbtiles", "belvedere-fuzz-pmtiles",
  "belvedere-fuzz-flight", "belvedere-fuzz-vector-tile",
  "belvedere-fuzz-city-model", "belvedere-fuzz-city-gml", "belvedere-fuzz-model",
  "belvedere-fuzz-flatgeobuf",
  "belvedere-fuzz-osm", "belvedere-fuzz-geometry", "belvedere-fuzz-venue",
]
let vectorTiles = Target.Dependency.product(name: "BelvedereVectorTiles", package: "Belvedere")

let models = Target.Dependency.product(name: "BelvedereGLTF", package: "Belvedere")
let flatGeobuf = Target.Dependency.product(name: "BelvedereFlatGeobuf", package: "Belvedere")
let cityImport = Target.Dependency.product(name: "BelvedereCityImport", package: "Belvedere")

let package = Package(
  name: "BelvedereFuzzing",
  dependencies: [.package(name: "Belvedere", path: "..")],
  targets: [.target(name: "FuzzSupport", dependencies: [belvedere])]
    + readers.map {
      .executableTarget(
        name: $0,
        dependencies: [belvedere, vectorTiles, cityImport, models, flatGeobuf, "FuzzSupport"],
        linkerSettings: [linker])
    },
  swiftLanguageModes: [.v6]
)
