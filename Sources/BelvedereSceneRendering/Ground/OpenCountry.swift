import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// The colours of land on which nothing is mapped: of the climate there, with rock on steep slopes, bare ground above the
/// trees and snow above those, and paved in towns.
struct OpenCountry {
  let ground: DrawnGround
  let towns: TownDensity

  /// Climate, heights and slopes in a square, on a lattice that is coarser than texels.
  func lattice(_ grid: TexelGrid) -> CountryLattice {
    let side = grid.texel * Double(GroundTile.stride)
    let latitude = MapPoint(x: 0, y: grid.corner.y + side / 2).coordinate.latitude
    let meters = max(MapPoint.metersPerMapPoint(at: latitude), 1e-6)
    let cells = Int(clamping: (side * meters / 60).rounded(.up), in: 4...32)
    let step = side / Double(cells)
    let y = (0...cells).map { grid.corner.y + Double($0) * step }
    let x = (0...cells).map { grid.corner.x + Double($0) * step }
    let isNear = side < Self.coarse
    var nodes = y.flatMap { y in
      // Of each row its own: a large square reaches over many degrees.
      let snowLine = SnowLine.height(latitude: MapPoint(x: 0, y: y).coordinate.latitude)
      return x.map { x in
        let color = WorldClimate.colored(WorldClimate.shared.color(x: x, y: y))
        let tone = isNear ? WorldCanvas.noise(at: Vector2(x, y), from: Self.coarse) : 0
        return CountryLattice.Node(color.x, color.y, color.z, 0, 0, tone, snowLine, 0)
      }
    }
    if ground.hasTerrain {
      // Of what is coarser than that the slope is coarser, too: some points of it would say little.
      let reach = max(CountryLattice.reach / meters, step / 3)
      func heights(_ dx: Double, _ dy: Double) -> [Float] {
        ground.elevations(
          latitudes: y.map { MapPoint(x: 0, y: $0 + dy * reach).coordinate.latitude },
          longitudes: x.map {
            wrappedLongitude(($0 + dx * reach) / MapPoint.worldWidth * 360 - 180)
          })
      }
      let (west, east) = (heights(-1, 0), heights(1, 0))
      let (north, south) = (heights(0, -1), heights(0, 1))
      let factor = 1 / Float(max(ground.factor, 1e-6))
      for i in nodes.indices {
        let (u, v) = (east[i] - west[i], south[i] - north[i])
        nodes[i][3] = (west[i] + east[i] + north[i] + south[i]) / 4 * factor
        nodes[i][4] = (u * u + v * v).squareRoot() / Float(2 * reach * meters) * factor
      }
    }
    return CountryLattice(nodes: nodes, cells: cells)
  }

  /// How much the brightness of paved ground varies.
  static let townVariation: Float = 0.06
  /// Map points: what is coarser than that varies as in the world around.
  private static let coarse = 10_000.0

  /// sRGB-encoded colours of the texels of a square.
  ///
  /// - Parameters:
  ///   - town: the colour of the ground in towns.
  ///   - noise: by how much each texel differs.
  func colors(
    _ grid: TexelGrid, _ lattice: CountryLattice, town: SIMD3<Float>, noise: [Float]
  ) -> [SIMD3<Float>] {
    let shares = towns.shares(grid)
    // Near by it is in the lattice.
    let isNear = grid.texel * Double(GroundTile.stride) < Self.coarse
    let coarse = isNear ? nil : WorldCanvas.noise(grid, from: Self.coarse)
    return noise.withUnsafeBufferPointer { noise in
      [SIMD3<Float>](unsafeUninitializedCapacity: TexelGrid.count) { colors, count in
        lattice.forEachTexel { i, node in
          let share = shares?[i] ?? 0
          let tone = coarse?[i] ?? node[5]
          var color = town
          if share < 1 {
            color = lattice.color(node, noise: noise[i])
            color += (town - color) * share
          }
          let variation = 0.1 + (Self.townVariation - 0.1) * share
          colors[i] = color * (1 + variation * noise[i] + tone * (1 - share))
        }
        count = TexelGrid.count
      }
    }
  }
}

