/// Reads accessors: lists of numbers or of small vectors in buffers.
///
/// Source: Khronos, "glTF 2.0 Specification", section 3.6.2.
struct GLTFAccessors {
  let buffers: GLTFBuffers
  let nodes: [GLTFNode]
  /// What reading may take, bytes.
  let maximumBytes: Int

  private enum Component: Int {
    case int8 = 5120, uint8, int16, uint16
    case uint32 = 5125, float

    var size: Int {
      switch self {
      case .int8, .uint8: 1
      case .int16, .uint16: 2
      case .uint32, .float: 4
      }
    }

    /// By what whole numbers are divided that stand for 0 to 1 or −1 to 1.
    var scale: Float {
      switch self {
      case .int8: 127
      case .uint8: 255
      case .int16: 32767
      case .uint16: 65535
      case .uint32, .float: 1
      }
    }
  }

  /// The numbers of an accessor, element by element.
  ///
  /// - Parameters:
  ///   - reference: the accessor's number.
  ///   - types: how many numbers an element may have, such as 3 for `VEC3`.
  /// - Returns: how many numbers each element has, and all of them.
  func floats(
    _ reference: GLTFNode, types: ClosedRange<Int>
  ) throws -> (width: Int, values: [Float]) {
    let node = nodes[try reference.index(of: "accessor", among: nodes.count)]
    let width = try width(node, types)
    let component = try component(node.required("componentType"))
    let count = try count(node, bytesEach: 4 * width)
    let isNormalized = try node["normalized"]?.bool() ?? false
    let scale = isNormalized ? component.scale : 1
    var values = [Float](repeating: 0, count: count * width)  // bounded: by maximumBytes
    func number(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> Float {
      func load<T: FixedWidthInteger & BitwiseCopyable>(_ type: T.Type) -> T {
        T(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: T.self))
      }
      return switch component {
      case .int8: max(Float(load(Int8.self)) / scale, isNormalized ? -1 : -.infinity)
      case .uint8: Float(load(UInt8.self)) / scale
      case .int16: max(Float(load(Int16.self)) / scale, isNormalized ? -1 : -.infinity)
      case .uint16: Float(load(UInt16.self)) / scale
      case .uint32: Float(load(UInt32.self))
      case .float: Float(bitPattern: load(UInt32.self))
      }
    }
    try scan(node, count: count, size: width * component.size) { element, bytes, at in
      for k in 0..<width {
        values[element * width + k] = number(bytes, at + k * component.size)
      }
    }
    return (width, values)
  }

  /// The whole numbers of an accessor of indices.
  func indices(_ reference: GLTFNode) throws -> [UInt32] {
    let node = nodes[try reference.index(of: "accessor", among: nodes.count)]
    _ = try width(node, 1...1)
    let component = try component(node.required("componentType"))
    let count = try count(node, bytesEach: 4)
    guard [.uint8, .uint16, .uint32].contains(component) else {
      throw node.error("indices must be unsigned whole numbers")
    }
    var values = [UInt32](repeating: 0, count: count)  // bounded: by maximumBytes
    try scan(node, count: count, size: component.size) { element, bytes, at in
      values[element] = Self.index(bytes, at, component)
    }
    return values
  }

  private static func index(
    _ bytes: UnsafeRawBufferPointer, _ at: Int, _ component: Component
  ) -> UInt32 {
    switch component {
    case .uint8: UInt32(bytes[at])  // checked: widens
    case .uint16:
      UInt32(  // checked: widens
        UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
    default: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }
  }

  private func width(_ node: GLTFNode, _ allowed: ClosedRange<Int>) throws(GLTFError) -> Int {
    let type = try node.required("type")
    let text = try type.string()
    let widths = ["SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4]
    guard let width = widths[text], allowed.contains(width) else {
      throw type.error("\"\(text.prefix(20))\" does not suit its use")
    }
    return width
  }

  private func component(_ node: GLTFNode) throws(GLTFError) -> Component {
    let number = try node.count()
    guard let component = Component(rawValue: number) else {
      throw node.error("there is no component type \(number)")
    }
    return component
  }

  private func count(_ node: GLTFNode, bytesEach: Int) throws(GLTFError) -> Int {
    let count = try node.required("count").count()
    guard count <= maximumBytes / bytesEach else {
      throw GLTFError(
        "\(count) elements need more memory than is allowed", at: node.path, exceedsLimit: true)
    }
    return count
  }

  /// Visits the elements' bytes, then those of the ones that a sparse accessor replaces.
  private func scan(
    _ node: GLTFNode, count: Int, size: Int,
    _ visit: (_ element: Int, _ bytes: UnsafeRawBufferPointer, _ at: Int) -> Void
  ) throws {
    if let reference = node["bufferView"] {
      let (bytes, given) = try buffers.view(reference)
      let offset = try node["byteOffset"]?.count() ?? 0
      let stride = given ?? size
      try Self.check(node, bytes.count, offset: offset, stride: stride, size: size, count: count)
      bytes.withUnsafeBytes { for i in 0..<count { visit(i, $0, offset + i * stride) } }
    }
    guard let sparse = node["sparse"] else { return }
    let replaced = try sparse.required("count").count()
    let (indices, values) = (try sparse.required("indices"), try sparse.required("values"))
    let component = try component(indices.required("componentType"))
    guard [.uint8, .uint16, .uint32].contains(component) else {
      throw indices.error("indices must be unsigned whole numbers")
    }
    let places = try buffers.view(indices.required("bufferView")).bytes
    let contents = try buffers.view(values.required("bufferView")).bytes
    let (first, start) = (
      try indices["byteOffset"]?.count() ?? 0, try values["byteOffset"]?.count() ?? 0
    )
    try Self.check(
      indices, places.count, offset: first, stride: component.size, size: component.size,
      count: replaced)
    try Self.check(values, contents.count, offset: start, stride: size, size: size, count: replaced)
    let numbers = places.withUnsafeBytes { bytes in
      (0..<replaced).map {
        Int(Self.index(bytes, first + $0 * component.size, component))  // checked: widens
      }
    }
    if let wrong = numbers.first(where: { $0 >= count }) {
      throw indices.error("names element \(wrong) of \(count)")
    }
    contents.withUnsafeBytes { bytes in
      for (i, element) in numbers.enumerated() { visit(element, bytes, start + i * size) }
    }
  }

  private static func check(
    _ node: GLTFNode, _ available: Int, offset: Int, stride: Int, size: Int, count: Int
  ) throws(GLTFError) {
    guard count > 0 else { return }
    let (span, overflow) = stride.multipliedReportingOverflow(by: count - 1)
    guard !overflow, offset <= available, size <= available - offset,
      span <= available - offset - size
    else {
      throw node.error("\(count) elements do not fit into the \(available) bytes of its bufferView")
    }
  }
}
