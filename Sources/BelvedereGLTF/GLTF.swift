import BelvedereGeoMath

/// Reads models in the format glTF 2.0, as text or binary (GLB): the triangles of its scene in their rest pose, with
/// the base colours of their materials.
///
/// Not read: animations, skins, morph targets, points and lines, how rough and metallic surfaces are, normal maps,
/// emission; compressed meshes are refused. Of vertices that do not exist and of numbers that are not finite the
/// triangles are left out. All of that is told.
///
/// Source: Khronos, "glTF 2.0 Specification" (ISO/IEC 12113:2022), with the extensions `KHR_mesh_quantization`,
/// `KHR_texture_transform`, `KHR_materials_unlit` and `KHR_materials_pbrSpecularGlossiness`.
///
/// Accuracy: positions are those of the file, moved in double precision.
public struct GLTF: Sendable {
  public let model: Model
  /// What of the file is not shown as it stands there, a sentence each.
  public let notes: [String]

  /// How much is read before a file is refused.
  public struct Limits: Sendable, Hashable {
    public var maximumTriangles = 4_000_000
    /// Pixels of all pictures together, and of one.
    public var maximumPixels = 89_478_485
    public var maximumPicture = 89_478_485
    public var maximumBytes = 1 << 31

    public init() {}
  }

  /// - Parameters:
  ///   - data: the file.
  ///   - limits: what is too much.
  ///   - fetch: the contents of a file beside this one, by the name that this one gives; the caller sees to it that
  ///     no name leads out of the folder.
  /// - Throws: ``GLTFError``.
  public init(
    _ data: [UInt8], limits: Limits = Limits(), fetch: @escaping (String) throws -> [UInt8]
  ) throws {
    let container = try GLTFContainer(data)
    let root = try container.root(maximumMemory: limits.maximumBytes)
    try Self.checkVersion(root)
    var notes = GLTFNotes()
    let buffers = try GLTFBuffers(root, binary: container.binary, fetch: fetch)
    let materials = try GLTFMaterials(
      root, buffers, limits, &notes)
    var meshes = try GLTFMeshes(root, buffers, materials, limits)
    var nodes = try GLTFScene(root)
    try nodes.visit { mesh, place in
      try meshes.add(mesh, place, &notes)
    }
    for name in try root.list("extensionsUsed") where try name.string() == "EXT_mesh_gpu_instancing"
    {
      notes.add("its instances (EXT_mesh_gpu_instancing) are not followed: each mesh is shown once")
    }
    for (member, what) in [("animations", "animations"), ("skins", "skins")]
    where root[member].map({ !$0.isEmpty }) ?? false {
      notes.add("its \(what) are not followed: it is shown at rest")
    }
    var model = Model()
    model.parts = meshes.parts
    model.materials = materials.materials
    model.textures = materials.textures
    let copyright = try root["asset"]?["copyright"]?.string() ?? ""
    model.copyright = copyright.split { $0.isNewline || $0 == "\t" }.joined(separator: " ")
    self.model = model
    meshes.tell(&notes)
    if model.parts.isEmpty { notes.add("there is nothing in it that is shown") }
    self.notes = notes.all
  }

  private static let known: Set<String> = [
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_materials_unlit",
    "KHR_materials_pbrSpecularGlossiness", "KHR_materials_specular", "KHR_materials_ior",
    "KHR_materials_clearcoat", "KHR_materials_transmission", "KHR_materials_emissive_strength",
    "KHR_materials_sheen", "KHR_materials_volume", "KHR_lights_punctual",
  ]

  private static func checkVersion(_ root: GLTFNode) throws(GLTFError) {
    guard let asset = root["asset"] else {
      throw GLTFError(
        "is not glTF: \"asset\" is missing; glTF 1.0 and other formats must be converted to glTF 2.0"
      )
    }
    let version = try asset.required("version")
    guard try version.string().hasPrefix("2.") else {
      throw version.error("is glTF \(version.value.excerpt); only 2.0 is read: convert it")
    }
    if let least = asset["minVersion"], try least.string() != "2.0" {
      throw least.error("needs glTF \(least.value.excerpt); only 2.0 is read")
    }
    for name in try root.list("extensionsRequired") where !known.contains(try name.string()) {
      throw name.error(
        "needs the extension \(name.value.excerpt), which is not read; export it without compression "
          + "and extensions")
    }
  }
}
