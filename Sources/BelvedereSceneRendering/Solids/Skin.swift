import BelvedereGeoMath
import BelvedereRasterization
import CBelvedereShading

/// What a model's triangle shows at its three corners.
struct Skin {
  var texture: SkinTexture?
  var places: [SIMD2<Float>]
  /// Unit normals along the mesh's axes.
  var normals: [SIMD3<Float>]
  /// Linear reflectances, or factors of the texture.
  var colors: [SIMD3<Float>]

  /// The same as numbers that are linear over the triangle.
  ///
  /// - Parameters:
  ///   - vertices: the corners along the mesh's axes.
  ///   - origin: from where the numbers count.
  func affine(over vertices: [SIMD3<Float>], from origin: SIMD3<Float>) -> BelvedereSkin {
    var skin = BelvedereSkin()
    skin.texture = texture?.pointer
    let fit = TriangleFit(vertices, from: origin)
    skin.u = fit.affine(places.map { Double($0.x) })
    skin.v = fit.affine(places.map { Double($0.y) })
    skin.normal.0 = fit.affine(normals.map { Double($0.x) })
    skin.normal.1 = fit.affine(normals.map { Double($0.y) })
    skin.normal.2 = fit.affine(normals.map { Double($0.z) })
    skin.color.0 = fit.affine(colors.map { Double($0.x) })
    skin.color.1 = fit.affine(colors.map { Double($0.y) })
    skin.color.2 = fit.affine(colors.map { Double($0.z) })
    return skin
  }
}

/// Functions that are linear over a triangle in space and do not change across its plane.
private struct TriangleFit {
  typealias Affine = (Float, Float, Float, Float)

  /// The growth of a function for a unit at the second and at the third corner over the first one.
  private let second, third: Vector3
  /// From the first corner to the origin.
  private let shift: Vector3

  init(_ vertices: [SIMD3<Float>], from origin: SIMD3<Float>) {
    let v = vertices.map { Vector3(Double($0.x), Double($0.y), Double($0.z)) }
    let (a, b) = (v[1] - v[0], v[2] - v[0])
    let normal = a.cross(b)
    let square = normal.dot(normal)
    // Flattened ones have no area: constant.
    second = square > 0 ? b.cross(normal) / square : .zero
    third = square > 0 ? normal.cross(a) / square : .zero
    shift = Vector3(Double(origin.x), Double(origin.y), Double(origin.z)) - v[0]
  }

  func affine(_ values: [Double]) -> Affine {
    guard values.count == 3 else { return (0, 0, 0, 0) }
    let growth = second * (values[1] - values[0]) + third * (values[2] - values[0])
    return (
      Float(growth.x), Float(growth.y), Float(growth.z), Float(values[0] + growth.dot(shift))
    )
  }
}

extension BelvedereSkin {
  /// See `belvedere_skin_look`.
  func look(
    at place: SIMD3<Float>, way: SIMD3<Float>, face: SIMD3<Float>, pixel: Float
  ) -> (color: SIMD3<Float>, normal: SIMD3<Float>) {
    var color = BelvedereTriple()
    var normal = BelvedereTriple()
    withUnsafePointer(to: self) {
      belvedere_skin_look(
        $0, BelvedereTriple(place), BelvedereTriple(way), BelvedereTriple(face), pixel, &color,
        &normal)
    }
    return (SIMD3(color.x, color.y, color.z), SIMD3(normal.x, normal.y, normal.z))
  }

  fileprivate func value(_ f: TriangleFit.Affine, _ p: SIMD3<Float>) -> Float {
    f.0 * p.x + f.1 * p.y + f.2 * p.z + f.3
  }
}

extension SolidMesh {
  /// Lays the skins over the mesh's triangles as they lay over those of another one, which has other positions.
  mutating func refitSkins(from other: SolidMesh) {
    guard other.skins.count > 0 else { return }
    var skins = (0..<other.skins.count).map { other.skins.base[$0] }
    for triangle in 0..<batch.triangleCount {
      let number = Int(faceOfTriangle.base[triangle])  // checked: widens
      guard faces.base[number].kind == .model else { continue }
      let seed = Int(faces.base[number].seed)  // checked: widens
      let corners = (0..<3).map { Int(batch.indices[3 * triangle + $0]) }  // checked: widens
      let (before, after) = (
        corners.map { other.batch.positions[$0] }, corners.map { batch.positions[$0] }
      )
      let old = skins[seed]
      let places = before.map { $0 - other.faces.base[number].origin }
      func values(_ f: (Float, Float, Float, Float)) -> [Double] {
        places.map { Double(old.value(f, $0)) }
      }
      let fit = TriangleFit(after, from: faces.base[number].origin)
      skins[seed].u = fit.affine(values(old.u))
      skins[seed].v = fit.affine(values(old.v))
      skins[seed].color.0 = fit.affine(values(old.color.0))
      skins[seed].color.1 = fit.affine(values(old.color.1))
      skins[seed].color.2 = fit.affine(values(old.color.2))
      // Flattened ones are lit as what they have become: each corner's normal turns as the face's does.
      let normals = zip(
        zip(values(old.normal.0), values(old.normal.1)), values(old.normal.2)
      ).map { SIMD3(Float($0.0), Float($0.1), Float($1)) }
      let turned = normals.map {
        Self.turned($0, from: other.faces.base[number].normal, to: faces.base[number].normal)
      }
      skins[seed].normal.0 = fit.affine(turned.map { Double($0.x) })
      skins[seed].normal.1 = fit.affine(turned.map { Double($0.y) })
      skins[seed].normal.2 = fit.affine(turned.map { Double($0.z) })
    }
    self.skins = FrozenArray(skins)
  }

  /// A direction turned as the shortest turn takes one unit vector to another (Rodrigues).
  private static func turned(
    _ v: SIMD3<Float>, from a: SIMD3<Float>, to b: SIMD3<Float>
  ) -> SIMD3<Float> {
    func cross(_ p: SIMD3<Float>, _ q: SIMD3<Float>) -> SIMD3<Float> {
      SIMD3(p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x)
    }
    let cosine = (a * b).sum()
    guard cosine > -0.999 else { return v }
    let axis = cross(a, b)
    return v * cosine + cross(axis, v) + axis * ((axis * v).sum() / (1 + cosine))
  }
}
