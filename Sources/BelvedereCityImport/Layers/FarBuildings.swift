import BelvedereFiles
import BelvedereFlatGeobuf
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Blocks that stand for the buildings of a neighbourhood where these are too far away to be seen one by one.
///
/// A block is as large as the footprints of its buildings together, in their middle. As high as they are in the mean it had
/// less of walls and of shadows than they have together, and a city grew pale in the distance; with all of their walls it were
/// dark and blue from aslant. It is as high as the geometric mean of both. The buildings are those of a square of the map.
///
/// Squares are of several sides, each twice the one before. What counts of buildings is sorted by the largest squares, one of
/// which is in memory at a time.
final class FarBuildings {
  /// The side of a square beside the size of its buildings, and that of the next coarser squares beside these.
  private static let step = 2.0
  private static let levels = 5
  /// The part of the buildings, or of the finer blocks, that blocks may be as many as, to be of use.
  private static let most = 0.75

  /// The packer's numbers of what tells heights.
  private let heightKey, levelsKey: Int?
  private let size: Double
  /// Map points along a side of the squares of each level.
  private var points: [Double] = []
  private var measures: RecordSorter?
  /// Buildings, those without any area, too.
  private var count = 0

  /// - Parameter size: metres of the buildings.
  init(ofSize size: Double, _ packer: FeaturePacker, _ space: ScratchSpace) {
    self.size = size
    heightKey = packer.number(of: "height")
    levelsKey = packer.number(of: "building:levels")
    measures = RecordSorter(space)
  }

  private func side(_ level: Int) -> Double {
    (0...level).reduce(size) { side, _ in side * Self.step }
  }

  /// Adds a building behind those before it.
  func add(_ building: RecordView) throws(FileError) {
    if points.isEmpty {
      let metres = MapPoint.metersPerMapPoint(at: building.rings.box.south)
      points = (0..<Self.levels).map { side($0) / metres }
    }
    count += 1
    guard let middle = CityShape.middle(of: building.rings) else { return }
    let at = MapPoint(middle)
    let measure = FarMeasure(
      x: at.x, y: at.y, latitude: middle.latitude, longitude: middle.longitude,
      area: max(CityShape.area(of: building.rings), 1),
      height: SizeClass.height(
        saidToBe: building.text(heightKey), levels: building.text(levelsKey)))
    let key = FarSquare(at.x, at.y, points[Self.levels - 1]).key(count)
    let result = withUnsafeBytes(of: measure) { bytes in
      Result { () throws(FileError) in try measures?.add(key, bytes) }
    }
    try result.get()
  }

  /// Bytes of memory that are filled, or kept for more.
  var memory: Int { measures?.memory ?? 0 }

  /// Says that nothing more is added. Another thread may then make the blocks.
  func seal() { measures?.seal() }

  /// Tells the blocks of each level that is of use, finer ones first, with the side of their squares in metres. It takes
  /// the buildings.
  ///
  /// - Parameter space: of the thread that makes them.
  func forEachLevel(
    in space: ScratchSpace, _ body: (_ side: Double, _ layer: FlatGeobufLayer) throws -> Void
  ) throws {
    let blocks = (0..<Self.levels).map { _ in FarBlocks(space) }
    try collect(into: blocks)
    measures = nil
    var before = count
    for (level, blocks) in blocks.enumerated() {
      guard Double(blocks.count) <= Self.most * Double(before) else { continue }
      try body(side(level), try blocks.layer())
      before = blocks.count
    }
  }

  /// Makes the blocks of all levels, one of the largest squares after another.
  private func collect(into blocks: [FarBlocks]) throws {
    let last = Self.levels - 1
    // Squares of each level along the side of a largest one.
    let counts = (0..<Self.levels).map { 1 << (last - $0) }
    var sums = counts.map { [FarSums](repeating: FarSums(), count: $0 * $0) }
    var square: FarSquare?
    func finish() throws {
      guard let square else { return }
      for (level, count) in counts.enumerated() {
        for (n, sum) in sums[level].enumerated() where sum.count > 0 {
          let own = FarSquare(x: square.x * count + n % count, y: square.y * count + n / count)
          try blocks[level].add(sum.block, own)
          sums[level][n] = FarSums()
        }
      }
    }
    try measures?.forEach { _, record in
      let measure = record.loadUnaligned(as: FarMeasure.self)
      let own = FarSquare(measure.x, measure.y, points[last])
      if own != square {
        try finish()
        square = own
      }
      for (level, count) in counts.enumerated() {
        let fine = FarSquare(measure.x, measure.y, points[level])
        let (x, y) = (fine.x - own.x * count, fine.y - own.y * count)
        sums[level][min(max(y, 0), count - 1) * count + min(max(x, 0), count - 1)].add(measure)
      }
    }
    try finish()
  }
}

