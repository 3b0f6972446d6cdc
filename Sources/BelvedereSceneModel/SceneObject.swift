import BelvedereJSON

/// An object of a scene file. It notes which of its keys are known, to warn about the others.
struct SceneObject {
  let node: SceneNode
  let keys: SceneKeys
  private let members: [JSONMember]

  /// Opens an object and warns about every key that `keys` does not list.
  init(_ node: SceneNode, _ keys: SceneKeys) throws(SceneError) {
    guard case .object(let members) = node.value.content else {
      throw node.error("expected \(keys.title) as an object, got \(node.value.excerpt)")
    }
    self.node = node
    self.keys = keys
    self.members = members
    for member in members where !keys.names.contains(member.name) {
      let hint =
        closestMatch(to: member.name, among: keys.names).map { "; did you mean \"\($0)\"?" }
        ?? "; it is ignored"
      node.file.warn(
        line: member.line, path: node.path.description,
        "unknown key \"\(member.name.prefix(60))\"\(hint)")
    }
  }

  /// The value of a key; `nil` where it is absent or null.
  subscript(_ name: String) -> SceneNode? {
    assert(keys.names.contains(name), "\(name) is missing from the key table")
    for member in members where member.name == name {
      if case .null = member.value.content { return nil }
      return SceneNode(value: member.value, path: .key(node.path, name), file: node.file)
    }
    return nil
  }

  /// The value of a key that must be there.
  func required(_ name: String, _ what: String) throws(SceneError) -> SceneNode {
    guard let found = self[name] else {
      let near = closestMatch(
        to: name, among: members.map(\.name).filter { !keys.names.contains($0) })
      let hint = near.map { "; is \"\($0)\" meant?" } ?? ""
      throw node.error("\"\(name)\" is missing (\(what))\(hint)")
    }
    return found
  }

  /// Which one of several keys is there; anything but exactly one is an error.
  func exactlyOne(of names: [String]) throws(SceneError) -> (name: String, node: SceneNode) {
    let found = names.compactMap { name in self[name].map { (name, $0) } }
    guard found.count == 1, let only = found.first else {
      let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
      throw node.error(
        found.isEmpty
          ? "\(keys.title) needs one of \(list)" : "\(keys.title) takes only one of \(list)")
    }
    return (name: only.0, node: only.1)
  }
}
