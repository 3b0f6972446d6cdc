// Models in glTF 2.0, as text and binary.
import BelvedereGLTF
import FuzzSupport

_ = Fuzzer.run { bytes in
  var limits = GLTF.Limits()
  limits.maximumBytes = 64 << 20
  limits.maximumPixels = 1 << 22
  guard let model = try? GLTF(bytes, limits: limits, fetch: { _ in [] }).model else { return }
  for part in model.parts {
    precondition(model.materials.indices.contains(part.material), "a material leads nowhere")
    precondition(
      part.triangles.allSatisfy { Int($0) < part.positions.count }, "a vertex leads nowhere")
  }
  _ = model.bounds
}
