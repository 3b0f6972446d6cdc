import Belvedere
import BelvedereFiles

/// Everything that the pixels of a film follow from, so that frames of another one are told from its own.
struct FilmOrigins {
  private(set) var members: [String: [String: String]] = [:]

  init(
    _ options: FilmOptions, sceneText: [UInt8]?, flight: FlightReader.Flight, files: [String],
    scene: Scene
  ) throws {
    try addFiles(options, sceneText: sceneText, flight: flight, files: files)
    addSettings(options, scene)
    members["program"] = [
      "version": belvedereVersion, "freetype": TextLibraries.freeTypeVersion ?? "absent",
      "harfbuzz": TextLibraries.harfBuzzVersion ?? "absent",
      "fonts": FontStack.system.families.joined(separator: ", "),
    ]
  }

  private mutating func addFiles(
    _ options: FilmOptions, sceneText: [UInt8]?, flight: FlightReader.Flight, files: [String]
  ) throws {
    var digests: [String: String] = ["the flight": FileDigest.digest(of: flight.bytes)]
    // Shots follow routes of other files.
    digests["the flight's cameras"] = FileDigest.digest(
      of: Array(PlanSummary.csv(flight.path.keyframes, flight.path).utf8))
    let folder =
      options.flightFile.lastIndex(of: "/").map { String(options.flightFile[...$0]) } ?? ""
    if options.flightFile.hasSuffix("images.txt") {
      digests["cameras.txt"] = try FileDigest.digest(ofFile: folder + "cameras.txt")
    }
    if let sceneText {
      digests["the scene"] = FileDigest.digest(of: sceneText)
    } else if let scene = options.scene {
      let isFolder = InputFile.kind(of: scene) == .folder
      digests["the scene"] = try FileDigest.digest(
        ofFile: isFolder ? (scene.hasSuffix("/") ? scene : scene + "/") + "scene.json" : scene)
    }
    let data = options.data
    let bare = data.dem + data.buildings + data.roads + data.landCover + data.overlay
    let extra = bare + [options.map.imagery, options.ornaments.typeface.font].compactMap(\.self)
    // A scene's files are named relative to it.
    let root = OutputName.files([""], ofScene: options.scene).last ?? ""
    for name in Set(files + extra) {
      let isExtra = extra.contains(name)
      let path = isExtra || name.hasPrefix("/") ? name : root + name
      let found = try FileDigest.digests(of: path)
      if found.isEmpty {
        // Tiles from a server.
        digests[name] = isExtra ? "by name" : "absent"
      }
      for (file, digest) in found {
        // Named as the scene does, so that it may lie elsewhere on another machine.
        let rest = file == path ? "" : String(file.dropFirst(path.count))
        digests[Self.short(name, isExtra) + rest] = digest
      }
    }
    members[FilmManifest.files] = digests
  }

  private static func short(_ name: String, _ isExtra: Bool) -> String {
    isExtra ? name.split(separator: "/").last.map(String.init) ?? name : name
  }

  private mutating func addSettings(_ options: FilmOptions, _ scene: Scene) {
    var settings: [String: String] = [:]
    for (name, value) in FilmSettings.arguments(options) { settings[name] = value ?? "given" }
    settings["--projection"] = (options.projection ?? scene.projection).rawValue
    // The rate is a film's form already.
    settings["--fps"] = nil
    members["option"] = settings
  }
}
