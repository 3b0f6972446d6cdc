import Foundation

/// Makes GLB files for tests: lists of numbers as accessors, and the JSON around them.
public struct GLBWriter {
  /// Members of the JSON, each a text such as `"nodes": [{"mesh": 0}]`.
  public var members: [String] = [#""asset": {"version": "2.0"}"#]
  private var views: [String] = []
  private var accessors: [String] = []
  public private(set) var binary: [UInt8] = []

  public init() {}

  /// Adds bytes; gives the number of their bufferView.
  public mutating func add(_ bytes: [UInt8], stride: Int? = nil) -> Int {
    binary += Array(repeating: 0, count: (4 - binary.count % 4) % 4)
    let step = stride.map { #", "byteStride": \#($0)"# } ?? ""
    views.append(
      #"{"buffer": 0, "byteOffset": \#(binary.count), "byteLength": \#(bytes.count)\#(step)}"#)
    binary += bytes
    return views.count - 1
  }

  /// Adds numbers as floats; gives the number of the accessor.
  public mutating func add(floats: [Float], type: String, width: Int) -> Int {
    let view = add(floats.flatMap { Self.bytes($0.bitPattern) })
    return add(
      accessor:
        #"{"bufferView": \#(view), "componentType": 5126, "count": \#(floats.count / width), "#
        + #""type": "\#(type)"}"#)
  }

  /// Adds whole numbers as indices; gives the number of the accessor.
  public mutating func add(indices: [UInt16]) -> Int {
    let view = add(indices.flatMap { Self.bytes($0) })
    return add(
      accessor: #"{"bufferView": \#(view), "componentType": 5123, "count": \#(indices.count), "#
        + #""type": "SCALAR"}"#)
  }

  public mutating func add(accessor: String) -> Int {
    accessors.append(accessor)
    return accessors.count - 1
  }

  public static func bytes<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private func json(buffer: String) -> String {
    let lists = [
      #""buffers": [{"byteLength": \#(binary.count)\#(buffer)}]"#,
      #""bufferViews": [\#(views.joined(separator: ", "))]"#,
      #""accessors": [\#(accessors.joined(separator: ", "))]"#,
    ]
    return "{" + (members + lists).joined(separator: ", ") + "}"
  }

  /// The file as binary.
  public var glb: [UInt8] {
    var text = Array(json(buffer: "").utf8)
    text += Array(repeating: 0x20, count: (4 - text.count % 4) % 4)
    let data = binary + Array(repeating: 0, count: (4 - binary.count % 4) % 4)
    func word(_ n: Int) -> [UInt8] { Self.bytes(UInt32(n)) }
    return Array("glTF".utf8) + word(2) + word(28 + text.count + data.count) + word(text.count)
      + word(0x4E4F_534A) + text + word(data.count) + word(0x004E_4942) + data
  }

  /// The file as text, its bytes in base64.
  public var gltf: [UInt8] {
    let data = Data(binary).base64EncodedString()
    return Array(
      json(buffer: #", "uri": "data:application/octet-stream;base64,\#(data)""#).utf8)
  }

  /// A box with its lower face around the origin, or in other dimensions, and flat faces.
  ///
  /// - Parameters:
  ///   - low: the least coordinates.
  ///   - png: a picture on each of its faces, its left edge where u is 0; `nil` for none.
  public static func box(
    low: (Float, Float, Float) = (-10, 0, -10), high: (Float, Float, Float) = (10, 20, 10),
    color: String = "[0.5, 0.5, 0.5, 1]", png: [UInt8]? = nil, node: String = ""
  ) -> GLBWriter {
    var writer = GLBWriter()
    let (l, h) = (low, high)
    // Counterclockwise from outside, from the picture's lower left corner.
    let faces: [[(Float, Float, Float)]] = [
      [(l.0, l.1, h.2), (h.0, l.1, h.2), (h.0, h.1, h.2), (l.0, h.1, h.2)],  // +z
      [(h.0, l.1, l.2), (l.0, l.1, l.2), (l.0, h.1, l.2), (h.0, h.1, l.2)],  // -z
      [(h.0, l.1, h.2), (h.0, l.1, l.2), (h.0, h.1, l.2), (h.0, h.1, h.2)],  // +x
      [(l.0, l.1, l.2), (l.0, l.1, h.2), (l.0, h.1, h.2), (l.0, h.1, l.2)],  // -x
      [(l.0, h.1, h.2), (h.0, h.1, h.2), (h.0, h.1, l.2), (l.0, h.1, l.2)],  // +y
      [(l.0, l.1, l.2), (h.0, l.1, l.2), (h.0, l.1, h.2), (l.0, l.1, h.2)],  // -y
    ]
    let positions = writer.add(
      floats: faces.flatMap { $0.flatMap { [$0.0, $0.1, $0.2] } }, type: "VEC3", width: 3)
    let places = writer.add(
      floats: (0..<6).flatMap { _ in [0, 1, 1, 1, 1, 0, 0, 0] as [Float] }, type: "VEC2", width: 2)
    let indices = writer.add(
      indices: (0..<6).flatMap { n in [0, 1, 2, 0, 2, 3].map { UInt16(4 * n + $0) } })
    var material = #""baseColorFactor": \#(color)"#
    if let png {
      let view = writer.add(png)
      writer.members.append(#""images": [{"bufferView": \#(view), "mimeType": "image/png"}]"#)
      writer.members.append(#""textures": [{"source": 0}]"#)
      material += #", "baseColorTexture": {"index": 0}"#
    }
    writer.members += [
      #""scene": 0"#, #""scenes": [{"nodes": [0]}]"#,
      #""nodes": [{"mesh": 0\#(node)}]"#,
      #""materials": [{"pbrMetallicRoughness": {\#(material)}}]"#,
      #""meshes": [{"primitives": [{"attributes": {"POSITION": \#(positions), "TEXCOORD_0": \#(places)}, "#
        + #""indices": \#(indices), "material": 0}]}]"#,
    ]
    return writer
  }
}
