/// At which pieces of its edges a layer fades, and how widely.
extension NeighbouringLayers {
  /// Whether one of some layers lies within a distance, in degrees of latitude, of an edge.
  func isOver(
    _ edge: ModelOutline.Edge, _ some: [Int], reach: Double, lonScale: Double
  ) -> Bool {
    let (low, high) = (pointwiseMin(edge.from, edge.to), pointwiseMax(edge.from, edge.to))
    let box = GeographicBounds(
      south: low.y - reach, west: low.x - reach / lonScale, north: high.y + reach,
      east: high.x + reach / lonScale)
    return some.contains { !box.intersections(with: boxes[$0]).isEmpty }
  }

  /// The pieces of edges at which a layer fades: not those where a neighbour whose own edges run otherwise goes on
  /// and reaches no farther behind them than what is held; where it does, over half of what both know.
  ///
  /// - Parameters:
  ///   - beside: the neighbours.
  ///   - fade: over so much at other pieces, in degrees of latitude.
  func fading(
    _ edges: [ModelOutline.Edge], _ n: Int, _ beside: [Int], over fade: Double
  ) -> [FadingEdge] {
    let model = layers[n].model
    guard !beside.isEmpty else { return edges.map { FadingEdge(edge: $0, reach: fade) } }
    return edges.flatMap { edge -> [FadingEdge] in
      let steps = isTurned(n) ? 1 : 16
      let outwards: SIMD2<Double> =
        switch edge.side {
        case .south: SIMD2(0, -model.resolution)
        case .west: SIMD2(-model.longitudinalResolution, 0)
        case .north: SIMD2(0, model.resolution)
        case .east: SIMD2(model.longitudinalResolution, 0)
        }
      let pieces = (0..<steps).compactMap { step -> FadingEdge? in
        let (a, b) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
        let way = edge.to - edge.from
        let piece = ModelOutline.Edge(
          edge.side, from: edge.from + way * a, to: edge.from + way * b)
        let place = (piece.from + piece.to) / 2
        let common = beside.map { depth(of: $0, behind: place, outwards) }.max() ?? 0
        guard common > 0 else { return FadingEdge(edge: piece, reach: fade) }
        let held = model.resolution / 2
        let reach = held + (common * model.resolution - held) / 2
        return common > 0.5 && fade > held
          ? FadingEdge(edge: piece, reach: min(fade, reach), held: held) : nil
      }
      let isWhole = pieces.count == steps && pieces.allSatisfy { $0.reach == fade }
      return isWhole ? [FadingEdge(edge: edge, reach: fade)] : pieces
    }
  }

  /// How many of a layer's samples those of another one reach behind a place on the layer's edge, at least a half, at
  /// most 64; 0 where it has no data beyond the edge.
  private func depth(
    of other: Int, behind place: SIMD2<Double>, _ outwards: SIMD2<Double>
  ) -> Double {
    let model = layers[other].model
    let beyond = place + outwards
    guard model.hasData(latitude: beyond.y, longitude: beyond.x) else { return 0 }
    let halves = 1...128
    let end = halves.first { half in
      let place = place - outwards * (Double(half) / 2)
      return !model.hasData(latitude: place.y, longitude: place.x)
        || model.isHeld(latitude: place.y, longitude: place.x)
    }
    return max(Double((end ?? halves.upperBound + 1) - 1) / 2, 0.5)
  }
}
