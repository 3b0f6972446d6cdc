/// At which pieces of its edges a layer fades, and how widely.
extension NeighbouringLayers {
  /// Whether one of some layers has data beyond an edge: nothing fades where all end together.
  private func isOver(
    _ edge: ModelOutline.Edge, _ n: Int, _ some: [Int], _ outwards: SIMD2<Double>
  ) -> Bool {
    let (low, high) = (pointwiseMin(edge.from, edge.to), pointwiseMax(edge.from, edge.to))
    let (a, b) = (outwards * 0.6, outwards * 1.5)
    let strip = GeographicBounds(
      south: low.y + min(a.y, b.y), west: low.x + min(a.x, b.x), north: high.y + max(a.y, b.y),
      east: high.x + max(a.x, b.x))
    return some.contains { other in
      guard !strip.intersections(with: boxes[other]).isEmpty else { return false }
      guard isTurned(n) || isTurned(other) else { return true }
      return (0...4).contains { step in
        let place = edge.from + (edge.to - edge.from) * (Double(step) / 4) + outwards
        return layers[other].model.hasData(latitude: place.y, longitude: place.x)
      }
    }
  }

  /// The pieces of edges at which a layer fades: not those where a neighbour whose own edges run otherwise goes on
  /// and reaches no farther behind them than what is held; where it does, over half of what both know, so that nothing
  /// below shows where both fade, or over all of it where nothing lies below.
  ///
  /// - Parameters:
  ///   - beside: the neighbours.
  ///   - some: those that the layer may fade into, or that may fade into it.
  ///   - fade: over so much at other pieces, in degrees of latitude.
  func fading(
    _ edges: [ModelOutline.Edge], _ n: Int, _ beside: [Int], into some: [Int], over fade: Double
  ) -> [FadingEdge] {
    let model = layers[n].model
    let isAlone = some.allSatisfy(beside.contains)
    return edges.flatMap { edge -> [FadingEdge] in
      let steps = isTurned(n) || beside.isEmpty ? 1 : 16
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
        let common = beside.map { depth(of: $0, behind: place, of: n, outwards) }.max() ?? 0
        guard common > 0 else {
          return isOver(piece, n, some, outwards) ? FadingEdge(edge: piece, reach: fade) : nil
        }
        let held = model.resolution / 2
        let reach = held + (common * model.resolution - held) / (isAlone ? 1 : 2)
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
    of other: Int, behind place: SIMD2<Double>, of n: Int, _ outwards: SIMD2<Double>
  ) -> Double {
    let (model, own) = (layers[other].model, layers[n].model.resolution)
    // As far as samples may be apart for what lies between to be interpolated, in own cells from the edge.
    let gap =
      HeldEdges.largestGap * max(own, model.resolution) - own / 2 - model.resolution / 2
    let beyond = place + outwards * (gap / own)
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
