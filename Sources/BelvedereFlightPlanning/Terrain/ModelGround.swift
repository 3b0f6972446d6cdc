import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain

/// The ground of any model of elevations, with the bounds that the model itself tells.
///
/// A flight over it is as quick to plan as the model is to tell the range of elevations in a box. A
/// ``FieldGround`` is quicker where the model is one grid; ``ModelGround/ground(of:)`` chooses.
public struct ModelGround: FlightGround {
  private let model: any ElevationModel
  /// Those of it that are joined.
  private let models: [any ElevationModel]
  /// Boxes in which there are no holes.
  private let complete: [GeographicBounds]

  public var lookCost: Int { 8 }

  /// Makes the ground of a model.
  public init(_ model: any ElevationModel) {
    self.model = model
    models = (model as? ElevationMosaic)?.filledModels ?? [model]
    let areFilled = (model as? ElevationMosaic)?.fillsVoids ?? false
    complete = models.compactMap { model in
      if let field = model as? HeightField, field.voidCount == 0 { return field.bounds }
      // A raster along parallels and meridians is filled as a whole.
      return areFilled && !model.isEmpty && model.sampleLines != nil ? model.bounds : nil
    }
  }

  /// The closest and quickest ground of a model: that of its samples where it names their lines, or those of
  /// all the models that it joins.
  public static func ground(of model: any ElevationModel) -> any FlightGround {
    guard let mosaic = model as? ElevationMosaic else {
      return FieldGround(model) ?? ModelGround(model)
    }
    // One source with its voids filled is one grid all the same.
    if mosaic.models.count == 1, mosaic.sources.allSatisfy({ ($0.offset ?? 0) == 0 }),
      let filled = mosaic.filledModels.first, let field = FieldGround(filled)
    {
      return field
    }
    guard mosaic.fillsNoVoids, !mosaic.isEmpty, mosaic.models.count <= 64 else {
      return ModelGround(mosaic)
    }
    // Together no more samples than one may have.
    let most = (1 << 24) / mosaic.models.count
    let fields = mosaic.models.compactMap { FieldGround($0, maximumSamples: most) }
    guard fields.count == mosaic.models.count else { return ModelGround(mosaic) }
    return fields.count == 1 ? fields[0] : JoinedGround(model: mosaic, fields: fields)
  }

  public func elevation(at point: MapPoint) -> Double { knownElevation(at: point) ?? 0 }

  public func knownElevation(at point: MapPoint) -> Double? {
    guard point.y >= 0, point.y <= MapPoint.worldWidth else { return nil }
    let place = point.coordinate
    return model.elevation(latitude: place.latitude, longitude: place.longitude)
  }

  public func elevations(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> ClosedRange<Double> {
    let (unit, world) = (360 / MapPoint.worldWidth, MapPoint.worldWidth)
    let isWide = !(x.upperBound - x.lowerBound < world)
    let west = isWide ? -180 : wrappedLongitude(x.lowerBound * unit - 180)
    let turn = isWide ? 360 : (x.upperBound - x.lowerBound) * unit
    func latitude(_ y: Double) -> Double {
      MapPoint(x: 0, y: min(max(y, 0), world)).coordinate.latitude
    }
    // The rounding of degrees.
    let slack = 1e-12
    let box = GeographicBounds(
      south: latitude(y.upperBound) - slack, west: west - slack,
      north: latitude(y.lowerBound) + slack, east: west + turn + slack)
    guard let known = model.range(in: box) else { return 0...0 }
    let isOnMap = y.lowerBound >= 0 && y.upperBound <= world
    return isOnMap && isComplete(box)
      ? known : min(known.lowerBound, 0)...max(known.upperBound, 0)
  }

  /// Whether the model surely knows all of a box.
  private func isComplete(_ box: GeographicBounds) -> Bool {
    for turn in [-360.0, 0, 360] {
      var moved = box
      moved.west += turn
      moved.east += turn
      if complete.contains(where: { moved.lies(in: $0) }) { return true }
      if models.contains(where: { $0.knowsAll(of: moved) }) { return true }
    }
    // Of a box smaller than a cell every cell that it touches has one of its corners.
    guard box.north - box.south < model.resolution,
      box.east - box.west < model.longitudinalResolution
    else { return false }
    return [box.south, box.north].allSatisfy { latitude in
      [box.west, box.east].allSatisfy {
        model.elevation(latitude: latitude, longitude: wrappedLongitude($0)) != nil
      }
    }
  }
}

extension ElevationMosaic {
  /// Whether every elevation is of its models as they are: none filled, none moved by an offset.
  fileprivate var fillsNoVoids: Bool {
    filledCounts.allSatisfy { $0.fromCoarser == 0 && $0.fromSurroundings == 0 }
      && sources.allSatisfy { ($0.offset ?? 0) == 0 }
  }
}
