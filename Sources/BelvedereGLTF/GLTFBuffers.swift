import Foundation

/// The bytes that a file refers to: its own, those of data URIs, and those of files beside it.
final class GLTFBuffers {
  private let root: GLTFNode
  private let binary: ArraySlice<UInt8>?
  private let nodes: [GLTFNode]
  private let views: [GLTFNode]
  private let fetch: (String) throws -> [UInt8]
  private var known: [Int: ArraySlice<UInt8>] = [:]

  init(
    _ root: GLTFNode, binary: ArraySlice<UInt8>?, fetch: @escaping (String) throws -> [UInt8]
  ) throws(GLTFError) {
    self.root = root
    self.binary = binary
    self.fetch = fetch
    nodes = try root.list("buffers")
    views = try root.list("bufferViews")
  }

  /// A part of a buffer, and the bytes from one element to the next where it says so.
  func view(_ node: GLTFNode) throws -> (bytes: ArraySlice<UInt8>, stride: Int?) {
    let view = views[try node.index(of: "bufferView", among: views.count)]
    let number = try view.required("buffer").index(of: "buffer", among: nodes.count)
    let buffer = try buffer(number)
    let offset = try view["byteOffset"]?.count() ?? 0
    let length = try view.required("byteLength").count()
    guard offset <= buffer.count, length <= buffer.count - offset else {
      throw view.error(
        "ends \(offset + length - buffer.count) bytes behind buffer \(number), which has \(buffer.count)"
      )
    }
    let stride = try view["byteStride"]?.count()
    if let stride, !(4...252).contains(stride) {
      throw view.error("a byteStride of \(stride) is not within 4 to 252")
    }
    let start = buffer.startIndex + offset
    return (buffer[start..<start + length], stride)
  }

  private func buffer(_ number: Int) throws -> ArraySlice<UInt8> {
    if let bytes = known[number] { return bytes }
    let node = nodes[number]
    let length = try node.required("byteLength").count()
    var bytes: ArraySlice<UInt8>
    if let uri = node["uri"] {
      bytes = try self.bytes(of: uri)[...]
    } else if number == 0, let binary {
      bytes = binary
    } else {
      throw node.error("has neither a \"uri\" nor bytes in a GLB file")
    }
    guard length <= bytes.count else {
      throw node.error("is cut off: it has \(bytes.count) of \(length) bytes")
    }
    bytes = bytes.prefix(length)
    known[number] = bytes
    return bytes
  }

  /// The bytes of a URI: of the data in it, or of a file beside this one.
  func bytes(of node: GLTFNode) throws -> [UInt8] {
    let uri = try node.string()
    guard uri.hasPrefix("data:") else {
      guard let name = uri.removingPercentEncoding, !name.contains(":") else {
        throw node.error("\"\(uri.prefix(60))\" is not a file beside the model; only such are read")
      }
      do {
        return try fetch(name)
      } catch let error as GLTFError {
        throw error
      } catch {
        throw node.error("\(error)")
      }
    }
    guard let comma = uri.firstIndex(of: ","), uri[..<comma].hasSuffix(";base64"),
      let data = Data(base64Encoded: String(uri[uri.index(after: comma)...]))
    else { throw node.error("is not data in base64") }
    return Array(data)
  }
}
