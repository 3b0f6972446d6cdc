/// Corners around which a cell is missing.
extension NeighbouringLayers {
  /// The corners of a layer and of those that abut on it around which one of the four quarters is no one's.
  func openCorners(of n: Int, _ abutting: [Int], _ others: [Int]) -> [SIMD2<Double>] {
    guard !abutting.isEmpty else { return [] }
    let all = others.filter { isAlike(n, $0) } + [n]
    // The lattices need not meet in one point.
    let cell = abutting.reduce(
      SIMD2(layers[n].model.longitudinalResolution, layers[n].model.resolution)
    ) {
      pointwiseMax($0, SIMD2(layers[$1].model.longitudinalResolution, layers[$1].model.resolution))
    }
    let corners = ([n] + abutting).flatMap { outlines[$0]?.edges ?? [] }.flatMap {
      [$0.from, $0.to]
    }
    return Set(corners).filter { corner in
      let around = GeographicBounds(
        south: corner.y - cell.y, west: corner.x - cell.x, north: corner.y + cell.y,
        east: corner.x + cell.x)
      let own = boxes[n].intersections(with: around)
      guard !own.isEmpty else { return false }
      return ![SIMD2(-1.0, -1), SIMD2(1, -1), SIMD2(-1, 1), SIMD2(1, 1)].allSatisfy { way in
        let place = corner + way * cell
        return all.contains { layers[$0].model.hasData(latitude: place.y, longitude: place.x) }
      }
    }
  }

  /// Corners of a box beyond which there is no neighbour though there are on both sides of it: the
  /// neighbours fade there, and so must it.
  func openCorners(
    of n: Int, _ side: ModelOutline.Side, _ others: [Int]
  ) -> [ModelOutline.Edge] {
    let (box, model) = (boxes[n], layers[n].model)
    guard model.outline?.edges.count ?? 4 == 4, !LayerEdges.isRound(box) else { return [] }
    // What lies beneath all of it is no neighbour.
    let others = others.filter { other in
      isAlike(n, other)
        && !box.intersections(with: boxes[other]).contains { box.lies(in: $0) }
    }
    let up = side == .north ? model.resolution : -model.resolution
    return [box.west, box.east].compactMap { longitude in
      let corner = SIMD2(longitude, box.side(side))
      let right = longitude == box.east ? 1.0 : -1
      let beyond = SIMD2(longitude + right * model.longitudinalResolution, corner.y + up)
      func isKnown(_ x: Double, _ y: Double) -> Bool {
        others.contains { boxes[$0].contains(latitude: y, longitude: x) }
      }
      // Open on one side already: that side's own edge ends in the corner.
      guard isKnown(corner.x - right * model.longitudinalResolution, beyond.y),
        isKnown(beyond.x, corner.y - up), !isKnown(beyond.x, beyond.y)
      else { return nil }
      return ModelOutline.Edge(side, from: corner, to: corner)
    }
  }
}
