import BelvedereGeoMath
import BelvedereImaging
import Foundation

/// Materials and the pictures on them.
struct GLTFMaterials {
  /// Where a material's texture lies on a part.
  struct Mapping {
    /// The number of the set of texture coordinates.
    var set = 0
    /// u and v of the picture by those of the part.
    var u = SIMD3<Double>(1, 0, 0)
    var v = SIMD3<Double>(0, 1, 0)
  }

  private(set) var materials: [Model.Material] = []
  /// For each material; those without a texture have the plain one.
  private(set) var mappings: [Mapping] = []
  private(set) var textures: [Model.Texture] = []
  private var numbers: [Int: Int?] = [:]
  private var decoded: [Int: Image?] = [:]
  private var pixels = 0

  private let buffers: GLTFBuffers
  private let nodes, images, samplers: [GLTFNode]
  private let limits: GLTF.Limits

  init(
    _ root: GLTFNode, _ buffers: GLTFBuffers, _ limits: GLTF.Limits, _ notes: inout GLTFNotes
  ) throws {
    self.buffers = buffers
    self.limits = limits
    nodes = try root.list("textures")
    images = try root.list("images")
    samplers = try root.list("samplers")
    for node in try root.list("materials") { try add(node, &notes) }
    // Of primitives that have none.
    materials.append(Model.Material())
    mappings.append(Mapping())
  }

  private mutating func add(_ node: GLTFNode, _ notes: inout GLTFNotes) throws {
    var material = Model.Material()
    var mapping = Mapping()
    let older = node["extensions"]?["KHR_materials_pbrSpecularGlossiness"]
    let look = older ?? node["pbrMetallicRoughness"]
    let factor = try look?[older == nil ? "baseColorFactor" : "diffuseFactor"]?.numbers(4)
    if let factor {
      material.color = SIMD3(
        Float(min(max(factor[0], 0), 1)), Float(min(max(factor[1], 0), 1)),
        Float(min(max(factor[2], 0), 1)))
    }
    let glow = try node["emissiveFactor"]?.numbers(3) ?? []
    if glow.contains(where: { $0 > 0 }) { notes.add("its materials do not glow (emissiveFactor)") }
    material.isDoubleSided = try node["doubleSided"]?.bool() ?? false
    if let texture = look?[older == nil ? "baseColorTexture" : "diffuseTexture"] {
      let number = try texture.required("index").index(of: "texture", among: nodes.count)
      material.texture = try picture(number, &notes)
      mapping.set = try texture["texCoord"]?.count() ?? 0
      if let change = texture["extensions"]?["KHR_texture_transform"] {
        mapping.set = try change["texCoord"]?.count() ?? mapping.set
        let offset = try change["offset"]?.numbers(2) ?? [0, 0]
        let scale = try change["scale"]?.numbers(2) ?? [1, 1]
        let angle = try change["rotation"]?.number() ?? 0
        let (sine, cosine) = (sin(angle), cos(angle))
        mapping.u = SIMD3(cosine * scale[0], sine * scale[1], offset[0])
        mapping.v = SIMD3(-sine * scale[0], cosine * scale[1], offset[1])
      }
    }
    material.alphaCutoff = try cutoff(node, factor: factor?[3] ?? 1, material, &notes)
    materials.append(material)
    mappings.append(mapping)
  }

  /// From which alpha of its texture on a material is there.
  private func cutoff(
    _ node: GLTFNode, factor: Double, _ material: Model.Material, _ notes: inout GLTFNotes
  ) throws(GLTFError) -> Float? {
    switch try node["alphaMode"]?.string() ?? "OPAQUE" {
    case "MASK":
      let cutoff = try node["alphaCutoff"]?.number() ?? 0.5
      return material.texture == nil ? nil : Float(cutoff / max(factor, 1e-6))
    case "BLEND":
      notes.add(
        "materials that are seen through are drawn opaque, where they are at least half so")
      return material.texture == nil ? nil : 0.5
    case "OPAQUE": return nil
    case let mode: throw node.error("there is no alphaMode \"\(mode.prefix(20))\"")
    }
  }

  /// The number of a texture among those that are read; `nil` for one that cannot be shown.
  private mutating func picture(_ number: Int, _ notes: inout GLTFNotes) throws -> Int? {
    if let known = numbers[number] { return known }
    let node = nodes[number]
    guard let source = node["source"] else {
      let kinds = [
        "EXT_texture_webp": "WebP", "KHR_texture_basisu": "KTX2", "MSFT_texture_dds": "DDS",
      ]
      let kind = kinds.first { node["extensions"]?[$0.key] != nil }?.value ?? "of no kind"
      notes.add("textures that are \(kind) are left out; PNG and JPEG are read")
      numbers[number] = .some(nil)
      return nil
    }
    let index = try source.index(of: "image", among: images.count)
    let known = try decoded[index] ?? image(images[index], &notes)
    decoded[index] = .some(known)
    guard let picture = known else {
      numbers[number] = .some(nil)
      return nil
    }
    // Smaller versions are made for each texture.
    pixels += picture.width * picture.height
    guard pixels <= limits.maximumPixels else {
      throw GLTFError(
        "with it pictures have more than the \(limits.maximumPixels) pixels that are left for this model",
        at: node.path, exceedsLimit: true)
    }
    var texture = Model.Texture(picture)
    if let reference = node["sampler"] {
      let sampler = samplers[try reference.index(of: "sampler", among: samplers.count)]
      texture.wrap = (try Self.wrap(sampler["wrapS"]), try Self.wrap(sampler["wrapT"]))
      texture.isPixelated = try sampler["magFilter"]?.count() == 9728
    }
    textures.append(texture)
    numbers[number] = textures.count - 1
    return textures.count - 1
  }

  private static func wrap(_ node: GLTFNode?) throws(GLTFError) -> Model.Texture.Wrap {
    guard let node else { return .repeated }
    switch try node.count() {
    case 33071: return .clamped
    case 33648: return .mirrored
    case 10497: return .repeated
    default: throw node.error("is no way to wrap a texture")
    }
  }

  private func image(_ node: GLTFNode, _ notes: inout GLTFNotes) throws -> Image? {
    let bytes: [UInt8]
    if let view = node["bufferView"] {
      bytes = Array(try buffers.view(view).bytes)
    } else {
      do {
        bytes = try buffers.bytes(of: node.required("uri"))
      } catch {
        notes.add("\(error); what it is on is drawn without it")
        return nil
      }
    }
    do {
      return try Picture.decode(
        bytes, maximumPixels: min(limits.maximumPicture, limits.maximumPixels))
    } catch PictureError.tooLarge(let width, let height, let most) {
      throw GLTFError(
        "is \(width) × \(height) pixels, more than \(most)", at: node.path, exceedsLimit: true)
    } catch PictureError.unavailable(let what) {
      notes.add(what)
    } catch PictureError.unknownFormat {
      notes.add(
        "\(node.path): is neither PNG nor JPEG, convert it; what it is on is drawn without it")
    } catch {
      notes.add("\(node.path): \(error); what it is on is drawn without it")
    }
    return nil
  }
}
