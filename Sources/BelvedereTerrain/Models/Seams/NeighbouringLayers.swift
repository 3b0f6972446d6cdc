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
      let over = open.filter { isOver($0, overlapping, reach: fade, lonScale: lonScale) }
      var fading = fading(over, n, beside, over: fade)
      if fading.count != open.count || fading.contains(where: { $0.reach < fade }) {
        isWhole = false
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

  /// Whether two layers of pixels on parallels and meridians lie side by side, no sample of the one among those of
  /// the other: what lies between is between the samples of both.
  private func abuts(_ n: Int, _ other: Int) -> Bool {
    func isHeld(_ n: Int) -> Bool {
      guard let samples = outlines[n]?.samples else { return false }
      return samples.north < boxes[n].north && samples.south > boxes[n].south
        && samples.east < boxes[n].east && samples.west > boxes[n].west
    }
    return isAlike(n, other) && isHeld(n) && isHeld(other) && isBeside(n, other)
  }

  /// Whether no sample of one layer lies among those of the other.
  private func isBeside(_ n: Int, _ other: Int) -> Bool {
    guard let own = outlines[n]?.samples, let theirs = outlines[other]?.samples else {
      return false
    }
    return !own.intersections(with: theirs).contains { $0.north > $0.south && $0.east > $0.west }
  }

  /// Whether one of some layers lies within a distance, in degrees of latitude, of an edge.
  private func isOver(
    _ edge: ModelOutline.Edge, _ some: [Int], reach: Double, lonScale: Double
  ) -> Bool {
    let (low, high) = (pointwiseMin(edge.from, edge.to), pointwiseMax(edge.from, edge.to))
    let box = GeographicBounds(
      south: low.y - reach, west: low.x - reach / lonScale, north: high.y + reach,
      east: high.x + reach / lonScale)
    return some.contains { !box.intersections(with: boxes[$0]).isEmpty }
  }

  /// The corners of a layer and of those that abut on it around which one of the four quarters is no one's.
  private func openCorners(of n: Int, _ abutting: [Int], _ others: [Int]) -> [SIMD2<Double>] {
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

  /// The pieces of edges at which a layer fades: not those where a neighbour whose own edges run otherwise goes on
  /// and reaches no farther behind them than what is held; where it does, over half of what both know.
  ///
  /// - Parameters:
  ///   - beside: the neighbours.
  ///   - fade: over so much at other pieces, in degrees of latitude.
  private func fading(
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
  private func openCorners(
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
