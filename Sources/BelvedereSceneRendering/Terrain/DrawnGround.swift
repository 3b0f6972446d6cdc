import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

/// The ground as it is drawn: exaggerated, level where nothing is known, and never below the sea.
struct DrawnGround: Sendable {
  /// Heights before exaggeration.
  let meshGround: TerrainMeshGround
  private let exaggeration: Double
  /// How much of the elevation is drawn, 0 flat to 1 realistic.
  let style: Double
  /// Whether any elevation is known.
  let hasTerrain: Bool
  /// Whether the ground is painted by its elevation.
  let isRelief: Bool
  /// Whether what is known ends in walls that are shaded as such; not where the world goes on around it.
  let hasWalls: Bool
  /// Whether voids among its data are the sea, as in a map of relief of land by the sea.
  let endsInSea: Bool
  /// How wide the finest cells of the mesh may be, as a part of the model's resolution: of a small model
  /// a fraction, so that an edge that runs askew shows no steps as wide as a sample.
  let finestCell: Double
  /// Where elevations are known.
  var bounds: GeographicBounds? { hasTerrain ? meshGround.model.bounds : nil }

  init(_ scene: Scene) {
    // With a coastline the sea bed is below the water; without one all ground is shown.
    meshGround = TerrainMeshGround(
      scene.ground, floor: scene.land == nil ? -.infinity : 0, unknown: scene.unknownElevation)
    exaggeration = scene.verticalExaggeration
    style = 1
    hasTerrain = !scene.ground.models.isEmpty
    isRelief = scene.relief != nil
    hasWalls = isRelief || !scene.showsWorld
    endsInSea = scene.relief?.palette?.hasSea == true && meshGround.unknown == 0
    let box = scene.ground.bounds
    let samples =
      (box.east - box.west) / max(scene.ground.longitudinalResolution, 1e-9)
      * ((box.north - box.south) / max(scene.ground.resolution, 1e-9))
    // Each half costs four times the heights that are looked at.
    let budget = Double(1 << 22)
    finestCell =
      !isRelief ? 1 : [0.125, 0.25, 0.5].first { samples <= budget * $0 * $0 } ?? 1
  }

  private init(_ other: DrawnGround, style: Double) {
    meshGround = other.meshGround
    exaggeration = other.exaggeration
    self.style = style
    hasTerrain = other.hasTerrain
    isRelief = other.isRelief
    hasWalls = other.hasWalls
    endsInSea = other.endsInSea
    finestCell = other.finestCell
  }

  /// The same ground drawn in another elevation style.
  func styled(_ style: Double) -> DrawnGround { DrawnGround(self, style: style) }

  /// Factor of all heights.
  var factor: Double { exaggeration * style }

  /// The lowest and highest elevation that can be drawn.
  var range: ClosedRange<Double> {
    let known = meshGround.model.range
    let low = max(known.lowerBound, meshGround.floor)
    let high = max(known.upperBound, low)
    let unknown = meshGround.unknown
    return min(low, unknown) * factor...max(high, unknown) * factor
  }

  func elevation(_ c: Coordinate) -> Double {
    elevation(latitude: c.latitude, longitude: c.longitude)
  }

  func elevation(latitude: Double, longitude: Double) -> Double {
    guard let value = meshGround.model.elevation(latitude: latitude, longitude: longitude) else {
      return meshGround.unknown * factor
    }
    return max(value, meshGround.floor) * factor
  }

  /// Elevations at the crossings of parallels and meridians, row-major.
  func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    var result = meshGround.model.elevations(latitudes: latitudes, longitudes: longitudes)
    let low = Float(meshGround.floor)
    let factor = Float(factor)
    let unknown = Float(meshGround.unknown) * factor
    for i in result.indices {
      let value = result[i]
      result[i] = value.isNaN ? unknown : max(value, low) * factor
    }
    return result
  }
}
