extension ElevationModel {
  /// The model's ``resolution``, for models that are equally fine everywhere.
  public func resolutions(in box: GeographicBounds) -> ClosedRange<Double>? {
    reaches(box) ? resolution...resolution : nil
  }

  public func mayHaveData(in box: GeographicBounds) -> Bool { reaches(box) }

  /// `nil`, for models that have one kind of samples.
  public func coarsened(to spacing: Double) -> (any ElevationModel)? { nil }

  /// Whether the bounds and a box touch, on whichever turn of the world.
  package func reaches(_ box: GeographicBounds) -> Bool {
    let b = bounds
    guard b.south <= box.north, b.north >= box.south else { return false }
    return [-360.0, 0, 360].contains { b.west + $0 <= box.east && b.east + $0 >= box.west }
  }
}

extension ElevationMosaic {
  /// Those of the sources that reach into the box.
  public func resolutions(in box: GeographicBounds) -> ClosedRange<Double>? {
    layers.reduce(nil) { (found: ClosedRange<Double>?, layer) in
      guard let own = layer.model.resolutions(in: box) else { return found }
      guard let found else { return own }
      return min(found.lowerBound, own.lowerBound)...max(found.upperBound, own.upperBound)
    }
  }

  /// Each source coarsened that can be; seams stay as wide as they are.
  public func coarsened(to spacing: Double) -> (any ElevationModel)? {
    var mosaic: ElevationMosaic?
    for (n, layer) in layers.enumerated() {
      guard let model = layer.model.coarsened(to: spacing) else { continue }
      var changed = mosaic ?? self
      changed.layers[n].model = model
      mosaic = changed
    }
    // Coarser samples stand farther from the edges, and neighbours run over into each other between them.
    if let changed = mosaic, changed.layers.contains(where: { $0.edges.isJoined }) {
      var neighbours = NeighbouringLayers(changed.layers)
      mosaic?.layers = neighbours.joined()
    }
    return mosaic
  }
}
