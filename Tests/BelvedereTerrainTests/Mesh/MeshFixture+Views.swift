import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport

extension MeshFixture {
  /// The model's own elevation, level where it knows none.
  static func ground(_ p: MapPoint, _ ground: TerrainMeshGround) -> Double {
    let place = p.coordinate
    let known = ground.model.elevation(latitude: place.latitude, longitude: place.longitude)
    return known.map { max($0, ground.floor) } ?? ground.unknown
  }

  /// Whether a place is so near to the model's edge, in map points, that a cell may cross it: what is upright
  /// there no mesh follows.
  static func isAtEdge(_ p: MapPoint, within width: Double, _ ground: TerrainMeshGround) -> Bool {
    guard let bounds = ground.bounds else { return false }
    let (low, high) = (
      MapPoint(Coordinate(latitude: bounds.north, longitude: bounds.west)),
      MapPoint(Coordinate(latitude: bounds.south, longitude: bounds.east))
    )
    return [p.x - low.x, p.x - high.x, p.y - low.y, p.y - high.y].contains { abs($0) <= width }
  }

  /// How many pixels points of drawn triangles lie off the ground, at most.
  static func greatestError(
    of tiles: [TerrainMeshTile], _ mesh: TerrainMesh, _ view: TerrainMeshView,
    _ axes: (right: Vector3, up: Vector3, forward: Vector3), _ random: inout SplitMix64
  ) -> (greatest: Double, count: Int) {
    var greatest = 0.0
    var count = 0
    func project(_ v: Vector3) -> Vector2? {
      let z = v.dot(axes.forward)
      // What is closer than the finest level can follow is left out.
      guard z > 20 else { return nil }
      let p = Vector2(v.dot(axes.right), v.dot(axes.up)) * (1340 / z)
      return abs(p.x) <= 640 && abs(p.y) <= 360 ? p : nil
    }
    for tile in tiles {
      let vertices = Dictionary(zip(tile.positions, 0...)) { first, _ in first }
      let list = tile.indices.map { (i: UInt16) -> Int in vertices[tile.corners[Int(i)]] ?? 0 }
      for _ in 0..<600 {
        // A point of one of the triangles that are drawn.
        let t = random.int(0...(list.count / 3 - 1))
        var (a, b) = (random.double(0...1), random.double(0...1))
        if a + b > 1 { (a, b) = (1 - a, 1 - b) }
        let corners = (0..<3).map { list[3 * t + $0] }
        func blend(_ at: (Int) -> Vector3) -> Vector3 {
          at(corners[0]) * (1 - a - b) + at(corners[1]) * a + at(corners[2]) * b
        }
        let drawn = blend { tile.offset($0) }
        let spacing = tile.address.size / 32
        let grid = blend { Vector3(Double($0 % 33), Double($0 / 33), 0) }
        let p = MapPoint(
          x: tile.address.corner.x + grid.x * spacing,
          y: tile.address.corner.y + grid.y * spacing)
        // A vertex that moves lies on its parent's mesh.
        guard !isAtEdge(p, within: 8 * spacing, mesh.detail.ground) else { continue }
        var truth = drawn
        truth.z = Self.ground(p, mesh.detail.ground) - view.eye.z
        guard let shown = project(drawn), let right = project(truth) else { continue }
        count += 1
        greatest = max(greatest, (shown - right).length)
      }
    }
    return (greatest, count)
  }

  /// How points of the ground move in pixels along a flight: the greatest step, the most that one moves
  /// in all, and how many numbers of tiles there were.
  static func fly(
    over mesh: TerrainMesh, _ place: Coordinate
  ) -> (greatest: Double, most: Double, leaves: Int) {
    var random = SplitMix64(seed: 21)
    let frame = LocalFrame(origin: place)
    let points = (0..<700).map { _ in
      frame.mapPoint(at: Vector2(random.double(-7000...7000), random.double(-7000...7000)))
    }
    // Down from 40 km, then low over the ground; each step is 1.5 % of the height.
    var eye = Vector3(0, -9000, 40_000)
    var before: [Double?] = []
    var greatest = 0.0
    var sums = [Double](repeating: 0, count: 700)
    var leaves: Set<Int> = []
    for step in 0..<220 {
      let view = MeshFixture.view(over: place, east: eye.x, north: eye.y, height: eye.z)
      let tiles = mesh.tiles(for: view, in: TerrainFrustum())
      leaves.insert(tiles.count)
      let surface = DrawnSurface(tiles)
      let heights = points.map { p in surface.position(p).map { $0.z + eye.z } }
      if step > 0 {
        for (i, p) in points.enumerated() {
          guard let a = before[i], let b = heights[i] else { continue }
          let at = frame.position(of: p)
          let distance = Vector3(at.x - eye.x, at.y - eye.y, b - eye.z).length
          let moved = abs(b - a) * 1340 / distance
          greatest = max(greatest, moved)
          sums[i] += moved
        }
      }
      before = heights
      let height = eye.z - 900
      if height > 300 { eye.z -= height * 0.015 } else { eye.y += 4.5 }
    }
    return (greatest, sums.max() ?? 0, leaves.count)
  }
}
