import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain

/// What of a city a scene shows, by layers.
struct CityContent {
  var buildings = FeatureList()
  /// Of buildings; they replace the outlines around them.
  var parts: [CityFeature] = []
  var roads = FeatureList()
  var landCover: [CityFeature] = []
  var trees: [CityTree] = []
  /// Buildings of city models, whose form is given.
  var models: [ModelBuilding] = []
  var places: [CityPlace] = []
  /// Lines with the land on their left.
  var coastlines: [[Coordinate]] = []
  /// What was left out, by the reason.
  var dropped: [String: Int] = [:]

  /// Takes the features of a layer.
  mutating func take(_ layer: String) -> FeatureList {
    switch layer {
    case "landCover":
      defer { landCover = [] }
      return FeatureList(landCover)
    case "roads":
      defer { roads = FeatureList() }
      return roads
    default:
      defer { buildings = FeatureList() }
      return buildings
    }
  }

  /// Whether what the features take leaves room for making files of them: of layers that are streamed twice that, of
  /// others, which are in one piece, three times.
  func fits(into memory: Int, isStreamed: Bool) -> Bool {
    roads.byteCount + buildings.byteCount <= memory / (isStreamed ? 3 : 4)
  }

  mutating func drop(_ reason: String) { dropped[reason, default: 0] += 1 }

  /// Puts a feature where it belongs, as far as it is shown on a map.
  mutating func add(_ feature: OSMFeature, within box: GeographicBounds?) {
    switch feature.shape {
    case .point(let place): addPoint(feature, at: place, within: box)
    case .line(let line): addLine(feature, line, within: box)
    case .area(let polygons): addArea(feature, polygons, within: box)
    }
  }

  private mutating func addPoint(
    _ feature: OSMFeature, at place: Coordinate, within box: GeographicBounds?
  ) {
    if let box, !box.contains(latitude: place.latitude, longitude: place.longitude) { return }
    if let tree = CityTree(feature, at: place) { trees.append(tree) }
    if let name = CityPlace(feature, at: place) { places.append(name) }
  }

  private mutating func addLine(
    _ feature: OSMFeature, _ line: [Coordinate], within box: GeographicBounds?
  ) {
    if feature.tags["natural"] == "coastline" { coastlines.append(line) }
    if feature.tags["natural"] == "tree_row" {
      trees += CityTree.row(feature, along: line).filter {
        box?.contains(latitude: $0.at.latitude, longitude: $0.at.longitude) ?? true
      }
    }
    if let road = RoadLayer.feature(feature) {
      for part in cut(road, line, to: box) { roads.append(part) }
    } else if feature.tags["highway"] != nil || feature.tags["railway"] != nil {
      drop("ways that are no roads or rails in use, such as those planned or under construction")
    }
    if let water = WaterwayLayer.feature(feature, along: line) {
      landCover += cut(water, to: box)
    }
  }

  private mutating func addArea(
    _ feature: OSMFeature, _ polygons: [[[Coordinate]]], within box: GeographicBounds?
  ) {
    if let (building, isPart) = BuildingLayer.feature(feature, polygons) {
      guard isWithin(polygons, box) else { return }
      if isPart { parts.append(building) } else { buildings.append(building) }
    }
    if let cover = LandCoverLayer.feature(feature, polygons) { landCover += cut(cover, to: box) }
    if let middle = CityShape.middle(of: polygons), let place = CityPlace(feature, at: middle),
      box?.contains(latitude: middle.latitude, longitude: middle.longitude) ?? true
    {
      places.append(place)
    }
  }

  /// Whether the middle of an area lies in a box.
  func isWithin(_ polygons: [[[Coordinate]]], _ box: GeographicBounds?) -> Bool {
    guard let box, let middle = CityShape.middle(of: polygons) else { return true }
    return box.contains(latitude: middle.latitude, longitude: middle.longitude)
  }

  private func cut(
    _ feature: CityFeature, _ line: [Coordinate], to box: GeographicBounds?
  ) -> [CityFeature] {
    guard let box else { return [feature] }
    return BoxCut(box).lines(line).map { part in
      var feature = feature
      feature.shape = .line(part)
      return feature
    }
  }

  private func cut(_ feature: CityFeature, to box: GeographicBounds?) -> [CityFeature] {
    guard let box, case .polygons(let polygons) = feature.shape else { return [feature] }
    let cut = polygons.compactMap { BoxCut(box).polygon($0) }
    guard !cut.isEmpty else { return [] }
    var feature = feature
    feature.shape = .polygons(cut)
    return [feature]
  }
}
