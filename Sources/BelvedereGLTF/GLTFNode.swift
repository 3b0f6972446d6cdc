import BelvedereJSON

/// A value of a glTF file's JSON, with where it stands.
struct GLTFNode {
  let value: JSONValue
  let path: String

  func error(_ reason: String) -> GLTFError { GLTFError(reason, at: path) }

  /// A member of an object; `nil` where it is absent.
  subscript(_ name: String) -> GLTFNode? {
    guard case .object(let members) = value.content,
      let member = members.first(where: { $0.name == name })
    else { return nil }
    return GLTFNode(value: member.value, path: path.isEmpty ? name : "\(path).\(name)")
  }

  func required(_ name: String) throws(GLTFError) -> GLTFNode {
    guard let node = self[name] else { throw error("\"\(name)\" is missing") }
    return node
  }

  func elements() throws(GLTFError) -> [GLTFNode] {
    guard case .array(let values) = value.content else {
      throw error("expected an array, got \(value.excerpt)")
    }
    return values.enumerated().map { GLTFNode(value: $1, path: "\(path)[\($0)]") }
  }

  /// The elements of a member that may be absent.
  func list(_ name: String) throws(GLTFError) -> [GLTFNode] { try self[name]?.elements() ?? [] }

  func string() throws(GLTFError) -> String {
    guard case .string(let text) = value.content else {
      throw error("expected a text, got \(value.excerpt)")
    }
    return text
  }

  func bool() throws(GLTFError) -> Bool {
    guard case .bool(let flag) = value.content else {
      throw error("expected true or false, got \(value.excerpt)")
    }
    return flag
  }

  func number() throws(GLTFError) -> Double {
    guard case .number(let number) = value.content, number.isFinite else {
      throw error("expected a number, got \(value.excerpt)")
    }
    return number
  }

  /// So many numbers.
  func numbers(_ count: Int) throws(GLTFError) -> [Double] {
    let elements = try elements()
    guard elements.count == count else {
      throw error("expected \(count) numbers, got \(elements.count)")
    }
    return try elements.map { node throws(GLTFError) in try node.number() }
  }

  /// A whole number that is not negative.
  func count() throws(GLTFError) -> Int {
    guard case .number(let number) = value.content, let count = Int(exactly: number), count >= 0,
      count <= 1 << 40
    else { throw error("expected a whole number from 0, got \(value.excerpt)") }
    return count
  }

  /// The number of one of so many things.
  func index(of what: String, among count: Int) throws(GLTFError) -> Int {
    let n = try self.count()
    guard n < count else {
      throw error("names \(what) \(n) of \(count == 0 ? "none" : "0 to \(count - 1)")")
    }
    return n
  }

  var isEmpty: Bool {
    switch value.content {
    case .array(let values): values.isEmpty
    case .object(let members): members.isEmpty
    default: true
    }
  }
}
