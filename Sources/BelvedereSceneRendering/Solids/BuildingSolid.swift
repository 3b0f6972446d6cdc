import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Turns buildings into faces.
struct BuildingSolid {
  let frame: LocalFrame
  /// The ground's drawn elevation at a coordinate.
  let ground: (Coordinate) -> Double

  /// Metres; walls below a roof that are lower have no storey of their own.
  private static let storey = 2.5

  /// - Parameter foot: the part at the foot of those on which it stands; `nil` of what stands on the ground.
  func add(_ building: Building, on foot: Building? = nil, to builder: inout SolidMeshBuilder) {
    var rings: [[Vector2]] = []
    for (number, ring) in building.footprint.rings.enumerated() {
      var points: [Vector2] = []
      for coordinate in ring {
        let p = frame.position(of: coordinate)
        // Repeated vertices have no edge between them.
        if let last = points.last, (p - last).length < 0.01 { continue }
        points.append(p)
      }
      if let first = points.first, let last = points.last, points.count > 1,
        (first - last).length < 0.01
      {
        points.removeLast()
      }
      if points.count < 3 {
        if number == 0 { return }
        continue
      }
      let isOuter = number == 0
      if (PolygonTriangulation.signedArea(points) > 0) != isOuter { points.reverse() }
      rings.append(points)
    }
    guard let outer = rings.first,
      let stand = BuildingStand(building, on: foot, ground: ground)
    else { return }
    builder.stand(stand)
    let base = stand.base
    let bottom = base + stand.bottom
    let top = max(base + stand.top, bottom + 0.3)
    let roofHeight = min(max(building.roofHeight, 0), building.height)
    let eaves = max(top - roofHeight, bottom + 0.2)
    let center = centroid(outer)
    func upper(_ p: Vector2) -> Vector2 { center + (p - center) * building.taper }

    let seed = ObjectSeed.of(building)
    let look = BuildingLook(building)
    guard building.surfaces.isEmpty else {
      let solid = SurfaceSolid(look: look, seed: seed, base: base + stand.lifted)
      for surface in building.surfaces {
        let rings = surface.rings.map { ring in
          ring.map { corner in
            let place = frame.position(of: corner.coordinate)
            return Vector3(place.x, place.y, corner.height)
          }
        }
        solid.add(surface.kind, rings, to: &builder)
      }
      return
    }
    for ring in rings {
      let stretches = look.pattern > 0 ? WallStretch.all(along: ring, bay: look.bay) : []
      for i in ring.indices {
        let a = ring[i]
        let b = ring[(i + 1) % ring.count]
        addWall(
          a, b, upper(a), upper(b), bottom: bottom, top: eaves, look: look, seed: seed,
          base: base, stretch: stretches.isEmpty ? nil : stretches[i], to: &builder)
      }
    }
    let topRings = building.taper == 1 ? rings : rings.map { $0.map(upper) }
    if building.minHeight > 0 {
      addFlat(rings, z: bottom, faces: .down, look: look, seed: seed, to: &builder)
    }
    guard building.taper > 0 else { return }
    switch roofHeight > 0.05 ? building.roof : .flat {
    case .flat:
      addFlat(topRings, z: eaves, faces: .up, look: look, seed: seed, to: &builder)
    case .pyramid where building.minHeight == 0 && eaves < bottom + Self.storey:
      // Its sides are walls, whatever the map calls them: people live there.
      let ring = topRings[0]
      for i in ring.indices {
        addWall(
          ring[i], ring[(i + 1) % ring.count], center, center, bottom: eaves, top: top,
          look: look, seed: seed, base: base, to: &builder)
      }
    case .pyramid:
      addDome(
        topRings[0], z: eaves, height: top - eaves, steps: 1, look: look, seed: seed, to: &builder)
    case .dome:
      addDome(
        topRings[0], z: eaves, height: top - eaves, steps: 6, look: look, seed: seed, to: &builder)
    case .gable
    where topRings[0].count == 4 && topRings.count == 1 && building.roofDirection == nil
      && !building.ridgeIsShort:
      addGable(
        topRings[0], z: eaves, height: top - eaves, look: look, seed: seed, to: &builder)
    case let roof:
      let surface = RoofSurface(
        roof, over: topRings[0], height: top - eaves, direction: building.roofDirection,
        ridgeIsShort: building.ridgeIsShort)
      addRoof(surface, topRings, z: eaves, look: look, seed: seed, to: &builder)
    }
  }

