import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization
import CBelvedereShading

/// Collects faces into meshes of at most a batch's triangles.
struct SolidMeshBuilder {
  private let origin: MapPoint
  private let metersPerMapPoint: Double
  private(set) var meshes: [SolidMesh] = []
  private var positions: [SIMD3<Float>] = []
  private var indices: [UInt16] = []
  private var faces: [Face] = []
  private var faceOfTriangle: [UInt16] = []
  private var stands: [FaceStand] = []
  private var skins: [BelvedereSkin] = []
  private var textures: [ObjectIdentifier: SkinTexture] = [:]
  private var stand = FaceStand.none
  private var pieces: [SlenderPiece] = []
  /// The first triangle of the piece that is added; `nil` between pieces.
  private var pieceStart: Int?
  /// The number of the object that is added, in its cell.
  var object: UInt32 = 0

  init(frame: LocalFrame) {
    origin = frame.origin
    metersPerMapPoint = frame.metersPerMapPoint
  }

  /// What is added from now on stands on ground at an elevation and is so many metres high.
  mutating func stand(at base: Double, height: Double) {
    stand = FaceStand(base: Float(base), height: Float(height), isOnSlope: false)
  }

  /// What is added from now on is of a building that stands there.
  mutating func stand(_ building: BuildingStand) {
    stand = FaceStand(
      base: Float(building.base), height: Float(building.top), isOnSlope: building.isOnSlope)
    if building.raised > 0 { stand.raised = Float(building.raised / building.top) }
    stand.lifted = Float(building.lifted)
  }

  /// What is added from now on has an elevation of its own.
  mutating func hang() { stand = .none }

  /// What is added until ``endPiece()``, quadrilaterals with four vertices of their own, bounds a convex part of a bar.
  ///
  /// - Parameter faces: how many there will be at most.
  mutating func beginPiece(faces count: Int) {
    if indices.count / 3 + 2 * count > TriangleBatch.capacity || positions.count + 4 * count > 65535
      || faces.count + count > 65535
    {
      flush()
    }
    pieceStart = indices.count / 3
  }

  /// Ends a piece; one that did not fit into a mesh is none.
  mutating func endPiece() {
    defer { pieceStart = nil }
    guard let start = pieceStart, indices.count / 3 > start else { return }
    let faces = (indices.count / 3 - start) / 2
    pieces.append(
      SlenderPiece(first: UInt16(start), faces: UInt16(faces)))  // checked: a batch's
  }

  /// Adds a triangle of a model.
  mutating func add(_ face: Face, vertices: [SIMD3<Float>], skin: Skin) {
    var face = face
    if indices.count / 3 >= TriangleBatch.capacity || faces.count >= 65535 { flush() }
    face.seed = UInt16(skins.count)  // checked: at most as many as faces
    skins.append(skin.affine(over: vertices, from: face.origin))
    if let texture = skin.texture { textures[ObjectIdentifier(texture)] = texture }
    add(face, vertices: vertices, triangles: [0, 1, 2])
  }

  /// Adds a face of a few triangles, which index its own vertices.
  mutating func add(_ face: Face, vertices: [SIMD3<Float>], triangles: [Int]) {
    if triangles.count / 3 > TriangleBatch.capacity {
      // A face too large for one mesh is cut into runs of triangles.
      let half = triangles.count / 6 * 3
      add(face, vertices: vertices, triangles: Array(triangles[..<half]))
      add(face, vertices: vertices, triangles: Array(triangles[half...]))
      return
    }
    if indices.count / 3 + triangles.count / 3 > TriangleBatch.capacity
      || positions.count + vertices.count > 65535 || faces.count >= 65535
    {
      flush()
    }
    guard vertices.count <= 65535 else { return }
    let base = positions.count
    stand.firstVertex = UInt32(base)  // checked: below 65,536
    stand.object = object
    stands.append(stand)
    positions.append(contentsOf: vertices)
    let number = UInt16(faces.count)  // checked: below 65,535
    faces.append(face)
    for i in triangles { indices.append(UInt16(base + i)) }  // checked: below 65,535
    for _ in 0..<(triangles.count / 3) { faceOfTriangle.append(number) }
  }

  /// Ends the current mesh.
  mutating func flush() {
    pieceStart = nil
    guard !indices.isEmpty else { return }
    meshes.append(
      SolidMesh(
        batch: TriangleBatch(positions: positions, indices: indices, cullsBackFaces: true),
        faces: FrozenArray(faces), faceOfTriangle: FrozenArray(faceOfTriangle),
        stands: FrozenArray(stands), pieces: FrozenArray(pieces),
        isPainted: faces.contains { $0.kind == .roadway || $0.kind == .bank },
        skins: FrozenArray(skins), textures: Array(textures.values),
        origin: origin, metersPerMapPoint: metersPerMapPoint))
    positions = []
    indices = []
    faces = []
    faceOfTriangle = []
    stands = []
    skins = []
    pieces = []
    textures = [:]
  }
}
