import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

/// How densely the land is built on, from its buildings: soft, so that a town has no edge.
struct TownDensity: Sendable {
  /// Cells are 2^`finest` map points wide at the lowest level, and twice as wide at each one above it: at the equator
  /// 153 m, and 20 km.
  private static let finest = 10
  private static let coarsest = 17
  /// Cells along a side of a chunk.
  private static let side = 16
  /// Some 40 MiB at most with all levels, of 98,000 km² at the equator: more than is built on in most countries.
  private static let mostChunks = 1 << 14

  private struct ChunkKey: Hashable {
    var x, y: Int
  }

  /// Numbers of cells, chunk by chunk.
  private typealias Chunks<Number> = [ChunkKey: [Number]]

  /// Of each level, the part of a cell that counts as town.
  private let levels: [Chunks<Float>]

  init(_ scene: Scene) {
    // Whole numbers, whose sum is the same in any order: a streamed scene and a whole one are alike.
    var built = Chunks<UInt32>()
    for building in scene.buildings {
      guard let box = Self.box(building.footprint.rings) else { continue }
      Self.add(box, area: Self.footprint(in: box), spots: Self.spotsOfOne, to: &built)
    }
    for layer in scene.streamed where layer.kind == .buildings && layer.standsFor == nil {
      for (box, count) in layer.survey() {
        Self.add(
          box, area: count > 1 ? Double(count) * Self.meanFootprint : Self.footprint(in: box),
          spots: count > 1 ? Self.spotsOfMany : Self.spotsOfOne, to: &built)
      }
    }
    var levels = [built.mapValues { $0.map { Self.share(Float($0) / Float(Self.unit)) } }]
    for _ in Self.finest..<Self.coarsest where !levels[0].isEmpty {
      levels.append(Self.halved(levels[levels.count - 1]))
    }
    self.levels = levels
  }

  /// A cell that is covered wholly.
  private static let unit = 1 << 20

  /// Square metres that a building of which only its place is known covers: between a house's and a block's.
  private static let meanFootprint = 150.0

  /// Square metres that a building covers of its box, roughly: most do not stand along meridians.
  private static func footprint(in box: GeographicBounds) -> Double {
    let scale = CoordinateRegion.metersPerDegree(at: (box.south + box.north) / 2)
    let depth: Double = (box.north - box.south) * scale.latitude
    let width: Double = (box.east - box.west) * scale.longitude
    return width * depth * 0.75
  }

  /// Suburbs of gardens cover a tenth of their ground with houses, inner cities more than a third.
  private static func share(_ covered: Float) -> Float {
    let t = min(max((covered - 0.015) / 0.085, 0), 1)
    return t * t * (3 - 2 * t)
  }

  private static func box(_ rings: [[Coordinate]]) -> GeographicBounds? {
    guard let ring = rings.first, let first = ring.first else { return nil }
    var box = GeographicBounds(
      south: first.latitude, west: first.longitude, north: first.latitude, east: first.longitude)
    for c in ring {
      // The other side of ±180° is near.
      let turn = ((first.longitude - c.longitude) / 360).rounded() * 360
      (box.south, box.north) = (min(box.south, c.latitude), max(box.north, c.latitude))
      (box.west, box.east) = (min(box.west, c.longitude + turn), max(box.east, c.longitude + turn))
    }
    return box
  }

  /// Spreads an area evenly over a box.
  ///
  /// - Parameters:
  ///   - area: square metres.
  ///   - spots: along each of its sides at most.
  private static func add(
    _ box: GeographicBounds, area: Double, spots: Int, to built: inout Chunks<UInt32>
  ) {
    let (south, west, north, east) = (box.south, box.west, box.north, box.east)
    guard area > 0, area.isFinite, abs(south) < 85, abs(north) < 85, east - west < 90 else {
      return
    }
    let cell = Double(1 << finest)
    let a = MapPoint(Coordinate(latitude: north, longitude: west))
    let b = MapPoint(Coordinate(latitude: south, longitude: east))
    let meters = MapPoint.metersPerMapPoint(at: (south + north) / 2) * cell
    let (u, v) = (a.x / cell, a.y / cell)
    let width = (b.x - a.x + (b.x < a.x ? MapPoint.worldWidth : 0)) / cell
    let height = (b.y - a.y) / cell
    // A spot is four cells wide.
    let columns = Int(clamping: (width / 2).rounded(.up), in: 1...spots)
    let rows = Int(clamping: (height / 2).rounded(.up), in: 1...spots)
    let part = Float(area / (meters * meters) / Double(columns * rows) * Double(unit))
    for j in 0..<rows {
      for i in 0..<columns {
        splat(
          u + width * (Double(i) + 0.5) / Double(columns),
          v + height * (Double(j) + 0.5) / Double(rows), part, to: &built)
      }
    }
  }

  /// Enough for buildings of a kilometre, and for those that share a node of an index in the country; whatever boxes a file
  /// has, they take little time.
  private static let (spotsOfOne, spotsOfMany) = (4, 16)
  /// Far more than a cell can be covered.
  private static let mostAtOnce = Float(1 << 30)
  private static let empty = [UInt32](repeating: 0, count: side * side)

