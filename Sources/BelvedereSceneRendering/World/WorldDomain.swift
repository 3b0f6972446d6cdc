import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain
import BelvedereWorld

/// What a scene itself knows of the ground, and how it goes over into the world around it.
struct WorldDomain: Sendable {
  /// A box of which the scene knows the ground; there are several where it knows places far from each other.
  fileprivate struct Part {
    /// Map points; may reach over the turn of the world.
    var box: MapRect
    /// Over how many map points inward from the box's edge the scene's ground becomes the world's.
    var seam: Double
    /// Whether it has no edge in the east and west.
    var isRound: Bool
    /// How the world's coast goes on from the scene's; `nil` where the scene knows none.
    var shore: FittedShore?
  }

  private let parts: [Part]

  /// `nil` for a scene that knows nothing, also for one of countries or of the world.
  ///
  /// - Parameters:
  ///   - shore: what the scene says of land and sea.
  ///   - map: the world around it.
  init?(_ scene: Scene, _ shore: SceneShore, in map: WorldMap) {
    // Elevations beside a coastline that know no sea say nothing of where it is.
    let tellsShore = shore.hasCoastline ? shore.knowsSea : shore.knowsLand
    let known = Self.known(tellsShore ? scene.ground.models : [], shore.boxes)
    if known.isEmpty {
      // Nothing is known of the ground around what is built: it goes on as far again.
      var bare = scene
      (bare.overlays, bare.annotations) = ([], [])
      guard let content = bare.mainBounds else { return nil }
      let box = MapRect(content)
      // The world knows better where the sea is.
      guard max(box.width, box.height) < Self.largestFitted else { return nil }
      let reach = 2 * max((box.width + box.height) / 2, Self.widestSeam)
      parts = [Self.part(box, reach: reach, seam: reach / 2, shore: nil)]
      return
    }
    parts =
      known.map { box in
        // A scene as large as a country has a coast as good as the world's, and a point none.
        let isFitted =
          max(box.width, box.height) < Self.largestFitted && min(box.width, box.height) > 0
        return Self.part(
          box, reach: 0, seam: Self.seam(box), shore: isFitted ? FittedShore(box, shore, map) : nil)
      } + Self.beyond(known, shore)
  }

  /// The boxes of what is built where no elevations reach: as far as a coastline is known, or where there is none, it stands
  /// on land.
  private static func beyond(
    _ known: [MapRect], _ shore: SceneShore
  ) -> [Part] {
    guard !shore.built.isNull else { return [] }
    let boxes =
      shore.hasCoastline
      ? shore.boxes.map { $0.intersection(shore.builtGround.turned(near: $0)) }
      : [shore.builtGround]
    return boxes.compactMap { box in
      guard !box.isNull, min(box.width, box.height) > 0 else { return nil }
      // What fades beside it may lie beyond the edge.
      let inner = box.intersection(shore.built.turned(near: box))
      // What reaches a little farther than what is known goes over into the world with that.
      let isKnown =
        inner.isNull
        || known.contains { known in
          let shared = known.turned(near: inner).intersection(inner)
          return !shared.isNull && shared.width * shared.height > 0.75 * inner.width * inner.height
        }
      return isKnown ? nil : part(box, reach: 0, seam: seam(box), shore: nil)
    }
  }

  /// Map points over which a box fades.
  static func seam(_ box: MapRect) -> Double {
    min(0.07 * min(box.width, box.height), widestSeam)
  }

  private static func part(
    _ box: MapRect, reach: Double, seam: Double, shore: FittedShore?
  ) -> Part {
    // The map's own edge is none of the scene's.
    let far = 4 * MapPoint.worldWidth
    let top = box.minY <= 1 ? -far : box.minY - reach
    let bottom = box.maxY >= MapPoint.worldWidth - 1 ? far : box.maxY + reach
    let whole = MapRect(
      x: box.minX - reach, y: top, width: box.width + 2 * reach, height: bottom - top)
    return Part(
      box: whole, seam: seam, isRound: whole.width >= MapPoint.worldWidth - 1, shore: shore)
  }

  /// The boxes of coastlines and elevations, those that are near each other as one.
  private static func known(
    _ models: [any ElevationModel], _ charted: [MapRect]
  ) -> [MapRect] {
    // One by one: on both sides of ±180° they are no box around the Earth.
    let models = models.map { MapRect($0.bounds) }
    guard charted.count > 1 else { return boxes(of: charted, models) }
    var groups: [(charted: [MapRect], surveyed: [MapRect])] =
      charted.map { ([$0], []) } + models.map { ([], [$0]) }
    var i = 0
    while i < groups.count {
      let box = hull(groups[i].charted + groups[i].surveyed)
      let next = groups.indices.first { k in
        k > i && isNear(box, hull(groups[k].charted + groups[k].surveyed).turned(near: box))
      }
      guard let next else {
        i += 1
        continue
      }
      groups[i].charted += groups[next].charted
      groups[i].surveyed += groups[next].surveyed
      groups.remove(at: next)
      // What has grown may reach those before.
      i = 0
    }
    return groups.flatMap { boxes(of: $0.charted, $0.surveyed) }
  }

