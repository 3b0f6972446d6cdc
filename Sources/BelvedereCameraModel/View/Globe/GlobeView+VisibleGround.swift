import BelvedereGeoMath
import BelvedereGeodesy

extension GlobeView {
  /// The ground that the viewport shows: the level surface at ``groundElevation``, as deep as
  /// `farDepth`, up to the horizon.
  ///
  /// The polygon follows the viewport's border and the horizon counter-clockwise; its vertices lie on
  /// the outline, which departs from the straight chords between them by at most a thousandth of the
  /// outline's extent. With a pole inside it goes around the pole, and rectangle and region reach
  /// through all longitudes; the region then reaches the pole, the rectangle the map's edge, at which
  /// latitudes beyond are held. Both contain all that is visible; they are a ten-thousandth wider than
  /// the outline's extremes, to each side.
  ///
  /// Held by `GlobeVisibleGroundTests`.
  public func visibleGround(farDepth: Double) -> VisibleGround? {
    guard farDepth > 0 else { return nil }
    let outline = GroundOutline(self, elevation: groundElevation, farDepth: farDepth)
    guard let (nodes, inside) = outline.nodes(tolerance: 1e-3) else { return nil }
    let ring = nodes.compactMap { coordinate(at: $0.position) }
    guard ring.count == nodes.count else { return nil }

    // Longitudes in one piece along the ring, counted from its first.
    var easts = [0.0]
    for i in 1..<ring.count {
      easts.append(easts[i - 1] + Self.turn(ring[i].longitude - ring[i - 1].longitude))
    }
    func isSeen(_ latitude: Double) -> Bool {
      let pole = project(Coordinate(latitude: latitude, longitude: 0), elevation: groundElevation)
      guard let screen = pole.screen else { return false }
      return viewport.contains(screen.point) && screen.depth <= farDepth
    }
    func extreme(_ values: [Double], _ value: (GroundOutline.Node) -> Double) -> Double {
      guard let i = values.indices.max(by: { values[$0] < values[$1] }) else { return 0 }
      return max(values[i], value(outline.greatest(nodes, around: i, inside, value)))
    }
    func latitude(_ node: GroundOutline.Node) -> Double {
      coordinate(at: node.position)?.latitude ?? 0
    }
    var north = extreme(ring.map(\.latitude)) { latitude($0) }
    var south = -extreme(ring.map { -$0.latitude }) { -latitude($0) }
    // The middle is between the extremes, so the short way from there is the one inside.
    let (low, high) = (easts.min() ?? 0, easts.max() ?? 0)
    let middle = ring[0].longitude + (low + high) / 2
    func east(_ node: GroundOutline.Node) -> Double {
      Self.turn((coordinate(at: node.position)?.longitude ?? middle) - middle)
    }
    // Around a pole the ring does not close; next to one its steps are too wide to be followed.
    let winding =
      easts[easts.count - 1] + Self.turn(ring[0].longitude - ring[ring.count - 1].longitude)
    var isAround =
      high - low >= 359 || abs(winding) > 180
      || zip(easts, easts.dropFirst()).contains { abs($0 - $1) > 120 }
    var width = 360.0
    var start = -180.0
    if !isAround {
      let eastmost = extreme(easts.map { $0 - (low + high) / 2 }) { east($0) }
      let westmost = -extreme(easts.map { (low + high) / 2 - $0 }) { -east($0) }
      let margin = 1e-4 * (eastmost - westmost) + 1e-13
      width = eastmost - westmost + 2 * margin
      start = middle + westmost - margin
      isAround = width >= 360
    }
    let margin = 1e-4 * (north - south) + 1e-13
    (north, south) = (min(north + margin, 90), max(south - margin, -90))
    for (pole, isNorth) in [(90.0, true), (-90.0, false)] where isSeen(pole) {
      isAround = true
      if isNorth { north = 90 } else { south = -90 }
    }
    if isAround { (start, width) = (-180, 360) }
    return VisibleGround(
      polygon: ring, mapRect: Self.rect(start, width, north, south),
      region: CoordinateRegion(
        center: Coordinate(
          latitude: (north + south) / 2, longitude: wrappedLongitude(start + width / 2)),
        span: CoordinateSpan(latitudeDelta: north - south, longitudeDelta: width)))
  }

  private func coordinate(at position: Vector3) -> Coordinate? {
    frame.differences.foot(of: position).map { frame.differences.coordinate(of: $0) }
  }

  /// An angle the short way round, in degrees.
  private static func turn(_ degrees: Double) -> Double {
    degrees.remainder(dividingBy: 360)
  }

  /// A rectangle of the map by its western edge, its width and its latitudes in degrees.
  private static func rect(
    _ west: Double, _ width: Double, _ north: Double, _ south: Double
  ) -> MapRect {
    let world = MapPoint.worldWidth
    let top = MapPoint(Coordinate(latitude: north, longitude: wrappedLongitude(west)))
    let bottom = MapPoint(Coordinate(latitude: south, longitude: 0)).y
    let margin = 1e-6
    let y = max(top.y - margin, 0)
    return MapRect(
      x: width >= 360 ? 0 : top.x, y: y, width: min(width / 360 * world, world),
      height: min(bottom + margin, world) - y)
  }
}
