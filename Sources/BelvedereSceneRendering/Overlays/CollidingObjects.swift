import BelvedereGeodesy
import BelvedereRasterization
import BelvedereSceneModel

/// The objects on the ground whose image collides with that of overlays: at some sample of the picture
/// they stand between the eye and ground on which an overlay shows.
///
/// Each object is tested by itself: which others stand there, and in which order they are listed, does
/// not matter.
struct CollidingObjects {
  /// By the objects' numbers.
  private(set) var collides: [Bool]

  init(count: Int) { collides = Array(repeating: false, count: count) }

  /// Adds all parts of the buildings of which one collides.
  mutating func completeBuildings(_ parts: BuildingParts) {
    for (n, whole) in parts.whole.enumerated() where collides[n] { collides[whole] = true }
    for (n, whole) in parts.whole.enumerated() where collides[whole] { collides[n] = true }
  }

  /// Adds the objects that collide in a frame.
  ///
  /// - Parameters:
  ///   - ground: a frame of the ground alone. Its depth values are used up.
  ///   - solids: the meshes of the first batches.
  mutating func formUnion(
    of ground: Frame, reach: OverlayReach, solids: [SolidMesh], geometry: FrameGeometry,
    scratch: RasterizerScratch
  ) {
    guard Self.open(ground, where: reach) else { return }
    let seen = Rasterizer(view: ground.view, threads: ground.threads, scratch: scratch)
      .seen(
        Array(geometry.placements.prefix(solids.count)), batches: geometry.batches,
        inFrontOf: ground.visibility)
    for (n, mesh) in solids.enumerated() {
      seen.forEach(ofBatch: n) { collides[mesh.object(ofTriangle: $0)] = true }
    }
  }

  /// Lets nothing be in front of the samples where no overlay shows.
  ///
  /// - Returns: whether any shows.
  private static func open(_ ground: Frame, where reach: OverlayReach) -> Bool {
    let visibility = ground.visibility
    let samples = visibility.samples
    let offsets = visibility.pattern.offsets.map { SIMD2(Float($0.x), Float($0.y)) / 16 + 0.5 }
    let count = visibility.width * samples
    let isOpen = SharedBuffer(repeating: false, count: visibility.height)
    defer { isOpen.deallocate() }
    Parallel.forEach(visibility.height, threads: ground.threads) { y, _ in
      let depth = UnsafeMutableBufferPointer(start: visibility.depth.base + y * count, count: count)
      let ids = visibility.ids.base + y * count
      let points = UnsafeMutableBufferPointer<MapPoint>.allocate(capacity: count)
      let shows = UnsafeMutableBufferPointer<Bool>.allocate(capacity: count)
      defer {
        points.deallocate()
        shows.deallocate()
      }
      for i in 0..<count {
        let offset = offsets[i % samples]
        // What is not ground shows no overlay, and no number is within bounds.
        points[i] = MapPoint(x: .nan, y: .nan)
        shows[i] = false
        if ids[i] == TriangleID.none.rawValue { continue }
        let (x, y) = (Float(i / samples) + offset.x, Float(y) + offset.y)
        points[i] = ground.groundPoint(ground.offset(x, y, depthValue: depth[i]))
      }
      reach.mark(UnsafeBufferPointer(points), in: shows)
      for i in 0..<count where !shows[i] { depth[i] = .infinity }
      isOpen[y] = shows.contains(true)
    }
    return (0..<visibility.height).contains { isOpen[$0] }
  }
}

extension Frame {
  /// The place on the map of a position on the ground relative to the eye.
  func groundPoint(_ offset: SIMD3<Float>) -> MapPoint {
    globe.map { $0.site(offset).point.mapPoint } ?? mapPoint(offset)
  }
}

extension SolidMesh {
  /// The same mesh without some objects; its triangles keep their numbers.
  func without(_ objects: CollidingObjects) -> SolidMesh {
    var indices = batch.indices
    var isLess = false
    for triangle in 0..<batch.triangleCount where objects.collides[object(ofTriangle: triangle)] {
      // Without an area nothing of it is drawn.
      for i in 1...2 { indices[3 * triangle + i] = indices[3 * triangle] }
      isLess = true
    }
    guard isLess else { return self }
    var mesh = self
    mesh.batch = TriangleBatch(
      positions: batch.positions, indices: indices, cullsBackFaces: batch.cullsBackFaces,
      low: batch.lowerBound, high: batch.upperBound)
    return mesh
  }
}
