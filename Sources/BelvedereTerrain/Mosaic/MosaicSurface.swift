import BelvedereGeoMath
import BelvedereGeodesy

/// The ground of a mosaic that rays meet: of each model its own patches, where the model has priority.
///
/// The rule. A ray meets a model's surface – bilinear between the model's own samples – at a place if
/// no model of higher priority knows that place. Where two models meet in a step there is no wall: a
/// ray may go under the higher one.
///
/// Exact first hits, as ``TerrainSurface``'s, of models whose samples stand on parallels and meridians
/// (``ElevationModel/sampleLines``). Others, on UTM for instance, hills, and seams, where a model fades into those
/// below it, are sampled on lines a quarter (seams: half) as far apart as their resolution. Where a ray comes as near
/// to the surface through those samples as the ground may be to it, it is followed on the ground itself and ends within
/// 1e-8 m of the ground's elevation (held by `MosaicSurfaceTests`). What stands into a ray by less than a
/// two-thousandth of the ground's bend over a cell of the samples it may pass.
///
/// But for the bounds of their heights models are not read before a ray comes to them, and no more
/// than a number of bytes is kept. Safe to use from many threads at once; answers do not depend on
/// what is in memory.
public struct MosaicSurface: RayGround {
  /// The north-west corner.
  public let anchor: Coordinate
  public let range: ClosedRange<Double>?
  /// By priority: where two overlap, the first one with ground counts.
  let regions: [SurfaceRegion]
  private let cache: SurfaceCache
  private let frame: LocalFrame
  /// Map points across.
  let width: Double

  /// The most regions: models and their seams.
  static let maximumRegions = 4096

  /// Makes the surface of a mosaic.
  ///
  /// - Parameters:
  ///   - scale: What elevations are multiplied with, 0 or more.
  ///   - floor: The elevation below which none is, before ``scale``; `nil` for none.
  ///   - maximumBytes: What the tiles in memory may take together.
  /// - Throws: ``DomainError`` that names `mosaic` where it holds nothing on the flat map, too many
  ///   models, or one with more than ``SampleLines/maximumCount`` lines.
  public init(
    _ mosaic: ElevationMosaic, scale: Double = 1, floor: Double? = nil,
    maximumBytes: Int = 256 << 20
  ) throws(DomainError) {
    let box = mosaic.bounds
    let north = min(box.north, MapPoint.maximumLatitude)
    guard !mosaic.isEmpty, north > max(box.south, -MapPoint.maximumLatitude), scale >= 0 else {
      throw DomainError(field: "mosaic", value: "\(box)", allowed: "with ground on the flat map")
    }
    anchor = Coordinate(latitude: north, longitude: box.west)
    frame = LocalFrame(origin: anchor)
    width = (box.east - box.west) / 360 * MapPoint.worldWidth
    cache = SurfaceCache(maximumBytes: maximumBytes)
    var builder = SurfaceRegionBuilder(
      mosaic: mosaic, anchor: anchor, frame: frame, scale: scale, floor: floor, cache: cache)
    regions = try builder.regions()
    guard regions.count <= Self.maximumRegions else {
      throw DomainError(
        field: "mosaic", value: "\(regions.count) models and seams",
        allowed: "at most \(Self.maximumRegions)")
    }
    let drawn = mosaic.range
    let low = max(drawn.lowerBound, floor ?? -.infinity) * scale
    range = low...max(low, max(drawn.upperBound, floor ?? -.infinity) * scale)
  }

  /// The bytes that tiles take now.
  public var cachedBytes: Int { cache.byteCount }

  public func position(of coordinate: Coordinate) -> Vector2 {
    let metres = frame.position(of: coordinate)
    let place = Vector2(metres.x / frame.metersPerMapPoint, -metres.y / frame.metersPerMapPoint)
    let worlds = ((place.x - width / 2) / MapPoint.worldWidth).rounded()
    return Vector2(place.x - worlds * MapPoint.worldWidth, place.y)
  }

  public func coordinate(at position: Vector2) -> Coordinate {
    frame.coordinate(at: Vector2(position.x, -position.y) * frame.metersPerMapPoint)
  }

  public func ground(at position: Vector2) -> (elevation: Double, gradient: Vector2)? {
    guard position.x.isFinite, position.y.isFinite else { return nil }
    for region in regions {
      let place = region.nearestCopy(of: position)
      guard var found = region.ground(at: place) else { continue }
      if let truth = region.truth {
        guard let elevation = truth(coordinate(at: place)) else { continue }
        found.elevation = elevation
      }
      return found
    }
    return nil
  }
}
