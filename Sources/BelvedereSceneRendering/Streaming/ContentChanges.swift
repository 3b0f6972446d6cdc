import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

/// Where what is in memory of a scene differs from what was there before.
struct ContentChanges {
  private let ground: [(rect: MapRect, margin: Double)]
  private let earlier, new: ResidentScene

  /// Map points by which the edges of woods wander.
  private static let wander = 512.0
  /// Metres of kerbs, and texels of the thinnest lines and of a square's border.
  private static let kerbs = 2.0
  private static let texels = 4.0

  init(from earlier: ResidentScene, to new: ResidentScene) {
    ground = new.groundChanges.map { change in
      let rect = MapRect(change.box)
      let middle = MapPoint(x: 0, y: (rect.minY + rect.maxY) / 2).coordinate.latitude
      return (
        rect, (change.margin + Self.kerbs) / MapPoint.metersPerMapPoint(at: middle) + Self.wander
      )
    }
    (self.earlier, self.new) = (earlier, new)
  }

  /// Around the buildings of pieces that are in one of the two alone; looked for where they are painted.
  private lazy var buildings: [MapRect] =
    Self.outlines(earlier, without: new)
    + Self.outlines(new, without: earlier)

  private static func outlines(
    _ scene: ResidentScene, without other: ResidentScene
  ) -> [MapRect] {
    let others = Set(other.pieces.map(ObjectIdentifier.init))
    return scene.pieces.compactMap { piece in
      guard !others.contains(ObjectIdentifier(piece)) else { return nil }
      var points: [MapPoint] = []
      for building in piece.buildings {
        for place in building.footprint.rings.first ?? [] { points.append(MapPoint(place)) }
      }
      return MapRect(enclosing: points)
    }
  }

  /// Whether a square of ground is painted otherwise.
  mutating func touch(_ square: MapSquare, hasFootprints: Bool) -> Bool {
    let texel = MapSquare.texelSize(square.level)
    let side = texel * Double(GroundTile.texels)
    let window = MapRect(
      x: Double(square.x) * side, y: Double(square.y) * side, width: side, height: side)
    func isNear(_ rect: MapRect, _ margin: Double) -> Bool {
      let reach = margin + Self.texels * texel
      guard rect.minY - reach < window.maxY, rect.maxY + reach > window.minY else { return false }
      return [-MapPoint.worldWidth, 0, MapPoint.worldWidth].contains { shift in
        rect.minX + shift - reach < window.maxX && rect.maxX + shift + reach > window.minX
      }
    }
    return ground.contains { isNear($0.rect, $0.margin) }
      || hasFootprints && buildings.contains { isNear($0, 0) }
  }
}
