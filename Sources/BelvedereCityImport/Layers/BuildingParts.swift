import BelvedereFiles
import BelvedereGeodesy

/// Buildings with their parts in their stead, where there are some: as the wiki's Simple 3D Buildings have it an
/// outline is then not drawn. It is, too, where its parts cover less than half of it.
///
/// Some 64 bytes a part are in memory.
struct BuildingParts {
  private let buildings, parts: LayerFeatures
  private var nearby = PlaceTree()
  private var areas: [Double] = []
  /// Of parts: the last outline that they replace, and the type of the first one in which they lie where they have none.
  private var owners: [String?] = []
  private var types: [String?] = []
  private var hasType: [Bool] = []
  private var isReplaced: [Bool] = []
  /// Buildings that are there again, by their numbers.
  private let repeats: Set<Int>
  /// How many these are.
  var repeated: Int { repeats.count }
  /// Outlines that are replaced.
  private(set) var replaced = 0
  /// The boxes around what stays.
  private(set) var extents = SizeExtents()

  init(_ buildings: LayerFeatures, _ parts: LayerFeatures) throws {
    (self.buildings, self.parts) = (buildings, parts)
    repeats = try RepeatedBuildings(buildings).numbers
    guard !parts.isEmpty else {
      extents = buildings.extents
      return
    }
    try parts.forEach { i, record in
      let part = parts.packer.feature(record)
      hasType.append(part.properties.contains { $0.key == "building" })
      extents.add(part.shape.box, ofSize: FeaturePacker.summary(record).size)
      guard case .polygons(let polygons) = part.shape else { return areas.append(0) }
      areas.append(CityShape.area(of: polygons))
      if let middle = CityShape.middle(of: polygons) { nearby.add(i, at: middle) }
    }
    nearby.seal()
    owners = Array(repeating: nil, count: parts.count)
    types = owners
    try buildings.forEach { n, record in
      let building = buildings.packer.feature(record)
      let isReplaced = replaces(building)
      self.isReplaced.append(isReplaced)
      if repeats.contains(n) { return }
      if isReplaced {
        replaced += 1
      } else {
        extents.add(building.shape.box, ofSize: FeaturePacker.summary(record).size)
      }
    }
  }

  /// Whether parts replace a building, which they then belong to.
  private mutating func replaces(_ building: CityFeature) -> Bool {
    guard case .polygons(let polygons) = building.shape else { return true }
    let inside = polygons.flatMap { rings in
      rings.first.map { outer in nearby.items(within: outer) } ?? []
    }
    // A part is used as its building is, also a tower beside what else is not mapped in parts.
    if let type = building.properties.first(where: { $0.key == "building" })?.value {
      for i in inside where !hasType[i] { (types[i], hasType[i]) = (type, true) }
    }
    let covered = inside.reduce(0) { $0 + areas[$1] }
    guard covered >= CityShape.area(of: polygons) / 2 else { return false }
    // It is seen through with its building.
    for i in inside { owners[i] = building.id }
    return true
  }

  /// Tells what stays, buildings before parts, in the order of their identifiers.
  func forEach(_ body: (_ number: Int, _ record: UnsafeRawBufferPointer) throws -> Void) throws {
    try buildings.forEach { n, record in
      if isReplaced.isEmpty || !isReplaced[n], !repeats.contains(n) { try body(n, record) }
    }
    try parts.forEach { i, record in
      var part = parts.packer.feature(record)
      if let owner = owners[i] { part.id = owner }
      if let type = types[i] { part.properties.append(("building", type)) }
      let packed = buildings.packer.packed(part, FeaturePacker.summary(record))
      try packed.withUnsafeBytes { try body(buildings.count + i, $0) }
    }
  }
}
