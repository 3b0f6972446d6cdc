import BelvedereCityImport
import BelvedereOSM
import BelvedereTerrain
import BelvedereTestSupport
import Testing

/// Towns of OpenStreetMap's XML as scenes.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct TownImportTests {
  /// One of everything.
  private func town() -> TownText {
    var town = TownText()
    town.box(46, 7, 0.001, ["building": "apartments", "building:levels": "4", "note": "x"])
    let outer = town.box(46.002, 7, 0.001, [:])
    let inner = town.box(46.0023, 7.0003, 0.0004, [:])
    town.relation(
      [(outer, "outer"), (inner, "inner")], ["type": "multipolygon", "building": "school"])
    // An outline with two parts that cover it, and one of which a part covers a ninth.
    town.box(46.004, 7, 0.0009, ["building": "church", "name": "St. X"])
    town.box(
      46.004, 7.0001, 0.0006, ["building:part": "yes", "height": "40", "roof:shape": "dome"])
    town.box(46.0045, 7.0001, 0.0003, ["building:part": "yes", "height": "12"])
    town.box(46.006, 7, 0.0009, ["building": "mosque"])
    town.box(46.0061, 7.0001, 0.0003, ["building:part": "yes"])
    town.box(46, 7.003, 0.002, ["leisure": "park", "name": "Park"])
    town.box(46.0005, 7.0035, 0.001, ["natural": "water"])
    let ends = [town.node(46, 7.002), town.node(46.01, 7.002)]
    town.way(ends, ["highway": "primary", "lanes": "2", "name": "Main St"])
    town.way(ends, ["highway": "proposed"])
    town.way(ends, ["waterway": "river", "width": "20"])
    town.way(ends, ["railway": "rail", "tunnel": "yes"])
    town.way(ends, ["natural": "tree_row"])
    _ = town.node(46.001, 7.004, ["natural": "tree", "height": "21", "leaf_type": "needleleaved"])
    _ = town.node(46.005, 7.005, ["place": "town", "name": "X"])
    _ = town.node(46.005, 7.006, ["amenity": "cafe", "name": "Y"])
    _ = town.node(46.005, 7.007, ["tourism": "museum", "name": "Z &amp; Söhne"])
    return town
  }

  @Test func everyLayerHasWhatBelongsThere() throws {
    let (files, report) = try town().scene { $0.name = "Town" }
    let counts = Dictionary(report.layers.map { ($0.name, $0.count) }) { a, _ in a }
    #expect(
      counts == [
        "landCover": 3, "roads": 2, "buildings": 6, "trees": 140, "annotations": 3,
      ])
    #expect(report.counts.ways == 15 && report.counts.relations == 1)
    let dropped = report.dropped.map { "\($0.count) \($0.reason.prefix(9))" }
    #expect(dropped == ["1 outlines ", "1 points of", "1 ways that"])
    let scene = try #require(files["scene.json"])
    #expect(scene.contains("© OpenStreetMap contributors") && scene.contains("\"name\": \"Town\""))
    // The church is its parts, under its number and with its use; tags that say nothing of looks are gone.
    let buildings = features(files["buildings.geojson"])
    let parts = buildings.filter { $0.contains("\"building\":\"church\"") }
    #expect(parts.count == 2 && Set(parts.map { $0.prefix(36) }).count == 1)
    #expect(parts.contains { $0.contains("\"roof:shape\":\"dome\"") && $0.contains("\"40\"") })
    // A tower of what is else not in parts is used as that is.
    #expect(buildings.filter { $0.contains("\"building\":\"mosque\"") }.count == 2)
    #expect(!buildings.contains { $0.contains("\"note\"") || $0.contains("St. X") })
    let school = try #require(buildings.first { $0.contains("school") })
    #expect(school.contains("\"relation/") && school.contains("]],[["))
    let cover = features(files["land-cover.geojson"])
    #expect(cover.first?.contains("park") == true, "the larger area lies below")
    let names = try #require(files["names.json"])
    #expect(names.contains("Z & Söhne") && !names.contains("\"Y\"") && names.contains("museum"))
    let trees = try #require(files["trees.json"])
    #expect(trees.contains(",210,1]"))
  }

  @Test func theOrderOfTheFileDoesNotMatter() throws {
    var town = town()
    let due = try town.scene()
    var random = SplitMix64(seed: 3)
    for _ in 0..<8 {
      town.elements.shuffle(using: &random)
      let (files, report) = try town.scene()
      #expect(files == due.files)
      #expect(report.dropped.map(\.count) == due.report.dropped.map(\.count))
    }
  }

  @Test func namesAreThoseThatAreAskedFor() throws {
    for (names, count) in [(CityNames.none, 0), (.places, 1), (.known, 3), (.all, 4)] {
      let (files, _) = try town().scene { $0.names = names }
      let text = files["names.json"] ?? ""
      #expect(text.components("\"title\"") == count, "\(names): \(text)")
    }
  }

  @Test func aBoxCutsRoadsAndGroundAndKeepsWholeBuildings() throws {
    let box = GeographicBounds(south: 46.0005, west: 7, north: 46.0035, east: 7.004)
    let (files, report) = try town().scene { $0.box = box }
    let counts = Dictionary(report.layers.map { ($0.name, $0.count) }) { a, _ in a }
    // The middle of the first building lies on the southern edge.
    #expect(counts["buildings"] == 2 && counts["roads"] == 2 && counts["landCover"] == 3)
    #expect(features(files["roads.geojson"]).allSatisfy { $0.contains("46.0035]") })
    #expect(!(files["land-cover.geojson"] ?? "").contains("7.005"))
  }

  @Test func damagedDataAreToldAndTheRestIsKept() throws {
    var town = town()
    // A way of which nodes are missing, an open area, and one that cuts itself.
    town.way([1, 999_999, 2, 3], ["highway": "residential"])
    town.relation(
      [(id: 1005, role: "outer"), (id: 77, role: "outer")],
      ["type": "multipolygon", "natural": "wood"])
    let bow = [
      town.node(46.02, 7), town.node(46.021, 7.001), town.node(46.02, 7.001), town.node(46.021, 7),
    ]
    town.way(bow + [bow[0]], ["building": "yes"])
    let (_, report) = try town.scene()
    #expect(report.counts.incompleteWays == 1)
    #expect(report.counts.incompleteRelations == 1)
    #expect(report.counts.unassembledAreas >= 1)
    #expect(report.layers.first { $0.name == "buildings" }?.count == 6)
    #expect(report.layers.first { $0.name == "roads" }?.count == 3)
  }

  @Test(
    "what is no map is named with its line",
    arguments: [
      ("", "no element found"), ("<kml/>", "is <kml>, not <osm>"),
      ("<osmChange/>", "changes are no map"), ("<osm><node id=\"1\"/></osm>", "needs lat and lon"),
      ("<osm>\n<way id=\"x\"/></osm>", "line 2: way needs id"),
      ("<osm><way id=\"1\"><nd/></way></osm>", "nd needs ref"),
      ("<osm><node id=\"1\" lat=\"91\" lon=\"0\"/></osm>", "needs lat and lon"),
      ("<osm><way id=\"1\"><tag k=\"a\"/></way></osm>", "tag needs k and v"),
      ("<osm><relation id=\"1\"><member type=\"cat\" ref=\"1\"/></relation></osm>", "member needs"),
      ("<osm><way id=\"1\"></osm>", "mismatched tag"),
      ("<!DOCTYPE o [<!ENTITY a \"b\">]><osm/>", "declares a document type"),
      ("<?xml version=\"1.0\"?>\n<!DOCTYPE osm>\n<osm/>", "line 2, column"),
    ])
  func malformed(_ text: String, _ said: String) {
    do {
      _ = try CityImport(xml: Array(text.utf8))
      Issue.record("read")
    } catch { #expect(error.description.contains(said), "\(error)") }
  }
}

extension String {
  /// How often a text stands in this one.
  fileprivate func components(_ part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let found = rest.firstRange(of: part) {
      count += 1
      rest = rest[found.upperBound...]
    }
    return count
  }
}
