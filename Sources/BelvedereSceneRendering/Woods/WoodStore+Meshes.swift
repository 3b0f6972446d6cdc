import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

extension WoodStore {
  /// Trees as meshes of solids, numbered in the order in which they are drawn.
  ///
  /// - Parameters:
  ///   - trees: of the square.
  ///   - size: the part of its size that a tree has; one with 0 is left out.
  /// - Returns: how many trees there are, too.
  static func meshes(
    of square: WoodSquare, _ trees: [WoodTree], size: (WoodTree) -> Double
  ) -> (meshes: [SolidMesh], count: Int) {
    var builder = SolidMeshBuilder(frame: LocalFrame(origin: square.middle))
    for tree in trees {
      let part = size(tree)
      guard part > 0 else { continue }
      TreeSolid.add(
        tree.kind, height: tree.height * part, at: tree.foot, seed: tree.seed, to: &builder)
      builder.object += 1
    }
    builder.flush()
    let meshes = builder.meshes.map { mesh in
      var mesh = mesh
      mesh.isFilling = true
      return mesh
    }
    return (meshes, Int(builder.object))  // checked: widens
  }

  /// Trees that may cast a shadow on a square of shadow: the coarser its texels, and thus the farther away from where it
  /// is seen, the fewer. They do not depend on the eye, so that the square is the same for all pictures.
  func casters(on square: ShadowSquare, _ extrusion: Extrusion) -> [SolidMesh] {
    guard !isEmpty, leastRank(square) < 1 else { return [] }
    let low = groundRange.lowerBound * extrusion.style
    let high = groundRange.upperBound * extrusion.style + Self.highest
    let (e, s) = (square.space.east, square.space.south)
    let bounds = square.bounds
    let (west, east) = (bounds.minX - max(e * low, e * high), bounds.maxX - min(e * low, e * high))
    let (north, south) = (
      bounds.minY - max(s * low, s * high), bounds.maxY - min(s * low, s * high)
    )
    let area = MapRect(x: west, y: north, width: east - west, height: south - north)
    guard area.width * area.height <= Self.widestShade * WoodSquare.side * WoodSquare.side
    else { return [] }
    let squares = WoodSquare.all(in: area).filter(mayHold)
    let least = leastRank(square)
    let meshes = casting.values(
      squares.map { CasterKey(square: $0, level: square.key.level) }, threads: 1
    ) { key, _ in
      let trees = self.trees([key.square], threads: 1)[0]
      let made = Self.meshes(of: key.square, trees) { $0.rank >= least ? 1 : 0 }
      return (made.meshes, 64 + 1250 * made.count)
    }
    let all = meshes.flatMap { $0 ?? [] }
    return extrusion == .full ? all : all.map { $0.extruded(extrusion) }
  }

  /// Which trees cast shadows on texels of a size: all up to 0.3 m, and none from 2.4 m on.
  private func leastRank(_ square: ShadowSquare) -> Double {
    let texel = MapSquare.texelSize(square.key.level) * MapPoint.metersPerMapPoint(at: 0)
    return max(Self.logarithm(texel / 0.3) / 3, 0)
  }

  /// To base 2, of a power of two and a factor.
  private static func logarithm(_ x: Double) -> Double {
    Double(x.exponent) + x.significand - 1
  }

  struct CasterKey: Hashable {
    let square: WoodSquare
    let level: Int
  }

  /// Metres above the ground that no tree reaches.
  static let highest = 40.0
  /// Squares from which shadows may come; where a low sun throws them farther there are none.
  private static let widestShade = 100.0
}
