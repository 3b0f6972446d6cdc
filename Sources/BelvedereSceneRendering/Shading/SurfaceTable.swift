import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

/// What shading needs of a batch, in plain memory.
enum Surface {
  /// A tile of ground.
  struct Ground {
    let corner: MapPoint
    let size: Double
    /// Cells along a side of the grid of slopes.
    let cells: Int
    /// Factor of all heights.
    let factor: Float
    /// `nil` where the ground is flat.
    let slopes: UnsafePointer<SIMD2<Float>>?
    /// The greatest rises of `slopes`, square by square.
    let steepest: UnsafePointer<Float>?

    /// The slope at a map point: rise towards the east and towards the north.
    @inline(__always)
    func slope(_ p: MapPoint) -> SIMD2<Float> {
      guard let slopes else { return .zero }
      let n = cells
      let x = Float(min(max(0, (p.x - corner.x) / size), 1)) * Float(n)
      let y = Float(min(max(0, (p.y - corner.y) / size), 1)) * Float(n)
      let i = min(Int(x), n - 1)  // checked: within 0...n
      let j = min(Int(y), n - 1)  // checked: within 0...n
      let fx = x - Float(i)
      let fy = y - Float(j)
      let k = j * (n + 1) + i
      let top = slopes[k] + (slopes[k + 1] - slopes[k]) * fx
      let bottom = slopes[k + n + 1] + (slopes[k + n + 2] - slopes[k + n + 1]) * fx
      return (top + (bottom - top) * fy) * factor
    }

    /// The unit normal at a map point.
    @inline(__always)
    func normal(_ p: MapPoint) -> SIMD3<Float> {
      let s = slope(p)
      let n = SIMD3(-s.x, -s.y, 1)
      return n / (n * n).sum().squareRoot()
    }
  }

  /// A mesh of solids.
  struct Solid {
    let faces: UnsafePointer<Face>
    let faceOfTriangle: UnsafePointer<UInt16>
    let skins: UnsafePointer<BelvedereSkin>
    /// From the eye to the mesh's origin, and the mesh's metres for each of the frame's.
    let originFromEye: SIMD3<Float>
    let scale: Float

    @inline(__always)
    func face(_ triangle: Int) -> UnsafePointer<Face> { faces + Int(faceOfTriangle[triangle]) }

    /// A position relative to the eye in the mesh's own metres.
    @inline(__always)
    func local(_ v: SIMD3<Float>) -> SIMD3<Float> {
      let d = v - originFromEye
      return SIMD3(d.x * scale, d.y * scale, d.z)
    }
  }
}

/// The surfaces of all batches of a picture.
final class SurfaceTable: @unchecked Sendable {
  let solids: SharedBuffer<Surface.Solid>
  let grounds: SharedBuffer<Surface.Ground>
  /// How solids are lit on the globe; empty in the flat map.
  let sites: SharedBuffer<SolidSite>
  /// Keeps alive what the tables point to.
  private let meshes: [SolidMesh]
  private let tiles: [TerrainTile]

  init(
    meshes: [SolidMesh], tiles: [TerrainTile], heightFactor: Double, earth: DrawnEarth,
    eye: Vector3
  ) {
    self.meshes = meshes
    self.tiles = tiles
    let solids = meshes.map { mesh in
      let placement = earth.placement(mesh, batch: 0)
      return Surface.Solid(
        faces: mesh.faces.base, faceOfTriangle: mesh.faceOfTriangle.base,
        skins: mesh.skins.base,
        originFromEye: SIMD3<Float>(single: placement.origin - eye),
        scale: mesh.anchor == nil
          ? Float(mesh.metersPerMapPoint / earth.frame.metersPerMapPoint) : 1)
    }
    let grounds = tiles.map { tile in
      let square = tile.slopes?.address ?? tile.address
      // The slopes' square may lie a world away from the tile.
      let worlds = (tile.address.corner.x / MapPoint.worldWidth).rounded(.down)
      return Surface.Ground(
        corner: MapPoint(
          x: square.canonical.corner.x + worlds * MapPoint.worldWidth, y: square.corner.y),
        size: square.size, cells: tile.slopes?.cells ?? 1, factor: Float(heightFactor),
        slopes: tile.slopes?.slopes.base, steepest: tile.slopes?.steepest.base)
    }
    self.solids = SharedBuffer(copying: solids)
    self.grounds = SharedBuffer(copying: grounds)
    sites = SharedBuffer(copying: meshes.compactMap { earth.site($0) })
  }

  deinit {
    solids.deallocate()
    grounds.deallocate()
    sites.deallocate()
  }
}
