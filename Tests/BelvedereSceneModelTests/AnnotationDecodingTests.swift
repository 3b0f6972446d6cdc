import BelvedereAnnotations
import BelvedereGeoMath
import BelvedereImaging
import BelvedereSceneModel
import BelvedereTestSupport
import BelvedereText
import Testing

@Suite("Annotations of scene files") struct AnnotationDecodingTests {
  private func load(_ text: String, folder: String = ".") throws -> LoadedScene {
    try SceneLoader().load(data: Array(text.utf8), name: "test.json", folder: folder)
  }

  private func annotations(_ text: String, folder: String = ".") throws -> LoadedScene {
    try load(#"{"belvedere": 1, "annotations": [\#(text)]}"#, folder: folder)
  }

  /// The message of what loading throws.
  private func refusal(_ text: String, folder: String = ".") -> String {
    do {
      _ = try annotations(text, folder: folder)
      return "accepted"
    } catch {
      return "\(error)"
    }
  }

  @Test("every key is read")
  func keys() throws {
    let folder = try TemporaryFolder()
    var image = Image(width: 6, height: 4)
    image[1, 2] = (9, 8, 7, 100)
    try folder.write("pin.png", PNG.encode(image))
    let scene = try annotations(
      """
      {"at": [-122.4, 37.8], "title": "Coit Tower", "subtitle": "1933", "id": "coit", "height": 3,
       "on": "roof", "tint": "#0a0b0c", "glyph": "C", "glyphColor": "#fff", "displayPriority": "defaultHigh",
       "zPriority": 7, "selectedZPriority": 800, "collisionMode": "circle",
       "clusteringIdentifier": "towers", "selected": true, "occlusion": "hidden",
       "titleVisibility": "visible", "subtitleVisibility": "hidden"},
      {"at": [1, 2], "elevation": 90, "style": "label", "title": "Bay", "titleSize": 17,
       "titleWeight": "regular"},
      {"at": [1, 2], "image": {"file": "pin.png", "scale": 2, "anchor": [0.5, 1], "centerOffset": [3, -4]}},
      {"at": [1, 2]}
      """, folder: folder.path
    ).scene.annotations
    try #require(scene.count == 4)
    let first = scene[0]
    #expect(first.id == "coit" && first.title == "Coit Tower" && first.subtitle == "1933")
    #expect(first.coordinate.latitude == 37.8 && first.coordinate.longitude == -122.4)
    #expect(first.elevation == .aboveRoof(3) && first.displayPriority == 750)
    #expect(first.zPriority == 7 && first.selectedZPriority == 800 && first.isSelected)
    #expect(first.collisionMode == .circle && first.clusteringIdentifier == "towers")
    #expect(first.occlusion == .hidden)
    #expect(first.titleVisibility == .visible && first.subtitleVisibility == .hidden)
    guard case .marker(let style) = first.appearance else {
      Issue.record("not a marker")
      return
    }
    #expect(style.tint.hex == "#0a0b0c" && style.glyph == "C")
    #expect(scene[1].appearance == .label && scene[1].elevation == .aboveSea(90))
    #expect(scene[1].titleSize == 17 && scene[1].titleWeight == .regular)
    #expect(first.titleSize == nil && first.titleWeight == .bold)
    guard case .image(let picture) = scene[2].appearance else {
      Issue.record("not an image")
      return
    }
    #expect(picture.image == image && picture.size == Vector2(3, 2))
    #expect(picture.anchor == Vector2(0.5, 1) && picture.centerOffset == Vector2(3, -4))
    #expect(scene[2].displayPriority == 1000 && scene[3].displayPriority == 250)
    #expect(scene[3].appearance == .marker(MarkerStyle()) && scene[3].elevation == .aboveGround(0))
  }

  @Test(
    "points of interest have the icon of their kind, and what they have of their own comes first")
  func icons() throws {
    for category in PointOfInterestCategory.allCases {
      #expect(category.icon?.rawValue == category.rawValue)
    }
    let scene = try annotations(
      """
      {"at": [1, 2], "category": "cafe", "tint": "#0a0b0c"},
      {"at": [1, 2], "category": "cafe", "glyph": "☕"},
      {"at": [1, 2], "category": "cafe", "style": "label", "title": "Bay"},
      {"at": [1, 2]}
      """
    ).scene.annotations
    let shown = scene.map(\.shownAppearance)
    guard case .marker(let style) = shown[0] else {
      Issue.record("not a marker")
      return
    }
    #expect(style.icon == .cafe && style.glyph.isEmpty && style.tint.hex == "#0a0b0c")
    #expect(shown[1] == .marker(MarkerStyle(glyph: "☕")) && shown[2] == .label)
    #expect(shown[3] == .marker(MarkerStyle()))
    var own = scene[0]
    own.appearance = .marker(MarkerStyle(icon: .bakery))
    #expect(own.shownAppearance == own.appearance)
  }

  @Test("ornaments are off unless asked for")
  func ornaments() throws {
    #expect(try load(#"{"belvedere": 1}"#).scene.ornaments.isEmpty)
    let scene = try load(
      #"{"belvedere": 1, "ornaments": {"compass": "adaptive", "scaleBar": "imperial", "attribution": true}}"#
    ).scene
    #expect(
      scene.ornaments
        == MapOrnaments(compass: .adaptive, scaleBar: .imperial, showsAttribution: true))
  }

