import BelvedereGLTF
import BelvedereGeoMath
import BelvedereImaging
import BelvedereTestSupport
import Testing

/// Reads a file that names no other.
func read(_ data: [UInt8], limits: GLTF.Limits = GLTF.Limits()) throws -> GLTF {
  try GLTF(data, limits: limits) { _ in [] }
}

/// The area of all triangles.
func area(_ model: Model) -> Double {
  model.parts.reduce(0) { sum, part in
    stride(from: 0, to: part.triangles.count, by: 3).reduce(sum) { sum, i in
      let p = (0..<3).map { part.positions[Int(part.triangles[i + $0])] }
      return sum + (p[1] - p[0]).cross(p[2] - p[0]).length / 2
    }
  }
}

/// The volume that closed triangles enclose: above 0 where they run counterclockwise from outside.
func volume(_ model: Model) -> Double {
  model.parts.reduce(0) { sum, part in
    stride(from: 0, to: part.triangles.count, by: 3).reduce(sum) { sum, i in
      let p = (0..<3).map { part.positions[Int(part.triangles[i + $0])] }
      return sum + p[0].dot(p[1].cross(p[2])) / 6
    }
  }
}

@Suite("glTF") struct GLTFTests {
  @Test("a box is the same as binary and as text")
  func box() throws {
    let writer = GLBWriter.box(color: "[0.2, 0.4, 0.6, 1]")
    let (binary, text) = (try read(writer.glb).model, try read(writer.gltf).model)
    #expect(binary == text)
    #expect(binary.triangleCount == 12)
    #expect(abs(area(binary) - 2400) < 1e-9 && abs(volume(binary) - 8000) < 1e-9)
    #expect(binary.materials[0].color == SIMD3(0.2, 0.4, 0.6))
    let bounds = try #require(binary.bounds)
    #expect(bounds.low == Vector3(-10, 0, -10) && bounds.high == Vector3(10, 20, 10))
  }