/// Climate, heights and slopes in a square of ground.
struct CountryLattice {
  /// Red, green and blue of the climate, metres above the sea, the tangent of the slope, by how much it is lighter, and
  /// the height in metres above which snow stays.
  typealias Node = SIMD8<Float>

  /// Metres to either side over which slopes are measured: the same at all fine levels, so that colours do not change
  /// when a finer square takes the place of a coarser one.
  static let reach = 45.0

  private let nodes: [Node]
  /// Along a side of the square.
  private let cells: Int
  /// Whether nothing of it is steep or high.
  private let isGentle: Bool

  init(nodes: [Node], cells: Int) {
    self.nodes = nodes
    self.cells = cells
    isGentle = nodes.allSatisfy { $0[4] < 0.06 && $0[3] < $0[6] - 1700 }
  }

  /// Calls `body` with each texel's number and what is there.
  @inline(__always)
  func forEachTexel(_ body: (Int, Node) -> Void) {
    let (stride, width) = (GroundTile.stride, cells + 1)
    let cuts = (0..<stride).map(cut)
    withUnsafeTemporaryAllocation(of: Node.self, capacity: width) { row in
      for y in 0..<stride {
        let (j, fy) = cuts[y]
        for k in 0..<width {
          let (top, bottom) = (nodes[j * width + k], nodes[(j + 1) * width + k])
          row[k] = top + (bottom - top) * fy
        }
        for x in 0..<stride {
          let (k, fx) = cuts[x]
          body(y * stride + x, row[k] + (row[k + 1] - row[k]) * fx)
        }
      }
    }
  }

  /// The climate's colour at a texel; sRGB-encoded.
  func climate(_ x: Int, _ y: Int) -> SIMD3<Float> {
    let ((i, fx), (j, fy)) = (cut(x), cut(y))
    let width = cells + 1
    let k = j * width + i
    let top = nodes[k] + (nodes[k + 1] - nodes[k]) * fx
    let bottom = nodes[k + width] + (nodes[k + width + 1] - nodes[k + width]) * fx
    let node = top + (bottom - top) * fy
    return SIMD3(node[0], node[1], node[2])
  }

  private func cut(_ texel: Int) -> (cell: Int, part: Float) {
    let place = (Double(texel) + 0.5) * Double(cells) / Double(GroundTile.stride)
    let cell = Int(flooring: place, in: 0...(cells - 1))
    return (cell, Float(place - Double(cell)))
  }

  /// The colour of a place.
  @inline(__always)
  func color(_ node: Node, noise: Float) -> SIMD3<Float> {
    let plain = SIMD3(node[0], node[1], node[2])
    if isGentle { return plain }
    let slope = node[4] * (1 + 0.25 * noise)
    let height = node[3] + 180 * noise
    // Slopes too steep to plough are wooded or scrub where it rains.
    let greenness = min(max((plain.y - plain.x) * 12, 0), 1)
    var color = plain * (1 - 0.14 * Self.step(0.10, 0.38, slope) * greenness)
    let rock = Self.rock + (plain - Self.rock) * 0.35
    let snowLine = node[6]
    // Trees end some hundred metres below the snow; where the climate is one of snow and ice there is no bare ground below
    // it, but on steep slopes.
    let ice = min(max((plain.z - plain.x) * 8, 0), 1)
    let bare = Self.step(snowLine - 1300, snowLine - 500, height) * 0.75 * (1 - ice)
    color += (rock - color) * max(bare, Self.step(0.55, 1.05, slope) * 0.85)
    let snow = Self.step(snowLine - 150, snowLine + 450, height) * (1 - Self.step(0.9, 1.5, slope))
    return color + (WorldClimate.snow - color) * snow
  }

  @inline(__always)
  private static func step(_ low: Float, _ high: Float, _ value: Float) -> Float {
    let t = min(max((value - low) / (high - low), 0), 1)
    return t * t * (3 - 2 * t)
  }

  /// As colourful as ground that is no street must be.
  private static let rock = SIMD3<Float>(0.66, 0.62, 0.545)
}
