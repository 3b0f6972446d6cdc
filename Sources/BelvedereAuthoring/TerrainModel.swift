import BelvedereGeoMath
import BelvedereGeodesy

/// The ground as its authors describe it: spot heights and the outlines of the land.
public struct TerrainModel: Sendable {
  /// The lowest land, the height of the shore and of the sea's deepest sample, in metres. Land and
  /// sea keep apart so that the coast in the mesh stays where the outlines draw it.
  public static let lowestLand = 1.0
  package static let shore = 1.5
  package static let deepest = -20.0

  /// The spots.
  public let spots: [SpotHeight]
  package let land: LandPolygons
  package let frame: LocalFrame
  private let surface: PatchworkSurface

  package init(spots: [SpotHeight], land: LandPolygons, frame: LocalFrame, region: TerrainGrid) {
    self.spots = spots
    self.land = land
    self.frame = frame
    let low = Vector2(region.x(column: 0), region.y(row: region.height - 1))
    let high = Vector2(region.x(column: region.width - 1), region.y(row: 0))
    var points: [Vector2] = []
    var values: [Double] = []
    for spot in spots {
      points.append(frame.position(of: spot.coordinate))
      values.append(spot.height)
    }
    let heard = points
    for ring in land.rings {
      for point in Self.shorePoints(ring) {
        // A spot at the very shore knows better: a quay, a cliff's edge.
        if heard.contains(where: { ($0 - point).length < 40 }) { continue }
        if points.suffix(400).contains(where: { ($0 - point).length < 25 }) { continue }
        points.append(point)
        values.append(Self.shore)
      }
    }
    surface = PatchworkSurface(points: points, values: values, low: low, high: high)
  }

  /// The heights at a grid's samples: through the spots, above the sea on land, below it at sea.
  public func heights(on grid: TerrainGrid) -> [Double] {
    let mask = land.mask(grid)
    let stepX = (grid.x(column: grid.width - 1) - grid.x(column: 0)) / Double(grid.width - 1)
    let stepY = (grid.y(row: 0) - grid.y(row: grid.height - 1)) / Double(grid.height - 1)
    let sea = CoastDistance(
      land: mask, width: grid.width, height: grid.height, stepX: stepX, stepY: stepY)
    var heights = [Double](repeating: 0, count: grid.count)
    for row in 0..<grid.height {
      for column in 0..<grid.width {
        let i = row * grid.width + column
        if mask[i] {
          let point = Vector2(grid.x(column: column), grid.y(row: row))
          heights[i] = max(surface.value(at: point), Self.lowestLand)
        } else {
          heights[i] = max(-1 - 0.01 * sea.distances[i], Self.deepest)
        }
      }
    }
    fit(&heights, mask: mask, grid: grid)
    return heights
  }

  /// Moves the samples around each spot until reading between them gives its height; a summit
  /// between four samples would lose its top otherwise. Source: S. Kaczmarz, "Angenäherte Auflösung
  /// von Systemen linearer Gleichungen", 1937.
  private func fit(_ heights: inout [Double], mask: [Bool], grid: TerrainGrid) {
    for _ in 0..<8 {
      for spot in spots {
        guard let cell = grid.cell(at: spot.coordinate) else { continue }
        let i = cell.row * grid.width + cell.column
        let corners = [i, i + 1, i + grid.width, i + grid.width + 1]
        guard corners.allSatisfy({ mask[$0] }) else { continue }
        let weights = [
          (1 - cell.u) * (1 - cell.v), cell.u * (1 - cell.v), (1 - cell.u) * cell.v,
          cell.u * cell.v,
        ]
        var read = 0.0
        var square = 0.0
        for k in 0..<4 {
          read += weights[k] * heights[corners[k]]
          square += weights[k] * weights[k]
        }
        let missing = (spot.height - read) / square
        for k in 0..<4 {
          heights[corners[k]] = max(
            heights[corners[k]] + weights[k] * missing, Self.lowestLand)
        }
      }
    }
  }

  /// Points along a ring no further apart than the hills behind it are wide.
  private static func shorePoints(_ ring: [Vector2]) -> [Vector2] {
    var points: [Vector2] = []
    for i in ring.indices {
      let a = ring[i]
      let b = ring[i + 1 < ring.count ? i + 1 : 0]
      let length = (b - a).length
      // The outlines run around the region's edge in long straight lines, which are no shore.
      guard length < 3000 else { continue }
      let steps = Int(clamping: (length / 150).rounded(.up), in: 1...20)
      for step in 0..<steps { points.append(a + (b - a) * (Double(step) / Double(steps))) }
    }
    return points
  }
}
