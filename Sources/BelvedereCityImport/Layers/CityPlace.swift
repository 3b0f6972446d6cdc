import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel

/// A name on the map: of a town or a part of it, or a point of interest.
struct CityPlace {
  var id: String
  var at: Coordinate
  var name: String
  /// What kind of place a point of interest is; `nil` for towns and their parts.
  var category: PointOfInterestCategory?
  /// Which names are kept where there is not room for all: as annotations have it, up to 1000.
  var priority: Double
  /// Whether an encyclopaedia tells of it.
  private var isKnown = false

  /// Whether it is among some names.
  func isShown(_ names: CityNames) -> Bool {
    switch names {
    case .none: false
    case .places: category == nil
    case .known: category.map { isKnown || Self.eminent.contains($0) } ?? true
    case .all: true
    }
  }

  /// Whether a feature has a name at all.
  static func hasName(_ feature: OSMFeature) -> Bool { feature.tags["name"] != nil }

  /// The name that a feature has on a map; `nil` where it has none.
  init?(_ feature: OSMFeature, at place: Coordinate) {
    let tags = feature.tags
    guard let name = tags["name"], !name.isEmpty else { return nil }
    (id, at, self.name) = (feature.name, place, name)
    if feature.kind == .node, let priority = tags["place"].flatMap({ Self.places[$0] }) {
      self.priority = priority
      return
    }
    for (key, values) in Self.categories {
      guard let value = tags[key], let category = values[value] else { continue }
      self.category = category
      // A map of a city is no list of garages.
      if [.parking, .atm, .mailbox, .restroom, .evCharger].contains(category),
        tags["wikidata"] == nil
      {
        return nil
      }
      // Those that are written of come first.
      isKnown = tags["wikidata"] != nil || tags["wikipedia"] != nil
      priority = (Self.eminent.contains(category) ? 120 : 60) + (isKnown ? 100 : 0)
      return
    }
    return nil
  }

  /// Whether a word is of towns and their parts.
  static func isTown(_ word: String) -> Bool { places[word] != nil }

  private static let places: [String: Double] = [
    "city": 900, "town": 850, "village": 800, "suburb": 700, "borough": 720, "quarter": 650,
    "neighbourhood": 550, "hamlet": 600, "island": 600, "islet": 400,
  ]

  private static let eminent: Set<PointOfInterestCategory> = [
    .museum, .theater, .castle, .fortress, .landmark, .nationalMonument, .airport, .stadium, .zoo,
    .aquarium, .park, .university, .hospital, .publicTransport, .library, .beach, .marina,
  ]

  /// The key of a tag with a value that makes a category; `nil` for none.
  static func key(of value: String) -> String? {
    categories.first { $0.values[value] != nil }?.key
  }

  /// Categories by tags; the first key that fits counts.
  private static let categories: [(key: String, values: [String: PointOfInterestCategory])] = [
    (
      "tourism",
      [
        "museum": .museum, "gallery": .museum, "hotel": .hotel, "motel": .hotel,
        "hostel": .hotel, "guest_house": .hotel, "attraction": .landmark, "viewpoint": .landmark,
        "zoo": .zoo, "aquarium": .aquarium, "theme_park": .amusementPark,
        "camp_site": .campground, "caravan_site": .rvPark,
      ]
    ),
    (
      "historic",
      [
        "castle": .castle, "fort": .fortress, "monument": .nationalMonument,
        "memorial": .landmark,
      ]
    ),
    (
      "amenity",
      [
        "cafe": .cafe, "restaurant": .restaurant, "fast_food": .restaurant, "bar": .nightlife,
        "pub": .nightlife, "nightclub": .nightlife, "biergarten": .nightlife, "bank": .bank,
        "atm": .atm, "pharmacy": .pharmacy, "hospital": .hospital, "clinic": .hospital,
        "police": .police, "fire_station": .fireStation, "post_office": .postOffice,
        "post_box": .mailbox, "library": .library, "school": .school, "university": .university,
        "college": .university, "theatre": .theater, "cinema": .movieTheater,
        "fuel": .gasStation, "charging_station": .evCharger, "parking": .parking,
        "car_rental": .carRental, "toilets": .restroom, "veterinary": .animalService,
        "marketplace": .foodMarket, "planetarium": .planetarium,
        "conference_centre": .conventionCenter, "bus_station": .publicTransport,
        "ferry_terminal": .publicTransport, "music_venue": .musicVenue,
        "concert_hall": .musicVenue,
      ]
    ),
    (
      "leisure",
      [
        "park": .park, "fitness_centre": .fitnessCenter, "marina": .marina, "stadium": .stadium,
        "golf_course": .golf, "miniature_golf": .miniGolf, "bowling_alley": .bowling,
        "ice_rink": .skating, "swimming_area": .swimming, "beach_resort": .beach,
      ]
    ),
    (
      "shop",
      [
        "bakery": .bakery, "supermarket": .foodMarket, "greengrocer": .foodMarket,
        "convenience": .foodMarket, "hairdresser": .beauty, "beauty": .beauty,
        "laundry": .laundry, "dry_cleaning": .laundry, "car_repair": .automotiveRepair,
        "department_store": .store, "mall": .store, "books": .store, "clothes": .store,
      ]
    ),
    (
      "railway",
      [
        "station": .publicTransport, "halt": .publicTransport, "tram_stop": .publicTransport,
        "subway_entrance": .publicTransport,
      ]
    ),
    (
      "aeroway",
      [
        "aerodrome": .airport
      ]
    ),
    (
      "craft",
      [
        "brewery": .brewery, "distillery": .distillery, "winery": .winery,
      ]
    ),
    (
      "natural",
      [
        "beach": .beach
      ]
    ),
  ]
}
