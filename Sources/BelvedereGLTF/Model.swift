import BelvedereGeoMath
import BelvedereImaging

/// A solid body of triangles, as a picture shows it: in metres, x to the right, y up, z towards the viewer.
public struct Model: Sendable, Hashable {
  /// Triangles of one material.
  public struct Part: Sendable, Hashable {
    /// The vertices, metres.
    public var positions: [Vector3] = []
    /// Unit normals, as many as positions; empty where faces are flat.
    public var normals: [SIMD3<Float>] = []
    /// Places in the material's texture, (0, 0) its upper left corner and (1, 1) its lower right one, as many
    /// as positions; empty without a texture.
    public var texturePlaces: [SIMD2<Float>] = []
    /// Linear factors of the material's colour, as many as positions; empty for none.
    public var colors: [SIMD3<Float>] = []
    /// Three vertices for each triangle, counterclockwise as it is seen from outside.
    public var triangles: [UInt32] = []
    /// The material's number.
    public var material = 0

    public init() {}
  }

  /// What a part is made of. All surfaces are matt.
  public struct Material: Sendable, Hashable {
    /// Linear reflectance, each 0 to 1; a factor of the texture.
    public var color: SIMD3<Float> = SIMD3(repeating: 1)
    /// The texture's number; `nil` for none.
    public var texture: Int?
    /// The alpha of the texture, 0 to 1, from which on there is a surface; `nil` where there is one everywhere.
    public var alphaCutoff: Float?
    /// Whether faces are seen from behind, too.
    public var isDoubleSided = false

    public init() {}
  }

  /// A picture on a surface.
  public struct Texture: Sendable, Hashable {
    /// What lies beyond the picture's edge.
    public enum Wrap: Sendable, Hashable {
      case clamped, repeated, mirrored
    }

    /// The picture; its alpha counts where the material has a cutoff.
    public var image: Image
    public var wrap: (u: Wrap, v: Wrap) {
      get { (wrapU, wrapV) }
      set { (wrapU, wrapV) = newValue }
    }
    private var wrapU = Wrap.repeated
    private var wrapV = Wrap.repeated
    /// Whether its texels are seen as squares from near.
    public var isPixelated = false

    public init(_ image: Image) { self.image = image }
  }

  public var parts: [Part] = []
  public var materials: [Material] = []
  public var textures: [Texture] = []
  /// Who must be credited; empty for nobody.
  public var copyright = ""

  public init() {}

  /// How many triangles it has.
  public var triangleCount: Int { parts.reduce(0) { $0 + $1.triangles.count / 3 } }

  /// The least and the greatest coordinates of its triangles, metres; `nil` without any.
  public var bounds: (low: Vector3, high: Vector3)? {
    var (low, high) = (Vector3(.infinity, .infinity, .infinity), Vector3.zero)
    var isEmpty = true
    for part in parts {
      for n in part.triangles {
        let p = part.positions[Int(n)]  // checked: the reader has seen to it
        if isEmpty { (low, high) = (p, p) }
        isEmpty = false
        low = Vector3(min(low.x, p.x), min(low.y, p.y), min(low.z, p.z))
        high = Vector3(max(high.x, p.x), max(high.y, p.y), max(high.z, p.z))
      }
    }
    return isEmpty ? nil : (low, high)
  }

  /// About how many bytes it takes in memory.
  public var approximateByteCount: Int {
    parts.reduce(textures.reduce(0) { $0 + $1.image.bytes.count }) { sum, part in
      sum + 24 * part.positions.count + 16 * part.normals.count + 8 * part.texturePlaces.count
        + 16 * part.colors.count + 4 * part.triangles.count
    }
  }
}
