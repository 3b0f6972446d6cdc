import BelvedereGeoMath

/// Finds which layers of a mosaic lie side by side, and where their outlines stay open.
struct NeighbouringLayers {
  let layers: [MosaicLayer]
  let boxes: [GeographicBounds]
  private let index: BoxIndex?
  private let coarsest: Double
  private(set) var outlines: [Int: ModelOutline] = [:]

  init(_ layers: [MosaicLayer]) {
    self.layers = layers
    boxes = layers.map(\.model.bounds)
    index = BoxIndex(boxes)
    coarsest = layers.map(\.model.resolution).max() ?? 0
  }

  /// The layers with their edges.
  mutating func joined() -> [MosaicLayer] {
    guard layers.count > 1 else { return layers }
    return layers.indices.map { n in
      var layer = layers[n]
      layer.edges = edges(n)
      return layer
    }
  }

  private mutating func outline(_ n: Int) -> ModelOutline {
    if let known = outlines[n] { return known }
    let outline = layers[n].model.outline ?? ModelOutline(boxes[n])
    outlines[n] = outline
    return outline
  }

  /// The layers whose bounds meet a layer's, or lie next to them.
  private func met(by n: Int) -> [Int] {
    let (box, model) = (boxes[n], layers[n].model)
    // What coarser ones lie farther from may still be their neighbour.
    let widest = min(coarsest, model.resolution * ElevationMosaic.largestNeighbourRatio)
    let near =
      index?.boxes(meeting: HeldEdges.grown(box, by: HeldEdges.largestGap * widest))
      ?? Array(layers.indices)
    return near.filter { other in
      guard other != n, !layers[other].model.isEmpty else { return false }
      let cell = isAlike(n, other) ? max(model.resolution, layers[other].model.resolution) : 0
      let grown = HeldEdges.grown(box, by: max(HeldEdges.largestGap * cell, model.resolution))
      return !grown.intersections(with: boxes[other]).isEmpty
    }
  }

  private mutating func edges(_ n: Int) -> LayerEdges {
    let layer = layers[n]
    var edges = LayerEdges(boxes[n], layer.fade)
    let others = met(by: n)
    guard !others.isEmpty, !layer.model.isEmpty else { return edges }
    let own = outline(n)
    for other in others { _ = outline(other) }
    let isRound = LayerEdges.isRound(boxes[n])
    let lonScale = layer.model.resolution / layer.model.longitudinalResolution
    let beside = turnedNeighbours(of: n, others)
    let abutting = others.filter { !beside.contains($0) && abuts(n, $0) }
    let corners = beside.isEmpty ? openCorners(of: n, abutting, others) : nil
    if !beside.isEmpty || corners?.isEmpty == false {
      edges.held = HeldEdges(
        layer.model, own,
        beside: (beside + abutting).map { (layers[$0].model, layers[$0].offset - layer.offset) },
        around: corners)
    }
    // Those into which the layer fades, and those that fade into it.
    let overlapping = others.filter { !isBeside(n, $0) }
    for side in ModelOutline.Side.allCases where !(isRound && !side.isAlongParallel) {
      let wanted = own.edges.filter { $0.side == side }
      var open: [ModelOutline.Edge] = []
      var isWhole = wanted.count == 1
      for edge in wanted {
        var found = neighbours(of: edge, n, others)
        if isOnBounds(edge, n) {
          for joint in found { edges[side].add(joint) }
        } else {
          // Inside of the bounds there is no running over.
          found.removeAll(where: \.isOverlap)
          isWhole = false
        }
        if !found.isEmpty { isWhole = false }
        open += Self.open(edge, without: found.map(\.range))
      }
      let fade = edges[side].fade * (side.isAlongParallel ? 1 : lonScale)
      var fading = fading(open, n, beside, into: overlapping, over: fade)
      // Of the whole side, and not of pieces of it as many.
      isWhole =
        isWhole && fading.count == open.count
        && zip(fading, open).allSatisfy {
          $0.reach == fade && $0.edge.from == $1.from && $0.edge.to == $1.to
        }
      guard !isWhole else { continue }
      if side.isAlongParallel {
        fading += openCorners(of: n, side, others).map { FadingEdge(edge: $0, reach: fade) }
      }
      edges[side].fade = 0
      guard !fading.isEmpty, fade > 0 else { continue }
      edges.segments.append(
        EdgeSegments(fading, isAlongParallel: side.isAlongParallel, lonScale: lonScale))
    }
    return edges
  }

