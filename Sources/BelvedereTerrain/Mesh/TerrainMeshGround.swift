import BelvedereGeoMath
import BelvedereGeodesy

/// The heights of which terrain meshes are made: those of a model, level where nothing is known,
/// never below a floor.
public struct TerrainMeshGround: Sendable {
  /// Where the heights come from.
  public let model: any ElevationModel
  /// Metres; a sea over which the sea bed does not rise has 0.
  public let floor: Double
  /// Metres of the ground where nothing is known.
  public let unknown: Double
  /// Where something is known; `nil` for a plain.
  public let bounds: GeographicBounds?

  /// Cells along a side of every tile's mesh.
  public static let cells = 32

  /// Makes a ground. A model whose bounds are empty or not finite is a plain.
  public init(_ model: any ElevationModel, floor: Double = -.infinity, unknown: Double = 0) {
    self.model = model
    self.floor = floor
    self.unknown = unknown
    let b = model.bounds
    let isFinite = [b.south, b.west, b.north, b.east].allSatisfy { $0.isFinite }
    bounds = isFinite && b.south < b.north && b.west < b.east ? b : nil
  }

  /// Between which heights all ground lies, told without reading.
  var knownRange: (low: Float, high: Float) {
    guard bounds != nil else { return (Float(unknown), Float(unknown)) }
    // The deepest trench and the highest summit.
    let known = model.statedRange ?? -11_000...9_000
    func held(_ z: Double) -> Float { z.isFinite ? max(Float(z), Float(floor)) : Float(unknown) }
    return (
      min(held(known.lowerBound), Float(unknown)), max(held(known.upperBound), Float(unknown))
    )
  }

  /// Degrees of latitude between the model's samples inside a box: of several layers only those count
  /// that reach into it.
  func resolution(in box: GeographicBounds) -> Double {
    model.resolutions(in: box)?.lowerBound ?? model.resolution
  }

  /// The ground as coarser samples know it where the model has them, for cells some map points wide at a
  /// place. Slopes may differ a little from cells of another width; vertices must not.
  package func coarsened(toCells width: Double, at place: MapPoint) -> TerrainMeshGround {
    let metres = width * MapPoint.metersPerMapPoint(at: place.coordinate.latitude)
    guard let coarser = model.coarsened(to: metres / 111_000) else { return self }
    return TerrainMeshGround(coarser, floor: floor, unknown: unknown)
  }

  /// Heights at vertices of a level's grid, row-major from the north-west.
  ///
  /// The grid of a level has ``cells`` cells along each of its tiles. A vertex has the same height to
  /// the last bit in every tile and at every level, on both sides of ±180° too.
  ///
  /// - Parameters:
  ///   - column, row: the first vertex; the column may lie a world away.
  ///   - columns, rows: how many vertices.
  package func heights(level: Int, column: Int, row: Int, columns: Int, rows: Int) -> [Float] {
    heights(
      spacing: MapPoint.worldWidth / Double(Self.cells << level), column: column, row: row,
      columns: columns, rows: rows)
  }

  /// As ``heights(level:column:row:columns:rows:)``, `spacing` map points apart, a power of two.
  package func heights(
    spacing: Double, column: Int, row: Int, columns: Int, rows: Int
  ) -> [Float] {
    levelled(
      knownHeights(spacing: spacing, column: column, row: row, columns: columns, rows: rows))
  }

  /// The model's own heights at vertices of a level's grid, NaN where nothing is known.
  func knownHeights(level: Int, column: Int, row: Int, columns: Int, rows: Int) -> [Float] {
    knownHeights(
      spacing: MapPoint.worldWidth / Double(Self.cells << level), column: column, row: row,
      columns: columns, rows: rows)
  }

  /// Heights of a model level where nothing is known, and not below the floor.
  func levelled(_ known: [Float]) -> [Float] {
    let (low, unknown) = (Float(floor), Float(unknown))
    return known.map { $0.isFinite ? max($0, low) : unknown }
  }

  /// The model's own heights, NaN where nothing is known, neither level there nor held by the floor.
  ///
  /// - Parameter isRound: whether they are those of the bicubic surface, where that reaches.
  package func knownHeights(
    spacing: Double, column: Int, row: Int, columns: Int, rows: Int, isRound: Bool = false
  ) -> [Float] {
    let latitudes = (row..<(row + rows)).map {
      MapPoint(x: 0, y: Double($0) * spacing).coordinate.latitude
    }
    guard let bounds, let north = latitudes.first, let south = latitudes.last,
      south <= bounds.north, north >= bounds.south
    else {
      let count = columns * rows  // bounded: by the caller's grid
      return [Float](repeating: .nan, count: count)
    }
    let west = Double(column) * spacing / MapPoint.worldWidth * 360 - 180
    let box = GeographicBounds(
      south: south, west: west, north: north,
      east: west + Double(columns - 1) * spacing / MapPoint.worldWidth * 360)
    guard model.mayHaveData(in: box) else {
      let count = columns * rows  // bounded: by the caller's grid
      return [Float](repeating: .nan, count: count)
    }
    // Every vertex of a meridian asks for the same longitude, whichever tile it is asked by.
    let longitudes = (column..<(column + columns)).map {
      let x = Double($0) * spacing / MapPoint.worldWidth
      return wrappedLongitude((x - x.rounded(.down)) * 360 - 180)
    }
    let straight = model.elevations(latitudes: latitudes, longitudes: longitudes)
    guard isRound else { return straight }
    let round = model.elevations(latitudes: latitudes, longitudes: longitudes, by: .bicubic)
    return zip(round, straight).map { $0.isNaN ? $1 : $0 }
  }

  /// Heights as ``knownHeights(spacing:column:row:columns:rows:isRound:)`` has them, ``unknown`` in the voids of the
  /// data: what remains NaN lies outside of them.
  package func seaFilled(
    _ heights: [Float], spacing: Double, column: Int, row: Int, columns: Int
  ) -> [Float] {
    var filled = heights
    for i in heights.indices where heights[i].isNaN {
      let place = MapPoint(
        x: Double(column + i % columns) * spacing, y: Double(row + i / columns) * spacing
      ).coordinate
      if model.hasData(
        latitude: place.latitude, longitude: wrappedLongitude(place.longitude))
      {
        filled[i] = Float(unknown)
      }
    }
    return filled
  }

  /// The heights of a tile's own mesh, (``cells`` + 1)² of them.
  func heights(of tile: TerrainTileAddress) -> [Float] {
    let n = Self.cells
    return heights(
      level: tile.level, column: tile.x * n, row: tile.y * n, columns: n + 1, rows: n + 1)
  }
}
