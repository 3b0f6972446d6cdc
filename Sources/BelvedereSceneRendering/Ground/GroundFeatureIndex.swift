import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// The ground's features in map points with their bounding boxes.
struct GroundFeatureIndex {
  /// Rings with a box around them.
  struct Area {
    let rings: [[Vector2]]
    let bounds: MapRect
  }

  struct CoverArea {
    let kind: LandCover.Kind
    let area: Area
    /// Whether it is a wood whose gaps are filled near the camera.
    let isFilled: Bool
  }

  struct RoadLine {
    let kind: Road.Kind
    /// Metres.
    let width: Double
    let path: [Vector2]
    let bounds: MapRect
    let traffic: Road.Traffic?
    /// Its number in the scene's list.
    let index: Int
  }

  struct OverlayShape {
    let overlay: Overlay
    let area: Area
    let isClosed: Bool
    /// Its outline, if that comes near a pole; `nil` of one that is its rings.
    let polarLines: PolarLines?
    /// Its number in the list of overlays.
    var number = 0
  }

  let land: [Area]?
  let covers: [CoverArea]
  let roads: [RoadLine]
  let overlays: [OverlayShape]
  /// A box around covers and roads, and the width of the widest of these in metres.
  let reach: (box: MapRect, widest: Double)

  /// A building's outline and its roof's colour, sRGB-encoded.
  struct Footprint {
    let area: Area
    let color: SIMD3<Float>
    /// Its number in the scene's list.
    let index: Int
  }

  init(_ scene: Scene) {
    land = scene.land.map { $0.compactMap { Self.area($0.rings) } }
    covers = scene.landCover.compactMap { cover in
      guard let area = Self.area(cover.polygon.rings) else { return nil }
      return CoverArea(
        kind: cover.kind, area: GroundPalette.isWild(cover.kind) ? Self.roughened(area) : area,
        isFilled: cover.kind == .forest && cover.trees == .filled)
    }
    // Narrow roads first, so that wide ones lie over their ends.
    let order = Dictionary(
      uniqueKeysWithValues: Road.Kind.allCases.reversed().enumerated().map { ($1, $0) })
    roads = scene.roads.enumerated().compactMap { index, road -> RoadLine? in
      // Those on bridges lie on decks.
      guard road.bridge == 0, road.isDrawn else { return nil }
      let path = Self.points(road.path)
      guard path.count >= 2, let bounds = Self.bounds([path]) else { return nil }
      return RoadLine(
        kind: road.kind, width: road.width, path: path, bounds: bounds, traffic: road.traffic,
        index: index)
    }.sorted { (order[$0.kind] ?? 0) < (order[$1.kind] ?? 0) }
    overlays = Self.overlays(scene.overlays)
    reach = Self.reach(covers, roads)
  }

  private static func reach(
    _ covers: [CoverArea], _ roads: [RoadLine]
  ) -> (box: MapRect, widest: Double) {
    var box = MapRect.null
    for cover in covers { box = box.union(cover.area.bounds.turned(near: box)) }
    for road in roads { box = box.union(road.bounds.turned(near: box)) }
    return (box, roads.reduce(0) { max($0, $1.width) })
  }

  /// Overlays on the map, numbered as they are listed.
  static func overlays(_ overlays: [Overlay]) -> [OverlayShape] {
    overlays.enumerated().compactMap { n, overlay in
      var shape = Self.overlay(overlay)
      shape?.number = n
      return shape
    }
  }

  /// Those of another one that matter in a part of the map.
  init(land: [Area]?, covers: [CoverArea], roads: [RoadLine]) {
    self.land = land
    self.covers = covers
    self.roads = roads
    overlays = []
    reach = Self.reach(covers, roads)
  }