  /// A roof of planes, and the walls between the eaves and it.
  private func addRoof(
    _ surface: RoofSurface, _ rings: [[Vector2]], z: Double, look: BuildingLook, seed: UInt16,
    to builder: inout SolidMeshBuilder
  ) {
    let corners = rings.flatMap(\.self)
    let triangles = PolygonTriangulation.triangulate(rings)
    for plane in surface.planes.indices {
      for t in stride(from: 0, to: triangles.count, by: 3) {
        let piece = surface.part(of: (0..<3).map { corners[triangles[t + $0]] }, below: plane)
        guard piece.count > 2 else { continue }
        addSurface(
          piece.map { vertex($0, z + surface.planes[plane].height(at: $0)) }, look: look,
          seed: seed,
          to: &builder)
      }
    }
    for ring in rings {
      for i in ring.indices {
        let (a, b) = (ring[i], ring[(i + 1) % ring.count])
        let edge = surface.profile(from: a, to: b)
        let upper = edge.reversed().map { vertex($0, z + surface.height(at: $0)) }
        guard upper.contains(where: { $0.z > Float(z) + 0.01 }) else { continue }
        addSurface(
          [vertex(a, z), vertex(b, z)] + upper, look: look, seed: seed, to: &builder, isWall: true)
      }
    }
  }

  private func centroid(_ ring: [Vector2]) -> Vector2 {
    let first = ring[0]
    var sum = Vector2.zero
    var area = 0.0
    for i in ring.indices {
      let a = ring[i] - first
      let b = ring[(i + 1) % ring.count] - first
      let c = a.cross(b)
      sum += (a + b) * c
      area += c
    }
    return area == 0 ? first : first + sum / (3 * area)
  }

  private func vertex(_ p: Vector2, _ z: Double) -> SIMD3<Float> {
    SIMD3(Float(p.x), Float(p.y), Float(z))
  }

  private func addWall(
    _ a: Vector2, _ b: Vector2, _ upperA: Vector2, _ upperB: Vector2, bottom: Double, top: Double,
    look: BuildingLook, seed: UInt16, base: Double, stretch: WallStretch? = nil,
    to builder: inout SolidMeshBuilder
  ) {
    let corners = [vertex(a, bottom), vertex(b, bottom), vertex(upperB, top), vertex(upperA, top)]
    let normal = cross(corners[1] - corners[0], corners[3] - corners[0])
    let length = (normal * normal).sum().squareRoot()
    guard length > 0 else { return }
    let edge = b - a
    var begin = a
    if let stretch, stretch.offset > 0 { begin = a - edge * (stretch.offset / edge.length) }
    let origin = vertex(begin, base)
    builder.add(
      Face(
        normal: normal / length, origin: origin,
        size: SIMD2(Float(stretch?.length ?? edge.length), Float(top - base)), color: look.wall,
        kind: .wall,
        pattern: look.pattern, seed: seed),
      vertices: corners, triangles: upperA == upperB ? [0, 1, 2] : [0, 1, 2, 0, 2, 3])
  }

  private enum Side { case up, down }

  private func addFlat(
    _ rings: [[Vector2]], z: Double, faces side: Side, look: BuildingLook, seed: UInt16,
    to builder: inout SolidMeshBuilder
  ) {
    let isQuad = rings.count == 1 && rings[0].count == 4 && isConvex(rings[0])
    var triangles = isQuad ? [0, 1, 2, 0, 2, 3] : PolygonTriangulation.triangulate(rings)
    if side == .down { triangles.reverse() }
    let vertices = rings.flatMap { $0 }.map { vertex($0, z) }
    builder.add(
      Face(
        normal: SIMD3(0, 0, side == .up ? 1 : -1), origin: vertices[0], size: .zero,
        color: look.roof, kind: .roof, pattern: 0, seed: seed),
      vertices: vertices, triangles: triangles)
  }

  private func isConvex(_ ring: [Vector2]) -> Bool {
    ring.indices.allSatisfy { i in
      let a = ring[i]
      let b = ring[(i + 1) % ring.count]
      let c = ring[(i + 2) % ring.count]
      return (b - a).cross(c - b) > 0
    }
  }

