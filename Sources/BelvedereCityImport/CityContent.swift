import BelvedereFiles
import BelvedereGeodesy
import BelvedereOSM
import BelvedereSceneModel
import BelvedereTerrain

/// What of a city a scene shows, by layers.
struct CityContent {
  let space: ScratchSpace
  private let names: CityNames
  /// Whether somebody chose the box: what a file says it is of cuts no waters, which it holds as a whole.
  private let cutsWaters: Bool
  private var buildings, parts, roads, landCover: LayerFeatures
  /// How far apart trees stand in woods; `nil` where none are left out.
  private var thinning: WoodThinning?
  private var trees: CityTrees
  /// Buildings of city models, whose form is given.
  var models: [ModelBuilding] = []
  var places: [CityPlace] = []
  /// Lines with the land on their left.
  var coastlines: [[Coordinate]] = []
  /// What was left out, by the reason.
  var dropped: [String: Int] = [:]
  /// Features of other sources than OpenStreetMap of which nothing is shown, being of kinds that maps do not draw.
  private(set) var undrawn = PlacedCount()
  /// Why something could not be kept.
  private(set) var failure: FileError?

  /// What features fill at most where there is a folder for the rest: files are nearly as fast.
  private static let mostMemory = 512 << 20

  /// Nothing yet.
  ///
  /// - Parameter memory: bytes that an import may take. Features fill about half of them, and files take the rest.
  init(memory: Int, _ options: CityImport.Options) {
    let half = max((memory - (96 << 20)) / 2, memory / 4)
    space = ScratchSpace(
      limit: options.scratchFolder == nil ? half : min(half, Self.mostMemory),
      folder: options.scratchFolder)
    names = options.names
    cutsWaters = options.box != nil
    // Parts replace the outlines around them.
    buildings = LayerFeatures("buildings", space)
    parts = LayerFeatures("buildings", space)
    roads = LayerFeatures("roads", space)
    landCover = LayerFeatures("landCover", space, by: .areas)
    trees = CityTrees(space)
  }

  /// Takes the features of a layer, sorted by their places; `nil` where there are none.
  ///
  /// - Parameter isBySize: whether they are sorted by their sizes first.
  /// - Returns: also how many things a scene has of them: of a feature of several polygons each is one.
  mutating func takeOrdered(_ layer: String, isBySize: Bool) throws -> (
    features: RecordSorter, packer: FeaturePacker, things: Int
  )? {
    let order = RecordSorter(space)
    var things = 0
    switch layer {
    case "landCover":
      let features = landCover
      landCover = LayerFeatures(layer, space, by: .areas)
      let places = PlaceOrder(extents: features.extents, isBySize: isBySize, isByAll: false)
      let drawn = try CoverOrder(features)
      let thinning = thinning
      try features.forEach { number, record in
        let n = drawn.place(number)
        let summary = FeaturePacker.summary(record)
        let key = places.key(summary, number: n)
        things += FeaturePacker.partCount(record)
        guard isBySize || thinning != nil else { return try order.add(key, record) }
        var feature = features.packer.feature(record)
        if let thinning, let wood = WoodTrees.wood(feature),
          thinning.thins(area: CityShape.area(of: wood))
        {
          feature.properties.append(("trees", LandCover.Trees.filled.rawValue))
        } else if !isBySize {
          return try order.add(key, record)
        }
        // Areas lie on each other in this order.
        if isBySize { feature.properties.append(("order", String(n))) }
        try order.add(key, features.packer.packed(feature, summary))
      }
      return order.count > 0 ? (order, features.packer, things) : nil
    case "roads":
      let features = roads
      roads = LayerFeatures(layer, space)
      let places = PlaceOrder(extents: features.extents, isBySize: isBySize)
      try features.forEach { n, record in
        things += FeaturePacker.partCount(record)
        try order.add(places.key(FeaturePacker.summary(record), number: n), record)
      }
      return order.count > 0 ? (order, features.packer, things) : nil
    default:
      let features = buildings
      let merged = try BuildingParts(features, parts)
      buildings = LayerFeatures(layer, space)
      parts = LayerFeatures(layer, space)
      if merged.replaced > 0 {
        dropped["outlines of buildings, which their parts replace"] = merged.replaced
      }
      if merged.repeated > 0 {
        dropped["buildings with the same outline as another"] = merged.repeated
      }
      let places = PlaceOrder(extents: merged.extents, isBySize: isBySize)
      try merged.forEach { n, record in
        things += FeaturePacker.partCount(record)
        try order.add(places.key(FeaturePacker.summary(record), number: n), record)
      }
      return order.count > 0 ? (order, features.packer, things) : nil
    }
  }

  /// Adds trees to woods, where they stand on nothing else.
  ///
  /// - Parameter coast: what is known of land and sea.
  mutating func growWoods(beside coast: Coast?) throws {
    var woods = try WoodTrees(landCover)
    guard !woods.isEmpty else { return }
    if let coast { woods.keep(on: coast.land, in: coast.box) }
    try roads.forEach { _, record in
      let road = roads.packer.feature(record)
      guard case .line(let line) = road.shape, let width = RoadLayer.width(road) else { return }
      woods.clear(along: line, width: width)
    }
    for layer in [buildings, parts] {
      try layer.forEach { _, record in
        if case .polygons(let polygons) = layer.packer.feature(record).shape {
          woods.clear(polygons)
        }
      }
    }
    try trees.forEach { woods.clear(around: $0.at) }
    try woods.forEach { try trees.append($0) }
    let leftOut = Int(clamping: woods.thinning.leftOut.rounded(), in: 0...Int.max / 2)
    if leftOut > 0 {
      thinning = woods.thinning
      dropped[
        "trees of large woods, so that woods have some 40,000 in all: near a camera their gaps are filled"
      ] =
        leftOut
    }
  }

