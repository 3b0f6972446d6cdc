import BelvedereFlatGeobuf
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

/// Trees of woods, of which a map has the outlines alone: on a lattice that lies on the whole Earth, each somewhat beside
/// its place, and none on what else the map has there.
///
/// There are at most some forty thousand, farther from each other in the largest woods: there they stand on some places of
/// the lattice, chosen as if by chance, on one of twice, four times, … the distance where few are taken. Some 200 bytes a
/// tree are in memory.
struct WoodTrees {
  /// A place on the lattice.
  private struct Spot: Hashable {
    var row, column: Int
    /// How often the lattice's distance is doubled.
    var level = 0
  }

  private struct Seedling {
    let at: Coordinate
    let height: Double
    let kind: String
    /// The place of its wood in the order of land cover.
    var wood: Int
  }

  /// Places of the lattice in the box around a wood at most: those of a thin one in a wide box are many.
  private static let mostSpots = 1 << 22
  /// Metres that trunks keep from the edges of roads and of other things.
  private static let margin = 2.0
  /// Metres from one that the map has itself.
  private static let apart = 5.0

  /// How far apart the trees of each wood stand.
  let thinning: WoodThinning
  private var found: [Spot: Seedling] = [:]
  private var order: [Spot] = []
  private var nearby = PlaceTree()
  private var isGone: [Bool] = []

  /// - Parameter cover: areas, sorted by `LayerFeatures.Order.areas`.
  init(_ cover: LayerFeatures) throws {
    var areas: [Double] = []
    try cover.forEach { _, record in
      if let polygons = Self.wood(cover.packer.feature(record)) {
        areas.append(CityShape.area(of: polygons))
      }
    }
    thinning = WoodThinning(areas: areas)
    guard areas.contains(where: { $0 > 0 }) else { return }
    let drawn = try CoverOrder(cover)
    var n = 0
    var hasLevels = false
    try cover.forEach { number, record in
      let feature = cover.packer.feature(record)
      guard let polygons = Self.wood(feature) else { return }
      let leaves = feature.properties.first { $0.key == "leaf_type" }?.value
      let spacing = thinning.spacing(area: areas[n])
      n += 1
      for rings in polygons {
        plant(in: PolygonRows(rings), drawn.place(number), leaves, spacing: spacing)
      }
    }
    order = found.keys.sorted {
      ($0.level, $0.row, $0.column) < ($1.level, $1.row, $1.column)
    }
    hasLevels = order.last?.level ?? 0 > 0
    for (i, spot) in order.enumerated() {
      if let tree = found[spot] { nearby.add(i, at: tree.at) }
    }
    nearby.seal()
    isGone = Array(repeating: false, count: order.count)
    guard !order.isEmpty else { return }
    try cover.forEach { n, record in
      let feature = cover.packer.feature(record)
      // On the lattice of one wood the trees of another know nothing of it.
      guard Self.isBare(feature) || hasLevels && Self.wood(feature) != nil,
        case .polygons(let polygons) = feature.shape
      else { return }
      let place = drawn.place(n)
      clear(polygons) { $0.wood < place }
    }
  }

  var isEmpty: Bool { order.isEmpty }

  private static func kind(_ feature: CityFeature) -> LandCover.Kind? {
    feature.properties.first { $0.key == "kind" }.flatMap { LandCover.Kind(rawValue: $0.value) }
  }

  /// The outlines of a wood; `nil` for anything else.
  static func wood(_ feature: CityFeature) -> [[[Coordinate]]]? {
    guard kind(feature) == .forest, case .polygons(let polygons) = feature.shape else { return nil }
    return polygons
  }

  /// Whether no trees grow on what lies over a wood.
  private static func isBare(_ feature: CityFeature) -> Bool {
    switch kind(feature) {
    case .forest, .park, nil: false
    default: true
    }
  }

  /// How often the lattice's distance is doubled in a wood, so that it has no more places than it needs.
  private static func level(in box: GeographicBox, spacing: Double) -> Int {
    let degree = CoordinateRegion.metersPerDegree(at: (box.south + box.north) / 2)
    let area =
      (box.north - box.south) * degree.latitude * (box.east - box.west) * degree.longitude
    var (level, step) = (0, WoodThinning.closest)
    // bounded: 16
    while level < 16 {
      guard 2 * step <= spacing || area > step * step * Double(mostSpots) else { break }
      step *= 2
      level += 1
    }
    return level
  }

