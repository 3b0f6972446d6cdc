import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation

/// Grounds and views for tests of the mesh.
enum MeshFixture {
  /// Rough ground: octaves of noise, ridges, and a plateau that ends in cliffs at the model's edges.
  static func rough(
    center: Coordinate = Coordinate(latitude: 46, longitude: 7), width: Int = 385,
    degrees: Double = 0.2, height: Double = 900, seed: UInt64 = 5
  ) -> HeightField {
    var samples = [Float](repeating: 0, count: width * width)
    var amplitude = height * 2
    for octave in 0..<6 {
      let cells = 3 << octave
      amplitude /= 3
      var random = SplitMix64(seed: seed &+ UInt64(octave))
      let lattice = (0..<((cells + 1) * (cells + 1))).map { _ in random.double(-1...1) }
      for y in 0..<width {
        for x in 0..<width {
          let u = Double(x) / Double(width) * Double(cells)
          let v = Double(y) / Double(width) * Double(cells)
          let (i, j) = (Int(u), Int(v))
          let (s, t) = (smoothstep(0, 1, u - Double(i)), smoothstep(0, 1, v - Double(j)))
          let k = j * (cells + 1) + i
          let top = mix(lattice[k], lattice[k + 1], s)
          let bottom = mix(lattice[k + cells + 1], lattice[k + cells + 2], s)
          samples[y * width + x] += Float(amplitude * (1 - abs(mix(top, bottom, t))))
        }
      }
    }
    return HeightField(
      width: width, height: width, bounds: bounds(center, degrees), samples: samples)
  }

  /// Every second sample high: no mesh but the finest comes near it.
  static func chessboard() -> HeightField {
    let width = 65
    let samples = (0..<(width * width)).map { Float(($0 % width + $0 / width) % 2) * 40 }
    return HeightField(
      width: width, height: width,
      bounds: bounds(Coordinate(latitude: 46, longitude: 7), 0.03), samples: samples)
  }

  static func bounds(_ c: Coordinate, _ degrees: Double) -> GeographicBounds {
    GeographicBounds(
      south: c.latitude - degrees / 2, west: c.longitude - degrees / 2,
      north: c.latitude + degrees / 2, east: c.longitude + degrees / 2)
  }

  static func mesh(_ model: any ElevationModel) -> TerrainMesh {
    TerrainMesh(detail: TerrainDetail(of: TerrainMeshGround(model)))
  }

  /// An eye over a place, metres east and north of it, in the flat map.
  static func view(
    over place: Coordinate, east: Double = 0, north: Double = 0, height: Double,
    focalLength: Double = 1340, tolerance: Double = 0.75
  ) -> TerrainMeshView {
    TerrainMeshView(
      earth: .flat(
        origin: MapPoint(place),
        metersPerMapPoint: MapPoint.metersPerMapPoint(at: place.latitude)),
      eye: Vector3(east, north, height), focalLength: focalLength, tolerance: tolerance)
  }

  /// What a camera at the eye shows: 1280 × 720 pixels.
  static func frustum(
    pitch: Double, heading: Double, focalLength: Double = 1340
  ) -> (frustum: TerrainFrustum, axes: (right: Vector3, up: Vector3, forward: Vector3)) {
    let (p, h) = (pitch * .pi / 180, heading * .pi / 180)
    func s(_ a: Double) -> Double { sin(a) }
    func c(_ a: Double) -> Double { cos(a) }
    let forward = Vector3(s(p) * s(h), s(p) * c(h), -c(p))
    let right = Vector3(c(h), -s(h), 0)
    let up = Vector3(c(p) * s(h), c(p) * c(h), s(p))
    let (x, y) = (640 / focalLength, 360 / focalLength)
    let planes = [forward * x + right, forward * x - right, forward * y + up, forward * y - up]
    return (TerrainFrustum(planes: planes.map { ($0, 0) }), (right, up, forward))
  }

  /// The share of a corner of that picture.
  static let spread = 1 + (640.0 * 640 + 360 * 360) / (1340.0 * 1340)
}

/// The ground as some tiles draw it, by map point.
struct DrawnSurface {
  private var tiles: [TerrainTileAddress: TerrainMeshTile] = [:]
  let deepest: Int

  init(_ tiles: [TerrainMeshTile]) {
    deepest = tiles.map(\.address.level).max() ?? 0
    for tile in tiles { self.tiles[tile.address] = tile }
  }

  func tile(_ p: MapPoint) -> TerrainMeshTile? {
    for level in 0...deepest {
      let size = TerrainTileAddress(level: level, x: 0, y: 0).size
      let address = TerrainTileAddress(
        level: level, x: Int((p.x / size).rounded(.down)), y: Int((p.y / size).rounded(.down)))
      if let tile = tiles[address] { return tile }
    }
    return nil
  }

  /// The position relative to the eye, in doubles; a vertex that a coarser neighbour lacks lies on
  /// its edge.
  func position(_ p: MapPoint) -> Vector3? {
    guard let tile = tile(p) else { return nil }
    return MeshGrid.value(p, tile.address.corner, tile.address.size) {
      tile.offset($1 * 33 + $0)
    }
  }
}

/// Linear interpolation over a tile's triangles.
enum MeshGrid {
  static func value(
    _ p: MapPoint, _ corner: MapPoint, _ size: Double, _ at: (Int, Int) -> Vector3
  ) -> Vector3 {
    let x = (p.x - corner.x) / size * 32
    let y = (p.y - corner.y) / size * 32
    let i = min(max(Int(x), 0), 31)
    let j = min(max(Int(y), 0), 31)
    let (u, v) = (x - Double(i), y - Double(j))
    let (nw, ne, sw, se) = (at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1))
    if (i + j) % 2 == 0 {
      return u >= v ? nw + (ne - nw) * u + (se - ne) * v : nw + (sw - nw) * v + (se - sw) * u
    }
    return u + v <= 1
      ? nw + (ne - nw) * u + (sw - nw) * v : se + (sw - se) * (1 - u) + (ne - se) * (1 - v)
  }

  /// The height of the mesh of a level, from the model itself.
  static func height(_ p: MapPoint, level: Int, _ ground: TerrainMeshGround) -> Double {
    let size = TerrainTileAddress(level: level, x: 0, y: 0).size
    let x = (p.x / size * 32).rounded(.down)
    let y = (p.y / size * 32).rounded(.down)
    let column = Int(x) & ~1
    let row = Int(y) & ~1
    let heights = ground.heights(
      spacing: size / 32, column: column, row: row, columns: 3, rows: 3)
    // A tile's corner has even numbers: so does this block's.
    let corner = MapPoint(x: Double(column) * size / 32, y: Double(row) * size / 32)
    return value(p, corner, size) { Vector3(0, 0, Double(heights[$1 * 3 + $0])) }.z
  }
}
