import BelvedereJSON

/// The parts of a file: its JSON and, of a GLB file, the bytes behind it.
///
/// Source: Khronos, "glTF 2.0 Specification", section 4.
struct GLTFContainer {
  let json: ArraySlice<UInt8>
  let binary: ArraySlice<UInt8>?

  private static let magic: [UInt8] = Array("glTF".utf8)

  init(_ data: [UInt8]) throws(GLTFError) {
    guard data.starts(with: Self.magic) else {
      json = data[...]
      binary = nil
      return
    }
    func word(_ at: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(data[at + $1]) << (8 * $1) }  // checked: bytes, 32 bits
    }
    guard data.count >= 20 else {
      throw GLTFError("is cut off: a GLB file has at least 20 bytes, this one has \(data.count)")
    }
    guard word(4) == 2 else {
      throw GLTFError(
        "is GLB of version \(word(4)); only 2 is read: convert it, with gltf-pipeline for example")
    }
    let length = word(8)
    guard length <= data.count else {
      throw GLTFError("is cut off: it has \(data.count) of \(length) bytes")
    }
    var chunks: [(kind: Int, bytes: ArraySlice<UInt8>)] = []
    var at = 12
    while at + 8 <= length {
      let (size, kind) = (word(at), word(at + 4))
      guard size <= length - at - 8 else {
        throw GLTFError("chunk \(chunks.count) of the GLB file is longer than the file")
      }
      chunks.append((kind, data[at + 8..<at + 8 + size]))
      at += 8 + size
    }
    guard let first = chunks.first, first.kind == 0x4E4F_534A else {
      throw GLTFError("the first chunk of the GLB file is not JSON")
    }
    json = first.bytes
    binary = chunks.dropFirst().first { $0.kind == 0x004E_4942 }?.bytes
  }

  /// The JSON as a value.
  func root(maximumMemory: Int) throws(GLTFError) -> GLTFNode {
    do {
      let value = try JSONParser.parse(Array(json), maximumDepth: 64, maximumMemory: maximumMemory)
      return GLTFNode(value: value, path: "")
    } catch {
      throw GLTFError(
        error.exceedsMemory ? "its JSON needs too much memory" : "is not glTF: \(error)",
        exceedsLimit: error.exceedsMemory)
    }
  }
}
