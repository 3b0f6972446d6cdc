import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization

/// A square of the map, by its level in the quadtree (0 is the world) and its place there.
struct TileAddress: Hashable, Comparable {
  var level, x, y: Int

  /// Map points along a side.
  var size: Double { MapPoint.worldWidth / Double(1 << level) }
  /// The north-west corner; x may lie a world away.
  var corner: MapPoint { MapPoint(x: Double(x) * size, y: Double(y) * size) }

  var children: [TileAddress] {
    [(0, 0), (1, 0), (0, 1), (1, 1)].map {
      TileAddress(level: level + 1, x: 2 * x + $0.0, y: 2 * y + $0.1)
    }
  }

  var parent: TileAddress { TileAddress(level: level - 1, x: x >> 1, y: y >> 1) }

  static func < (a: TileAddress, b: TileAddress) -> Bool {
    (a.level, a.y, a.x) < (b.level, b.y, b.x)
  }
}

/// A piece of ground: a grid of heights for the mesh and a finer one of slopes for shading.
struct TerrainTile {
  /// Cells along a side of the mesh, and of the grid of slopes.
  static let cells = 32
  static let slopeCells = 64

  let address: TileAddress
  let batch: TriangleBatch
  /// `(slopeCells + 1)²` pairs: rise towards the east and towards the north.
  let slopes: FrozenArray<SIMD2<Float>>
  /// Whether all heights are the same.
  let isFlat: Bool

  /// - Parameter coarser: how many levels coarser the neighbours are to the north, east, south and
  ///   west, 0 for none. Border vertices between theirs are moved onto theirs: without vertices in
  ///   the middle of an edge there are no cracks.
  init(address: TileAddress, ground: DrawnGround, coarser: [Int]) {
    self.address = address
    let size = address.size
    let corner = address.corner
    let n = Self.slopeCells
    let step = size / Double(n)

    // Longitude is linear in x; latitude is not in y. A border of one sample all round.
    let longitudes = (-1...(n + 1)).map {
      wrappedLongitude((corner.x + Double($0) * step) / MapPoint.worldWidth * 360 - 180)
    }
    let latitudes = (-1...(n + 1)).map {
      MapPoint(x: 0, y: corner.y + Double($0) * step).coordinate.latitude
    }
    var heights = [Float](repeating: Float(ground.unknown), count: (n + 3) * (n + 3))
    var isFlat = true
    if let bounds = ground.bounds, latitudes[0] >= bounds.south, latitudes[n + 2] <= bounds.north {
      heights = ground.elevations(latitudes: latitudes, longitudes: longitudes)
      isFlat = heights.allSatisfy { $0 == heights[0] }
    }
    self.isFlat = isFlat

    if isFlat {
      slopes = FrozenArray([])
    } else {
      slopes = FrozenArray(
        (0...n).flatMap { j in
          let meters = Float(2 * step * MapPoint.metersPerMapPoint(at: latitudes[j + 1]))
          return (0...n).map { i in
            let k = (j + 1) * (n + 3) + i + 1
            return SIMD2(heights[k + 1] - heights[k - 1], heights[k - n - 3] - heights[k + n + 3])
              / meters
          }
        })
    }

    let m = Self.cells
    let ratio = n / m
    var positions: [SIMD3<Float>] = []
    positions.reserveCapacity((m + 1) * (m + 1))
    let side = Float(size)
    for j in 0...m {
      for i in 0...m {
        let h = heights[(j * ratio + 1) * (n + 3) + i * ratio + 1]
        // East and south in map points; the placement's scale turns them into metres.
        positions.append(SIMD3(side * Float(i) / Float(m), side * Float(j) / Float(m), h))
      }
    }
    func vertex(_ i: Int, _ j: Int) -> UInt16 {
      var i = i
      var j = j
      func snap(_ v: Int, _ levels: Int) -> Int {
        let unit = 1 << min(levels, 5)
        return v / unit * unit
      }
      if j == 0 { i = snap(i, coarser[0]) }
      if i == m { j = snap(j, coarser[1]) }
      if j == m { i = snap(i, coarser[2]) }
      if i == 0 { j = snap(j, coarser[3]) }
      return UInt16(j * (m + 1) + i)  // checked: at most (m + 1)²
    }
    var indices: [UInt16] = []
    indices.reserveCapacity(6 * m * m)
    for j in 0..<m {
      for i in 0..<m {
        let nw = vertex(i, j)
        let ne = vertex(i + 1, j)
        let sw = vertex(i, j + 1)
        let se = vertex(i + 1, j + 1)
        // The diagonal alternates, so that ridges do not all lean one way.
        if (i + j) & 1 == 0 {
          indices += [nw, sw, se, nw, se, ne]
        } else {
          indices += [nw, sw, ne, ne, sw, se]
        }
      }
    }
    batch = TriangleBatch(positions: positions, indices: indices, cullsBackFaces: false)
  }
}
