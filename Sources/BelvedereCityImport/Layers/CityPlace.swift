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
  /// Which names are kept where there is not room for all: below those of annotations that users add, which have 250 at least.
  var priority: Double
  /// How its name is written; `nil` for a point of interest.
  var letters: PlaceRank.Letters?
  /// Whether an encyclopaedia tells of it.
  private var isKnown = false
  /// Whether there are few of its like.
  private var isEminent = false

  /// Whether it is among some names.
  func isShown(_ names: CityNames) -> Bool {
    switch names {
    case .none: false
    case .places: category == nil
    case .known: category == nil || isKnown || isEminent
    case .all: true
    }
  }

  /// Whether a feature has a name at all.
  static func hasName(_ feature: OSMFeature) -> Bool { feature.tags["name"] != nil }

  /// Whether a feature has a name, and is a place of which a map could have a mark if there were a category for it.
  static func isNamedPlace(_ feature: OSMFeature) -> Bool {
    let tags = feature.tags
    return hasName(feature) && PlaceCategories.isPlace { tags[$0] }
  }

  /// The name that a feature has on a map; `nil` where it has none.
  init?(_ feature: OSMFeature, at place: Coordinate) {
    let tags = feature.tags
    guard let name = tags["name"], !name.isEmpty else { return nil }
    (id, at, self.name) = (feature.name, place, name)
    if feature.kind == .node, let rank = PlaceRank({ tags[$0] }) {
      (priority, letters) = (rank.priority, rank.letters)
      return
    }
    guard let (category, isLesser) = PlaceCategories.category({ tags[$0] }) else { return nil }
    self.category = category
    // Those that are written of come first.
    isKnown = tags["wikidata"] != nil || tags["wikipedia"] != nil
    isEminent = !isLesser && (Self.eminent.contains(category) || tags["tourism"] == "attraction")
    priority = (isEminent ? 120 : isLesser ? 20 : 60) + (isKnown ? 100 : 0)
  }

  /// Whether a word is of towns and their parts.
  static func isTown(_ word: String) -> Bool { PlaceRank.isTown(word) }

  private static let eminent: Set<PointOfInterestCategory> = [
    .museum, .theater, .castle, .fortress, .landmark, .nationalMonument, .airport, .stadium, .zoo,
    .aquarium, .park, .university, .hospital, .publicTransport, .library, .beach, .marina,
    .nationalPark,
  ]
}
