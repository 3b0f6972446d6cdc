import BelvedereGeoMath

/// Finds which layers of a mosaic lie side by side, and where their outlines stay open.
struct NeighbouringLayers {
  let layers: [MosaicLayer]
  private let boxes: [GeographicBounds]
  private let index: BoxIndex?
  private var outlines: [Int: ModelOutline] = [:]

  init(_ layers: [MosaicLayer]) {
    self.layers = layers
    boxes = layers.map(\.model.bounds)
    index = BoxIndex(boxes)
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
    let (tall, wide) = (model.resolution, model.longitudinalResolution)
    let grown = GeographicBounds(
      south: box.south - tall, west: box.west - wide, north: box.north + tall,
      east: box.east + wide)
    let near = index?.boxes(meeting: grown) ?? Array(layers.indices)
    return near.filter {
      $0 != n && !layers[$0].model.isEmpty && !grown.intersections(with: boxes[$0]).isEmpty
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
    if !beside.isEmpty {
      edges.held = HeldEdges(
        layer.model, own,
        beside: beside.map { (layers[$0].model, layers[$0].offset - layer.offset) })
    }
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
      let covered = uncovered(open, n, beside)
      if covered.count != open.count || !isWhole {
        open = covered
        isWhole = false
      }
      guard !isWhole else { continue }
      if side.isAlongParallel { open += openCorners(of: n, side, open, others) }
      let fade = edges[side].fade
      edges[side].fade = 0
      let reach = side.isAlongParallel ? fade : fade * lonScale
      guard !open.isEmpty, reach > 0 else { continue }
      edges.segments.append(
        EdgeSegments(
          open, isAlongParallel: side.isAlongParallel, lonScale: lonScale, reach: reach))
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
        guard gap <= 1e-3 * fine, gap >= -ElevationMosaic.largestNeighbourOverlap * fine else {
          continue
        }
        // Neither lies within the other one.
        let (ownFar, theirFar) = (
          sign * (boxes[n].side(edge.side.opposite) - place),
          sign * (boxes[other].side(edge.side) + shift.0 - place)
        )
        guard gap > ownFar + fine / 2, theirFar > fine / 2 else { continue }
        let low = max(
          min(edge.from[along], edge.to[along]), min(line.from[along], line.to[along]) + shift.1)
        let high = min(
          max(edge.from[along], edge.to[along]), max(line.from[along], line.to[along]) + shift.1)
        guard high - low > hair else { continue }
        let theirSamples = sign * (theirs.samples.side(edge.side.opposite) + shift.0 - place)
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

  /// The layers beside a layer whose edges run otherwise than its own, on another projection.
  private func turnedNeighbours(of n: Int, _ others: [Int]) -> [Int] {
    let center = boxes[n].center
    return others.filter { other in
      // What lies beneath all of it is no neighbour.
      isAlike(n, other) && (isTurned(n) || isTurned(other))
        && !layers[other].model.hasData(latitude: center.latitude, longitude: center.longitude)
    }
  }

  private func isTurned(_ n: Int) -> Bool {
    outlines[n]?.edges.contains { $0.from.x != $0.to.x && $0.from.y != $0.to.y } ?? false
  }

  /// The pieces of edges beyond which no neighbour has data whose own edges run otherwise: the layer ends there as
  /// over nothing coarser, and the neighbour goes on.
  ///
  /// - Parameter beside: the neighbours.
  private func uncovered(
    _ edges: [ModelOutline.Edge], _ n: Int, _ beside: [Int]
  ) -> [ModelOutline.Edge] {
    let model = layers[n].model
    guard !beside.isEmpty else { return edges }
    let across = SIMD2(model.longitudinalResolution, model.resolution)
    return edges.flatMap { edge -> [ModelOutline.Edge] in
      let steps = isTurned(n) ? 1 : 16
      let outwards: SIMD2<Double> =
        switch edge.side {
        case .south: SIMD2(0, -across.y)
        case .west: SIMD2(-across.x, 0)
        case .north: SIMD2(0, across.y)
        case .east: SIMD2(across.x, 0)
        }
      let pieces = (0..<steps).map { step in
        let (a, b) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
        let way = edge.to - edge.from
        return ModelOutline.Edge(edge.side, from: edge.from + way * a, to: edge.from + way * b)
      }
      let open = pieces.filter { piece in
        let place = (piece.from + piece.to) / 2 + outwards
        return !beside.contains {
          layers[$0].model.hasData(latitude: place.y, longitude: place.x)
        }
      }
      return open.count == pieces.count ? [edge] : open
    }
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

  /// Corners of a box beyond which there is no neighbour though there are on both sides of it: the
  /// neighbours fade there, and so must it.
  private mutating func openCorners(
    of n: Int, _ side: ModelOutline.Side, _ open: [ModelOutline.Edge], _ others: [Int]
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

  private func isAlike(_ a: Int, _ b: Int) -> Bool {
    let (first, second) = (layers[a].model.resolution, layers[b].model.resolution)
    return max(first, second) <= ElevationMosaic.largestNeighbourRatio * min(first, second)
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