  @Test("without a place, with a wrong value or a wrong picture it is an error that says where")
  func edgeErrors() throws {
    let folder = try TemporaryFolder()
    try folder.write("text.png", "not a picture")
    try folder.write("flat.png", PNG.encode(Image(width: 5000, height: 1)))
    for (text, words) in [
      (#"{"title": "Nowhere"}"#, ["annotations[0]", "\"at\" is missing"]),
      (#"{"at": [200000, 95]}"#, ["annotations[0].at"]),
      (#"{"at": [null, 3]}"#, ["annotations[0].at"]),
      (#"{"at": [1e999, 3]}"#, ["test.json"]),
      (##"{"at": [1, 2], "tint": "#12"}"##, ["annotations[0].tint", "colour"]),
      (#"{"at": [1, 2], "displayPriority": 1001}"#, ["displayPriority", "1000"]),
      (#"{"at": [1, 2], "displayPriority": "high"}"#, ["displayPriority"]),
      (#"{"at": [1, 2], "occlusion": "fade"}"#, ["occlusion", "\"faded\""]),
      (#"{"at": [1, 2], "elevation": 3, "height": 4}"#, ["elevation", "give one"]),
      (#"{"at": [1, 2], "image": {"scale": 2}}"#, ["image", "\"file\" is missing"]),
      (#"{"at": [1, 2], "image": {"file": "none.png"}}"#, ["none.png", "no such file"]),
      (#"{"at": [1, 2], "image": {"file": "text.png"}}"#, ["text.png", "PNG"]),
      (#"{"at": [1, 2], "image": {"file": "flat.png"}}"#, ["flat.png", "5000", "4096"]),
      (#"{"at": [1, 2], "image": {"file": "flat.png", "anchor": [1]}}"#, ["flat.png"]),
      (#"{"at": [1, 2], "image": {"file": "../pin.png"}}"#, ["leaves the scene's folder"]),
    ] {
      let message = refusal(text, folder: folder.path)
      for word in words { #expect(message.contains(word), "\(text): \(message)") }
    }
  }

  @Test("empty and endless titles, and a label of nothing, are read; the last with a warning")
  func edgeTitles() throws {
    let long = String(repeating: "x", count: 10_000)
    let texts = [#""title": """#, #""title": "\#(long)""#, #""style": "label""#]
    let loaded = try annotations(
      texts.map { #"{"at": [1, 2], \#($0)}"# }.joined(separator: ","))
    #expect(loaded.scene.annotations[1].title == long)
    #expect(loaded.warnings.contains { $0.message.contains("label without a title") })
  }

  @Test("the same picture is read once, however many annotations show it")
  func sharedImages() throws {
    let folder = try TemporaryFolder()
    try folder.write("pin.png", PNG.encode(Image(width: 300, height: 300)))
    let one = #"{"at": [1, 2], "image": {"file": "pin.png"}}"#
    let loaded = try annotations(
      Array(repeating: one, count: 2000).joined(separator: ","), folder: folder.path)
    #expect(loaded.scene.annotations.count == 2000)
    #expect(loaded.files.filter { $0 == "pin.png" }.count == 1)
  }

  @Test("a font that is none is an error")
  func font() throws {
    let folder = try TemporaryFolder()
    try folder.write("font.ttf", "not a font")
    #expect(throws: (any Error).self) {
      try load(#"{"belvedere": 1, "font": "missing.ttf"}"#, folder: folder.path)
    }
    do {
      let loaded = try load(#"{"belvedere": 1, "font": "font.ttf"}"#, folder: folder.path)
      #expect(TextLibraries.freeTypeVersion == nil && loaded.warnings.count == 1)
    } catch {
      #expect("\(error)".contains("font.ttf: not a readable font"), "\(error)")
    }
  }
}
