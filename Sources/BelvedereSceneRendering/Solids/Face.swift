import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereRasterization
import CBelvedereShading

/// A plane part of a solid, as shading needs it.
struct Face {
  enum Kind: UInt8 {
    case wall, roof, beam, foliage, model, roadway, bank
  }

  /// Unit normal; for foliage unused.
  var normal: SIMD3<Float>
  /// A point of the face relative to its mesh: a wall's lower left corner, a crown's middle.
  var origin: SIMD3<Float>
  /// A wall's length and height, a crown's radius; of a roadway how much it is lit by street lamps, and 0; of a bank until
  /// it is painted metres east and north of its mesh's origin on the flat map.
  var size: SIMD2<Float>
  // These fill the gap before the colour: a face takes 64 bytes, a cache line.
  var kind: Kind
  /// What the walls' windows look like: 0 none, otherwise a ``WallPattern``. Of a roadway a ``RoadPaint``.
  var pattern: UInt8
  /// Differs from building to building; of a model the number of the skin.
  var seed: UInt16
  /// Linear reflectance.
  var color: SIMD3<Float>

  init(
    normal: SIMD3<Float>, origin: SIMD3<Float>, size: SIMD2<Float>, color: SIMD3<Float>,
    kind: Kind, pattern: UInt8, seed: UInt16
  ) {
    self.normal = normal
    self.origin = origin
    self.size = size
    self.kind = kind
    self.pattern = pattern
    self.seed = seed
    self.color = color
  }
}

/// A batch of triangles and what its faces are made of.
struct SolidMesh {
  var batch: TriangleBatch
  var faces: FrozenArray<Face>
  /// The face of each triangle.
  var faceOfTriangle: FrozenArray<UInt16>
  /// On what each face stands.
  var stands: FrozenArray<FaceStand>
  /// Parts that are drawn otherwise where they are slender on the screen.
  var pieces = FrozenArray<SlenderPiece>([])
  /// Whether some faces have colours that follow from the map's: ``DeckPainter``.
  var isPainted = false
  /// What the faces of models show.
  var skins = FrozenArray<BelvedereSkin>([])
  /// Keeps alive what the skins point to.
  var textures: [SkinTexture] = []
  /// The mesh's origin on the map, and metres for each map point there.
  var origin: MapPoint
  var metersPerMapPoint: Double
  /// The numbers of objects in the scene, by those in the cell.
  var objects = FrozenArray<UInt32>([])
  /// Whether it is of trees between those of the scene, which depend on where the eye is.
  var isFilling = false
  /// Where the mesh stands on the globe: its vertices are metres along these axes; `nil` for a mesh
  /// of the flat map.
  var anchor: TangentFrame?

  /// The number of the object to which a triangle belongs.
  func object(ofTriangle triangle: Int) -> Int {
    let number = stands.base[Int(faceOfTriangle.base[triangle])].object  // checked: widens
    return Int(objects.base[Int(number)])  // checked: widens
  }
}
