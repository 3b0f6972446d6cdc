import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization

/// Chooses the squares of ground that a view needs, each as fine as its distance asks for.
struct TerrainQuadtree {
  let ground: DrawnGround
  let frame: LocalFrame
  let view: RasterView
  /// Pixels that a mesh cell may span where the ground is known.
  let cellPixels: Double
  /// The eye and the focal length that decide how fine tiles are; a shadow map takes the camera's,
  /// so that surfaces do not shade themselves.
  let finestEye: Vector3
  let finestFocalLength: Double
  /// Nothing is refined beyond this; the mesh ends at the world's edge.
  static let maximumLevel = 20

  /// The leaves in view, and for each how much coarser its four neighbours are.
  func leaves() -> [(address: TileAddress, coarser: [Int])] {
    var leaves: Set<TileAddress> = []
    // The world and its copies to both sides: a camera at ±180° sees across.
    var stack = [-1, 0, 1].map { TileAddress(level: 0, x: $0, y: 0) }
    while let tile = stack.popLast() {
      let box = bounds(tile)
      let reach = box.size.length / 2
      if view.excludes(center: box.center, radius: reach) { continue }
      if tile.level < Self.maximumLevel, isTooCoarse(tile, box) {
        stack += tile.children
      } else {
        leaves.insert(tile)
      }
    }
    return leaves.sorted().map { tile in
      let sides = [(0, -1), (1, 0), (0, 1), (-1, 0)].map { (dx, dy) -> Int in
        var neighbor = TileAddress(level: tile.level, x: tile.x + dx, y: tile.y + dy)
        var levels = 0
        while neighbor.level >= 0, levels <= 5 {
          if leaves.contains(neighbor) { return levels }
          neighbor = neighbor.parent
          levels += 1
        }
        return 0
      }
      return (tile, sides)
    }
  }

  /// The middle and extents of a tile in the frame, as tall as the highest ground.
  private func bounds(_ tile: TileAddress) -> (center: Vector3, size: Vector3) {
    let s = frame.metersPerMapPoint
    let corner = tile.corner
    let x = (corner.x - frame.origin.x) * s
    let y = (frame.origin.y - corner.y) * s
    let side = tile.size * s
    let low = ground.range.lowerBound
    let high = ground.range.upperBound
    return (
      Vector3(x + side / 2, y - side / 2, (low + high) / 2), Vector3(side, side, high - low)
    )
  }

  private func isTooCoarse(
    _ tile: TileAddress, _ box: (center: Vector3, size: Vector3)
  ) -> Bool {
    let half = box.size / 2
    let d = pointwiseMax(
      pointwiseMax(box.center - half - finestEye, finestEye - box.center - half), .zero)
    let distance = max(d.length, 1)
    let side = box.size.x
    // Flat ground only needs triangles whose floats are fine enough where they come near.
    if side > 3 * distance { return true }
    guard isKnown(tile) else { return false }
    let cell = side / Double(TerrainTile.cells)
    let resolution =
      ground.resolution * 111_000 * frame.metersPerMapPoint
      / max(MapPoint.metersPerMapPoint(at: tile.corner.coordinate.latitude), 1e-9)
    return cell > resolution * 0.75 && cell * finestFocalLength / distance > cellPixels
  }

  private func isKnown(_ tile: TileAddress) -> Bool {
    guard let known = ground.bounds else { return false }
    let north = tile.corner.coordinate.latitude
    let south = MapPoint(x: 0, y: tile.corner.y + tile.size).coordinate.latitude
    let west = tile.corner.x / MapPoint.worldWidth * 360 - 180
    let east = west + tile.size / MapPoint.worldWidth * 360
    guard south < known.north, north > known.south else { return false }
    return [-360.0, 0, 360].contains { west + $0 < known.east && east + $0 > known.west }
  }
}