  /// Rings that shrink towards a point: an ellipsoid in `steps` steps, a pyramid in one.
  private func addDome(
    _ ring: [Vector2], z: Double, height: Double, steps: Int, look: BuildingLook, seed: UInt16,
    to builder: inout SolidMeshBuilder
  ) {
    let center = centroid(ring)
    func level(_ step: Int) -> (scale: Double, z: Double) {
      let t = Double(step) / Double(steps)
      let angle = Quaternion(axis: Vector3(0, 0, 1), angle: .degrees(90 * t))
        .rotate(Vector3(1, 0, 0))
      return steps == 1 ? (1 - t, z + height * t) : (angle.x, z + height * angle.y)
    }
    for step in 0..<steps {
      let low = level(step)
      let high = level(step + 1)
      let isTip = step == steps - 1
      for i in ring.indices {
        let a = ring[i] - center
        let b = ring[(i + 1) % ring.count] - center
        var corners = [
          vertex(center + a * low.scale, low.z), vertex(center + b * low.scale, low.z),
        ]
        if isTip {
          corners.append(vertex(center, high.z))
        } else {
          corners.append(vertex(center + b * high.scale, high.z))
          corners.append(vertex(center + a * high.scale, high.z))
        }
        addRoofFace(corners, look: look, seed: seed, to: &builder)
      }
    }
  }

  /// A ridge along the longer way of a four-cornered outline.
  private func addGable(
    _ ring: [Vector2], z: Double, height: Double, look: BuildingLook, seed: UInt16,
    to builder: inout SolidMeshBuilder
  ) {
    let isLong = (ring[1] - ring[0]).length >= (ring[2] - ring[1]).length
    let r = isLong ? ring : Array(ring[1...] + ring[..<1])
    let ridgeA = vertex((r[3] + r[0]) / 2, z + height)
    let ridgeB = vertex((r[1] + r[2]) / 2, z + height)
    let c = r.map { vertex($0, z) }
    addRoofFace([c[0], c[1], ridgeB, ridgeA], look: look, seed: seed, to: &builder)
    addRoofFace([c[2], c[3], ridgeA, ridgeB], look: look, seed: seed, to: &builder)
    addRoofFace([c[1], c[2], ridgeB], look: look, seed: seed, to: &builder, isWall: true)
    addRoofFace([c[3], c[0], ridgeA], look: look, seed: seed, to: &builder, isWall: true)
  }

  /// A plane polygon, seen from all of whose sides its first corner is.
  private func addSurface(
    _ corners: [SIMD3<Float>], look: BuildingLook, seed: UInt16,
    to builder: inout SolidMeshBuilder, isWall: Bool = false
  ) {
    // The largest triangle tells the way that it faces: others may be thin.
    var normal = SIMD3<Float>()
    for i in 1..<(corners.count - 1) {
      let own = cross(corners[i] - corners[0], corners[i + 1] - corners[0])
      if (own * own).sum() > (normal * normal).sum() { normal = own }
    }
    let length = (normal * normal).sum().squareRoot()
    guard length > 1e-6 else { return }
    builder.add(
      Face(
        normal: normal / length, origin: corners[0], size: .zero,
        color: isWall ? look.wall : look.roof, kind: isWall ? .wall : .roof, pattern: 0,
        seed: seed),
      vertices: corners, triangles: (1..<(corners.count - 1)).flatMap { [0, $0, $0 + 1] })
  }

  private func addRoofFace(
    _ corners: [SIMD3<Float>], look: BuildingLook, seed: UInt16,
    to builder: inout SolidMeshBuilder, isWall: Bool = false
  ) {
    let normal = cross(corners[1] - corners[0], corners[corners.count - 1] - corners[0])
    let length = (normal * normal).sum().squareRoot()
    guard length > 0 else { return }
    builder.add(
      Face(
        normal: normal / length, origin: corners[0], size: .zero,
        color: isWall ? look.wall : look.roof, kind: isWall ? .wall : .roof, pattern: 0,
        seed: seed),
      vertices: corners, triangles: corners.count == 3 ? [0, 1, 2] : [0, 1, 2, 0, 2, 3])
  }
}

func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
  SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
