import BelvedereGeoMath

/// The triangles of meshes, placed in the scene.
struct GLTFMeshes {
  private(set) var parts: [Model.Part] = []
  private let nodes: [GLTFNode]
  private let accessors: GLTFAccessors
  private let materials: GLTFMaterials
  private let limits: GLTF.Limits
  private var triangleCount = 0
  private var bytes = 0
  /// Triangles that are left out.
  private var missing = 0
  private var infinite = 0
  private var left = 0

  init(
    _ root: GLTFNode, _ buffers: GLTFBuffers, _ materials: GLTFMaterials, _ limits: GLTF.Limits
  ) throws(GLTFError) {
    nodes = try root.list("meshes")
    accessors = GLTFAccessors(
      buffers: buffers, nodes: try root.list("accessors"), maximumBytes: limits.maximumBytes)
    self.materials = materials
    self.limits = limits
  }

  mutating func add(
    _ reference: GLTFNode, _ place: GLTFTransform, _ notes: inout GLTFNotes
  ) throws {
    let mesh = nodes[try reference.index(of: "mesh", among: nodes.count)]
    for primitive in try mesh.required("primitives").elements() {
      if let part = try part(primitive, place, &notes) { parts.append(part) }
    }
    if try mesh["weights"]?.elements().contains(where: { node throws(GLTFError) in
      try node.number() != 0
    }) ?? false {
      notes.add("its morph targets are not followed")
    }
  }

  /// Tells which triangles were left out.
  func tell(_ notes: inout GLTFNotes) {
    func count(_ n: Int) -> String { "\(n) \(n == 1 ? "triangle is" : "triangles are")" }
    if missing > 0 { notes.add("\(count(missing)) left out, whose vertices do not exist") }
    if infinite > 0 { notes.add("\(count(infinite)) left out, whose coordinates are not finite") }
    if left > 0 { notes.add("\(left) vertices at the ends of lists make no whole triangle") }
  }

  private mutating func part(
    _ node: GLTFNode, _ place: GLTFTransform, _ notes: inout GLTFNotes
  ) throws -> Model.Part? {
    if node["extensions"]?["KHR_draco_mesh_compression"] != nil,
      node["attributes"]?["POSITION"].map({ isHollow($0) }) ?? true
    {
      throw node.error("is compressed by Draco, which is not read; export it without compression")
    }
    let mode = try node["mode"]?.count() ?? 4
    guard mode >= 4 else {
      notes.add("its points and lines are left out")
      return nil
    }
    guard mode <= 6 else { throw node.error("there is no mode \(mode)") }
    let attributes = try node.required("attributes")
    guard let positions = attributes["POSITION"] else {
      notes.add("a primitive without positions is left out")
      return nil
    }
    var part = Model.Part()
    let material = try node["material"]?.index(of: "material", among: materials.materials.count - 1)
    part.material = material ?? materials.materials.count - 1
    let points = try vectors(positions, 3...3)
    part.positions = stride(from: 0, to: points.values.count, by: 3).map {
      place.position(
        Vector3(
          Double(points.values[$0]), Double(points.values[$0 + 1]), Double(points.values[$0 + 2])))
    }
    let count = part.positions.count
    try readLooks(of: attributes, count: count, place, into: &part)
    if materials.materials[part.material].texture != nil, part.texturePlaces.isEmpty {
      notes.add(
        "a texture is left out where its places (TEXCOORD_\(materials.mappings[part.material].set)) are missing"
      )
    }
    let order: [UInt32]
    if let indices = node["indices"] {
      order = try accessors.indices(indices)
    } else {
      order = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
    }
    try append(order, mode: mode, isMirrored: place.isMirrored, to: &part, at: node)
    bytes += 64 * count
    guard bytes <= limits.maximumBytes else {
      throw GLTFError(
        "its vertices need more memory than is allowed", at: node.path, exceedsLimit: true)
    }
    return part.triangles.isEmpty ? nil : part
  }

