import BelvedereSceneModel

/// Which kinds of points of interest tags of OpenStreetMap say.
enum PlaceCategories {
  typealias Values = [String: PointOfInterestCategory]

  /// What a thing with some tags is: the first of the keys that says something counts, and of several values in one the
  /// first that does.
  ///
  /// - Returns: its kind, and whether there are many of its like, of which a map says little; `nil` for none.
  static func category(
    _ tag: (String) -> String?
  ) -> (category: PointOfInterestCategory, isLesser: Bool)? {
    for (key, values) in known {
      guard let text = tag(key) else { continue }
      for value in text.split(separator: ";") {
        let value = value.filter { $0 != " " }
        if let category = values[value] {
          return (category, lesser.contains(category) || lesserValues.contains(value))
        }
      }
    }
    // National parks are the second class of protected areas of the IUCN.
    if tag("boundary") == "protected_area", tag("protect_class") == "2" {
      return (.nationalPark, false)
    }
    // Whatever it sells.
    if let shop = tag("shop"), !["no", "vacant", "none"].contains(shop) { return (.store, false) }
    return nil
  }

  /// Whether a thing with some tags is what maps may have a mark for, whether or not there is a category for it.
  static func isPlace(_ tag: (String) -> String?) -> Bool {
    let keys = [
      "amenity", "tourism", "historic", "leisure", "shop", "sport", "craft", "office", "healthcare",
      "club",
    ]
    return keys.contains { tag($0).map { $0 != "no" } ?? false }
  }

  /// The key of a tag with a value that makes a category; `nil` for none.
  static func key(of value: String) -> String? { known.first { $0.values[value] != nil }?.key }

  /// What a city has hundreds of.
  private static let lesser: Set<PointOfInterestCategory> = [
    .parking, .atm, .mailbox, .restroom, .evCharger,
  ]
  /// The same of values, where others of their category are few: stops beside stations, practices beside hospitals.
  private static let lesserValues: Set<String> = [
    "bus_stop", "tram_stop", "subway_entrance", "artwork", "memorial", "doctors", "clinic",
  ]

  /// Keys in the order in which they count.
  private static let known: [(key: String, values: Values)] = [
    ("tourism", tourism), ("historic", historic), ("amenity", amenities),
    ("leisure", leisure), ("natural", ["beach": .beach]), ("sport", sports),
    ("leisure", sportsGrounds), ("shop", shops),
    (
      "railway",
      [
        "station": .publicTransport, "halt": .publicTransport, "tram_stop": .publicTransport,
        "subway_entrance": .publicTransport,
      ]
    ),
    ("public_transport", ["station": .publicTransport]),
    ("aerialway", ["station": .publicTransport]),
    ("aeroway", ["aerodrome": .airport, "heliport": .airport, "terminal": .airport]),
    (
      "craft",
      [
        "brewery": .brewery, "distillery": .distillery, "winery": .winery, "bakery": .bakery,
      ]
    ),
    ("boundary", ["national_park": .nationalPark]),
    ("highway", ["trailhead": .hiking, "bus_stop": .publicTransport]),
    ("landuse", ["winter_sports": .skiing, "fairground": .fairground, "recreation_ground": .park]),
    (
      "piste:type",
      [
        "downhill": .skiing, "nordic": .skiing, "skitour": .skiing, "snow_park": .skiing,
        "ice_skate": .skating, "hike": .hiking,
      ]
    ),
    ("canoe", ["put_in": .kayaking, "portage": .kayaking]),
    ("whitewater", ["put_in": .kayaking, "rapid": .kayaking]),
    ("man_made", ["lighthouse": .landmark, "obelisk": .nationalMonument]),
    // Where nothing says what draws people there.
    ("tourism", ["attraction": .landmark, "viewpoint": .landmark, "artwork": .landmark]),
  ]

  private static let tourism: Values = [
    "museum": .museum, "gallery": .museum, "hotel": .hotel, "motel": .hotel, "hostel": .hotel,
    "guest_house": .hotel, "chalet": .hotel, "apartment": .hotel, "alpine_hut": .hotel,
    "zoo": .zoo, "aquarium": .aquarium, "theme_park": .amusementPark, "camp_site": .campground,
    "wilderness_hut": .campground, "caravan_site": .rvPark,
  ]

  private static let historic: Values = [
    "castle": .castle, "fort": .fortress, "fortress": .fortress, "citadel": .fortress,
    "monument": .nationalMonument, "memorial": .landmark, "ruins": .landmark, "tower": .landmark,
    "archaeological_site": .landmark, "city_gate": .landmark, "monastery": .landmark,
  ]

