import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel
import BelvedereWorld

/// Paints what lies beyond a scene: the sea and the land of a coarse map of the world.
struct WorldPainter: Sendable {
  private let map: WorldMap
  /// Where the scene's own ground counts; `nil` for nowhere.
  private let domain: WorldDomain?

  /// `nil` for a scene that shows nothing of the world.
  ///
  /// - Parameter shore: what it says of land and sea.
  init?(_ scene: Scene, _ shore: SceneShore) {
    guard scene.showsWorld, scene.relief == nil else { return nil }
    map = .naturalEarth
    domain = WorldDomain(scene, shore, in: map)
  }

  /// Whether the ground is the world's everywhere, below what the scene has on it.
  var isGround: Bool { domain == nil }

  /// How much of a square of ground is the world's.
  enum Share {
    case nothing, everything
    /// Texel by texel.
    case parts([Float])
  }

  func share(of key: MapSquare) -> Share {
    guard let domain else { return .everything }
    let grid = TexelGrid(key)
    if domain.isScenes(grid.window, texel: grid.texel) { return .nothing }
    if domain.isWorlds(grid.window) { return .everything }
    return .parts(
      (0..<TexelGrid.count).map { domain.share(of: grid.middle($0), texel: grid.texel) })
  }

  /// Whether a square shows any of the world.
  func isShown(in key: MapSquare) -> Bool {
    guard let domain else { return true }
    let grid = TexelGrid(key)
    return !domain.isScenes(grid.window, texel: grid.texel)
  }

  /// What the ground is at a place; `nil` where the scene itself says so.
  func isLand(at point: MapPoint) -> Bool? {
    if let domain {
      let p = Vector2(point.x, point.y)
      if domain.hasShore {
        // In the scene's box its own coast counts.
        if domain.holds(p) { return nil }
        if let fitted = domain.fitted(at: p, texel: 0), fitted.share > 0.5 {
          return fitted.distance > 0
        }
      } else if domain.share(of: p, texel: 1) < 0.5 {
        return nil
      }
    }
    return map.country(at: point) != nil
  }

  /// The texels of a square with its border: sRGB-encoded colour, and the part that is water.
  ///
  /// - Parameter sea: how much of each texel is sea as the scene says, which counts in its box; empty where it says nothing.
  func paint(_ key: MapSquare, _ theme: MapTheme, sea: [Float] = []) -> [SIMD4<Float>] {
    var canvas = WorldCanvas(TexelGrid(key), theme, beside: domain)
    for country in map.countries { canvas.add(country) }
    canvas.fit(sea)
    return canvas.colors
  }
}

/// Where the texels of a square of ground lie, its border among them.
struct TexelGrid {
  static let count = GroundTile.stride * GroundTile.stride
  /// Map points.
  let texel: Double
  let corner: Vector2
  var window: MapRect {
    let side = texel * Double(GroundTile.stride)
    return MapRect(x: corner.x, y: corner.y, width: side, height: side)
  }

  init(_ key: MapSquare) {
    texel = MapSquare.texelSize(key.level)
    let side = texel * Double(GroundTile.texels)
    corner = Vector2(Double(key.x) * side - texel, Double(key.y) * side - texel)
  }

  func middle(_ i: Int) -> Vector2 {
    corner
      + Vector2(
        Double(i % GroundTile.stride) + 0.5, Double(i / GroundTile.stride) + 0.5) * texel
  }
}
