import BelvedereGLTF
import BelvedereImaging
import BelvedereTestSupport
import Testing

@Suite("Hostile glTF") struct HostileGLTFTests {
  /// What is wrong with a file, by the words that its error must have.
  private static let broken: [(replaced: String, with: String, words: [String])] = [
    (#""version": "2.0""#, #""version": "1.0""#, ["asset.version", "2.0"]),
    (#""asset""#, #""bsset""#, ["asset", "missing"]),
    (#""mesh": 0"#, #""mesh": 1"#, ["nodes[0].mesh", "mesh 1 of 0 to 0"]),
    (#""mesh": 0"#, #""mesh": -1"#, ["nodes[0].mesh", "whole number"]),
    (#""nodes": [0]"#, #""nodes": [7]"#, ["scenes[0].nodes[0]", "node 7"]),
    (#""nodes": [{"mesh": 0"#, #""nodes": [{"children": [0], "mesh": 0"#, ["nodes[0]", "parents"]),
    (#""indices": 2"#, #""indices": 9"#, ["indices", "accessor 9"]),
    (#""indices": 2"#, #""indices": 0"#, ["accessors[0]"]),
    (#""componentType": 5123"#, #""componentType": 17"#, ["componentType", "17"]),
    (#""count": 24"#, #""count": 25"#, ["accessors[0]", "do not fit"]),
    (#""count": 24"#, #""count": 99999999999"#, ["accessors[0]", "memory"]),
    (#""byteOffset": 0"#, #""byteOffset": 999999"#, ["bufferViews[0]", "behind buffer 0"]),
    (#""byteLength": 288"#, #""byteLength": 1e30"#, ["byteLength", "whole number"]),
    (#""buffer": 0"#, #""buffer": 3"#, ["bufferViews[0].buffer"]),
    (#""type": "VEC3""#, #""type": "MAT4""#, ["accessors[0].type", "MAT4"]),
    (#""material": 0"#, #""material": 4"#, ["material 4"]),
    (#""TEXCOORD_0": 1"#, #""COLOR_0": 1"#, ["accessors[1].type"]),
    (
      #""scene": 0"#, #""scene": 0, "extensionsRequired": ["KHR_draco_mesh_compression"]"#,
      ["draco", "export"]
    ),
    (#""mesh": 0"#, #""mesh": 0, "rotation": [0, 0, 0, 0]"#, ["nodes[0].rotation"]),
    (#""mesh": 0"#, #""mesh": 0, "scale": [1, 2]"#, ["nodes[0].scale", "3 numbers"]),
  ]

  @Test("an error names the place in the file")
  func errors() {
    for (replaced, new, words) in Self.broken {
      let text = String(decoding: GLBWriter.box().gltf, as: UTF8.self)
      let range = text.range(of: replaced)
      #expect(range != nil, "\(replaced)")
      guard let range else { continue }
      let changed = text.replacingCharacters(in: range, with: new)
      do {
        _ = try read(Array(changed.utf8))
        Issue.record("\(new) was read")
      } catch {
        for word in words { #expect("\(error)".contains(word), "\(new): \(error)") }
      }
    }
  }

  @Test("triangles of vertices that are not there, or nowhere, are left out and told")
  func leftOut() throws {
    var writer = GLBWriter()
    let positions = writer.add(
      floats: [0, 0, 0, 1, 0, 0, 0, 1, 0, .nan, 0, 0], type: "VEC3", width: 3)
    let indices = writer.add(indices: [0, 1, 2, 0, 1, 9, 0, 1, 3, 0])
    writer.members.append(
      #""meshes": [{"primitives": [{"attributes": {"POSITION": \#(positions)}, "indices": \#(indices)}]}], "#
        + #""nodes": [{"mesh": 0}]"#)
    let found = try read(writer.glb)
    #expect(found.model.triangleCount == 1)
    #expect(
      found.notes == [
        "1 triangle is left out, whose vertices do not exist",
        "1 triangle is left out, whose coordinates are not finite",
        "1 vertices at the ends of lists make no whole triangle",
      ])
  }

  @Test("names that lead to a scheme, and files that are not there, are refused")
  func names() throws {
    let text = String(decoding: GLBWriter.box().gltf, as: UTF8.self)
    let start = try #require(text.range(of: "data:application"))
    let end = try #require(text[start.lowerBound...].firstIndex(of: "\""))
    for uri in ["http://example.com/a.bin", "file:///etc/passwd", "data:,abc", "data:;base64,@@"] {
      let changed = text.replacingCharacters(in: start.lowerBound..<end, with: uri)
      #expect(throws: GLTFError.self, "\(uri)") { try read(Array(changed.utf8)) }
    }
    var asked: [String] = []
    let changed = text.replacingCharacters(in: start.lowerBound..<end, with: "a%20b.bin")
    let writer = GLBWriter.box()
    _ = try GLTF(Array(changed.utf8)) { name in
      asked.append(name)
      return writer.binary
    }
    #expect(asked == ["a b.bin"])
  }

  @Test("what is too large is refused before memory is taken for it")
  func limits() throws {
    var limits = GLTF.Limits()
    limits.maximumTriangles = 11
    func isRefused(_ data: [UInt8], _ limits: GLTF.Limits) -> Bool {
      do {
        _ = try read(data, limits: limits)
        return false
      } catch {
        return (error as? GLTFError)?.exceedsLimit ?? false
      }
    }
    #expect(isRefused(GLBWriter.box().glb, limits))
    limits = GLTF.Limits()
    limits.maximumPixels = 15
    let png = try PNG.encode(Image(width: 4, height: 4))
    #expect(isRefused(GLBWriter.box(png: png).glb, limits))
    limits.maximumPixels = 16
    #expect(!isRefused(GLBWriter.box(png: png).glb, limits))
    // Elements without bytes of their own.
    var writer = GLBWriter()
    let positions = writer.add(
      accessor: #"{"componentType": 5126, "count": 1000000000, "type": "VEC3"}"#)
    writer.members.append(
      #""meshes": [{"primitives": [{"attributes": {"POSITION": \#(positions)}}]}], "nodes": [{"mesh": 0}]"#
    )
    #expect(isRefused(writer.glb, GLTF.Limits()))
  }

  @Test("files that are cut or changed in a byte are read or refused, and nothing else happens")
  func damage() throws {
    let png = try PNG.encode(Image(width: 4, height: 4))
    let whole = GLBWriter.box(png: png).glb
    #expect(try read(whole).model.triangleCount == 12)
    for count in 0..<whole.count {
      #expect(throws: (any Error).self, "cut to \(count)") { try read(Array(whole[..<count])) }
    }
    var limits = GLTF.Limits()
    limits.maximumBytes = 1 << 24
    limits.maximumPixels = 1 << 20
    forEachSeed(6000) { random in
      var changed = whole
      for _ in 0...Int(random.next() % 3) {
        changed[Int(random.next() % UInt64(changed.count))] = UInt8(
          truncatingIfNeeded: random.next())
      }
      if let model = try? read(changed, limits: limits).model {
        for part in model.parts {
          try check(
            part.triangles.allSatisfy { Int($0) < part.positions.count }
              && model.materials.indices.contains(part.material), "a number leads nowhere")
        }
      }
    }
  }

  @Test("odd files of others are read, and what is wrong with them is told")
  func others() throws {
    guard let folder = SharedData.folder("gltf/odd")?.path else { return }
    let bad = try read(bytes(ofFile: folder + "/cubeSomeBadIndices.glb"))
    #expect(bad.notes.contains { $0.contains("vertices do not exist") })
    #expect(bad.model.triangleCount == 8)
    let odd = try read(bytes(ofFile: folder + "/cubeInvalidVertCount.glb"))
    #expect(odd.notes.contains { $0.contains("no whole triangle") })
  }
}