  /// The outlines of buildings, for views from straight above: higher ones over lower ones, whatever their order in the
  /// scene. Parts that hang high over the ground are left out: until the camera tilts they lie there themselves, and
  /// then the ground is seen below them. What stands on other parts does not hang.
  static func footprints(_ scene: Scene) -> [Footprint] {
    let ordered = scene.buildings.enumerated().sorted { a, b in
      if a.element.height != b.element.height { return a.element.height < b.element.height }
      return b.element.precedes(a.element) ?? (b.offset < a.offset)
    }
    let supports = BuildingSupports(scene.buildings)
    return ordered.compactMap { index, building in
      guard
        building.minHeight <= max(lowPart, building.height / 2) || supports.below[index] != nil,
        let area = area(building.footprint.rings)
      else { return nil }
      let roof = BuildingLook(building).roof
      return Footprint(
        area: area,
        color: SIMD3(
          Transfer.encoded(roof.x), Transfer.encoded(roof.y), Transfer.encoded(roof.z)),
        index: index)
    }
  }

  /// Metres above the ground below which there is nothing to see.
  private static let lowPart = 8.0

  /// How many vertices a ring of land cover has once its edges are roughened.
  static func vertexCount(of ring: [Coordinate], kind: LandCover.Kind) -> Int {
    guard GroundPalette.isWild(kind), isRoughened(ring.count) else { return ring.count }
    let path = points(ring)
    return path.indices.reduce(0) { $0 + pieces(path[$1], path[($1 + 1) % path.count]) }
  }

  private static func isRoughened(_ count: Int) -> Bool { count >= 3 && count < 4096 }

  /// Into how many pieces an edge is cut before it wanders.
  private static func pieces(_ a: Vector2, _ b: Vector2) -> Int {
    Int(clamping: ((b - a).length / 300).rounded(.up), in: 1...256)
  }

  /// An outline whose straight edges wander, as the edge of a wood does.
  private static func roughened(_ area: Area) -> Area {
    let rings = area.rings.map { ring -> [Vector2] in
      guard isRoughened(ring.count) else { return ring }
      var result: [Vector2] = []
      for i in ring.indices {
        let a = ring[i]
        let b = ring[(i + 1) % ring.count]
        let length = (b - a).length
        let pieces = pieces(a, b)
        // Short edges are drawn on purpose; they keep their shape.
        let reach = min(length * 0.09, 420)
        for k in 0..<pieces {
          let p = a + (b - a) * (Double(k) / Double(pieces))
          let wander = Vector2(
            Double(
              ValueNoise.sample(p.x / 900, p.y / 900, seed: 71)
                + ValueNoise.sample(p.x / 330, p.y / 330, seed: 72) * 0.6),
            Double(
              ValueNoise.sample(p.x / 900, p.y / 900, seed: 73)
                + ValueNoise.sample(p.x / 330, p.y / 330, seed: 74) * 0.6))
          result.append(p + wander * reach)
        }
      }
      return result
    }
    return bounds(rings).map { Area(rings: rings, bounds: $0) } ?? area
  }

  /// Consecutive points stay close: a line across ±180° runs on into the next world.
  static func points(_ coordinates: [Coordinate]) -> [Vector2] {
    var result: [Vector2] = []
    result.reserveCapacity(coordinates.count)
    var before = coordinates.first?.longitude ?? 0
    for c in coordinates {
      var p = MapPoint(c)
      if let last = result.last {
        var step = p.shortDeltaX(from: MapPoint(x: last.x, y: last.y))
        // Half the world is as far either way.
        if abs(step) == MapPoint.worldWidth / 2, (step < 0) != (c.longitude < before) {
          step = -step
        }
        p.x = last.x + step
      }
      before = c.longitude
      result.append(Vector2(p.x, p.y))
    }
    return result
  }

  static func bounds(_ rings: [[Vector2]]) -> MapRect? {
    // Its corners first, in a plain loop: there are millions of points.
    var low = Vector2(repeating: .infinity)
    var high = -low
    for ring in rings {
      for p in ring { (low, high) = (pointwiseMin(low, p), pointwiseMax(high, p)) }
    }
    guard low.x <= high.x, low.y <= high.y else { return nil }
    return MapRect(enclosing: [MapPoint(x: low.x, y: low.y), MapPoint(x: high.x, y: high.y)])
  }

  private static func area(_ rings: [[Coordinate]]) -> Area? {
    let placed = rings.map(points)
    return bounds(placed).map { Area(rings: placed, bounds: $0) }
  }
}