  private mutating func neighbours(
    of edge: ModelOutline.Edge, _ n: Int, _ others: [Int]
  ) -> [LayerEdges.Joint] {
    let (across, along) = edge.side.isAlongParallel ? (1, 0) : (0, 1)
    let place = edge.from[across]
    guard place == edge.to[across] else { return [] }
    let sign = edge.side == .north || edge.side == .east ? 1.0 : -1
    func spacing(_ n: Int, _ axis: Int) -> Double {
      axis == 1 ? layers[n].model.resolution : layers[n].model.longitudinalResolution
    }
    let ownSamples = sign * (outline(n).samples.side(edge.side) - place)
    var found: [LayerEdges.Joint] = []
    for other in others {
      let spacings = (spacing(n, across), spacing(other, across))
      let (fine, coarse) = (min(spacings.0, spacings.1), max(spacings.0, spacings.1))
      guard coarse <= ElevationMosaic.largestNeighbourRatio * fine else { continue }
      let hair = max(spacing(n, along), spacing(other, along))
      let theirs = outline(other)
      for line in theirs.edges
      where line.side == edge.side.opposite && line.from[across] == line.to[across] {
        // On this layer's turn of the world.
        let turn =
          across == 0
          ? ((place - line.from.x) / 360).rounded() * 360
          : ((edge.from.x + edge.to.x - line.from.x - line.to.x) / 720).rounded() * 360
        let shift = (across == 0 ? turn : 0, along == 0 ? turn : 0)
        let gap = sign * (line.from[across] + shift.0 - place)
        let theirSamples = sign * (theirs.samples.side(edge.side.opposite) + shift.0 - place)
        // Of pixels outlines may be apart where samples are not.
        let isBridged =
          isHeld(n) && isHeld(other)
          && theirSamples - ownSamples <= HeldEdges.largestGap * coarse
        guard gap <= 1e-3 * fine || isBridged,
          gap >= -ElevationMosaic.largestNeighbourOverlap * fine
        else { continue }
        // Neither lies within the other one.
        let (ownFar, theirFar) = (
          sign * (boxes[n].side(edge.side.opposite) - place),
          sign * (boxes[other].side(edge.side) + shift.0 - place)
        )
        guard gap > ownFar + fine / 2, theirFar > max(gap, 0) + fine / 2 else { continue }
        let low = max(
          min(edge.from[along], edge.to[along]), min(line.from[along], line.to[along]) + shift.1)
        let high = min(
          max(edge.from[along], edge.to[along]), max(line.from[along], line.to[along]) + shift.1)
        guard high - low > hair else { continue }
        var joint = LayerEdges.Joint(
          range: (low - hair)...(high + hair), inward: -min(ownSamples, theirSamples),
          outward: max(ownSamples, theirSamples), isOverlap: theirSamples < ownSamples)
        // Samples on one line: there each ends, and what it holds beyond does not count. Where they are not the
        // same ones the finer stand beside the line between the coarser.
        let ratio = spacing(n, along) / spacing(other, along)
        if joint.inward + joint.outward < fine / 8 {
          let isHeld = abs(joint.inward) > 1e-6 * fine
          let width = abs(ratio - 1) > 1e-6 ? fine / 2 : isHeld ? fine * 1e-3 : 0
          joint.inward += width
          joint.outward += width
          joint.isOverlap = width > 0
        }
        found.append(joint)
      }
    }
    return found
  }

  private func isOnBounds(_ edge: ModelOutline.Edge, _ n: Int) -> Bool {
    let across = edge.side.isAlongParallel ? 1 : 0
    let place = boxes[n].side(edge.side)
    return edge.from[across] == place && edge.to[across] == place
  }

  /// What intervals leave of an edge.
  private static func open(
    _ edge: ModelOutline.Edge, without shared: [ClosedRange<Double>]
  ) -> [ModelOutline.Edge] {
    guard !shared.isEmpty else { return [edge] }
    let along = edge.side.isAlongParallel ? 0 : 1
    let (low, high) = (min(edge.from[along], edge.to[along]), max(edge.from[along], edge.to[along]))
    var open: [ModelOutline.Edge] = []
    var start = low
    func add(_ end: Double) {
      guard end > start else { return }
      var piece = edge
      piece.from[along] = start
      piece.to[along] = end
      open.append(piece)
    }
    for interval in shared.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      add(min(interval.lowerBound, high))
      start = max(start, interval.upperBound)
    }
    add(high)
    return open
  }
}

extension GeographicBounds {
  /// The latitude or longitude of a side.
  func side(_ side: ModelOutline.Side) -> Double {
    switch side {
    case .south: south
    case .west: west
    case .north: north
    case .east: east
    }
  }
}
