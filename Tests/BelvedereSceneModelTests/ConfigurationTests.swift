import BelvedereElevationFiles
import BelvedereImaging
import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Kinds of map in files") struct ConfigurationTests {
  /// A folder with a scene of these members and colour tiles named `tiles`.
  private func load(_ members: String) throws -> LoadedScene {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/tiles/3/1"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(try PNG.encode(Image(width: 64, height: 64))).write(
      to: URL(fileURLWithPath: "\(path)/2.png"))
    try folder.write("scene.json", #"{"belvedere": 1\#(members.isEmpty ? "" : ", ")\#(members)}"#)
    return try SceneLoader().load(path: folder.path)
  }

  private func message(_ members: String) -> String {
    do {
      _ = try load(members)
      return ""
    } catch { return "\(error)" }
  }

  private let imagery = #""imagery": {"file": "tiles"}"#

  @Test("each part is read")
  func parts() throws {
    #expect(try load("").scene.configuration == MapConfiguration())
    #expect(try load(#""configuration": "standard""#).scene.configuration.kind == .standard)
    let map = try load(
      #"""
      "configuration": {"elevation": "flat", "emphasis": "muted", "appearance": "dark",
        "pointsOfInterest": {"excluding": ["cafe", "evCharger"]}, "labels": false, "buildings": false}
      """#
    ).scene.configuration
    #expect(
      map
        == .standard(
          StandardMapConfiguration(
            elevationStyle: .flat, emphasisStyle: .muted, appearance: .dark,
            pointOfInterestFilter: .excluding([.cafe, .evCharger]), showsLabels: false,
            showsBuildings: false)))
    let scene = try load(#"\#(imagery), "configuration": {"kind": "hybrid", "labels": false}"#)
      .scene
    let tiles = try #require(scene.imagery)
    #expect(
      scene.configuration
        == .hybrid(HybridMapConfiguration(imagery: tiles, showsLabels: false)))
    let aerial = try load(#"\#(imagery), "configuration": "imagery""#).scene.configuration
    #expect(aerial.kind == .imagery && aerial.imagery != nil && !aerial.showsLabels)
    #expect(try load(imagery).scene.configuration.kind == .standard)
  }

  @Test(
    "what a kind does not have is refused, at its place",
    arguments: [
      (#""configuration": "hybrid""#, "pictures from above"),
      (#""configuration": "satelite""#, "hybrid"),
      (#""configuration": {"emphasis": "pale"}"#, "configuration.emphasis"),
      (#""configuration": {"labels": 1}"#, "configuration.labels"),
      (#""configuration": {"pointsOfInterest": "some"}"#, "pointsOfInterest"),
      (
        #""configuration": {"pointsOfInterest": {"including": ["cafee"]}}"#, "did you mean \"cafe\""
      ),
      (
        #""configuration": {"pointsOfInterest": {"including": [], "excluding": []}}"#,
        "pointsOfInterest"
      ),
      (#""configuration": 7"#, "configuration"), (#""imagery": {}"#, "file"),
      (#""imagery": {"file": "nothing"}"#, "nothing"),
      (#""imagery": {"file": "../tiles"}"#, "leaves the scene's folder"),
    ])
  func refused(_ members: String, _ wanted: String) {
    #expect(message(members).contains(wanted), "\(message(members))")
  }

  @Test("pictures from above have no emphasis, no appearance, no buildings")
  func unsupported() {
    for (kind, part) in [
      ("hybrid", #""emphasis": "muted""#), ("hybrid", #""appearance": "dark""#),
      ("hybrid", #""buildings": true"#), ("imagery", #""labels": true"#),
      ("imagery", #""pointsOfInterest": "none""#), ("imagery", #""emphasis": "default""#),
    ] {
      let found = message(#"\#(imagery), "configuration": {"kind": "\#(kind)", \#(part)}"#)
      #expect(found.contains("has no") && found.contains("\"\(kind)\""), "\(part): \(found)")
    }
  }

  @Test("there are MapKit's 73 categories, and filters keep what they say")
  func filters() throws {
    #expect(PointOfInterestCategory.allCases.count == 73)
    let all = PointOfInterestCategory.allCases
    #expect(all.allSatisfy { PointOfInterestFilter.includingAll.includes($0) })
    #expect(all.allSatisfy { PointOfInterestFilter.excludingAll.excludes($0) })
    #expect(all.filter { PointOfInterestFilter.including([.zoo]).includes($0) } == [.zoo])
    #expect(all.filter { PointOfInterestFilter.excluding([.zoo]).excludes($0) } == [.zoo])
    #expect(try PointOfInterestFilter(text: "including:zoo,park") == .including([.zoo, .park]))
    #expect(try PointOfInterestFilter(text: "none") == .excludingAll)
    #expect(try PointOfInterestFilter(text: "only:zoo") == nil)
    #expect(throws: ConfigurationError.self) { try PointOfInterestFilter(text: "excluding:") }
  }

  @Test("overlays of tiles")
  func tileOverlays() throws {
    let loaded = try load(
      #""overlays": [{"tiles": {"file": "tiles", "minimumZoom": 2, "maximumZoom": 5, "canReplaceMapContent": true}, "alpha": 0.5, "name": "A", "id": "b", "lineWidth": 3}]"#
    )
    let overlay = try #require(loaded.scene.overlays.first)
    let tiles = try #require(overlay.tiles)
    #expect(tiles.minimumZoom == 2 && tiles.maximumZoom == 5 && overlay.replacesMapContent)
    #expect(overlay.alpha == 0.5 && overlay.name == "A" && overlay.id == "b")
    #expect(loaded.warnings.contains { $0.description.contains("lineWidth") })
    for (keys, wanted) in [
      (#""minimumZoom": 5, "maximumZoom": 2"#, "maximumZoom"), (#""minimumZoom": 2.5"#, "whole"),
      (#""maximumZoom": 25"#, "zoom"), (#""minimumZoom": 9"#, "zoom"),
    ] {
      let found = message(#""overlays": [{"tiles": {"file": "tiles", \#(keys)}}]"#)
      #expect(found.contains(wanted) && found.contains("overlays[0]"), "\(found)")
    }
  }
}