  @Test("nodes turn, scale and move what they hold, and mirrors do not turn it inside out")
  func nodes() throws {
    // A quarter turn around y takes x to −z: the box lies along z then.
    let turned = try read(
      GLBWriter.box(
        low: (0, 0, 0), high: (4, 2, 1),
        node: #", "rotation": [0, 0.7071067811865476, 0, 0.7071067811865476], "scale": [2, 1, 1], "#
          + #""translation": [100, 0, 0]"#
      ).glb
    ).model
    let bounds = try #require(turned.bounds)
    #expect((bounds.low - Vector3(100, 0, -8)).length < 1e-6)
    #expect((bounds.high - Vector3(101, 2, 0)).length < 1e-6)
    #expect(abs(volume(turned) - 16) < 1e-5)
    let mirrored = try read(GLBWriter.box(node: #", "scale": [-1, 1, 1]"#).glb).model
    #expect(abs(volume(mirrored) - 8000) < 1e-9)
    let matrix = try read(
      GLBWriter.box(node: #", "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]"#).glb
    ).model
    #expect(matrix.bounds?.low == Vector3(-5, 6, -3))
  }

  @Test("strips and fans are the triangles that they stand for")
  func strips() throws {
    func square(_ mode: Int, _ order: [UInt16]) throws -> Model {
      var writer = GLBWriter()
      let positions = writer.add(
        floats: [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], type: "VEC3", width: 3)
      let indices = writer.add(indices: order)
      writer.members.append(
        #""meshes": [{"primitives": [{"mode": \#(mode), "attributes": {"POSITION": \#(positions)}, "#
          + #""indices": \#(indices)}]}], "nodes": [{"mesh": 0}]"#)
      return try read(writer.glb).model
    }
    for (mode, order) in [(4, [0, 1, 2, 0, 2, 3]), (5, [0, 1, 3, 2]), (6, [0, 1, 2, 3])] {
      let model = try square(mode, order.map { UInt16($0) })
      #expect(model.triangleCount == 2 && area(model) == 1, "mode \(mode)")
      for part in model.parts {
        for i in stride(from: 0, to: part.triangles.count, by: 3) {
          let p = (0..<3).map { part.positions[Int(part.triangles[i + $0])] }
          #expect((p[1] - p[0]).cross(p[2] - p[0]).z > 0, "mode \(mode): towards the viewer")
        }
      }
    }
    #expect(try read(pointsAndLines()).notes.contains("its points and lines are left out"))
  }

  private func pointsAndLines() -> [UInt8] {
    var writer = GLBWriter()
    let positions = writer.add(floats: [0, 0, 0, 1, 0, 0], type: "VEC3", width: 3)
    writer.members.append(
      #""meshes": [{"primitives": [{"mode": 1, "attributes": {"POSITION": \#(positions)}}]}], "#
        + #""nodes": [{"mesh": 0}]"#)
    return writer.glb
  }

  @Test("small whole numbers, steps between elements and sparse elements are read")
  func accessors() throws {
    var writer = GLBWriter()
    // Positions as bytes from −1 to 1, eight bytes apart.
    let bytes: [Int8] = [-127, 0, 0, 99, 99, 99, 99, 99, 127, 0, 0, 99, 99, 99, 99, 99, 0, 127, 0]
    let view = writer.add(bytes.map { UInt8(bitPattern: $0) }, stride: 8)
    let replaced = writer.add([2])
    let values = writer.add([0, 64, 127])
    let positions = writer.add(
      accessor: #"{"bufferView": \#(view), "componentType": 5120, "normalized": true, "count": 3, "#
        + #""type": "VEC3", "sparse": {"count": 1, "#
        + #""indices": {"bufferView": \#(replaced), "componentType": 5121}, "#
        + #""values": {"bufferView": \#(values)}}}"#)
    writer.members.append(
      #""meshes": [{"primitives": [{"attributes": {"POSITION": \#(positions)}}]}], "nodes": [{"mesh": 0}]"#
    )
    let part = try #require(try read(writer.glb).model.parts.first)
    #expect(
      part.positions == [
        Vector3(-1, 0, 0), Vector3(1, 0, 0), Vector3(0, Double(Float(64) / 127), 1),
      ])
  }

  @Test("pictures, their edges and the places on them are read")
  func textures() throws {
    var image = Image(width: 2, height: 1)
    image[0, 0] = (255, 0, 0, 255)
    let png = try PNG.encode(image)
    var writer = GLBWriter.box(png: png)
    writer.members = writer.members.map {
      $0.replacing(
        #""textures": [{"source": 0}]"#,
        with: #""textures": [{"source": 0, "sampler": 0}], "#
          + #""samplers": [{"wrapS": 33071, "wrapT": 33648, "magFilter": 9728}]"#
      ).replacing(
        #""baseColorTexture": {"index": 0}"#,
        with: #""baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": "#
          + #"{"offset": [0.5, 0], "scale": [0.25, 2]}}}"#)
    }
    let model = try read(writer.glb).model
    let texture = try #require(model.textures.first)
    #expect(texture.image == image && texture.isPixelated)
    #expect(texture.wrap == (.clamped, .mirrored))
    let places = Set(model.parts[0].texturePlaces)
    #expect(places == [SIMD2(0.5, 0), SIMD2(0.75, 0), SIMD2(0.5, 2), SIMD2(0.75, 2)])
  }

  @Test("what is not shown as it stands there is told")
  func notes() throws {
    var writer = GLBWriter.box()
    writer.members.append(#""animations": [{}], "skins": [{}]"#)
    writer.members = writer.members.map {
      $0.replacing(#""materials": [{"#, with: #""materials": [{"alphaMode": "BLEND", "#)
    }
    let notes = try read(writer.glb).notes.joined(separator: "; ")
    for word in ["animations", "skins", "seen through"] {
      #expect(notes.contains(word), "\(notes)")
    }
    #expect(try read(GLBWriter.box().glb).notes.isEmpty)
  }

  /// By trimesh 4, which reads them by itself: triangles (those with an area), the greatest coordinates, the area.
  private static let known: [(file: String, triangles: Int, high: Vector3, area: Double)] = [
    ("airplane.glb", 1397, Vector3(30.981103897, 13.878436226, 46.510553759), 2814.8234820603),
    ("Box.glb", 12, Vector3(1, 1, 1), 24),
    ("cubeStrip.glb", 12, Vector3(0.5, 0.5, 0.5), 6),
    ("TriangleWithoutIndices.gltf", 1, Vector3(1, 1, 0), 0.5),
  ]

  @Test("models of others have the triangles, the size and the area that trimesh finds in them")
  func others() throws {
    for (file, triangles, high, size) in Self.known {
      guard let path = SharedData.file("gltf/\(file)") else { return }
      let model = try read(bytes(ofFile: path)).model
      #expect(model.triangleCount == triangles, "\(file)")
      let found = try #require(model.bounds).high
      #expect((found - high).length < 1e-5, "\(file): \(found)")
      #expect(abs(area(model) / size - 1) < 1e-6, "\(file): \(area(model))")
    }
    guard let path = SharedData.file("gltf/airplane.glb") else { return }
    let model = try read(bytes(ofFile: path)).model
    #expect(model.textures.count == 4 && model.parts.count == 6)
  }
}