  /// Finds the places of the lattice that lie in a wood.
  ///
  /// - Parameter spacing: metres from tree to tree, on average.
  private mutating func plant(
    in wood: PolygonRows, _ place: Int, _ leaves: String?, spacing: Double
  ) {
    let box = wood.box
    guard !box.isEmpty, box.south > -80, box.north < 80, box.east - box.west < 10 else { return }
    let level = Self.level(in: box, spacing: spacing)
    let distance = WoodThinning.closest * Double(1 << level)
    let share = (distance / spacing) * (distance / spacing)
    let rise = distance / 111_000
    let all = -(1 << 40)...(1 << 40)
    let rows = Int(flooring: box.south / rise, in: all)...Int(flooring: box.north / rise, in: all)
    func step(at latitude: Double) -> Double {
      distance / CoordinateRegion.metersPerDegree(at: latitude).longitude
    }
    for row in rows {
      // The same over some kilometres, so that neighbouring rows are alike.
      let step = step(at: (Double(row) * rise * 50).rounded() / 50)
      let columns =
        Int(flooring: box.west / step, in: all)...Int(flooring: box.east / step, in: all)
      for column in columns {
        let spot = Spot(row: row, column: column, level: level)
        let mixed = Self.mixed(spot)
        // Another mixture than that of the place and the height.
        if share < 1, Double(Self.mixed(mixed) >> 40) >= share * Double(1 << 24) { continue }
        func part(_ shift: UInt64) -> Double { Double(mixed >> shift & 0xFFFF) / 65536 }
        let at = Coordinate(
          latitude: (Double(row) + 0.15 + 0.7 * part(0)) * rise,
          longitude: (Double(column) + 0.15 + 0.7 * part(16)) * step)
        guard wood.contains(at) else { continue }
        let isConifer =
          leaves == "needleleaved" || leaves != "broadleaved" && part(48) < 0.3
        let tree = Seedling(
          at: at, height: (isConifer ? 10 : 8) + 6 * part(32),
          kind: isConifer ? "conifer" : "broadleaf", wood: place)
        // Of several woods the one that lies over the others.
        if let other = found[spot], other.wood >= place { continue }
        found[spot] = tree
      }
    }
  }

  private static func mixed(_ spot: Spot) -> UInt64 {
    mixed(
      UInt64(bitPattern: Int64(spot.row)) &* 0x9E37_79B9_7F4A_7C15  // checked: widens
        ^ UInt64(bitPattern: Int64(spot.column)) &* 0xC2B2_AE3D_27D4_EB4F)  // checked: widens
  }

  /// A step of SplitMix64 (Steele, Lea, Flood 2014).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var x = number
    x = (x ^ x >> 30) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ x >> 27) &* 0x94D0_49BB_1331_11EB
    return x ^ x >> 31
  }

  /// Takes away what stands in areas, or less than the margin beside them.
  mutating func clear(_ polygons: [[[Coordinate]]]) { clear(polygons) { _ in true } }

  private mutating func clear(_ polygons: [[[Coordinate]]], where isMeant: (Seedling) -> Bool) {
    for rings in polygons {
      let rows = PolygonRows(rings)
      remove(within: rows.box, where: { isMeant($0) && rows.contains($0.at) })
      for ring in rings {
        guard let last = ring.last else { continue }
        clear(beside: [last] + ring, by: Self.margin, where: isMeant)
      }
    }
  }

  /// Takes away what stands on a way.
  ///
  /// - Parameter width: metres.
  mutating func clear(along line: [Coordinate], width: Double) {
    clear(beside: line, by: width / 2 + Self.margin, where: { _ in true })
  }

  /// Takes away what stands near a tree.
  mutating func clear(around tree: Coordinate) {
    clear(beside: [tree, tree], by: Self.apart, where: { _ in true })
  }

  private mutating func clear(
    beside line: [Coordinate], by reach: Double, where isMeant: (Seedling) -> Bool
  ) {
    for (a, b) in zip(line, line.dropFirst()) {
      var box = GeographicBox()
      box.add(a)
      box.add(b)
      let degree = CoordinateRegion.metersPerDegree(at: a.latitude)
      guard degree.longitude > 1 else { continue }
      let (dx, dy) = (reach / degree.longitude, reach / degree.latitude)
      box = GeographicBox(
        west: box.west - dx, south: box.south - dy, east: box.east + dx, north: box.north + dy)
      func offset(_ c: Coordinate) -> (x: Double, y: Double) {
        (
          (c.longitude - a.longitude) * degree.longitude,
          (c.latitude - a.latitude) * degree.latitude
        )
      }
      let way = offset(b)
      let square = way.x * way.x + way.y * way.y
      remove(within: box) { tree in
        guard isMeant(tree) else { return false }
        let p = offset(tree.at)
        let along = square > 0 ? min(max((p.x * way.x + p.y * way.y) / square, 0), 1) : 0
        let (x, y) = (p.x - along * way.x, p.y - along * way.y)
        return x * x + y * y < reach * reach
      }
    }
  }

  private mutating func remove(within box: GeographicBox, where isMeant: (Seedling) -> Bool) {
    for i in nearby.items(in: box, { _, _ in true }) where !isGone[i] {
      if let tree = found[order[i]], isMeant(tree) { isGone[i] = true }
    }
  }

  /// Takes away what stands in the sea of a box.
  mutating func keep(on land: [[[Coordinate]]], in box: GeographicBounds) {
    let areas = land.map { PolygonRows($0) }
    for i in order.indices where !isGone[i] {
      guard let tree = found[order[i]],
        box.contains(latitude: tree.at.latitude, longitude: tree.at.longitude)
      else { continue }
      if !areas.contains(where: { $0.contains(tree.at) }) { isGone[i] = true }
    }
  }

  /// What is left, from the south to the north.
  func forEach(_ body: (CityTree) throws -> Void) rethrows {
    for i in order.indices where !isGone[i] {
      guard let tree = found[order[i]] else { continue }
      try body(CityTree(at: tree.at, height: tree.height, kind: tree.kind))
    }
  }
}
