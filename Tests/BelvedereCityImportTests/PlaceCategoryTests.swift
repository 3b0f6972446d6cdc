import BelvedereCityImport
import BelvedereJSON
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTestSupport
import Foundation
import Testing

/// Points of interest of OpenStreetMap and their kinds.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct PlaceCategoryTests {
  /// For each kind tags as OpenStreetMap's wiki has them, with what stands beside them.
  private static let tags: [(PointOfInterestCategory, [String: String])] = [
    (.museum, ["tourism": "museum"]), (.musicVenue, ["amenity": "music_venue"]),
    (.theater, ["amenity": "theatre"]), (.library, ["amenity": "library"]),
    (.planetarium, ["amenity": "planetarium"]), (.school, ["amenity": "school"]),
    (.university, ["amenity": "university"]), (.movieTheater, ["amenity": "cinema"]),
    (.nightlife, ["amenity": "nightclub"]), (.fireStation, ["amenity": "fire_station"]),
    (.hospital, ["amenity": "hospital"]), (.pharmacy, ["amenity": "pharmacy"]),
    (.police, ["amenity": "police"]),
    (.castle, ["historic": "castle", "tourism": "attraction"]),
    (.fortress, ["historic": "fort"]), (.landmark, ["tourism": "attraction"]),
    (.restaurant, ["tourism": "attraction", "amenity": "restaurant"]),
    (.park, ["tourism": "attraction", "leisure": "garden"]), (.landmark, ["tourism": "artwork"]),
    (.nationalMonument, ["historic": "monument"]), (.bakery, ["shop": "bakery"]),
    (.brewery, ["craft": "brewery"]), (.cafe, ["amenity": "cafe"]),
    (.distillery, ["craft": "distillery"]), (.foodMarket, ["shop": "supermarket"]),
    (.restaurant, ["amenity": "restaurant"]), (.winery, ["craft": "winery"]),
    (.animalService, ["amenity": "veterinary"]), (.atm, ["amenity": "atm"]),
    (.automotiveRepair, ["shop": "car_repair"]), (.bank, ["amenity": "bank"]),
    (.beauty, ["shop": "hairdresser"]), (.evCharger, ["amenity": "charging_station"]),
    (.fitnessCenter, ["leisure": "fitness_centre", "sport": "climbing"]),
    (.fitnessCenter, ["leisure": "sports_centre"]), (.laundry, ["shop": "laundry"]),
    (.mailbox, ["amenity": "post_box"]), (.postOffice, ["amenity": "post_office"]),
    (.restroom, ["amenity": "toilets"]), (.spa, ["leisure": "spa"]), (.spa, ["shop": "massage"]),
    (.store, ["shop": "mall"]), (.store, ["shop": "musical_instrument"]),
    (.amusementPark, ["tourism": "theme_park"]), (.aquarium, ["tourism": "aquarium"]),
    (.beach, ["natural": "beach", "sport": "surfing"]),
    (.campground, ["tourism": "camp_site"]), (.fairground, ["landuse": "fairground"]),
    (.marina, ["leisure": "marina"]), (.nationalPark, ["boundary": "national_park"]),
    (.nationalPark, ["boundary": "protected_area", "protect_class": "2"]),
    (.park, ["leisure": "park"]), (.rvPark, ["tourism": "caravan_site"]),
    (.zoo, ["tourism": "zoo"]), (.baseball, ["leisure": "pitch", "sport": "baseball"]),
    (.basketball, ["leisure": "pitch", "sport": "table_tennis; basketball"]),
    (.bowling, ["leisure": "bowling_alley"]), (.goKart, ["leisure": "track", "sport": "karting"]),
    (.golf, ["leisure": "golf_course", "sport": "golf"]), (.hiking, ["highway": "trailhead"]),
    (.miniGolf, ["leisure": "miniature_golf"]),
    (.rockClimbing, ["natural": "cliff", "sport": "climbing"]),
    (.skatePark, ["leisure": "pitch", "sport": "skateboard"]),
    (.skating, ["leisure": "ice_rink", "sport": "ice_hockey"]),
    (.skiing, ["landuse": "winter_sports"]), (.skiing, ["sport": "skiing"]),
    (.soccer, ["leisure": "sports_centre", "sport": "soccer;tennis"]),
    (.stadium, ["leisure": "stadium", "sport": "soccer"]),
    (.tennis, ["leisure": "pitch", "sport": "tennis"]),
    (.volleyball, ["leisure": "pitch", "sport": "beachvolleyball"]),
    (.airport, ["aeroway": "aerodrome"]), (.carRental, ["amenity": "car_rental"]),
    (.conventionCenter, ["amenity": "conference_centre"]), (.gasStation, ["amenity": "fuel"]),
    (.hotel, ["tourism": "hotel"]), (.parking, ["amenity": "parking"]),
    (.publicTransport, ["railway": "station"]), (.publicTransport, ["highway": "bus_stop"]),
    (.fishing, ["leisure": "fishing"]), (.kayaking, ["sport": "canoe"]),
    (.surfing, ["sport": "surfing"]), (.swimming, ["leisure": "swimming_area"]),
  ]

  private static let others: [[String: String]] = [
    ["amenity": "place_of_worship"], ["office": "company"],
    ["leisure": "pitch", "sport": "cricket"],
    ["shop": "vacant"],
  ]

  /// The categories of names by their titles.
  private func categories(_ text: String?) throws -> [String: String] {
    func member(_ name: String, _ value: JSONValue) -> JSONValue.Content? {
      guard case .object(let members) = value.content else { return nil }
      return members.first { $0.name == name }?.value.content
    }
    let file = try JSONParser.parse(Array((text ?? "{}").utf8))
    guard case .array(let items) = member("annotations", file) else { return [:] }
    return Dictionary(
      items.map { item in
        func text(_ name: String) -> String {
          if case .string(let text) = member(name, item) { text } else { "" }
        }
        return (text("title"), text("category"))
      }
    ) { a, _ in a }
  }

  @Test("every category is one of places and of areas with some tags")
  func eachCategoryIsReached() throws {
    #expect(Set(Self.tags.map(\.0)) == Set(PointOfInterestCategory.allCases))
    for isArea in [false, true] {
      var town = TownText()
      for (i, (_, tags)) in Self.tags.enumerated() {
        let place = (46 + 0.001 * Double(i / 10), 7 + 0.001 * Double(i % 10))
        let tags = tags.merging(["name": "Number \(i)"]) { a, _ in a }
        if isArea {
          // A boundary is one of a relation.
          let isBoundary = tags["boundary"] != nil
          let way = town.box(place.0, place.1, 0.0005, isBoundary ? [:] : tags)
          if isBoundary {
            town.relation([(way, "outer")], tags.merging(["type": "boundary"]) { a, _ in a })
          }
        } else {
          _ = town.node(place.0, place.1, tags)
        }
      }
      let (files, report) = try town.scene { $0.names = .all }
      let found = try categories(files["names.json"])
      for (i, (category, tags)) in Self.tags.enumerated() {
        // Outlines of trailheads, stops, stations and portages are lines.
        if isArea, tags.keys.allSatisfy({ ["highway", "railway"].contains($0) }) { continue }
        #expect(found["Number \(i)"] == category.rawValue, "\(tags), \(isArea)")
      }
      #expect(!report.dropped.contains { $0.reason.contains("category") })
    }
  }

  @Test("all names are all that have a category, and the others are counted")
  func allNames() throws {
    var town = TownText()
    let lesser = ["toilets", "post_box", "charging_station", "parking", "atm"]
    for (i, kind) in lesser.enumerated() {
      _ = town.node(46, 7 + 0.001 * Double(i), ["amenity": kind, "name": "Number \(i)"])
    }
    for (i, tags) in Self.others.enumerated() {
      _ = town.node(46.01, 7 + 0.001 * Double(i), tags.merging(["name": "Other"]) { a, _ in a })
    }
    _ = town.node(46.02, 7, ["amenity": "place_of_worship"])
    _ = town.node(46.02, 7.001, ["natural": "peak", "name": "Mountain"])
    let (files, report) = try town.scene { $0.names = .all }
    #expect(try categories(files["names.json"]).count == lesser.count)
    let dropped = report.dropped.filter { $0.reason.contains("named places of kinds") }
    #expect(dropped.map(\.count) == [Self.others.count])
    let (known, knownReport) = try town.scene { $0.names = .known }
    #expect(known["names.json"] == nil)
    #expect(knownReport.dropped.map(\.count) == [lesser.count])
    #expect(knownReport.dropped.first?.reason.contains("--names all") == true)
  }

  @Test(
    "stops, entrances, practices and memorials are on a map of known names where an encyclopaedia tells of them"
  )
  func lesser() throws {
    let tags = [
      ["railway": "tram_stop"], ["railway": "subway_entrance"], ["highway": "bus_stop"],
      ["amenity": "doctors"], ["amenity": "clinic"], ["historic": "memorial"],
    ]
    var town = TownText()
    for (i, tags) in tags.enumerated() {
      for (j, more) in [["name": "Plain \(i)"], ["name": "Known \(i)", "wikidata": "Q1"]]
        .enumerated()
      {
        _ = town.node(
          46 + 0.001 * Double(j), 7 + 0.001 * Double(i), tags.merging(more) { a, _ in a })
      }
    }
    _ = town.node(46.01, 7, ["railway": "station", "name": "Station"])
    _ = town.node(46.01, 7.001, ["amenity": "hospital", "name": "Hospital"])
    let found = try categories(town.scene { $0.names = .known }.files["names.json"]).keys
    #expect(Set(found) == Set(tags.indices.map { "Known \($0)" } + ["Station", "Hospital"]))
  }

  @Test("names of towns stand over the roofs around them")
  func townNames() throws {
    var town = TownText()
    _ = town.node(46, 7, ["place": "suburb", "name": "Suburb"])
    let text = try #require(try town.scene().files["names.json"])
    #expect(text.contains(#""on": "roof""#) && text.contains(#""height": 18"#), "\(text)")
  }

  @Test("white icons stand out from the colours of their marks")
  func tints() throws {
    var town = TownText()
    for (i, (_, tags)) in Self.tags.enumerated() {
      _ = town.node(46, 7 + 0.001 * Double(i), tags.merging(["name": "N"]) { a, _ in a })
    }
    let text = try #require(try town.scene { $0.names = .all }.files["names.json"])
    let tints = Set(text.split(separator: "\"").filter { $0.hasPrefix("#") })
    #expect(tints.count >= 8)
    for tint in tints {
      let value = try #require(UInt32(tint.dropFirst(), radix: 16))
      func light(_ shift: UInt32) -> Double {
        let c = Double(value >> shift & 255) / 255
        return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4)
      }
      let luminance = 0.2126 * light(16) + 0.7152 * light(8) + 0.0722 * light(0)
      #expect(1.05 / (luminance + 0.05) > 3, "\(tint)")
    }
  }
}
