/// The place of a value inside a JSON file; its text is made only when a message needs it.
indirect enum NodePath: CustomStringConvertible {
  case root
  case key(NodePath, String)
  case index(NodePath, Int)

  var description: String {
    switch self {
    case .root: ""
    case .key(.root, let name): name
    case .key(let parent, let name): "\(parent).\(name)"
    case .index(let parent, let i): "\(parent)[\(i)]"
    }
  }
}
