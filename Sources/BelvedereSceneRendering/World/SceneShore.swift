import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereTerrain

/// What a scene itself says of land and sea: its coastline in the box around that, and around it its elevations.
///
/// An extract's coastline ends at the extract's edge, its elevations often reach much farther: what rises above the sea there
/// is land.
struct SceneShore: Sendable {
  private let land: [GroundFeatureIndex.Area]?
  /// Where the coastline is known, map points.
  let boxes: [MapRect]
  private let model: ElevationMosaic?
  private let bounds: GeographicBounds
  var hasCoastline: Bool { land != nil }
  /// Whether elevations tell sea from land.
  var knowsSea: Bool { model != nil }
  /// Whether elevations tell anything of the two: all of them at the height of the sea or below are those of a polder, of a
  /// lake or of nothing at all.
  let knowsLand: Bool
  /// Where things are built, map points; ``MapRect/null`` where none are.
  let built: MapRect
  /// How each box goes over into the elevations around it.
  private let seams: ShoreSeams?

  /// Metres above the sea from which on ground is land.
  static let leastRise = 0.5

  init(_ scene: Scene, land: [GroundFeatureIndex.Area]?) {
    self.land = land
    boxes = ChartedBoxes(scene.landBounds, land ?? []).boxes
    bounds = scene.ground.bounds
    // Elevations that know no sea tell nothing of it, and so do those that know no land.
    let range = scene.ground.range
    knowsLand = !scene.ground.models.isEmpty && range.upperBound > Self.leastRise
    let model = knowsLand && range.lowerBound <= Self.leastRise ? scene.ground : nil
    self.model = model
    built = Self.built(scene)
    // Beyond the box of a coastline around all elevations nothing is told by them.
    if let land, let model {
      seams = ShoreSeams(boxes, land, model)
    } else {
      seams = nil
    }
  }

  /// That with the ground beside it, over which it fades.
  var builtGround: MapRect {
    let seam = 1.2 * WorldDomain.seam(built)
    return built.isNull ? built : built.insetBy(dx: -seam, dy: -seam)
  }

  private static func built(_ scene: Scene) -> MapRect {
    var scene = scene
    (scene.overlays, scene.annotations) = ([], [])
    // Ways of ships lead over the sea.
    scene.roads.removeAll { $0.kind == .ferry }
    return scene.mainBounds.map { MapRect($0) } ?? .null
  }

  /// Where the coastline crosses the edge of a box; `nil` where there is none, or where elevations count there.
  func edge(of box: MapRect) -> BoxShore? {
    guard let land, model == nil, boxes.contains(box) else { return nil }
    return BoxShore(box, land)
  }

  /// Whether all of a part of the map lies where the coastline alone counts.
  func isCharted(_ window: MapRect, texel: Double) -> Bool {
    land == nil || model == nil || boxes.isEmpty
      || boxes.contains { $0.insetBy(dx: 1.5 * texel, dy: 1.5 * texel).turns(around: window) }
  }

  /// Metres of ground outside the coastline's box; `nil` in it and where no elevation is known.
  ///
  /// - Parameter texel: map points; so near to the box's edge land that is cut there covers texels in part.
  func uncharted(_ p: Vector2, texel: Double = 0) -> Double? {
    guard land != nil, let model, !boxes.isEmpty,
      !boxes.contains(where: { $0.insetBy(dx: 1.5 * texel, dy: 1.5 * texel).holds(p) })
    else { return nil }
    let c = MapPoint(x: p.x, y: p.y).coordinate
    let longitude = wrappedLongitude(c.longitude)
    guard bounds.contains(latitude: c.latitude, longitude: longitude) else { return nil }
    return model.elevation(latitude: c.latitude, longitude: longitude)
  }

  /// How the boxes go over into the elevations around them.
  var beside: [ShoreSeam] { seams?.all ?? [] }

  /// The shore of the elevations around the coastline's box; `nil` where there are none, or none finer than a texel.
  func risen(in window: MapRect, texel: Double) -> RisenShore? {
    guard land != nil, let model, !boxes.isEmpty else { return nil }
    return RisenShore(model, in: window, texel: texel)
  }

  /// How much of a place outside the coastline's box is land: as ``uncharted(_:texel:)``, but beside the box as the
  /// coastline goes on from its edge; `nil` where that is.
  ///
  /// - Parameters:
  ///   - seams: ``beside``, which is asked for once for many places.
  ///   - shore: ``risen(in:texel:)`` around the place.
  func unchartedLand(
    _ p: Vector2, texel: Double = 0, _ seams: [ShoreSeam], _ shore: RisenShore?
  ) -> Float? {
    guard let height = uncharted(p, texel: texel) else { return nil }
    // Texels from the shore, positive on land; where that of the elevations is not known, as the ground rises.
    let scale = 1 / Float(max(texel, 1e-3))
    var distance =
      shore.map { $0.distance(at: p) * scale }
      ?? Float(min(max((height - Self.leastRise) / 0.6, -1), 1))
    // The mean of the distances, not of what they cover: between the two there is one shore, and no haze.
    if let coast = seams.coast(at: p) {
      distance += (coast.distance * scale - distance) * coast.share
    }
    return min(max(0.5 + distance, 0), 1)
  }

  /// Which cells of a grid are land, row by row; `nil` where that is not known beside coastlines, and land where there are none.
  ///
  /// - Parameters:
  ///   - corner, cell: map points.
  ///   - isAsked: whether a place matters.
  func land(
    corner: Vector2, cell: Double, side: Int, where isAsked: (Vector2) -> Bool
  ) -> [Bool?] {
    var charted = [Bool](repeating: land == nil, count: side * side)
    var mask = CoverageMask(width: side, height: side)
    let middle = corner + Vector2(cell, cell) * (Double(side) / 2)
    for area in land ?? [] {
      let turns = ((middle.x - area.bounds.midX) / MapPoint.worldWidth).rounded()
      let origin = corner - Vector2(turns * MapPoint.worldWidth, 0)
      mask.clear()
      for ring in area.rings { mask.add(ring: ring.map { ($0 - origin) * (1 / cell) }) }
      mask.forEachCovered(rule: .evenOdd) { x, y, coverage in
        if coverage >= 0.5 { charted[y * side + x] = true }
      }
    }
    return (0..<side * side).map { i in
      let p = corner + Vector2(Double(i % side) + 0.5, Double(i / side) + 0.5) * cell
      guard isAsked(p) else { return nil }
      if land != nil {
        if let height = uncharted(p) { return height > Self.leastRise }
        // Beside the boxes of coastlines nothing is known.
        return boxes.isEmpty || boxes.contains { $0.holds(p) } ? charted[i] : nil
      }
      guard let model else { return true }
      let c = MapPoint(x: p.x, y: p.y).coordinate
      let height = model.elevation(latitude: c.latitude, longitude: wrappedLongitude(c.longitude))
      return (height ?? 0) > Self.leastRise
    }
  }
}