  /// Adds to the sixteen cells around a place by a cubic B-spline, whose weights have the sum 1.
  private static func splat(_ u: Double, _ v: Double, _ part: Float, to built: inout Chunks<UInt32>)
  {
    let (x, y) = (u - 0.5, v - 0.5)
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (column, row) = (
      Int(flooring: left, in: -(1 << 30)...(1 << 30)) - 1,
      Int(flooring: top, in: -(1 << 30)...(1 << 30)) - 1
    )
    let (wx, wy) = (spline(Float(x - left)), spline(Float(y - top)))
    let (firstX, lastX) = (chunk(column), chunk(column + 3))
    let (firstY, lastY) = (chunk(row), chunk(row + 3))
    for cy in firstY...lastY {
      for cx in firstX...lastX {
        let key = ChunkKey(x: wrapped(cx, level: 0), y: cy)
        if built[key] == nil, built.count >= mostChunks { continue }
        let (left, top) = (column - cx * side, row - cy * side)
        add(part, wx, wy, left: left, top: top, to: &built[key, default: empty])
      }
    }
  }

  /// Adds to those of sixteen cells that lie in a chunk.
  private static func add(
    _ part: Float, _ wx: SIMD4<Float>, _ wy: SIMD4<Float>, left: Int, top: Int,
    to cells: inout [UInt32]
  ) {
    for j in max(0, -top)..<min(4, side - top) {
      for i in max(0, -left)..<min(4, side - left) {
        let at = (top + j) * side + left + i
        let more = min(part * wx[i] * wy[j], mostAtOnce)
        let weight = UInt32(more)  // checked: bounded, not negative
        let (sum, isFull) = cells[at].addingReportingOverflow(weight)
        cells[at] = isFull ? .max : sum
      }
    }
  }

  private static func spline(_ t: Float) -> SIMD4<Float> {
    let s = 1 - t
    return SIMD4(
      s * s * s, 3 * t * t * t - 6 * t * t + 4, 3 * s * s * s - 6 * s * s + 4, t * t * t) / 6
  }

  private static func chunk(_ cell: Int) -> Int { cell >> 4 }

  /// The number of a column of chunks on the first turn of the world.
  private static func wrapped(_ column: Int, level: Int) -> Int {
    column & ((1 << (28 - finest - 4 - level)) - 1)
  }

  /// The level above another one.
  private static func halved(_ fine: Chunks<Float>) -> Chunks<Float> {
    var coarse = Chunks<Float>()
    for (key, cells) in fine {
      let (left, top) = ((key.x & 1) * side / 2, (key.y & 1) * side / 2)
      var sums =
        coarse[ChunkKey(x: key.x >> 1, y: key.y >> 1)] ?? [Float](repeating: 0, count: side * side)
      for (i, cell) in cells.enumerated() {
        sums[(top + i / side / 2) * side + left + i % side / 2] += cell / 4
      }
      coarse[ChunkKey(x: key.x >> 1, y: key.y >> 1)] = sums
    }
    return coarse
  }

  /// How much of each texel of a square counts as town, from 0 to 1; `nil` for nothing of all.
  func shares(_ grid: TexelGrid) -> [Float]? {
    let level =
      levels.indices.first { Double(1 << (Self.finest + $0)) >= grid.texel } ?? levels.count - 1
    let chunks = levels[level]
    if chunks.isEmpty { return nil }
    let cell = Double(1 << (Self.finest + level))
    let range = -(1 << 30)...(1 << 30)
    let side = Double(GroundTile.stride) * grid.texel / cell
    let (u, v) = (grid.corner.x / cell - 0.5, grid.corner.y / cell - 0.5)
    let (column, row) = (Int(flooring: u, in: range), Int(flooring: v, in: range))
    let count = Int(flooring: side, in: 0...(4 * GroundTile.stride)) + 3
    var window = [Float](repeating: 0, count: count * count)
    var isEmpty = true
    for cy in Self.chunk(row)...Self.chunk(row + count - 1) {
      for cx in Self.chunk(column)...Self.chunk(column + count - 1) {
        guard let cells = chunks[ChunkKey(x: Self.wrapped(cx, level: level), y: cy)] else {
          continue
        }
        for j in max(row, cy * Self.side)..<min(row + count, (cy + 1) * Self.side) {
          for i in max(column, cx * Self.side)..<min(column + count, (cx + 1) * Self.side) {
            let value = cells[(j - cy * Self.side) * Self.side + i - cx * Self.side]
            window[(j - row) * count + i - column] = value
            if value > 0 { isEmpty = false }
          }
        }
      }
    }
    if isEmpty { return nil }
    let step = grid.texel / cell
    let places = (0..<GroundTile.stride).map { n -> (Double, Double) in
      let along = (Double(n) + 0.5) * step
      return (u - Double(column) + along, v - Double(row) + along)
    }
    let columns = places.map { Self.cut($0.0, count) }
    return places.flatMap { place -> [Float] in
      let (j, fy) = Self.cut(place.1, count)
      return columns.map { i, fx in
        let k = j * count + i
        let top = window[k] + (window[k + 1] - window[k]) * fx
        let bottom = window[k + count] + (window[k + count + 1] - window[k + count]) * fx
        return top + (bottom - top) * fy
      }
    }
  }

  private static func cut(_ place: Double, _ count: Int) -> (Int, Float) {
    let cell = Int(flooring: place, in: 0...(count - 2))
    return (cell, Float(place - Double(cell)))
  }
}
