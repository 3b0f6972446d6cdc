import BelvedereGeoMath

/// The nodes of a file's scene, each with its place.
struct GLTFScene {
  private let nodes: [GLTFNode]
  private let roots: [Int]

  private static let deepest = 256

  init(_ root: GLTFNode) throws(GLTFError) {
    nodes = try root.list("nodes")
    let scenes = try root.list("scenes")
    if scenes.isEmpty {
      // A library of meshes: all that is nobody's child.
      var isChild = Array(repeating: false, count: nodes.count)
      for node in nodes {
        for child in try node.list("children") {
          isChild[try child.index(of: "node", among: nodes.count)] = true
        }
      }
      roots = nodes.indices.filter { !isChild[$0] }
      return
    }
    let number = try root["scene"]?.index(of: "scene", among: scenes.count) ?? 0
    var roots: [Int] = []
    for node in try scenes[number].list("nodes") {
      roots.append(try node.index(of: "node", among: nodes.count))
    }
    self.roots = roots
  }

  /// Visits the meshes of all nodes.
  ///
  /// - Parameter body: receives a mesh's number and where it is in the scene.
  mutating func visit(_ body: (GLTFNode, GLTFTransform) throws -> Void) throws {
    var isVisited = Array(repeating: false, count: nodes.count)
    var open = roots.reversed().map { ($0, GLTFTransform.identity, 0) }
    while let (number, parent, depth) = open.popLast() {
      let node = nodes[number]
      // A node has one parent (section 3.5.3); a circle would never end.
      guard !isVisited[number] else { throw node.error("has two parents, or is its own") }
      guard depth < Self.deepest else {
        throw node.error("lies more than \(Self.deepest) nodes deep")
      }
      isVisited[number] = true
      let place = parent.after(try GLTFTransform(node))
      if let mesh = node["mesh"] { try body(mesh, place) }
      for child in try node.list("children").reversed() {
        open.append((try child.index(of: "node", among: nodes.count), place, depth + 1))
      }
    }
  }
}
