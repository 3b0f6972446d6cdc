import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeodesy

/// Features of a layer, sorted by what they are called, or by their area; in memory or in files.
final class LayerFeatures {
  /// What they are sorted by.
  enum Order {
    /// Identifiers, as numbers are sorted, without making numbers of them.
    case identifiers
    /// What lies over what on the map, see ``CoverClass``, then areas, the larger ones first, then identifiers.
    case areas
  }

  let layer: String
  let space: ScratchSpace
  let packer = FeaturePacker()
  private let order: Order
  private let sorter: RecordSorter
  /// The boxes around them.
  @exclusivity(unchecked) private(set) var extents = SizeExtents()

  init(_ layer: String, _ space: ScratchSpace, by order: Order = .identifiers) {
    (self.layer, self.space, self.order) = (layer, space, order)
    sorter = RecordSorter(space, ties: .text)
  }

  var count: Int { sorter.count }
  var isEmpty: Bool { count == 0 }

  /// Adds a feature.
  func append(_ feature: CityFeature) throws(FileError) {
    let box = feature.shape.box
    let size = SizeClass.number(of: feature, ofLayer: layer, within: box)
    extents.add(box, ofSize: size)
    let key =
      switch order {
      case .identifiers:
        SortKey(UInt16(clamping: feature.id.utf8.count), text: feature.id.utf8)
      case .areas:
        SortKey(CoverClass(feature).rawValue, ~SortKey.number(of: area(feature)))
      }
    try sorter.add(key, packer.packed(feature, .init(size: size, middle: box.center)))
  }

  private func area(_ feature: CityFeature) -> Double {
    guard case .polygons(let polygons) = feature.shape else { return 0 }
    return CityShape.area(of: polygons)
  }

  /// Tells all of them, as they were packed, in their order.
  func forEach(_ body: (_ number: Int, _ record: UnsafeRawBufferPointer) throws -> Void) throws {
    try forEachKeyed { number, _, record in try body(number, record) }
  }

  /// Tells all of them in their order, each with that by which it was sorted.
  func forEachKeyed(
    _ body: (_ number: Int, _ key: SortKey, _ record: UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var number = 0
    try sorter.forEach { key, record in
      try body(number, key, record)
      number += 1
    }
  }
}

/// The boxes around features: of all, and of those of each class of sizes.
struct SizeExtents {
  private(set) var all = GeographicBox()
  private(set) var bySize = [GeographicBox](repeating: GeographicBox(), count: SizeClass.count)

  mutating func add(_ box: GeographicBox, ofSize size: Int) {
    all.add(box)
    bySize[size].add(box)
  }
}

/// Features of a layer in an order in which neighbours are near.
struct PlaceOrder {
  let extents: SizeExtents
  /// Whether those of a class of sizes stand together, and in an order of their own.
  let isBySize: Bool
  /// Whether the place within all features counts, too.
  var isByAll = true

  /// The key of a feature.
  ///
  /// - Parameter number: where it stood before, which counts where places are the same.
  func key(_ summary: FeaturePacker.Summary, number: Int) -> SortKey {
    let at = summary.middle
    let box = GeographicBox(
      west: at.longitude, south: at.latitude, east: at.longitude, north: at.latitude)
    func place(_ all: GeographicBox) -> UInt64 {
      UInt64(HilbertCurve.index(of: box, within: all))  // checked: widens
    }
    let all = isByAll ? place(extents.all) : 0
    let number = UInt64(truncatingIfNeeded: number)
    guard isBySize else { return SortKey(all, number) }
    let size = UInt64(truncatingIfNeeded: summary.size)
    return SortKey(
      size << 56 | place(extents.bySize[summary.size]) << 24 | all >> 8, (all & 255) << 56 | number)
  }
}

extension GeographicBox {
  /// Its middle; no numbers where nothing is in it.
  var center: Coordinate {
    isEmpty
      ? Coordinate(latitude: .nan, longitude: .nan)
      : Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
