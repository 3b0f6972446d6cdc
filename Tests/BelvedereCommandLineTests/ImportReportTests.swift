import BelvedereTestSupport
import Foundation
import Testing

/// What `belvedere import` tells of what it left out, repaired and changed.
@Suite("reports of imports") struct ImportReportTests {
  private static func feature(_ properties: String, _ type: String, _ coordinates: String) -> String
  {
    #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"\#(type)","coordinates":\#(coordinates)}}"#
  }

  private static func collection(_ features: [String]) -> String {
    #"{"type":"FeatureCollection","attribution":"Me","features":["# + "\n"
      + features.joined(separator: ",\n") + "]}"
  }

  private static let house = feature(
    #""building":"yes""#, "Polygon", "[[[7,46],[7.001,46],[7.001,46.001],[7,46.001],[7,46]]]")

  @Test("what becomes of nothing is counted with the line of the first, one of it as one")
  func dropped() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "a.geojson",
      Self.collection([
        Self.house,
        Self.feature(#""building":"no""#, "Polygon", "[[[7,46],[7.1,46],[7,46.1],[7,46]]]"),
        Self.feature(#""natural":"cliff""#, "LineString", "[[7,46],[7,46.1]]"),
        #"{"type":"Feature","properties":{"building":"yes"},"geometry":null}"#,
        Self.feature(#""amenity":"bench""#, "Point", "[7,46]"),
      ]))
    let made = try Tool.run(["import", file, "-o", folder.path + "/scene"])
    #expect(made.status == 0, "\(made.errors)")
    for said in [
      "note: 1 feature that does not say what it is; --as says it, such as --as building=yes (line 3)",
      "note: 1 feature without any geometry (line 5)",
      "note: 2 features of kinds that are not drawn (the first: line 4)",
    ] {
      #expect(made.errors.contains(said), "\(said): \(made.errors)")
    }
    // Nothing but such: the reason stands in the error.
    let bench = try folder.write(
      "b.geojson", Self.feature(#""amenity":"bench""#, "Point", "[7,46]"))
    let refused = try Tool.run(["import", bench, "-o", folder.path + "/other"])
    #expect(
      refused.status == 3
        && refused.errors.contains("left out: 1 feature of a kind that is not drawn (line 1)"),
      "\(refused.errors)")
  }

  @Test("properties of which nothing is made are named")
  func properties() throws {
    let folder = try TemporaryFolder()
    let many = (0..<10).map { #""p\#($0)":1"# }.joined(separator: ",")
    let file = try folder.write(
      "a.geojson",
      Self.collection([
        Self.feature(
          #""building":"yes","height":9,"Owner":"x",\#(many)"#, "Polygon",
          "[[[7,46],[7.001,46],[7.001,46.001],[7,46.001],[7,46]]]")
      ]))
    let made = try Tool.run(["import", file, "-o", folder.path + "/scene"])
    #expect(
      made.errors.contains(
        "note: of these properties nothing is made: owner, p0, p1, p2, p3, p4, p5, p6 and 3 more\n"),
      "\(made.errors)")
    let plain = try folder.write("b.geojson", Self.collection([Self.house]))
    let other = try Tool.run(["import", plain, "-o", folder.path + "/other"])
    #expect(!other.errors.contains("nothing is made"), "\(other.errors)")
  }

  @Test("repairs are warnings with the line of the first")
  func repaired() throws {
    let folder = try TemporaryFolder()
    let open = Self.feature(
      #""building":"yes""#, "Polygon", "[[[7,46],[7.001,46],[7.001,46.001],[7,46.001]]]")
    let file = try folder.write("a.geojson", Self.collection([Self.house, open, open]))
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", file, "-o", scene])
    #expect(
      made.errors.contains(
        "warning: \(file): line 3: a ring does not end where it begins, and is closed (so in 2 features"
      ), "\(made.errors)")
    let told = try Tool.run(["import", file, "-o", scene, "--again", "--json"])
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(told.text.utf8)) as? [String: Any])
    let repaired = try #require(value["repaired"] as? [[String: Any]])
    #expect(
      repaired.count == 1 && repaired[0]["place"] as? String == "line 3"
        && repaired[0]["count"] as? Int == 2, "\(told.text)")
    // A scene's layers are repaired.
    let info = try Tool.run(["info", scene])
    #expect(!info.errors.contains("closed"), "\(info.errors)")
  }

  @Test("what another import changes is told")
  func changed() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    let lane = Self.feature(#""highway":"path""#, "LineString", "[[7,46],[7,46.001]]")
    func make(_ features: [String], _ more: [String] = []) throws -> Tool.Result {
      let file = try folder.write("a.geojson", Self.collection(features))
      let made = try Tool.run(["import", file, "-o", scene] + more)
      #expect(made.status == 0, "\(made.errors)")
      return made
    }
    #expect(try !make([Self.house, lane]).errors.contains("changed since"))
    #expect(try !make([Self.house, lane]).errors.contains("changed since"))
    let second = try make([Self.house, lane, lane])
    #expect(
      second.errors.contains("note: changed since the last import: roads (1 before, 2 now)\n"),
      "\(second.errors)")
    let third = try make([Self.house], ["--json"])
    let value = try #require(
      try JSONSerialization.jsonObject(with: Data(third.text.utf8)) as? [String: Any])
    #expect(
      value["changed"] as? [String: [String: Int]] == ["roads": ["before": 2, "now": 0]],
      "\(third.text)")
  }

  @Test("names of sources may have colons and equals signs where --as names one")
  func namedSources() throws {
    let folder = try TemporaryFolder()
    let bare = Self.feature("", "Polygon", "[[[7,46],[7.001,46],[7.001,46.001],[7,46]]]")
    let odd = try folder.write("a:b=c.geojson", bare)
    let plain = try folder.write("a", bare)
    let made = try Tool.run([
      "import", odd, plain, "-o", folder.path + "/scene", "--as", "\(odd):building=yes", "--as",
      "\(plain):leisure=park", "--attribution", "Me",
    ])
    #expect(made.status == 0 && made.text.contains("1 building, 1 area of land cover"), "\(made)")
    let refused = try Tool.run([
      "import", odd, "-o", folder.path + "/scene", "--as", "\(odd):building",
    ])
    #expect(refused.status == 2 && refused.errors.contains("must be a tag"), "\(refused.errors)")
  }

  /// Of these a warning would be wrong: both are allowed.
  private static let fine: Set = [
    "excessive_precision_truncated.geojson", "geometrycollection_single.geojson",
  ]

  @Test(
    "every bad file is an error or a warning",
    .enabled(if: SharedData.has("geojson/geojsonhint/bad"), "no shared data"))
  func badFiles() throws {
    let bad = try #require(SharedData.folder("geojson/geojsonhint/bad")).path
    let folder = try TemporaryFolder()
    for name in try FileManager.default.contentsOfDirectory(atPath: bad).sorted()
    where !Self.fine.contains(name) {
      let file = "\(bad)/\(name)"
      let info = try Tool.run(["info", "--overlay", file])
      #expect(
        info.status == 3 && info.errors.contains("\(name):")
          || info.status == 0 && info.errors.contains("\(name):"), "\(name): \(info.errors)")
      let made = try Tool.run([
        "import", file, "-o", folder.path + "/\(name)", "--as", "building=yes", "--attribution",
        "Me",
      ])
      let isTold =
        made.errors.contains("line ") || made.errors.contains("\(name): the collection ")
        || made.errors.contains("is none of OpenStreetMap's")
      #expect([0, 3].contains(made.status) && isTold, "\(name): \(made.errors)")
    }
  }
}
