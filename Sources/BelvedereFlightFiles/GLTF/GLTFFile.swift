import BelvedereGeoMath
import BelvedereJSON

/// What is read of a glTF file: its nodes, its first perspective camera, its animations.
struct GLTFFile {
  struct Camera {
    let index: Int
    let node: JSONFields
    let lens: JSONFields

    /// Degrees, vertical.
    func fieldOfView(or options: FlightFile.Options) throws(FlightFileError) -> Double {
      let angle = try lens.field("perspective").number("yfov")
      guard angle > 0, angle < .pi else {
        throw FlightFileError(
          .value, at: "\(lens.place).perspective.yfov", "must be between 0 and π, got \(angle)")
      }
      return min(max(degrees(angle), 0.1), 179)
    }
  }

  let root: JSONFields
  private let options: FlightFile.Options
  let nodes: [JSONFields]
  private let animation: JSONFields?
  // Looked up once: a file may have many of each, and name each often.
  private let accessors, views, buffers: [JSONFields]
  private let contents: [Content]

  /// The bytes of a buffer, or why there are none.
  private enum Content {
    case bytes(ArraySlice<UInt8>)
    case failure(FlightFileError)
  }

  init(_ bytes: [UInt8], _ options: FlightFile.Options) throws(FlightFileError) {
    self.options = options
    var binary: ArraySlice<UInt8>?
    if bytes.starts(with: Array("glTF".utf8)) {
      let parts = try Self.parts(bytes)
      root = try JSONFields.parse(parts.json, options)
      binary = parts.binary
    } else {
      root = try JSONFields.parse(bytes, options)
    }
    let version = try root.field("asset").string("version")
    guard version.hasPrefix("2") else {
      throw FlightFileError(
        .unsupported, at: "asset.version", "must be 2.0, got \(version.prefix(20))")
    }
    nodes = try root.has("nodes") ? root.items("nodes") : []
    animation = try root.optional("animations")?.items().first
    accessors = try root.optional("accessors")?.items() ?? []
    views = try root.optional("bufferViews")?.items() ?? []
    buffers = try root.optional("buffers")?.items() ?? []
    contents = buffers.enumerated().map { Self.content($1, binary: $0 == 0 ? binary : nil) }
  }

  var animationName: String? { try? animation?.optional("name")?.string() }

