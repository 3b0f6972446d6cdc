import ArgumentParser
import Belvedere
import BelvedereJSON
import BelvedereRasterization
import BelvedereThreads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `belvedere version`
struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version", abstract: "Show the versions of the program and of its libraries.")

  @Flag(name: .long, help: "Write the result as JSON.")
  var json = false

  func run() throws {
    let value: [(String, JSONValue)] = [
      ("belvedere", .string(belvedereVersion)), ("swift", .string(Self.swift)),
      ("libpng", .string(PNG.libraryVersion)),
      ("sqlite", .string(MBTiles.libraryVersion ?? "absent")),
      ("libcurl", .string(HTTPTiles.libraryVersion ?? "absent")),
      ("freetype", .string(TextLibraries.freeTypeVersion ?? "absent")),
      ("harfbuzz", .string(TextLibraries.harfBuzzVersion ?? "absent")),
      ("gdal", .string(GDAL.isTraitEnabled ? "asked when needed" : "not asked")),
      ("build", .string(Self.build)), ("vectors", .string("\(VectorPath.best)")),
      ("cores", .integer(ProcessorCount.online)),
    ]
    if json {
      let members = value.map { JSONMember(name: $0.0, value: $0.1) }
      try Terminal.output(JSONWriter.pretty(JSONValue(.object(members))) + "\n")
    } else {
      try Terminal.output(
        value.map { name, value in
          if case .string(let text) = value.content { return "\(name) \(text)\n" }
          return "\(name) \(value.excerpt.replacing(".0", with: ""))\n"
        }.joined())
    }
  }

  private static var swift: String {
    #if swift(>=6.4)
      "6.4 or newer"
    #elseif swift(>=6.3)
      "6.3"
    #elseif swift(>=6.2)
      "6.2"
    #else
      "6.1"
    #endif
  }

  private static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}
