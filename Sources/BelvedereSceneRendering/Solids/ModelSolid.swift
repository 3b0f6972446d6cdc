import BelvedereGLTF
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel

/// Turns models into faces, a triangle each.
struct ModelSolid {
  let frame: LocalFrame
  let verticalExaggeration: Double
  /// The ground's drawn elevation at a coordinate.
  let ground: (Coordinate) -> Double
  let skins: ModelSkins

  /// Metres of a model above the ground on which it stands.
  static let lip = 0.02

  func add(_ placed: PlacedModel, to builder: inout SolidMeshBuilder) {
    let base: Double
    switch placed.stand {
    case .aboveGround(let height):
      let foot = ground(placed.coordinate)
      // Floors lie on the ground, which is seen through them at a distance where both are one.
      base = foot + max(height, abs(height) < Self.lip ? Self.lip : height)
      builder.stand(at: foot, height: placed.height)
    case .aboveSea(let elevation):
      base = elevation * verticalExaggeration
      builder.hang()
    }
    guard base.isFinite else { return }
    for part in placed.model.parts { add(part, of: placed, base: base, to: &builder) }
  }

  private func add(
    _ part: Model.Part, of placed: PlacedModel, base: Double, to builder: inout SolidMeshBuilder
  ) {
    let place = ModelPlace(placed)
    let material = placed.model.materials[part.material]
    let texture = skins.texture(material.texture, of: placed)
    if let cutoff = material.alphaCutoff, let number = material.texture, !part.texturePlaces.isEmpty
    {
      let cut = ModelCutout(of: placed.model.textures[number], cutoff: cutoff).applied(to: part)
      addTriangles(cut, material, texture, place, base, to: &builder)
    } else {
      addTriangles(part, material, texture, place, base, to: &builder)
    }
  }

  private func addTriangles(
    _ part: Model.Part, _ material: Model.Material, _ texture: SkinTexture?, _ place: ModelPlace,
    _ base: Double, to builder: inout SolidMeshBuilder
  ) {
    // Edges meet exactly: a vertex is placed once.
    let positions = part.positions.map { position -> SIMD3<Float> in
      let v = place.offset(position)
      let p = frame.position(of: place.coordinate(of: v))
      return SIMD3(Float(p.x), Float(p.y), Float(base + v.z))
    }
    let normals = part.normals.map { n -> SIMD3<Float> in
      let v = place.direction(Vector3(Double(n.x), Double(n.y), Double(n.z)))
      return SIMD3(Float(v.x), Float(v.y), Float(v.z))
    }
    for i in stride(from: 0, to: part.triangles.count, by: 3) {
      let corners = (0..<3).map { Int(part.triangles[i + $0]) }  // checked: read so
      add(
        corners, positions, normals, part, material, texture, isBack: false, to: &builder)
      if material.isDoubleSided {
        add(
          corners.reversed(), positions, normals, part, material, texture, isBack: true,
          to: &builder)
      }
    }
  }

  private func add(
    _ corners: [Int], _ positions: [SIMD3<Float>], _ normals: [SIMD3<Float>], _ part: Model.Part,
    _ material: Model.Material, _ texture: SkinTexture?, isBack: Bool,
    to builder: inout SolidMeshBuilder
  ) {
    let vertices = corners.map { positions[$0] }
    let (a, b) = (vertices[1] - vertices[0], vertices[2] - vertices[0])
    let cross = SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    let length = (cross * cross).sum().squareRoot()
    guard length > 0 else { return }
    let face = cross / length
    let shown = corners.map { corner -> SIMD3<Float> in
      guard !normals.isEmpty, normals[corner] != .zero else { return face }
      return isBack ? -normals[corner] : normals[corner]
    }
    let colors = corners.map {
      part.colors.isEmpty ? material.color : material.color * part.colors[$0]
    }
    builder.add(
      Face(
        normal: face, origin: vertices[0], size: .zero, color: colors[0], kind: .model, pattern: 0,
        seed: 0),
      vertices: vertices,
      skin: Skin(
        texture: part.texturePlaces.isEmpty ? nil : texture,
        places: part.texturePlaces.isEmpty ? [] : corners.map { part.texturePlaces[$0] },
        normals: shown, colors: colors))
  }
}
