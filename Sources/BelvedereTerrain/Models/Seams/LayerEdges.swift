import BelvedereGeoMath

/// What part a layer of a mosaic has near its edges.
///
/// At an edge over coarser layers it fades. Where a neighbour lies beside it, it does not: both fall across what
/// lies between the outermost samples of the one and of the other, so that their parts add up to 1. Of two rasters
/// of pixels the outermost values of each would hold for half a cell, a terrace; in this way the ground between
/// them is bilinear, too. Both then count a little beyond their edges with the values that they have there.
struct LayerEdges: Sendable {
  /// A neighbour at one side of the bounds.
  struct Joint: Sendable {
    /// Along the side, in degrees: where the neighbour lies.
    var range: ClosedRange<Double>
    /// The layer's part falls from 1 so far inside the bounds to 0 so far outside, in degrees across; what is
    /// negative lies on the other side.
    var inward, outward: Double
    /// Whether both know what lies between: then the part falls smoothly, else as bilinear ground does.
    var isOverlap: Bool
  }

  /// The end at one side of the bounds, in degrees across.
  struct End: Sendable {
    /// Over so much the layer fades at the whole side; 0 where the side is shared, or its edge is no
    /// straight line.
    var fade: Double
    private(set) var joints: [Joint] = []
    /// How far outside the bounds the layer may count.
    private(set) var outward = 0.0

    init(fade: Double) { self.fade = fade }

    mutating func add(_ joint: Joint) {
      // Where the outermost samples of both stand on one line there is nothing between them.
      guard joint.inward + joint.outward > 0 else { return }
      joints.append(joint)
      outward = max(outward, joint.outward)
    }

    /// What neighbours leave to the layer, at a distance inside the bounds, negative outside.
    @inline(__always)
    func share(_ distance: Double, along: Double) -> Double {
      var share = distance >= 0 ? 1.0 : 0
      for joint in joints where joint.range.contains(along) {
        guard distance < joint.inward else { continue }
        let t = (distance + joint.outward) / (joint.inward + joint.outward)
        let part = joint.isOverlap ? MosaicLayer.smooth(t, 1) : max(t, 0)
        share = distance >= 0 ? min(share, part) : max(share, part)
      }
      return share
    }

    /// The part by the distance alone, over coarser layers.
    @inline(__always)
    func part(_ distance: Double) -> Double {
      fade > 0 && distance < fade ? MosaicLayer.smooth(distance, fade) : 1
    }
  }

  let bounds: GeographicBounds
  var south, west, north, east: End
  /// Edges that are not sides of the bounds, or only in parts open.
  var segments: [EdgeSegments] = []
  /// Beside neighbours on another projection; `nil` for none.
  var held: HeldEdges?

  /// The ends of a layer without neighbours.
  init(_ bounds: GeographicBounds, _ fade: MosaicFade) {
    self.bounds = bounds
    south = End(fade: fade.south)
    north = End(fade: fade.north)
    // A model around the whole world has no edge in the east and west.
    let isRound = Self.isRound(bounds)
    west = End(fade: isRound ? 0 : fade.west)
    east = End(fade: isRound ? 0 : fade.east)
  }

  static func isRound(_ bounds: GeographicBounds) -> Bool {
    bounds.east - bounds.west >= 360 - 1e-9
  }

  subscript(side: ModelOutline.Side) -> End {
    get {
      switch side {
      case .south: south
      case .west: west
      case .north: north
      case .east: east
      }
    }
    set {
      switch side {
      case .south: south = newValue
      case .west: west = newValue
      case .north: north = newValue
      case .east: east = newValue
      }
    }
  }

  /// Whether the layer runs over into neighbours.
  var isJoined: Bool {
    !(south.joints.isEmpty && west.joints.isEmpty && north.joints.isEmpty && east.joints.isEmpty)
  }

  /// What neighbours leave to the layer at a place.
  func share(latitude: Double, longitude: Double) -> Double {
    guard isJoined else { return 1 }
    guard let longitude = reach.longitude(of: longitude) else { return 0 }
    return south.share(latitude - bounds.south, along: longitude)
      * north.share(bounds.north - latitude, along: longitude)
      * west.share(longitude - bounds.west, along: latitude)
      * east.share(bounds.east - longitude, along: latitude)
  }

  /// The box in which the layer has a part.
  var reach: GeographicBounds {
    let reach = GeographicBounds(
      south: bounds.south - south.outward, west: bounds.west - west.outward,
      north: bounds.north + north.outward, east: bounds.east + east.outward)
    guard let held, held.outward > 0, !Self.isRound(bounds) else { return reach }
    return HeldEdges.grown(reach, by: held.outward)
  }

  /// The latitude whose elevation the layer has at one that may lie a little outside.
  @inline(__always)
  func held(latitude: Double) -> Double {
    if latitude > bounds.north, latitude <= bounds.north + north.outward { return bounds.north }
    if latitude < bounds.south, latitude >= bounds.south - south.outward { return bounds.south }
    return latitude
  }

  /// The longitude whose elevation the layer has at one that may lie a little outside.
  @inline(__always)
  func held(longitude: Double) -> Double {
    guard west.outward > 0 || east.outward > 0, bounds.longitude(of: longitude) == nil,
      let turned = reach.longitude(of: longitude)
    else { return longitude }
    return turned > bounds.east ? bounds.east : bounds.west
  }

  /// The factor of a parallel.
  @inline(__always)
  func northPart(_ latitude: Double) -> Double {
    south.part(latitude - bounds.south) * north.part(bounds.north - latitude)
  }

  /// The factor of a meridian.
  @inline(__always)
  func eastPart(_ longitude: Double) -> Double {
    guard let longitude = reach.longitude(of: longitude) else { return 0 }
    return west.part(longitude - bounds.west) * east.part(bounds.east - longitude)
  }

  /// The factor of edges that are not sides of the bounds.
  func segmentPart(latitude: Double, longitude: Double) -> Double {
    guard !segments.isEmpty, let longitude = reach.longitude(of: longitude) else { return 1 }
    return segments.reduce(1) { part, edge in
      part * MosaicLayer.smooth(edge.part(latitude: latitude, longitude: longitude), 1)
    }
  }

  /// The boxes in which the layer fades or runs over into others, but for what is held: ``HeldEdges/boxes``.
  var seams: [GeographicBounds] {
    let b = bounds
    var seams: [GeographicBounds] = []
    func add(_ south: Double, _ west: Double, _ north: Double, _ east: Double) {
      guard north > south, east > west else { return }
      seams.append(GeographicBounds(south: south, west: west, north: north, east: east))
    }
    func strips(_ end: End, _ strip: (_ inward: Double, _ outward: Double) -> Void) {
      strip(end.fade, 0)
      // Up to the edge: beyond its outermost samples an overlapped layer has no part.
      for joint in end.joints { strip(joint.inward, max(joint.outward, 0)) }
    }
    strips(north) { add(b.north - $0, b.west, b.north + $1, b.east) }
    strips(south) { add(b.south - $1, b.west, b.south + $0, b.east) }
    strips(west) { add(b.south, b.west - $1, b.north, b.west + $0) }
    strips(east) { add(b.south, b.east - $0, b.north, b.east + $1) }
    for box in segments.map(\.box) {
      add(
        max(box.south, b.south), max(box.west, b.west), min(box.north, b.north),
        min(box.east, b.east))
    }
    return seams
  }
}
