import BelvedereFiles
import BelvedereGeodesy

/// Buildings with the same outline as another: their walls and roofs would lie in each other.
///
/// Of those the one stays that says more of its height, then the one that says more, then the first. Some 8 bytes a
/// building are in memory.
struct RepeatedBuildings {
  /// Those that are left out.
  private(set) var numbers: Set<Int> = []

  private struct Candidate {
    let number: Int
    let building: CityFeature
    let corners: Set<Coordinate>
  }

  init(_ buildings: LayerFeatures) throws {
    var middles: [UInt64] = []
    try buildings.forEach { _, record in middles.append(Self.mark(record)) }
    middles.sort()
    let shared = Set(zip(middles, middles.dropFirst()).filter { $0 == $1 }.map(\.0))
    guard !shared.isEmpty else { return }
    var kept: [UInt64: [Candidate]] = [:]
    try buildings.forEach { number, record in
      let mark = Self.mark(record)
      guard shared.contains(mark) else { return }
      let building = buildings.packer.feature(record)
      let candidate = Candidate(
        number: number, building: building, corners: Self.corners(building))
      let others = kept[mark] ?? []
      // Of ever so many with one middle the first are compared.
      guard others.count < 16 else { return }
      guard let n = others.firstIndex(where: { Self.isSame($0, candidate) }) else {
        kept[mark] = others + [candidate]
        return
      }
      let isBetter = Self.worth(candidate.building) > Self.worth(others[n].building)
      numbers.insert(isBetter ? others[n].number : number)
      if isBetter { kept[mark]?[n] = candidate }
    }
  }

  /// Of the middle, which those with the same outline share.
  private static func mark(_ record: UnsafeRawBufferPointer) -> UInt64 {
    let middle = FeaturePacker.summary(record).middle
    let (y, x) = (middle.latitude.bitPattern, middle.longitude.bitPattern)
    let (p, q) = (y &* 0x9E37_79B9_7F4A_7C15, x &* 0xC2B2_AE3D_27D4_EB4F)  // checked: wraps
    return p ^ q
  }

  private static func corners(_ building: CityFeature) -> Set<Coordinate> {
    guard case .polygons(let polygons) = building.shape else { return [] }
    return Set(polygons.flatMap { $0.flatMap(\.self) })
  }

  private static func isSame(_ a: Candidate, _ b: Candidate) -> Bool {
    a.corners == b.corners
      && ["layer", "location", "min_height", "building:min_height", "building:min_level"].allSatisfy
      { key in
        value(a.building, key) == value(b.building, key)
      }
  }

  private static func value(_ building: CityFeature, _ key: String) -> String? {
    building.properties.first { $0.key == key }?.value
  }

  /// How much a building says, above all of its height.
  private static func worth(_ building: CityFeature) -> Int {
    let keys = ["height", "building:height", "building:levels"]
    let height = keys.contains { value(building, $0) != nil } ? 1000 : 0
    return height + building.properties.count
  }
}
