import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereWorld

/// What a scene itself knows of the ground, and how it goes over into the world around it.
struct WorldDomain: Sendable {
  /// Map points; may reach over the turn of the world.
  private let box: MapRect
  /// Over how many map points inward from the box's edge the scene's ground becomes the world's.
  private let seam: Double
  /// Whether it has no edge in the east and west.
  private let isRound: Bool
  /// How the world's coast goes on from the scene's; `nil` where the scene knows none.
  let shore: FittedShore?

  /// `nil` for a scene that knows nothing.
  ///
  /// - Parameters:
  ///   - land: the scene's coastline.
  ///   - map: the world around it.
  init?(_ scene: Scene, land: [GroundFeatureIndex.Area]?, in map: WorldMap) {
    var known = MapRect.null
    for area in land ?? [] { known = known.union(area.bounds.turned(near: known)) }
    if !scene.ground.models.isEmpty {
      let surveyed = MapRect(scene.ground.bounds).turned(near: known)
      let both = known.union(surveyed)
      // A coast is often drawn somewhat beyond the elevations, to have no end within them.
      let isAll = surveyed.width * surveyed.height > 0.5 * both.width * both.height
      known = isAll ? surveyed : both
    }
    let charted = known
    var (reach, seam) = (0.0, min(0.07 * min(known.width, known.height), Self.widestSeam))
    if known.isNull {
      // Nothing is known of the ground around what is built: it goes on as far again.
      var bare = scene
      (bare.overlays, bare.annotations) = ([], [])
      guard let content = bare.contentBounds else { return nil }
      known = MapRect(content)
      reach = 2 * max((known.width + known.height) / 2, Self.widestSeam)
      seam = reach / 2
    }
    // The map's own edge is none of the scene's.
    let far = 4 * MapPoint.worldWidth
    let top = known.minY <= 1 ? -far : known.minY - reach
    let bottom = known.maxY >= MapPoint.worldWidth - 1 ? far : known.maxY + reach
    box = MapRect(
      x: known.minX - reach, y: top, width: known.width + 2 * reach, height: bottom - top)
    self.seam = seam
    isRound = box.width >= MapPoint.worldWidth - 1
    // A scene as large as a country has a coast as good as the world's, and a point none.
    let isFitted =
      !charted.isNull && max(charted.width, charted.height) < Self.largestFitted
      && min(charted.width, charted.height) > 0
    shore = isFitted ? FittedShore(charted, SceneShore(scene, land: land), map) : nil
  }

  /// Some 2,500 km.
  private static let largestFitted = 20_000_000.0

  /// Whether a place lies in the scene's box.
  func holds(_ p: Vector2) -> Bool { depth(p) >= 0 }

  /// Some 5 km.
  private static let widestSeam = 40_000.0

  /// How much of a place is the world's, from 0, the scene alone, to 1.
  ///
  /// - Parameter texel: map points; a seam is some texels wide, so that a scene of few texels has no edge.
  func share(of p: Vector2, texel: Double) -> Float {
    let seam = max(seam, 3 * texel)
    let depth = depth(p) / seam
    guard depth > 0 else { return 1 }
    guard depth < 1.5 else { return 0 }
    // An edge that wanders is not seen as one.
    let wander = Double(
      ValueNoise.sample(p.x / seam, p.y / seam, seed: 91)
        + ValueNoise.sample(p.x / seam * 3, p.y / seam * 3, seed: 92) * 0.5)
    let t = Float(min(max(depth * 1.5 - 0.25 * (wander + 1.5), 0), 1))
    return 1 - t * t * (3 - 2 * t)
  }

  /// How much of the world's shallow waters is shown at a place: none beside the scene, whose sea has none.
  func shallows(at p: Vector2) -> Float {
    let t = Float(min(max(-depth(p) / Self.deepening, 0), 1))
    return t * t * (3 - 2 * t)
  }

  /// Some 75 km.
  private static let deepening = 600_000.0

  /// Whether a box lies where the scene alone counts.
  func isScenes(_ window: MapRect, texel: Double) -> Bool {
    guard isRound || window.width < min(box.width, MapPoint.worldWidth / 2) else { return false }
    let inner = 1.5 * max(seam, 3 * texel)
    return [window.minX, window.maxX].allSatisfy { x in
      [window.minY, window.maxY].allSatisfy { depth(Vector2(x, $0)) >= inner }
    }
  }

  /// Whether a box lies where the world alone counts.
  func isWorlds(_ window: MapRect) -> Bool {
    if window.maxY <= box.minY || window.minY >= box.maxY { return true }
    let near = window.turned(near: box)
    return ![-MapPoint.worldWidth, 0, MapPoint.worldWidth].contains {
      near.minX + $0 < box.maxX && near.maxX + $0 > box.minX
    }
  }

  /// Map points from the box's edge, positive inside.
  private func depth(_ p: Vector2) -> Double {
    let down = box.height / 2 - abs(p.y - box.midY)
    if isRound { return down }
    let turns = ((p.x - box.midX) / MapPoint.worldWidth).rounded()
    return min(box.width / 2 - abs(p.x - turns * MapPoint.worldWidth - box.midX), down)
  }
}

extension MapRect {
  /// A box on the map; its longitudes may exceed ±180.
  init(_ b: GeographicBounds) {
    let a = MapPoint(Coordinate(latitude: b.north, longitude: b.west))
    let c = MapPoint(Coordinate(latitude: b.south, longitude: b.east))
    self.init(x: a.x, y: a.y, width: c.x - a.x, height: c.y - a.y)
  }

  /// The same on the turn of the world on which it is nearest to another one.
  fileprivate func turned(near other: MapRect) -> MapRect {
    guard !other.isNull else { return self }
    let turns = ((other.midX - midX) / MapPoint.worldWidth).rounded()
    return offsetBy(dx: turns * MapPoint.worldWidth, dy: 0)
  }
}