  /// The JSON and the bytes of a binary file.
  private static func parts(
    _ bytes: [UInt8]
  ) throws(FlightFileError) -> (json: [UInt8], binary: ArraySlice<UInt8>?) {
    func word(_ at: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }  // checked: bytes
    }
    guard bytes.count >= 20, word(4) == 2 else {
      throw FlightFileError(.malformed, at: "byte 4", "not a binary glTF file of version 2")
    }
    var json: [UInt8]?
    var start = 12
    while start + 8 <= bytes.count {
      let (length, kind) = (word(start), word(start + 4))
      guard length <= bytes.count - start - 8 else {
        throw FlightFileError(.malformed, at: "byte \(start)", "the chunk is longer than the file")
      }
      let chunk = bytes[(start + 8)..<(start + 8 + length)]
      if kind == 0x4E4F_534A, json == nil { json = Array(chunk) }
      if kind == 0x004E_4942, let json { return (json, chunk) }
      start += 8 + length
    }
    guard let json else {
      throw FlightFileError(.malformed, at: "byte 12", "there is no JSON in it")
    }
    return (json, nil)
  }

  /// The first perspective camera that a node has.
  func camera(_ losses: inout LossList) throws(FlightFileError) -> Camera {
    var found: Camera?
    for (i, node) in nodes.enumerated() where node.has("camera") {
      let cameras = try root.items("cameras")
      let lens = cameras[try node.field("camera").index(below: cameras.count)]
      guard try lens.string("type") == "perspective" else {
        losses.note("camera", at: node.place, "only perspective cameras are read")
        continue
      }
      if found != nil {
        losses.note("camera", at: node.place, "the first camera is read only")
      } else {
        found = Camera(index: i, node: node, lens: lens)
      }
    }
    guard let found else {
      throw FlightFileError(.unsupported, at: "nodes", "none has a perspective camera")
    }
    return found
  }

  /// The nodes from a camera's to the root.
  func chain(of camera: Camera) throws(FlightFileError) -> GLTFChain {
    var parents: [Int: Int] = [:]
    for (i, node) in nodes.enumerated() {
      guard let children = node.optional("children") else { continue }
      for child in try children.items() { parents[try child.index(below: nodes.count)] = i }
    }
    var links: [GLTFChain.Link] = []
    var next: Int? = camera.index
    while let index = next {
      guard links.count < 32 else {
        throw FlightFileError(.tooLarge, at: nodes[index].place, "more than 32 nodes deep")
      }
      links.append(try GLTFChain.Link(nodes[index], index))
      next = parents[index]
    }
    return GLTFChain(links: links, place: camera.node.place)
  }

  /// The channels of the first animation that move a camera.
  func tracks(
    of camera: Camera, _ losses: inout LossList
  ) throws(FlightFileError) -> [GLTFTrack] {
    let animations = try root.optional("animations")?.items() ?? []
    for other in animations.dropFirst() {
      losses.note("animation", at: other.place, "the first one is read only")
    }
    guard let animation else { return [] }
    let moving = Set(try chain(of: camera).links.map(\.index))
    let samplers = try animation.items("samplers")
    var result: [GLTFTrack] = []
    for channel in try animation.items("channels") {
      let target = try channel.field("target")
      guard let node = target.optional("node") else { continue }
      let index = try node.index(below: nodes.count)
      guard moving.contains(index) else { continue }
      let path = try target.string("path")
      guard path == "translation" || path == "rotation" || path == "scale" else {
        losses.note(path, at: channel.place, "moves no camera; passed over")
        continue
      }
      guard !result.contains(where: { $0.node == index && $0.path == path }) else {
        throw FlightFileError(.value, at: channel.place, "moves what another channel moves")
      }
      let sampler = samplers[try channel.field("sampler").index(below: samplers.count)]
      let width = path == "rotation" ? 4 : 3
      let mode = try sampler.optional("interpolation")?.string() ?? "LINEAR"
      guard let mode = GLTFTrack.Mode(rawValue: mode) else {
        throw FlightFileError(
          .value, at: "\(sampler.place).interpolation", "must be STEP, LINEAR or CUBICSPLINE")
      }
      if mode == .step {
        losses.note("STEP", at: sampler.place, "becomes a movement between cameras")
      }
      let times = try numbers(sampler.field("input"), width: 1)
      let values = try numbers(sampler.field("output"), width: width)
      guard !times.isEmpty, values.count == times.count * width * (mode == .cubic ? 3 : 1),
        zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
      else {
        throw FlightFileError(
          .value, at: sampler.place, "times must increase, and have a value each")
      }
      result.append(
        GLTFTrack(
          node: index, path: path, mode: mode, times: times, values: values, width: width))
    }
    return result
  }

  /// The numbers of an accessor.
  private func numbers(
    _ reference: JSONFields, width: Int
  ) throws(FlightFileError) -> [Double] {
    let accessor = accessors[try reference.index(below: accessors.count)]
    guard !accessor.has("sparse") else {
      throw FlightFileError(.unsupported, at: "\(accessor.place).sparse", "is not read")
    }
    let wanted = width == 1 ? "SCALAR" : width == 3 ? "VEC3" : "VEC4"
    guard try accessor.string("type") == wanted else {
      throw FlightFileError(.value, at: "\(accessor.place).type", "must be \(wanted)")
    }
    let kind = try accessor.field("componentType").whole(5120...5126)
    guard let size = [5120: 1, 5121: 1, 5122: 2, 5123: 2, 5126: 4][kind], kind == 5126 || width == 4
    else {
      throw FlightFileError(
        .unsupported, at: "\(accessor.place).componentType", "must be 5126, got \(kind)")
    }
    // Three values for each of at most so many times.
    let most = 3 * options.maximumCameras
    let count = try accessor.field("count").whole(0...most)
    let view = views[try accessor.field("bufferView").index(below: views.count)]
    let bytes = try buffer(view)
    let first = try accessor.optional("byteOffset")?.whole(0...bytes.count) ?? 0
    let step = try view.optional("byteStride")?.whole(1...252) ?? size * width
    guard count == 0 || first + (count - 1) * step + size * width <= bytes.count else {
      throw FlightFileError(.value, at: accessor.place, "reaches beyond its buffer view")
    }
    var result: [Double] = []
    result.reserveCapacity(count * width)  // bounded: by the bytes that are there
    for i in 0..<count {
      for k in 0..<width {
        let start = bytes.startIndex + first + i * step + k * size
        let word = (0..<size).reduce(UInt32(0)) {  // checked: a literal
          $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1)  // checked: a byte, at most 24
        }
        let value: Double
        switch kind {
        case 5120: value = max(Double(Int8(truncatingIfNeeded: word)) / 127, -1)
        case 5121: value = Double(word) / 255
        case 5122: value = max(Double(Int16(truncatingIfNeeded: word)) / 32767, -1)
        case 5123: value = Double(word) / 65535
        default: value = Double(Float(bitPattern: word))
        }
        guard abs(value) <= 1e12 else {
          throw FlightFileError(.value, at: accessor.place, "holds a number beyond ±1e12")
        }
        result.append(value)
      }
    }
    return result
  }

  /// The bytes of a buffer view.
  private func buffer(_ view: JSONFields) throws(FlightFileError) -> ArraySlice<UInt8> {
    let index = try view.field("buffer").index(below: buffers.count)
    let bytes: ArraySlice<UInt8>
    switch contents[index] {
    case .bytes(let found): bytes = found
    case .failure(let error): throw error
    }
    let start = try view.optional("byteOffset")?.whole(0...bytes.count) ?? 0
    let length = try view.field("byteLength").whole(0...(bytes.count - start))
    let first = bytes.startIndex + start
    return bytes[first..<(first + length)]
  }

  private static func content(_ buffer: JSONFields, binary: ArraySlice<UInt8>?) -> Content {
    guard let uri = buffer.optional("uri") else {
      return binary.map { .bytes($0) }
        ?? .failure(FlightFileError(.malformed, at: buffer.place, "has no bytes"))
    }
    let text = (try? uri.string()) ?? ""
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ","),
      text[..<comma].hasSuffix(";base64")
    else {
      return .failure(
        FlightFileError(
          .unsupported, at: uri.place,
          "other files are not opened; write a .glb, or embed the buffer"))
    }
    guard let data = Base64.bytes(text[text.index(after: comma)...]) else {
      return .failure(FlightFileError(.malformed, at: uri.place, "is no base64"))
    }
    return .bytes(data[...])
  }
}