  /// Whether an accessor has no bytes of its own.
  private func isHollow(_ reference: GLTFNode) -> Bool {
    guard let n = try? reference.index(of: "accessor", among: accessors.nodes.count) else {
      return true
    }
    return accessors.nodes[n]["bufferView"] == nil
  }

  private func vectors(
    _ reference: GLTFNode, _ types: ClosedRange<Int>
  ) throws -> (width: Int, values: [Float]) {
    try accessors.floats(reference, types: types)
  }

  /// Normals, places in the texture and colours of vertices.
  private func readLooks(
    of attributes: GLTFNode, count: Int, _ place: GLTFTransform, into part: inout Model.Part
  ) throws {
    func check(_ node: GLTFNode, _ found: Int) throws(GLTFError) {
      guard found == count else {
        throw node.error("has \(found) elements for \(count) positions")
      }
    }
    if let node = attributes["NORMAL"] {
      let values = try vectors(node, 3...3).values
      try check(node, values.count / 3)
      part.normals = stride(from: 0, to: values.count, by: 3).map { i in
        let n = place.normal(
          Vector3(Double(values[i]), Double(values[i + 1]), Double(values[i + 2])))
        let length = n.length
        // None where there is none: the face's own is taken.
        guard length > 0, length.isFinite else { return .zero }
        let unit = n / length
        return SIMD3(Float(unit.x), Float(unit.y), Float(unit.z))
      }
    }
    let mapping = materials.mappings[part.material]
    if materials.materials[part.material].texture != nil,
      let node = attributes["TEXCOORD_\(mapping.set)"]
    {
      let values = try vectors(node, 2...2).values
      try check(node, values.count / 2)
      part.texturePlaces = stride(from: 0, to: values.count, by: 2).map { i in
        let p = SIMD3(Double(values[i]), Double(values[i + 1]), 1)
        return SIMD2(Float((mapping.u * p).sum()), Float((mapping.v * p).sum()))
      }
    }
    if let node = attributes["COLOR_0"] {
      let (width, values) = try vectors(node, 3...4)
      try check(node, values.count / width)
      part.colors = stride(from: 0, to: values.count, by: width).map { i in
        func held(_ v: Float) -> Float { v > 0 ? min(v, 1) : 0 }
        return SIMD3(held(values[i]), held(values[i + 1]), held(values[i + 2]))
      }
    }
  }

  /// Adds triangles in the order of a list, a strip or a fan.
  private mutating func append(
    _ order: [UInt32], mode: Int, isMirrored: Bool, to part: inout Model.Part, at node: GLTFNode
  ) throws(GLTFError) {
    let wanted = mode == 4 ? order.count / 3 : max(order.count - 2, 0)
    if mode == 4 { left += order.count % 3 }
    triangleCount += wanted
    guard triangleCount <= limits.maximumTriangles else {
      throw GLTFError(
        "with it there are more than \(limits.maximumTriangles) triangles; simplify the model, with "
          + "gltf-transform for example", at: node.path, exceedsLimit: true)
    }
    let count = part.positions.count
    part.triangles.reserveCapacity(3 * wanted)
    for i in 0..<wanted {
      let (a, b, c): (Int, Int, Int) =
        switch mode {
        case 5: (i, i + 1 + i % 2, i + 2 - i % 2)
        case 6: (i + 1, i + 2, 0)
        default: (3 * i, 3 * i + 1, 3 * i + 2)
        }
      let corners = [order[a], order[isMirrored ? c : b], order[isMirrored ? b : c]]
      guard corners.allSatisfy({ Int($0) < count }) else {  // checked: widens
        missing += 1
        continue
      }
      let points = corners.map { part.positions[Int($0)] }  // checked: within the positions
      guard points.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else {
        infinite += 1
        continue
      }
      // Without an area nothing is seen.
      guard (points[1] - points[0]).cross(points[2] - points[0]).length > 0 else { continue }
      part.triangles.append(contentsOf: corners)
    }
  }
}
