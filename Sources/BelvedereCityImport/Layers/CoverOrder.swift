import BelvedereGeodesy

/// What lies over what among areas of land cover.
enum CoverClass: UInt64 {
  /// What grows or lies on the ground.
  case ground
  /// Water, whose banks others share or reach over.
  case water
  /// Piers, which stand in the water.
  case pier

  init(_ feature: CityFeature) {
    switch feature.properties.first(where: { $0.key == "kind" })?.value {
    case "water": self = .water
    case "pier": self = .pier
    default: self = .ground
    }
  }
}

/// The order in which areas of land cover are drawn: each class after the one before, the larger areas first, but what lies
/// wholly in a larger water is an island, and comes among the waters by its area.
///
/// Some 56 bytes an area are in memory.
struct CoverOrder {
  /// The places in the order of islands, by their numbers.
  private var islands: [Int: Int] = [:]
  /// By how much waters move up for the islands before them.
  private var waters: [Int] = []
  private var firstWater = 0
  private var firstPier = 0

  /// Corners that are looked at to know whether an area lies in a water.
  private static let samples = 24
  /// What is nearly as large as a water is the same once more, and no island.
  private static let largestIsland = 0.98

  /// - Parameter features: sorted by `LayerFeatures.Order.areas`.
  init(_ features: LayerFeatures) throws {
    // Larger areas have smaller keys.
    var keys: [UInt64] = []
    var nearby = PlaceTree()
    try features.forEachKeyed { n, key, record in
      keys.append(key.low)
      if key.high == CoverClass.ground.rawValue {
        nearby.add(n, at: FeaturePacker.summary(record).middle)
        firstWater = n + 1
      }
      if key.high != CoverClass.pier.rawValue { firstPier = n + 1 }
    }
    guard firstWater > 0, firstPier > firstWater else { return }
    nearby.seal()
    // Those whose middle lies in a water, and then those of which all does.
    var waters: [Int: [Int]] = [:]
    var corners: [Int: [Coordinate]] = [:]
    func isWater(_ n: Int) -> Bool { n >= firstWater && n < firstPier }
    try features.forEachKeyed { n, key, record in
      guard isWater(n) else { return }
      guard case .polygons(let polygons) = features.packer.feature(record).shape else { return }
      let most = ~SortKey.number(of: Self.largestIsland * CityShape.area(of: polygons))
      let found = polygons.flatMap { rings -> [Int] in
        let cells = PolygonRows(rings)
        return nearby.items(in: cells.box) { keys[$0] > most && cells.contains($1) }
      }
      guard !found.isEmpty else { return }
      waters[n] = found
      for i in found { corners[i] = [] }
    }
    guard !waters.isEmpty else { return }
    try features.forEach { n, record in
      guard n < firstWater, corners[n] != nil,
        case .polygons(let polygons) = features.packer.feature(record).shape
      else { return }
      let outlines = polygons.compactMap(\.first).flatMap(\.self)
      let step = max(1, outlines.count / Self.samples)
      corners[n] = stride(from: 0, to: outlines.count, by: step).map { outlines[$0] }
    }
    var found: Set<Int> = []
    try features.forEach { n, record in
      guard let inside = waters[n],
        case .polygons(let polygons) = features.packer.feature(record).shape
      else { return }
      let parts = polygons.map { PolygonRows($0) }
      for i in inside where !found.contains(i) {
        let isInside = parts.contains { part in
          corners[i, default: []].allSatisfy { part.contains($0) }
        }
        if isInside { found.insert(i) }
      }
    }
    place(found.sorted(), keys)
  }

  /// Puts islands among the waters.
  private mutating func place(_ found: [Int], _ keys: [UInt64]) {
    guard !found.isEmpty else { return }
    var n = firstWater
    for (before, island) in found.enumerated() {
      while n < firstPier, keys[n] <= keys[island] {
        waters.append(before)
        n += 1
      }
      islands[island] = n + before
    }
    while n < firstPier {
      waters.append(found.count)
      n += 1
    }
  }

  /// The place in the order of the feature with a number, of which each has one of its own.
  func place(_ number: Int) -> Int {
    if let place = islands[number] { return place }
    if number < firstWater { return number }
    guard number < firstPier else { return number + islands.count }
    return waters.isEmpty ? number : number + waters[number - firstWater]
  }
}
