import BelvedereCityImport
import BelvedereOSM
import Foundation
import Testing

/// How names of towns and their parts are ranked.
@Suite(
  "The ranks of towns", .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct PlaceRankTests {
  /// Sizes and priorities by names.
  private func names(_ places: [(String, [String: String])]) throws -> [String: (Double, Double)] {
    var town = TownText()
    for (i, (name, tags)) in places.enumerated() {
      _ = town.node(46, 7 + 0.01 * Double(i), tags.merging(["name": name]) { a, _ in a })
    }
    let text = try #require(try town.scene { $0.names = .all }.files["names.json"])
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    var result: [String: (Double, Double)] = [:]
    for item in document?["annotations"] as? [[String: Any]] ?? [] {
      guard let name = item["title"] as? String else { continue }
      result[name] = (item["titleSize"] as? Double ?? 0, item["displayPriority"] as? Double ?? 0)
    }
    return result
  }

  @Test("capitals, cities, towns, villages and suburbs are one below the other")
  func order() throws {
    let order: [(String, [String: String])] = [
      ("A", ["place": "city", "capital": "yes"]),
      ("B", ["place": "city", "population": "2000000"]),
      ("C", ["place": "city", "population": "150 000"]), ("D", ["place": "town"]),
      ("E", ["place": "village"]), ("F", ["place": "neighbourhood"]), ("G", ["amenity": "cafe"]),
    ]
    let names = try names(order.shuffled())
    let found = order.compactMap { names[$0.0] }
    #expect(found.count == order.count)
    for (a, b) in zip(found, found.dropFirst()) {
      #expect(a.0 > b.0 && a.1 > b.1, "\(a) \(b)")
    }
    // What users add has 250 at least.
    #expect(found.allSatisfy { $0.1 < 250 })
  }

  @Test(
    "senseless numbers of people change nothing", arguments: ["", "many", "-5", "nan", "1e999"])
  func senseless(_ population: String) throws {
    let names = try names([
      ("A", ["place": "town", "population": population]), ("B", ["place": "town"]),
    ])
    let (a, b) = (try #require(names["A"]), try #require(names["B"]))
    #expect(a == b)
  }
}
