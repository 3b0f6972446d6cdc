import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// A box of ground in 32 × 32 blocks, each looked at in 17 × 17 places.
///
/// Peaks between these places are missed by as much as they rise within a thousandth of the box.
struct ReliefBlocks {
  /// A place at which blocks are as high as `top`, not exaggerated metres.
  struct Corner {
    var coordinate: Coordinate
    var top: Double
    /// Whether something else than kept blocks lies beside it.
    var isOuter: Bool
  }

  private struct Block {
    /// Metres of the highest place; −∞ where nothing is known.
    var top = -Double.infinity
    var isLand = false
    /// Whether all of it is known.
    var isWhole = true
    var isKept = false
  }

  private static let count = 32
  /// Steps from place to place along a block's side.
  private static let steps = 16
  private static let side = count * steps + 1
  /// Places of a low island at least.
  private static let islandPlaces = 8.0

  private let latitudes, longitudes: [Double]
  /// At all places, row by row from the south; NaN where nothing is known.
  private let elevations: [Float]
  private let patches: LandPatches
  /// Row by row from the south.
  private var blocks: [Block] = []

  /// - Parameter leastLand: the area in square degrees from which a low island is land; `nil` for eight places.
  init(_ model: some ElevationModel, _ box: GeographicBounds, leastLand: Double? = nil) {
    func lines(_ low: Double, _ high: Double) -> [Double] {
      (0..<Self.side).map {
        $0 == Self.side - 1 ? high : low + (high - low) * (Double($0) / Double(Self.side - 1))
      }
    }
    latitudes = lines(box.south, box.north)
    longitudes = lines(box.west, box.east)
    let turned = longitudes.map { wrappedLongitude($0) }
    // Of tiles, and of rasters that are not in memory, coarser samples are read.
    let coarser = model.coarsened(to: (box.north - box.south) / Double(Self.side - 1))
    elevations =
      coarser?.elevations(latitudes: latitudes, longitudes: turned)
      ?? model.elevations(latitudes: latitudes, longitudes: turned)
    let steps = Double((Self.side - 1) * (Self.side - 1))
    let placeArea = (box.north - box.south) * (box.east - box.west) / steps
    patches = LandPatches(
      elevations, side: Self.side, placeArea: placeArea,
      leastArea: leastLand ?? Self.islandPlaces * placeArea)
    for row in 0..<Self.count {
      for column in 0..<Self.count { blocks.append(block(column, row)) }
    }
  }

  private func block(_ column: Int, _ row: Int) -> Block {
    var block = Block()
    for place in places(column, row) {
      let elevation = Double(elevations[place])
      guard !elevation.isNaN else {
        block.isWhole = false
        continue
      }
      block.top = max(block.top, elevation)
      block.isLand = block.isLand || patches.isLand[place]
    }
    block.isKept = block.top > -.infinity
    return block
  }

  /// The numbers of a block's places, its edges included.
  private func places(_ column: Int, _ row: Int) -> [Int] {
    let rows = (row * Self.steps)...((row + 1) * Self.steps)
    let columns = (column * Self.steps)...((column + 1) * Self.steps)
    return rows.flatMap { j in columns.map { j * Self.side + $0 } }
  }

  private func coordinate(_ place: Int) -> Coordinate {
    Coordinate(latitude: latitudes[place / Self.side], longitude: longitudes[place % Self.side])
  }

  /// The area in square degrees from which a low island is land.
  var leastLand: Double { patches.leastArea }

  /// The box around the land; `nil` where there is none.
  var land: GeographicBounds? {
    var rows: ClosedRange<Int>?
    var columns: ClosedRange<Int>?
    for row in 0..<Self.side {
      for column in 0..<Self.side where patches.isLand[row * Self.side + column] {
        rows = (rows?.lowerBound ?? row)...row
        columns =
          min(columns?.lowerBound ?? column, column)...max(columns?.upperBound ?? column, column)
      }
    }
    guard let rows, let columns else { return nil }
    // Land may reach almost to the next place.
    let last = Self.side - 1
    return GeographicBounds(
      south: latitudes[max(rows.lowerBound - 1, 0)],
      west: longitudes[max(columns.lowerBound - 1, 0)],
      north: latitudes[min(rows.upperBound + 1, last)],
      east: longitudes[min(columns.upperBound + 1, last)])
  }

  /// Leaves out the blocks that lie farther than so many blocks from land.
  mutating func keepLand(within reach: Int) {
    for n in blocks.indices where blocks[n].isKept {
      let (row, column) = n.quotientAndRemainder(dividingBy: Self.count)
      blocks[n].isKept = (row - reach...row + reach).contains { j in
        (column - reach...column + reach).contains { i in
          (0..<Self.count).contains(j) && (0..<Self.count).contains(i)
            && blocks[j * Self.count + i].isLand
        }
      }
    }
  }

  /// The corners of the blocks that are kept and known as a whole, and of others the outermost known
  /// places.
  var corners: [Corner] {
    let line = Self.count + 1
    var tops = [Double](repeating: -.infinity, count: line * line)  // bounded: 33 × 33
    var inner = [Int](repeating: 0, count: line * line)  // bounded: 33 × 33
    var corners: [Corner] = []
    for (n, block) in blocks.enumerated() where block.isKept {
      let (row, column) = n.quotientAndRemainder(dividingBy: Self.count)
      guard block.isWhole else {
        corners += outermost(column, row).map {
          Corner(coordinate: coordinate($0), top: block.top, isOuter: true)
        }
        continue
      }
      for corner in [row * line + column, (row + 1) * line + column] {
        for k in [corner, corner + 1] {
          tops[k] = max(tops[k], block.top)
          inner[k] += 1
        }
      }
    }
    for (n, top) in tops.enumerated() where inner[n] > 0 {
      let (row, column) = n.quotientAndRemainder(dividingBy: line)
      corners.append(
        Corner(
          coordinate: coordinate((row * Self.side + column) * Self.steps), top: top,
          isOuter: inner[n] < 4))
    }
    return corners
  }

  /// The known places of a block that lie farthest in eight directions.
  private func outermost(_ column: Int, _ row: Int) -> Set<Int> {
    let known = places(column, row).filter { !elevations[$0].isNaN }
    var found: Set<Int> = []
    for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
      func reach(_ place: Int) -> Int { x * (place % Self.side) + y * (place / Self.side) }
      if let place = known.max(by: { reach($0) < reach($1) }) { found.insert(place) }
    }
    return found
  }
}
