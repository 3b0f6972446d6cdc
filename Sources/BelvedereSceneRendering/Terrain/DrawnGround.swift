import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

/// The ground as it is drawn: exaggerated, level where nothing is known, and never below the sea.
struct DrawnGround: Sendable {
  let model: ElevationMosaic
  private let exaggeration: Double
  private let floor: Double
  /// The elevation where nothing is known.
  let unknown: Double
  /// Where elevations are known.
  let bounds: GeographicBounds?
  /// Degrees of latitude between samples.
  let resolution: Double
  /// The lowest and highest elevation that can be drawn.
  let range: ClosedRange<Double>

  init(_ scene: Scene) {
    model = scene.ground
    exaggeration = scene.verticalExaggeration
    // With a coastline the sea bed is below the water; without one all ground is shown.
    floor = scene.land == nil ? -.infinity : 0
    unknown = scene.unknownElevation * exaggeration
    bounds = scene.ground.models.isEmpty ? nil : scene.ground.bounds
    resolution = scene.ground.resolution
    let low = max(scene.ground.range.lowerBound, floor)
    let high = max(scene.ground.range.upperBound, low)
    range = min(low * exaggeration, unknown)...max(high * exaggeration, unknown)
  }

  func elevation(_ c: Coordinate) -> Double {
    elevation(latitude: c.latitude, longitude: c.longitude)
  }

  func elevation(latitude: Double, longitude: Double) -> Double {
    guard let value = model.elevation(latitude: latitude, longitude: longitude) else {
      return unknown
    }
    return max(value, floor) * exaggeration
  }

  /// Elevations at the crossings of parallels and meridians, row-major.
  func elevations(latitudes: [Double], longitudes: [Double]) -> [Float] {
    var result = model.elevations(latitudes: latitudes, longitudes: longitudes)
    let low = Float(floor)
    let factor = Float(exaggeration)
    let unknown = Float(unknown)
    for i in result.indices {
      let value = result[i]
      result[i] = value.isNaN ? unknown : max(value, low) * factor
    }
    return result
  }
}