  private static let amenities: Values = [
    "cafe": .cafe, "ice_cream": .cafe, "restaurant": .restaurant, "fast_food": .restaurant,
    "food_court": .restaurant, "bar": .nightlife, "pub": .nightlife, "nightclub": .nightlife,
    "biergarten": .nightlife, "casino": .nightlife, "bank": .bank, "bureau_de_change": .bank,
    "atm": .atm, "pharmacy": .pharmacy, "hospital": .hospital, "clinic": .hospital,
    "doctors": .hospital, "police": .police, "fire_station": .fireStation,
    "post_office": .postOffice, "post_box": .mailbox, "letter_box": .mailbox, "library": .library,
    "school": .school, "kindergarten": .school, "music_school": .school,
    "language_school": .school, "university": .university, "college": .university,
    "theatre": .theater, "arts_centre": .theater, "cinema": .movieTheater, "fuel": .gasStation,
    "charging_station": .evCharger, "parking": .parking, "parking_entrance": .parking,
    "bicycle_parking": .parking, "motorcycle_parking": .parking, "car_rental": .carRental,
    "motorcycle_rental": .carRental, "car_wash": .automotiveRepair, "toilets": .restroom,
    "veterinary": .animalService, "animal_boarding": .animalService,
    "animal_shelter": .animalService, "marketplace": .foodMarket, "planetarium": .planetarium,
    "conference_centre": .conventionCenter, "exhibition_centre": .conventionCenter,
    "events_venue": .conventionCenter, "bus_station": .publicTransport,
    "ferry_terminal": .publicTransport, "music_venue": .musicVenue, "concert_hall": .musicVenue,
    "spa": .spa, "public_bath": .spa, "fairground": .fairground,
    "festival_grounds": .fairground, "dojo": .fitnessCenter,
  ]

  private static let leisure: Values = [
    "park": .park, "garden": .park, "nature_reserve": .park, "fitness_centre": .fitnessCenter,
    "marina": .marina, "stadium": .stadium, "golf_course": .golf, "miniature_golf": .miniGolf,
    "bowling_alley": .bowling, "ice_rink": .skating, "swimming_area": .swimming,
    "swimming_pool": .swimming, "water_park": .swimming, "beach_resort": .beach, "spa": .spa,
    "sauna": .spa, "fishing": .fishing, "fairground": .fairground, "skatepark": .skatePark,
    "dance": .nightlife, "amusement_arcade": .amusementPark, "trampoline_park": .amusementPark,
  ]

  /// Pitches, tracks, halls, crags, shores: what is done there.
  private static let sports: Values = [
    "baseball": .baseball, "softball": .baseball, "basketball": .basketball,
    "streetball": .basketball, "10pin": .bowling, "9pin": .bowling, "bowling": .bowling,
    "karting": .goKart, "golf": .golf, "miniature_golf": .miniGolf, "minigolf": .miniGolf,
    "hiking": .hiking, "climbing": .rockClimbing, "bouldering": .rockClimbing,
    "skateboard": .skatePark, "ice_skating": .skating, "roller_skating": .skating,
    "ice_hockey": .skating, "skiing": .skiing, "soccer": .soccer, "futsal": .soccer,
    "tennis": .tennis, "padel": .tennis, "volleyball": .volleyball,
    "beachvolleyball": .volleyball, "fishing": .fishing, "canoe": .kayaking, "kayak": .kayaking,
    "rowing": .kayaking, "surfing": .surfing, "windsurfing": .surfing, "kitesurfing": .surfing,
    "swimming": .swimming, "fitness": .fitnessCenter,
  ]

  /// Where nothing says which sport it is for.
  private static let sportsGrounds: Values = [
    "sports_centre": .fitnessCenter, "sports_hall": .fitnessCenter,
    "fitness_station": .fitnessCenter,
  ]

  /// Others are stores.
  private static let shops: Values = [
    "bakery": .bakery, "pastry": .bakery, "supermarket": .foodMarket, "greengrocer": .foodMarket,
    "convenience": .foodMarket, "butcher": .foodMarket, "seafood": .foodMarket,
    "cheese": .foodMarket, "deli": .foodMarket, "farm": .foodMarket, "hairdresser": .beauty,
    "beauty": .beauty, "tattoo": .beauty, "massage": .spa, "laundry": .laundry,
    "dry_cleaning": .laundry, "car_repair": .automotiveRepair,
    "motorcycle_repair": .automotiveRepair, "tyres": .automotiveRepair, "chemist": .pharmacy,
    "pet_grooming": .animalService, "department_store": .store, "mall": .store, "books": .store,
    "clothes": .store,
  ]
}