  /// Things of all layers.
  var featureCount: Int {
    [buildings, parts, roads, landCover].reduce(trees.count) { $0 + $1.count }
  }

  /// Takes the trees.
  mutating func takeTrees() -> CityTrees {
    defer { trees = CityTrees(space) }
    return trees
  }

  /// Whether there is room for more, in memory or on the disk.
  var hasRoom: Bool { failure == nil && !space.isOverfull }

  /// Counts several with the place of the first.
  mutating func drop(_ count: PlacedCount, _ reason: String, _ place: (Int) -> String) {
    if count.count > 0 {
      dropped["\(reason) (the first: \(place(count.first)))"] = count.count
    }
  }

  mutating func drop(_ reason: String) { dropped[reason, default: 0] += 1 }

  /// Puts a feature where it belongs, as far as it is shown on a map.
  ///
  /// - Returns: whether there is room for more.
  mutating func add(_ feature: OSMFeature, within box: GeographicBounds?) -> Bool {
    do throws(FileError) {
      switch feature.shape {
      case .point(let place): try addPoint(feature, at: place, within: box)
      case .line(let line): try addLine(feature, line, within: box)
      case .area(let polygons): try addArea(feature, polygons, within: box)
      }
    } catch {
      failure = error
    }
    return hasRoom
  }

  /// - Returns: whether it is a name, or told that it is none.
  @discardableResult
  private mutating func addName(of feature: OSMFeature, at place: Coordinate) -> Bool {
    if let name = CityPlace(feature, at: place) {
      if name.isShown(names) {
        places.append(name)
      } else if names == .known {
        drop("points of interest beyond known ones, which --names all has")
      }
      return true
    }
    guard names == .all, CityPlace.isNamedPlace(feature) else { return false }
    drop("named places of kinds without a category, such as churches and offices")
    return true
  }

  private mutating func addPoint(
    _ feature: OSMFeature, at place: Coordinate, within box: GeographicBounds?
  ) throws(FileError) {
    if let box, !box.contains(latitude: place.latitude, longitude: place.longitude) { return }
    let tree = CityTree(feature, at: place)
    if let tree { try trees.append(tree) }
    let isName = addName(of: feature, at: place)
    note(feature, isDrawn: tree != nil || isName)
  }

  /// Counts what is of no kind that is drawn.
  private mutating func note(_ feature: OSMFeature, isDrawn: Bool) {
    if !isDrawn, let place = feature.place { undrawn.add(place) }
  }

  private mutating func addLine(
    _ feature: OSMFeature, _ line: [Coordinate], within box: GeographicBounds?
  ) throws(FileError) {
    let isCoastline = feature.tags["natural"] == "coastline"
    if isCoastline { coastlines.append(line) }
    if feature.tags["natural"] == "tree_row" {
      for tree in CityTree.row(feature, along: line)
      where box?.contains(latitude: tree.at.latitude, longitude: tree.at.longitude) ?? true {
        try trees.append(tree)
      }
    }
    var isDrawn = isCoastline || feature.tags["natural"] == "tree_row"
    if let road = RoadLayer.feature(feature) {
      isDrawn = true
      for part in cut(road, line, to: box) { try roads.append(part) }
    } else if feature.tags["highway"] != nil || feature.tags["railway"] != nil {
      drop("ways that are no roads or rails in use, such as those planned or under construction")
      isDrawn = true
    }
    if let water = WaterwayLayer.feature(feature, along: line) {
      isDrawn = true
      for part in cut(water, to: box) { try landCover.append(part) }
    }
    note(feature, isDrawn: isDrawn)
  }

  private mutating func addArea(
    _ feature: OSMFeature, _ polygons: [[[Coordinate]]], within box: GeographicBounds?
  ) throws(FileError) {
    var isDrawn = false
    if let (building, isPart) = BuildingLayer.feature(feature, polygons) {
      isDrawn = true
      guard isWithin(polygons, box) else { return }
      try (isPart ? parts : buildings).append(building)
    }
    if let cover = LandCoverLayer.feature(feature, polygons) {
      isDrawn = true
      let isWhole = isWater(cover) && !cutsWaters
      for part in cut(cover, to: box) { try landCover.append(isWhole ? cover : part) }
    }
    if CityPlace.hasName(feature), let middle = CityShape.middle(of: polygons),
      box?.contains(latitude: middle.latitude, longitude: middle.longitude) ?? true
    {
      if addName(of: feature, at: middle) { isDrawn = true }
    }
    note(feature, isDrawn: isDrawn)
  }

  /// Whether the middle of an area lies in a box.
  func isWithin(_ polygons: [[[Coordinate]]], _ box: GeographicBounds?) -> Bool {
    guard let box, let middle = CityShape.middle(of: polygons) else { return true }
    return box.contains(latitude: middle.latitude, longitude: middle.longitude)
  }

  private func isWater(_ cover: CityFeature) -> Bool {
    cover.properties.contains { $0.key == "kind" && $0.value == LandCover.Kind.water.rawValue }
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
    let cut = polygons.flatMap { BoxCut(box).polygons($0) }
    guard !cut.isEmpty else { return [] }
    var feature = feature
    feature.shape = .polygons(cut)
    return [feature]
  }
}