  /// The box of coastlines and that of elevations, or one of them that says it all.
  private static func boxes(of charted: [MapRect], _ surveyed: [MapRect]) -> [MapRect] {
    let known = hull(charted)
    let models = hull(surveyed).turned(near: known)
    guard !known.isNull, !models.isNull else { return [known, models].filter { !$0.isNull } }
    let shared = known.intersection(models)
    // A coast is often drawn somewhat beyond the elevations, to have no end within them: it is cut there.
    let isBeside =
      !shared.isNull && shared.width * shared.height > 0.75 * known.width * known.height
    if isBeside { return [models] }
    return known.holds(models) ? [known] : [known, models]
  }

  private static func hull(_ boxes: [MapRect]) -> MapRect {
    boxes.reduce(MapRect.null) { $0.union($1.turned(near: $0)) }
  }

  private static func isNear(_ a: MapRect, _ b: MapRect) -> Bool {
    let around = a.insetBy(dx: -widestSeam, dy: -widestSeam)
    return around.minX <= b.maxX && b.minX <= around.maxX && around.minY <= b.maxY
      && b.minY <= around.maxY
  }

  /// Some 2,500 km.
  private static let largestFitted = 20_000_000.0

  /// Whether the scene's coast is known somewhere.
  var hasShore: Bool { parts.contains { $0.shore != nil } }

  /// What the fitted coast says at a place; `nil` far from all.
  struct Fitted {
    /// Map points from it, positive on land.
    var distance: Float
    /// How much that counts beside the world's own coast, above 0 to 1.
    var share: Float
    /// The country of most of the land there.
    var tint: Int?
  }

  /// - Parameter texel: map points; texels that are larger than what is moved show nothing of it.
  func fitted(at p: Vector2, texel: Double) -> Fitted? {
    var found: Fitted?
    var weights: Float = 0
    for part in parts {
      guard let shore = part.shore, texel < shore.reach / 2,
        let (distance, share, weight) = shore.distance(at: p, texel: texel)
      else { continue }
      guard var mean = found else {
        found = Fitted(distance: distance, share: share, tint: shore.tint)
        weights = weight
        continue
      }
      if share > mean.share { (mean.share, mean.tint) = (share, shore.tint) }
      mean.distance += (distance - mean.distance) * weight / (weights + weight)
      weights += weight
      found = mean
    }
    return found
  }

  /// Whether a place lies in a box of the scene's.
  ///
  /// - Parameter inset: map points from its edge at least.
  func holds(_ p: Vector2, inset: Double = 0) -> Bool { parts.contains { $0.depth(p) >= inset } }

  /// Some 5 km.
  private static let widestSeam = 40_000.0

  /// How much of a place is the world's, from 0, the scene alone, to 1.
  ///
  /// - Parameter texel: map points; a seam is some texels wide, so that a scene of few texels has no edge.
  func share(of p: Vector2, texel: Double) -> Float {
    parts.reduce(1) { min($0, $1.share(of: p, texel: texel)) }
  }

  /// From 0 beside the scene to 1 far from it: there is as much of the world's shallow waters and of its countries' tints,
  /// which the scene has not.
  func remoteness(at p: Vector2) -> Float {
    let depth = parts.reduce(-Double.infinity) { max($0, $1.depth(p)) }
    let t = Float(min(max(-depth / Self.remote, 0), 1))
    return t * t * (3 - 2 * t)
  }

  /// Some 75 km.
  private static let remote = 600_000.0

  /// Whether a box lies where the scene alone counts.
  func isScenes(_ window: MapRect, texel: Double) -> Bool {
    parts.contains { $0.isAlone(in: window, texel: texel) }
  }

  /// Whether a box lies where the world alone counts.
  func isWorlds(_ window: MapRect) -> Bool { parts.allSatisfy { $0.isAway(from: window) } }
}

extension WorldDomain.Part {
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

  func isAlone(in window: MapRect, texel: Double) -> Bool {
    guard isRound || window.width < min(box.width, MapPoint.worldWidth / 2) else { return false }
    let inner = 1.5 * max(seam, 3 * texel)
    return [window.minX, window.maxX].allSatisfy { x in
      [window.minY, window.maxY].allSatisfy { depth(Vector2(x, $0)) >= inner }
    }
  }

  func isAway(from window: MapRect) -> Bool {
    if window.maxY <= box.minY || window.minY >= box.maxY { return true }
    let near = window.turned(near: box)
    return ![-MapPoint.worldWidth, 0, MapPoint.worldWidth].contains {
      near.minX + $0 < box.maxX && near.maxX + $0 > box.minX
    }
  }

  /// Map points from the box's edge, positive inside.
  func depth(_ p: Vector2) -> Double {
    let down = box.height / 2 - abs(p.y - box.midY)
    if isRound { return down }
    let turns = ((p.x - box.midX) / MapPoint.worldWidth).rounded()
    return min(box.width / 2 - abs(p.x - turns * MapPoint.worldWidth - box.midX), down)
  }
}
