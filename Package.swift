// swift-tools-version: 6.1
import PackageDescription

/// The library's modules. Who imports `Belvedere` depends on all of them: the umbrella's own module
/// file does not change when one of them does, and a dependent would not be compiled again.
let library = [
  "Belvedere", "BelvedereGeoMath", "BelvedereImaging", "BelvedereGeodesy", "BelvedereWorld",
  "BelvedereTerrain",
  "BelvedereElevationFiles", "BelvedereCameraModel", "BelvedereFlightPlanning",
  "BelvedereFlightFiles", "BelvedereFlightCharts",
  "BelvedereRelief", "BelvedereSceneModel", "BelvedereSceneRendering", "BelvedereLimits",
  "BelvedereFiles", "BelvedereText", "BelvedereAnnotations", "BelvedereSnapshots",
  "BelvedereFilms",
]
let libraryDependencies = library.map { Target.Dependency(stringLiteral: $0) }

// A target may use only targets listed above it.
let package = Package(
  name: "Belvedere",
  products: [
    .library(name: "Belvedere", targets: ["Belvedere"]),
    // Of use without maps.
    .library(name: "BelvedereRasterization", targets: ["BelvedereRasterization"]),
    .library(name: "BelvedereJSON", targets: ["BelvedereJSON"]),
    .library(name: "BelvedereFlatGeobuf", targets: ["BelvedereFlatGeobuf"]),
    .library(name: "BelvedereGLTF", targets: ["BelvedereGLTF"]),
    .library(name: "BelvedereVectorTiles", targets: ["BelvedereVectorTiles"]),
    .library(name: "BelvedereCityImport", targets: ["BelvedereCityImport"]),
    .executable(name: "belvedere", targets: ["belvedere-tool"]),
  ],
  traits: [
    .trait(
      name: "GDAL",
      description: "Elevation files of other kinds are read by GDAL's programs, found when needed.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // C and C++ behind plain C headers: GLM, libpng, zlib. SQLite and libcurl may be absent: their
    // shims are then built without them, and what needs them says so.
    .systemLibrary(
      name: "CBelvedereLibPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(
      name: "CBelvedereZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // Which vectors the processor has, and kernels for them.
    .target(name: "CBelvedereVectors"),
    .target(name: "CBelvederePixels", dependencies: ["CBelvedereVectors"]),
    .target(
      name: "CBelvederePNG",
      dependencies: ["CBelvedereLibPNG", "CBelvedereZlib", "CBelvederePixels"]),
    .target(name: "CBelvedereGLM"),
    .target(name: "CBelvedereMemory"),
    .target(name: "CBelvedereRaster", dependencies: ["CBelvedereMemory", "CBelvedereVectors"]),
    .target(
      name: "CBelvedereShading", dependencies: ["CBelvedereRaster", "CBelvedereVectors"]),
    .systemLibrary(
      name: "CBelvedereLibSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .target(name: "CBelvedereSQLite", dependencies: ["CBelvedereLibSQLite"]),
    // libcurl, Expat and libjpeg-turbo are loaded when they are needed.
    .target(name: "CBelvedereCurl"),
    .target(name: "CBelvedereExpat"),
    .target(name: "CBelvedereProcess"),
    .target(name: "CBelvedereJPEG"),
    // libosmium is headers alone, and may be absent.
    .target(name: "CBelvedereOSM", dependencies: ["CBelvedereZlib"]),
    // So are FreeType and HarfBuzz.
    .target(name: "CBelvedereText"),
    // Coasts and countries as a table.
    .target(name: "CBelvedereWorld", exclude: ["Generate"]),

    // Mathematics, pixels, text.
    .target(name: "BelvedereGeoMath", dependencies: ["CBelvedereGLM"]),
    .target(name: "BelvedereThreads", dependencies: ["CBelvedereMemory"]),
    .target(
      name: "BelvedereImaging",
      dependencies: [
        "CBelvederePNG", "CBelvederePixels", "CBelvedereJPEG", "BelvedereGeoMath",
        "BelvedereThreads",
      ]),
    .target(name: "BelvedereJSON"),
    .target(name: "BelvedereXML", dependencies: ["CBelvedereExpat"]),

    // What is too much, and files read and written with care.
    .target(name: "BelvedereLimits"),
    .target(name: "BelvedereFiles", dependencies: ["BelvedereLimits", "CBelvedereProcess"]),

    // The Earth, its ground, the camera over it.
    .target(name: "BelvedereGeodesy", dependencies: ["BelvedereGeoMath"]),
    .target(
      name: "BelvedereWorld",
      dependencies: ["CBelvedereWorld", "BelvedereGeoMath", "BelvedereGeodesy"]),
    .target(name: "BelvedereTerrain", dependencies: ["BelvedereGeoMath", "BelvedereGeodesy"]),

    // Letters, and marks with them on the screen; know no maps.
    .target(
      name: "BelvedereText",
      dependencies: ["CBelvedereText", "BelvedereFiles", "BelvedereGeoMath"]),
    .target(
      name: "BelvedereAnnotations",
      dependencies: [
        "BelvedereText", "BelvedereThreads", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereImaging",
      ]),
    .target(
      name: "BelvedereElevationFiles",
      dependencies: [
        "BelvedereTerrain", "BelvedereFiles", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereImaging", "BelvedereLimits", "BelvedereJSON", "BelvedereThreads",
        "CBelvedereZlib",
        "CBelvedereSQLite", "CBelvedereCurl",
      ]),
    .target(
      name: "BelvedereCameraModel",
      dependencies: ["BelvedereGeoMath", "BelvedereGeodesy", "BelvedereTerrain"]),

    // Ways of a camera over the map, as values.
    .target(
      name: "BelvedereFlightPlanning",
      dependencies: [
        "BelvedereCameraModel", "BelvedereTerrain", "BelvedereGeodesy", "BelvedereGeoMath",
      ]),

    // The same as files of other programs.
    .target(
      name: "BelvedereFlightFiles",
      dependencies: [
        "BelvedereXML", "BelvedereFlightPlanning", "BelvedereCameraModel", "BelvedereJSON",
        "BelvedereGeodesy", "BelvedereGeoMath",
      ]),

    // Triangles and coverage; knows no maps.
    .target(
      name: "BelvedereRasterization",
      dependencies: [
        "CBelvedereMemory", "CBelvedereRaster", "BelvedereGeoMath", "BelvedereImaging",
        "BelvedereThreads",
      ]),

    // Maps of relief: tints, shading, contours.
    .target(
      name: "BelvedereRelief",
      dependencies: [
        "BelvedereTerrain", "BelvedereRasterization", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereWorld", "BelvedereImaging",
      ]),

    // Charts of flights on a page: SVG and pictures.
    .target(
      name: "BelvedereFlightCharts",
      dependencies: [
        "BelvedereFlightPlanning", "BelvedereCameraModel", "BelvedereGeodesy", "BelvedereGeoMath",
        "BelvedereImaging", "BelvedereRasterization", "BelvedereRelief", "BelvedereText",
        "BelvedereWorld",
      ]),

    // Scenes as values, and their pictures.
    .target(name: "BelvedereFlatGeobuf", dependencies: ["BelvedereGeodesy"]),
    .target(
      name: "BelvedereGLTF",
      dependencies: ["BelvedereJSON", "BelvedereGeoMath", "BelvedereImaging"]),
    .target(
      name: "BelvedereSceneModel",
      dependencies: [
        "BelvedereFlatGeobuf", "BelvedereGLTF", "BelvedereThreads",
        "BelvedereJSON", "BelvedereFiles", "BelvedereLimits", "BelvedereTerrain",
        "BelvedereElevationFiles", "BelvedereCameraModel", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereImaging", "BelvedereRelief", "BelvedereText", "BelvedereAnnotations",
        "BelvedereXML",
      ]),

    // Other people's cities as scenes.
    .target(
      name: "BelvedereOSM",
      dependencies: [
        "CBelvedereOSM", "BelvedereXML", "BelvedereTerrain", "BelvedereGeodesy", "BelvedereGeoMath",
      ]),
    .target(name: "BelvedereVectorTiles"),
    .target(
      name: "BelvedereCityImport",
      dependencies: [
        "BelvedereOSM", "BelvedereVectorTiles", "BelvedereElevationFiles", "BelvedereSceneModel",
        "BelvedereFlatGeobuf", "BelvedereFiles", "BelvedereThreads",
        "BelvedereTerrain", "BelvedereGeodesy", "BelvedereGeoMath", "BelvedereJSON",
        "BelvedereLimits", "BelvedereXML",
      ]),

    .target(
      name: "BelvedereSceneRendering",
      dependencies: [
        "CBelvedereMemory", "CBelvedereShading", "BelvedereThreads", "BelvedereGLTF",
        "BelvedereElevationFiles", "BelvedereSceneModel", "BelvedereRelief",
        "BelvedereRasterization", "BelvedereCameraModel",
        "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereWorld", "BelvedereImaging",
        "BelvedereTerrain", "BelvedereLimits", "BelvedereText", "BelvedereAnnotations",
      ]),

    // Many pictures of one scene.
    .target(
      name: "BelvedereSnapshots",
      dependencies: [
        "BelvedereSceneRendering", "BelvedereSceneModel", "BelvedereElevationFiles",
        "BelvedereTerrain", "BelvedereCameraModel", "BelvedereAnnotations", "BelvedereText",
        "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereImaging", "BelvedereLimits",
        "BelvedereThreads",
      ]),

    // Flights over a scene as films.
    .target(
      name: "BelvedereFilms",
      dependencies: [
        "BelvedereSceneRendering", "BelvedereSceneModel", "BelvedereAnnotations",
        "BelvedereFlightPlanning", "BelvedereCameraModel", "BelvedereText", "BelvedereImaging",
        "BelvedereJSON", "BelvedereFiles", "BelvedereThreads", "BelvedereGeoMath", "CBelvedereZlib",
      ]),

    // The one module a client imports.
    .target(
      name: "Belvedere",
      dependencies: Array(libraryDependencies.dropFirst())),

    // Commands.
    .target(
      name: "BelvedereCommandLine",
      dependencies: libraryDependencies + [
        "BelvedereJSON", "BelvedereRasterization", "BelvedereThreads", "BelvedereCityImport",
        "BelvedereOSM", "CBelvedereProcess",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(name: "belvedere-tool", dependencies: ["BelvedereCommandLine"]),

    // Makes the generated files of Scenes/san-francisco from its authored sources.
    .target(
      name: "BelvedereAuthoring",
      dependencies: ["BelvedereJSON", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereImaging"]),
    .executableTarget(name: "belvedere-author", dependencies: ["BelvedereAuthoring"]),

    // Tells a picture of a scene from an empty one; for .ci/run.
    .executableTarget(
      name: "picture-check", dependencies: ["BelvedereImaging", "BelvedereFiles"]),

    // Tests.
    .target(
      name: "BelvedereTestSupport", dependencies: ["BelvedereImaging"],
      path: "Tests/BelvedereTestSupport"),
    .testTarget(
      name: "BelvedereGeoMathTests",
      dependencies: ["BelvedereGeoMath", "CBelvedereGLM", "BelvedereTestSupport"]),
    .testTarget(
      name: "BelvedereImagingTests",
      dependencies: ["CBelvederePixels", "BelvedereImaging", "BelvedereTestSupport"]),
    .testTarget(
      name: "BelvedereGeodesyTests",
      dependencies: ["BelvedereGeodesy", "BelvedereGeoMath", "BelvedereTestSupport"]),
    .testTarget(
      name: "BelvedereWorldTests",
      dependencies: [
        "BelvedereWorld", "BelvedereGeodesy", "BelvedereGeoMath", "BelvedereTestSupport",
      ], exclude: ["Facts"]),
    .testTarget(
      name: "BelvedereGeodesicTests",
      dependencies: ["BelvedereGeodesy", "BelvedereGeoMath", "BelvedereTestSupport"],
      exclude: ["Vectors"]),
    .testTarget(
      name: "BelvedereJSONTests", dependencies: ["BelvedereJSON", "BelvedereTestSupport"]),
    .testTarget(
      name: "BelvedereTextTests",
      dependencies: [
        "BelvedereText", "BelvedereGeoMath", "BelvedereImaging", "BelvedereTestSupport",
      ],
      exclude: ["Goldens", "Vectors"]),
    .testTarget(
      name: "BelvedereAnnotationsTests",
      dependencies: [
        "BelvedereAnnotations", "BelvedereText", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereImaging", "BelvedereTestSupport",
      ], exclude: ["Goldens", "Vectors"]),
    .testTarget(
      name: "BelvedereTerrainTests",
      dependencies: [
        "BelvedereTerrain", "BelvedereElevationFiles", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereTestSupport",
      ], exclude: ["Facts"]),
    .testTarget(
      name: "BelvedereReliefTests",
      dependencies: [
        "BelvedereRelief", "BelvedereTerrain", "BelvedereImaging", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereElevationFilesTests",
      dependencies: [
        "BelvedereElevationFiles", "BelvedereTerrain", "BelvedereFiles", "BelvedereGeoMath",
        "BelvedereGeodesy", "BelvedereImaging", "BelvedereLimits", "BelvedereTestSupport",
      ], exclude: ["Rasters", "Tiles/Fixtures"]),
    .testTarget(
      name: "BelvedereSceneModelTests",
      dependencies: [
        "BelvedereSceneModel", "BelvedereFiles", "BelvedereCameraModel", "BelvedereGeoMath",
        "BelvedereGeodesy", "BelvedereImaging", "BelvedereJSON", "BelvedereLimits",
        "BelvedereElevationFiles", "BelvedereTerrain", "BelvedereText", "BelvedereAnnotations",
        "BelvedereXML", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereFlatGeobufTests",
      dependencies: ["BelvedereFlatGeobuf", "BelvedereGeodesy", "BelvedereTestSupport"]),
    .testTarget(
      name: "BelvedereGLTFTests",
      dependencies: [
        "BelvedereGLTF", "BelvedereGeoMath", "BelvedereImaging", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereVectorTilesTests",
      dependencies: ["BelvedereVectorTiles", "BelvedereTestSupport"]),
    .testTarget(
      name: "BelvedereCityImportTests",
      dependencies: [
        "BelvedereCityImport", "BelvedereElevationFiles", "BelvedereOSM", "BelvedereTerrain",
        "BelvedereThreads",
        "BelvedereGeodesy", "BelvedereFlatGeobuf", "BelvedereSceneModel", "BelvedereLimits",
        "BelvedereJSON", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereCommandLineTests",
      dependencies: [
        "BelvedereFiles", "BelvedereJSON", "BelvedereImaging", "BelvedereOSM", "BelvedereXML",
        "BelvedereTestSupport", "belvedere-tool",
      ]),
    .testTarget(
      name: "BelvedereCameraModelTests",
      dependencies: [
        "BelvedereCameraModel", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereTerrain",
        "CBelvedereGLM", "BelvedereTestSupport",
      ]),
    // Against the independent implementation of Tests/Reference.
    .testTarget(
      name: "BelvedereReferenceTests",
      dependencies: [
        "BelvedereCameraModel", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereRasterizationTests",
      dependencies: [
        "CBelvedereMemory",
        "BelvedereRasterization", "BelvedereGeoMath", "BelvedereImaging", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereAuthoringTests",
      dependencies: [
        "BelvedereAuthoring", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereImaging",
        "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereSceneRenderingTests",
      dependencies: [
        "CBelvedereShading",
        "BelvedereSceneRendering", "BelvedereCameraModel", "BelvedereElevationFiles",
        "BelvedereFlatGeobuf", "BelvedereGeoMath", "BelvedereGeodesy", "BelvedereGLTF",
        "BelvedereImaging", "BelvedereRelief", "BelvedereSceneModel", "BelvedereTerrain",
        "BelvedereText", "BelvedereAnnotations", "BelvedereWorld", "BelvedereTestSupport",
      ], exclude: ["Goldens", "Globe/Goldens", "Vectors"]),
    .testTarget(
      name: "BelvedereSnapshotsTests",
      dependencies: [
        "BelvedereSnapshots", "BelvedereSceneRendering", "BelvedereSceneModel",
        "BelvedereElevationFiles", "BelvedereTerrain", "BelvedereCameraModel", "BelvedereGeoMath",
        "BelvedereGeodesy", "BelvedereImaging", "BelvedereLimits", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereFilmsTests",
      dependencies: [
        "BelvedereFilms", "BelvedereSceneRendering", "BelvedereSceneModel", "BelvedereAnnotations",
        "BelvedereFlightPlanning", "BelvedereCameraModel", "BelvedereTerrain", "BelvedereGeodesy",
        "BelvedereGeoMath", "BelvedereImaging", "BelvedereElevationFiles", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereFlightPlanningTests",
      dependencies: [
        "BelvedereFlightPlanning", "BelvedereCameraModel", "BelvedereGeoMath", "BelvedereGeodesy",
        "BelvedereTerrain", "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereFlightChartsTests",
      dependencies: [
        "BelvedereFlightCharts", "BelvedereFlightPlanning", "BelvedereCameraModel",
        "BelvedereTerrain", "BelvedereGeodesy", "BelvedereImaging", "BelvedereText",
        "BelvedereTestSupport",
      ]),
    .testTarget(
      name: "BelvedereFlightFilesTests",
      dependencies: [
        "BelvedereFlightFiles", "BelvedereFlightPlanning", "BelvedereCameraModel",
        "BelvedereGeodesy", "BelvedereGeoMath", "BelvedereTestSupport",
      ], exclude: ["Peers"]),
    .testTarget(name: "READMETests", dependencies: libraryDependencies + ["BelvedereCommandLine"]),
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