/// What of a building counts.
struct FarMeasure {
  /// Its middle on the map and in degrees.
  var x, y, latitude, longitude: Double
  /// m².
  var area: Double
  /// Metres.
  var height: Double
}

/// A square of the map.
struct FarSquare: Hashable {
  var x, y: Int

  private static let limit = 1 << 40

  init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

  /// That of a place.
  ///
  /// - Parameter points: map points along its side.
  init(_ x: Double, _ y: Double, _ points: Double) {
    let range = -Self.limit...Self.limit
    self.init(x: Int(flooring: x / points, in: range), y: Int(flooring: y / points, in: range))
  }

  /// What sorts by rows and columns, and then by a number below 2⁴⁴.
  func key(_ number: Int) -> SortKey {
    let x = UInt64(clamping: x + Self.limit)
    let y = UInt64(clamping: y + Self.limit)
    return SortKey(y << 22 | x >> 20, (x & 0xF_FFFF) << 44 | UInt64(clamping: number))
  }

  /// What sorts by a number, and then by rows and columns.
  func key(after number: UInt32) -> SortKey {
    let x = UInt64(clamping: x + Self.limit)
    let y = UInt64(clamping: y + Self.limit)
    return SortKey(UInt64(number) << 32 | y >> 10, (y & 0x3FF) << 54 | x)  // checked: widens
  }
}

/// Sums of the buildings of a square.
struct FarSums {
  var count = 0
  var area = 0.0
  var volume = 0.0
  /// Of walls that face one way, m².
  var walls = 0.0
  /// Sums of what the buildings have, each as often as it is large.
  var latitude = 0.0
  var longitude = 0.0

  mutating func add(_ building: FarMeasure) {
    count += 1
    area += building.area
    volume += building.area * building.height
    walls += building.area.squareRoot() * building.height
    latitude += building.area * building.latitude
    longitude += building.area * building.longitude
  }

  /// The block that stands for them.
  var block: FarBlock {
    let middle = Coordinate(latitude: latitude / area, longitude: longitude / area)
    let half = area.squareRoot() / 2
    let scale = CoordinateRegion.metersPerDegree(at: middle.latitude)
    let (north, east) = (half / scale.latitude, half / scale.longitude)
    let (mean, walled) = (volume / area, walls / area.squareRoot())
    return FarBlock(
      box: GeographicBox(
        west: middle.longitude - east, south: middle.latitude - north,
        east: middle.longitude + east, north: middle.latitude + north),
      height: ((mean * walled).squareRoot() * 10).rounded() / 10)
  }
}

/// A block that stands for buildings.
struct FarBlock {
  var box: GeographicBox
  /// Metres.
  var height: Double

  /// Adds its outline to none.
  func append(to rings: inout FlatRings) {
    for (longitude, latitude) in [
      (box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north),
      (box.west, box.south),
    ] {
      rings.places.append(longitude)
      rings.places.append(latitude)
    }
    rings.ends.append(5)
    rings.polygonEnds.append(1)
  }
}

/// The blocks of a level.
private final class FarBlocks {
  private let space: ScratchSpace
  private let store: ByteStore
  private var extent = GeographicBox()
  private(set) var count = 0

  init(_ space: ScratchSpace) {
    self.space = space
    store = ByteStore(space)
  }

  func add(_ block: FarBlock, _ square: FarSquare) throws(FileError) {
    extent.add(block.box)
    count += 1
    let result = withUnsafeBytes(of: (block, square)) { bytes in
      Result { () throws(FileError) in try store.append(bytes) }
    }
    try result.get()
  }

  /// All of them in an order in which neighbours are near.
  func layer() throws -> FlatGeobufLayer {
    let sorter = RecordSorter(space)
    let unit = MemoryLayout<(FarBlock, FarSquare)>.size
    try store.forEachPart(unit: unit) { part in
      for start in stride(from: 0, to: part.count, by: unit) {
        let (block, square) = part.loadUnaligned(
          fromByteOffset: start, as: (FarBlock, FarSquare).self)
        let place = HilbertCurve.index(of: block.box, within: extent)
        let result = withUnsafeBytes(of: block) { bytes in
          Result { () throws(FileError) in try sorter.add(square.key(after: place), bytes) }
        }
        try result.get()
      }
    }
    let layer = FlatGeobufLayer(space, hasIndex: true)
    try sorter.forEach { _, record in try layer.add(record.loadUnaligned(as: FarBlock.self)) }
    return layer
  }
}
