// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "BelvedereBenchmarks",
  dependencies: [.package(name: "Belvedere", path: "..")],
  targets: [
    .executableTarget(
      name: "belvedere-bench",
      dependencies: [
        .product(name: "Belvedere", package: "Belvedere"),
        .product(name: "BelvedereRasterization", package: "Belvedere"),
        .product(name: "BelvedereJSON", package: "Belvedere"),
      ])
  ],
  swiftLanguageModes: [.v6],
  cxxLanguageStandard: .cxx17
)
