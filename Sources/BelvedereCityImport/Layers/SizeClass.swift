import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereSceneModel

/// Things of a layer by how large they are seen from beside: what is small is needed from near by alone.
enum SizeClass {
  /// Metres of the largest thing of each class; beyond the last things are seen from everywhere.
  static let sizes: [Double] = [10, 20, 40, 80, 160, 320, 640]

  /// How many classes there are: the last one is of what is larger than all.
  static let count = sizes.count + 1

  /// The number of a feature's class.
  ///
  /// - Parameter box: that around it.
  static func number(
    of feature: CityFeature, ofLayer layer: String, within box: GeographicBox
  ) -> Int {
    let size = size(of: feature, ofLayer: layer, within: box)
    return sizes.firstIndex { size <= $0 } ?? sizes.count
  }

  /// Metres along the side of a square as large as a thing is seen from beside, about.
  private static func size(
    of feature: CityFeature, ofLayer layer: String, within box: GeographicBox
  ) -> Double {
    func text(_ key: String) -> String? { feature.properties.first { $0.key == key }?.value }
    switch layer {
    case "buildings":
      return (height(of: feature) * extent(box)).squareRoot()
    case "roads": return roadSize(text)
    // Flat, and seen from aslant.
    default: return extent(box) / 2
    }
  }

  /// The height of a building, about: of those that say none a usual one.
  static func height(of building: CityFeature) -> Double {
    func text(_ key: String) -> String? { building.properties.first { $0.key == key }?.value }
    return height(saidToBe: text("height"), levels: text("building:levels"))
  }

  /// The height of a building that says this of itself.
  static func height(saidToBe text: String?, levels: String?) -> Double {
    let said =
      text.flatMap { OSMValue.metres($0) }
      ?? levels.flatMap { OSMValue.count($0) }.map { 3.2 * $0 + 1 }
    return min(max(said ?? 7, 1), 1000)
  }

  /// Roads are lines of the map, seen from farther than they are wide, and together they are what cities are gray of.
  private static func roadSize(_ text: (String) -> String?) -> Double {
    let word = text("highway") ?? ""
    let name = word.hasSuffix("_link") ? String(word.dropLast(5)) : word
    if text("route") == "ferry" { return 160 }
    let size: Double =
      switch name {
      case "motorway", "trunk": 1e6
      case "primary": 640
      case "secondary", "tertiary": 320
      case "residential", "unclassified", "living_street", "pedestrian", "road": 160
      case "service", "track": 40
      case "": text("railway") != nil || text("aeroway") != nil ? 160 : 20
      default: 20
      }
    // Decks stand above the ground.
    return text("bridge") == nil ? size : max(size, 80)
  }

  private static func extent(_ box: GeographicBox) -> Double {
    guard !box.isEmpty else { return 0 }
    return CityShape.metres(
      Coordinate(latitude: box.south, longitude: box.west),
      Coordinate(latitude: box.north, longitude: box.east))
  }
}
