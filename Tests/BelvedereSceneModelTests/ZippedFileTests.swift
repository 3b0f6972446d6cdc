import BelvedereSceneModel
import BelvedereTestSupport
import BelvedereXML
import Foundation
import Testing

/// KMZ and packed venues.
@Suite("Zipped files of scenes", .enabled(if: XMLReader.isAvailable, "this build has no Expat"))
struct ZippedFileTests {
  private static let place =
    "<kml><Placemark><name>A</name><Point><coordinates>10,50</coordinates></Point></Placemark></kml>"

  private func load(_ files: [(String, String)]) throws -> LoadedScene {
    let folder = try TemporaryFolder()
    var sources = SceneSources()
    sources.overlays = [
      try folder.write(
        "a.kmz", StoredZip.bytes(files.map { (name: $0.0, bytes: Array($0.1.utf8)) }))
    ]
    return try SceneLoader().load(sources)
  }

  private func message(_ files: [(String, String)]) -> String {
    do {
      _ = try load(files)
      return ""
    } catch { return "\(error)" }
  }

  @Test("the KML of the outermost folder is read")
  func kmz() throws {
    let other = Self.place.replacingOccurrences(of: "A", with: "B")
    for files in [
      [("doc.kml", Self.place)], [("files/b.kml", other), ("doc.kml", Self.place)],
      [("a.png", "x"), ("top/My Places.KML", Self.place), ("top/in/b.kml", other)],
    ] {
      #expect(try load(files).scene.annotations.map(\.title) == ["A"], "\(files)")
    }
  }

  @Test("what is wrong is named with the file within")
  func errors() throws {
    #expect(message([("a.png", "x")]).contains("without a .kml"))
    #expect(
      message([("doc.kml", "<kml>\n<Placemark>")]).contains("a.kmz/doc.kml: line 2, column"))
    // Names lead nowhere.
    #expect(message([("../../doc.kml", Self.place)]).isEmpty)
    let folder = try TemporaryFolder()
    var bytes = StoredZip.bytes([(name: "doc.kml", bytes: Array(Self.place.utf8))])
    bytes[60] ^= 1
    var sources = SceneSources()
    sources.overlays = [try folder.write("b.kmz", bytes)]
    do {
      _ = try SceneLoader().load(sources)
      Issue.record("a byte was wrong")
    } catch { #expect("\(error)".contains("the checksum of doc.kml is wrong"), "\(error)") }
  }
}
