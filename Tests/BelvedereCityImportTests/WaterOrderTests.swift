import BelvedereCityImport
import BelvedereOSM
import Foundation
import Testing

/// What lies over what among areas of land cover.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct WaterOrderTests {
  /// The names of areas in the order in which they are drawn, as text and streamed.
  private func order(_ town: TownText) throws -> [String] {
    let (files, _) = try town.scene()
    let text = files["land-cover.geojson"] ?? ""
    let data = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return (data?["features"] as? [[String: Any]] ?? []).compactMap {
      ($0["properties"] as? [String: Any])?["name"] as? String
    }
  }

  @Test("water lies over what shares its bank or reaches over it, however small that is")
  func banks() throws {
    var town = TownText()
    town.box(46, 7, 0.01, ["natural": "water", "name": "lake"])
    town.box(46.004, 7.009, 0.003, ["natural": "wood", "name": "wood over the bank"])
    town.box(45.99, 6.99, 0.04, ["leisure": "park", "name": "park"])
    town.box(46.002, 7.01, 0.004, ["landuse": "meadow", "name": "meadow at the bank"])
    town.box(46.001, 7.0005, 0.0005, ["man_made": "pier", "name": "pier"])
    #expect(
      try order(town) == ["park", "meadow at the bank", "wood over the bank", "lake", "pier"])
  }

  @Test("what lies wholly in a water is an island, and ponds on it are ponds")
  func islands() throws {
    var town = TownText()
    town.box(46, 7, 0.01, ["natural": "water", "name": "lake"])
    town.box(46.002, 7.002, 0.004, ["natural": "wood", "name": "island"])
    town.box(46.003, 7.003, 0.001, ["natural": "water", "name": "pond"])
    town.box(46.0032, 7.0032, 0.0002, ["natural": "scrub", "name": "islet"])
    town.box(45.99, 6.99, 0.04, ["leisure": "park", "name": "park"])
    // The same area once more is none.
    town.box(46, 7, 0.01, ["natural": "wetland", "name": "marsh"])
    #expect(try order(town) == ["park", "marsh", "lake", "island", "pond", "islet"])
  }

  @Test("an area in the hole of a lake is drawn before it, as all on land are")
  func holes() throws {
    var town = TownText()
    let outer = town.box(46, 7, 0.01, [:])
    let inner = town.box(46.003, 7.003, 0.003, [:])
    town.relation(
      [(outer, "outer"), (inner, "inner")],
      ["type": "multipolygon", "natural": "water", "name": "lake"])
    town.box(46.004, 7.004, 0.001, ["natural": "wood", "name": "wood"])
    #expect(try order(town) == ["wood", "lake"])
  }
}
