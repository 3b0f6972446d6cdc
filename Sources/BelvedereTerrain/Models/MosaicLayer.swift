import BelvedereGeoMath

/// A source of a mosaic, ready to be asked.
struct MosaicLayer: Sendable {
  /// The elevations, voids filled.
  var model: any ElevationModel
  /// The sum of this and the model's elevations is in the mosaic's datum.
  let offset: Double
  let name: String
  private let bounds: GeographicBounds
  /// Degrees over which the layer fades at its edges; 0 for none.
  let fade: MosaicFade

  private init(_ model: any ElevationModel, _ source: ElevationMosaic.Source, _ fade: MosaicFade) {
    self.model = model
    offset = source.offset ?? 0
    name = source.name
    bounds = model.bounds
    self.fade = fade
  }

  var range: ClosedRange<Double> {
    (model.range.lowerBound + offset)...(model.range.upperBound + offset)
  }

  func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    model.range(in: box).map { ($0.lowerBound + offset)...($0.upperBound + offset) }
  }

  /// The layer's part at a place inside its bounds: 1 away from its edges, 0 on them.
  func weight(latitude: Double, longitude: Double) -> Double {
    northWeight(latitude) * eastWeight(longitude)
  }

  /// The factor of a parallel; 0 outside.
  func northWeight(_ latitude: Double) -> Double {
    Self.smooth(latitude - bounds.south, fade.south)
      * Self.smooth(bounds.north - latitude, fade.north)
  }

  /// The factor of a meridian; 0 outside.
  func eastWeight(_ longitude: Double) -> Double {
    guard let longitude = bounds.longitude(of: longitude) else { return 0 }
    // A model around the whole world has no edge in the east and west.
    if bounds.east - bounds.west >= 360 - 1e-9 { return 1 }
    return Self.smooth(longitude - bounds.west, fade.west)
      * Self.smooth(bounds.east - longitude, fade.east)
  }

  /// 0 at 0 and 1 from `width` on, level at both ends.
  static func smooth(_ distance: Double, _ width: Double) -> Double {
    guard distance < width else { return distance >= 0 ? 1 : 0 }
    let t = max(distance, 0) / width
    return t * t * (3 - 2 * t)
  }

  /// A layer, its voids filled from those below.
  static func make(
    _ source: ElevationMosaic.Source, over below: [MosaicLayer], feather: Double, fillsVoids: Bool
  ) -> (layer: MosaicLayer, filled: (fromCoarser: Int, fromSurroundings: Int)) {
    let offset = source.offset ?? 0
    let known = below.filter { !$0.model.isEmpty }
    // Elevations of the layers below, as the source would count them.
    let coarser = VoidFillingRule.Coarser {
      let low = known.map(\.range.lowerBound).min() ?? 0
      let high = known.map(\.range.upperBound).max() ?? 0
      return (low - offset)...(high - offset)
    } elevations: { latitudes, longitudes in
      MosaicLayer.blend(known, latitudes: latitudes, longitudes: longitudes)
        .map { $0 - Float(offset) }
    }
    let rule = VoidFillingRule(
      coarser: known.isEmpty ? nil : coarser, feather: min(feather, ElevationMosaic.voidFeather),
      interpolates: fillsVoids)
    let filled =
      switch source.model {
      case let field as HeightField: field.fillingVoids(by: rule)
      case let model as any VoidFillable where rule.coarser != nil || fillsVoids:
        model.fillingVoids(by: rule)
      default: VoidFilledModel(source.model)
      }
    return (
      MosaicLayer(
        filled.model, source,
        MosaicFade(filled.model, over: below.map(\.model), feather: feather)),
      (filled.fromCoarser, filled.fromSurroundings)
    )
  }
}

extension HeightField {
  fileprivate func fillingVoids(by rule: VoidFillingRule) -> VoidFilledModel {
    guard voidCount > 0 else { return VoidFilledModel(self) }
    let (patched, count) =
      rule.coarser.map { fillingVoids(feather: rule.feather, from: $0.elevations) } ?? (self, 0)
    let (whole, interpolated) = rule.interpolates ? patched.fillingVoids() : (patched, 0)
    return VoidFilledModel(whole, fromCoarser: count, fromSurroundings: interpolated)
  }
}
