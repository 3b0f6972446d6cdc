import BelvedereAnnotations

/// What kind of place a point of interest is: MapKit's 73 categories.
///
/// The raw values are the names of MapKit's constants (`MKPointOfInterestCategory`), as its documentation
/// lists them, without any prefix.
public enum PointOfInterestCategory: String, Sendable, Hashable, CaseIterable {
  // Arts.
  case museum, musicVenue, theater
  // Education.
  case library, planetarium, school, university
  // Entertainment.
  case movieTheater, nightlife
  // Health and safety.
  case fireStation, hospital, pharmacy, police
  // Landmarks.
  case castle, fortress, landmark, nationalMonument
  // Food.
  case bakery, brewery, cafe, distillery, foodMarket, restaurant, winery
  // Services.
  case animalService, atm, automotiveRepair, bank, beauty, evCharger, fitnessCenter, laundry,
    mailbox, postOffice, restroom, spa, store
  // Parks.
  case amusementPark, aquarium, beach, campground, fairground, marina, nationalPark, park, rvPark,
    zoo
  // Sports.
  case baseball, basketball, bowling, goKart, golf, hiking, miniGolf, rockClimbing, skatePark,
    skating, skiing, soccer, stadium, tennis, volleyball
  // Travel.
  case airport, carRental, conventionCenter, gasStation, hotel, parking, publicTransport
  // Water.
  case fishing, kayaking, surfing, swimming
}

extension PointOfInterestCategory {
  /// The small picture that stands for it.
  public var icon: PlaceIcon? { PlaceIcon(rawValue: rawValue) }
}

/// Which points of interest a map shows.
///
/// Only annotations with a category are points of interest: others are what somebody put on the map, and no
/// filter takes those away.
public enum PointOfInterestFilter: Sendable, Hashable {
  case includingAll, excludingAll
  case including(Set<PointOfInterestCategory>)
  case excluding(Set<PointOfInterestCategory>)

  /// Whether points of interest of a category are shown.
  public func includes(_ category: PointOfInterestCategory) -> Bool {
    switch self {
    case .includingAll: true
    case .excludingAll: false
    case .including(let categories): categories.contains(category)
    case .excluding(let categories): !categories.contains(category)
    }
  }

  /// Whether they are not.
  public func excludes(_ category: PointOfInterestCategory) -> Bool { !includes(category) }
}
