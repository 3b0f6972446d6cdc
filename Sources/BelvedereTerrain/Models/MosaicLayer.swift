import BelvedereGeoMath

/// A source of a mosaic, ready to be asked.
struct MosaicLayer: Sendable {
  /// The elevations, voids filled.
  var model: any ElevationModel
  /// The same, but for what was made up from its surroundings.
  private var known: any ElevationModel
  /// The sum of this and the model's elevations is in the mosaic's datum.
  let offset: Double
  let name: String
  /// Over how many degrees the layer fades at each of its edges.
  let fade: MosaicFade
  /// Its part near its edges.
  var edges: LayerEdges

  private init(_ model: any ElevationModel, _ source: ElevationMosaic.Source, _ fade: MosaicFade) {
    self.model = model
    known = model
    offset = source.offset ?? 0
    name = source.name
    self.fade = fade
    edges = LayerEdges(model.bounds, fade)
  }

  var range: ClosedRange<Double> {
    (model.range.lowerBound + offset)...(model.range.upperBound + offset)
  }

  func range(in box: GeographicBounds) -> ClosedRange<Double>? {
    var grown = box
    if edges.isJoined {
      // Beyond its edges a layer has the elevations that it has there.
      grown.south -= edges.north.outward
      grown.north += edges.south.outward
      grown.west -= edges.east.outward
      grown.east += edges.west.outward
    }
    let own = model.range(in: grown)
    let range = edges.held?.range(model, in: box).map { $0.union(own) } ?? own
    return range.map { ($0.lowerBound + offset)...($0.upperBound + offset) }
  }

  /// The layer's part at a place: 1 away from its edges, 0 where it has none.
  func weight(latitude: Double, longitude: Double) -> Double {
    let part = edges.northPart(latitude) * edges.eastPart(longitude)
    return edges.segments.isEmpty
      ? part : part * edges.segmentPart(latitude: latitude, longitude: longitude)
  }

  /// 0 at 0 and 1 from `width` on, level at both ends.
  static func smooth(_ distance: Double, _ width: Double) -> Double {
    guard distance < width else { return distance >= 0 ? 1 : 0 }
    let t = max(distance, 0) / width
    return t * t * (3 - 2 * t)
  }

  /// A layer, its voids filled from those below.
  ///
  /// - Parameters:
  ///   - beside: layers that lie beside it and whose voids are filled.
  ///   - isBelow: whether voids of other layers are filled from it.
  static func make(
    _ source: ElevationMosaic.Source, over below: [MosaicLayer], beside: [MosaicLayer],
    feather: Double, fillsVoids: Bool, isBelow: Bool
  ) -> (layer: MosaicLayer, filled: (fromCoarser: Int, fromSurroundings: Int)) {
    let offset = source.offset ?? 0
    // What a layer has made up from its surroundings is nothing that others are filled from.
    let known = below.filter { !$0.model.isEmpty }.map { layer in
      var known = layer
      known.model = layer.known
      return known
    }
    // Elevations of the layers below, as the source would count them.
    let coarser = VoidFillingRule.Coarser {
      let low = known.map(\.range.lowerBound).min() ?? 0
      let high = known.map(\.range.upperBound).max() ?? 0
      return (low - offset)...(high - offset)
    } elevations: { latitudes, longitudes in
      MosaicLayer.blend(known, latitudes: latitudes, longitudes: longitudes)
        .map { $0 - Float(offset) }
    }
    let around: @Sendable ([Double], [Double]) -> [Float] = { latitudes, longitudes in
      MosaicLayer.blend(beside, latitudes: latitudes, longitudes: longitudes)
        .map { $0 - Float(offset) }
    }
    func filled(interpolates: Bool) -> VoidFilledModel {
      let rule = VoidFillingRule(
        coarser: known.isEmpty ? nil : coarser, interpolates: interpolates,
        beside: beside.isEmpty ? nil : around)
      switch source.model {
      case let field as HeightField: return field.fillingVoids(by: rule)
      case let model as any VoidFillable where rule.coarser != nil || interpolates:
        return model.fillingVoids(by: rule)
      default: return VoidFilledModel(source.model)
      }
    }
    let whole = filled(interpolates: fillsVoids)
    let fade = MosaicFade(whole.model, over: below.map(\.model), feather: feather)
    var layer = MosaicLayer(whole.model, source, fade)
    if isBelow, fillsVoids { layer.known = filled(interpolates: false).model }
    return (layer, (whole.fromCoarser, whole.fromSurroundings))
  }
}

extension HeightField {
  fileprivate func fillingVoids(by rule: VoidFillingRule) -> VoidFilledModel {
    guard voidCount > 0 else { return VoidFilledModel(self) }
    let (patched, count) =
      rule.coarser.map { fillingVoids(from: $0.elevations) } ?? (self, 0)
    let beside = rule.beside.map { beside in
      { (row: Int, columns: [Int]) in
        beside(
          [bounds.north - Double(row) * resolution],
          columns.map { bounds.west + Double($0) * longitudinalResolution })
      }
    }
    let (whole, interpolated) =
      rule.interpolates ? patched.fillingVoids(beside: beside) : (patched, 0)
    return VoidFilledModel(whole, fromCoarser: count, fromSurroundings: interpolated)
  }
}
