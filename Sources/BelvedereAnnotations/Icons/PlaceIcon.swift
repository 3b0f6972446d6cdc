/// The small pictures that stand in balloons for kinds of places: one for each of MapKit's categories, under its name.
public enum PlaceIcon: String, Sendable, Hashable, CaseIterable {
  // Arts, education and evenings out.
  case museum, musicVenue, theater
  case library, planetarium, school, university
  case movieTheater, nightlife
  // Health, safety and landmarks.
  case fireStation, hospital, pharmacy, police
  case castle, fortress, landmark, nationalMonument
  // Food and drink.
  case bakery, brewery, cafe, distillery, foodMarket, restaurant, winery
  // Services and shops.
  case animalService, atm, automotiveRepair, bank, beauty, evCharger, fitnessCenter, laundry,
    mailbox, postOffice, restroom, spa, store
  // Parks and the like.
  case amusementPark, aquarium, beach, campground, fairground, marina, nationalPark, park, rvPark,
    zoo
  // Sports.
  case baseball, basketball, bowling, goKart, golf, hiking, miniGolf, rockClimbing, skatePark,
    skating, skiing, soccer, stadium, tennis, volleyball
  // Travel, and sports on the water.
  case airport, carRental, conventionCenter, gasStation, hotel, parking, publicTransport
  case fishing, kayaking, surfing, swimming
}
