import BelvedereGeodesy
import BelvedereImaging

/// Beams and trees of a scene file.
enum ObjectDecoder {
  static func beams(_ node: SceneNode) throws -> [Beam] {
    let items = try node.elements(of: "beams")
    try node.file.count(objects: items.count)
    return try items.map { item in
      let object = try SceneObject(item, .beam)
      _ = try object["name"]?.string()
      return Beam(
        path: try joints(object.required("path", "joints as [longitude, latitude, elevation]")),
        width: try object.required("width", "metres").positive("a number of metres", upTo: 1000),
        depth: try object.required("depth", "metres").positive("a number of metres", upTo: 1000),
        color: try object.required("color", "#rrggbb").color(),
        topColor: try object["topColor"]?.color())
    }
  }

  private static func joints(_ node: SceneNode) throws(SceneError) -> [Beam.Joint] {
    let coordinates = try node.positions(atLeast: 2)
    var joints: [Beam.Joint] = []
    for (i, value) in try node.array(of: "joints").enumerated() {
      guard case .array(let numbers) = value.content, numbers.count >= 3,
        case .number(let elevation) = numbers[2].content, (-12_000...100_000).contains(elevation)
      else {
        throw node.element(i, value).error(
          "expected [longitude, latitude, elevation] with an elevation between -12000 and "
            + "100000 metres")
      }
      joints.append(Beam.Joint(coordinate: coordinates[i], elevation: elevation))
    }
    return joints
  }

  static func trees(_ node: SceneNode) throws -> [Tree] {
    var result: [Tree] = []
    for item in try node.elements(of: "trees") {
      let object = try SceneObject(item, .tree)
      let source = try object.exactlyOne(of: ["at", "file"])
      if source.name == "file" {
        let (file, data) = try item.file.read(
          source.node, maximumBytes: item.file.limits.readableJSONBytes,
          remedy: "split the file or raise --memory")
        let trees = try TableDecoder.trees(file.parse(data))
        file.shared.report.add(SceneReport.trees, in: file.name, by: trees.count)
        result += trees
      } else {
        try item.file.count(objects: 1)
        result.append(
          Tree(
            coordinate: try source.node.position(),
            height: try object.required("height", "metres")
              .positive("a number of metres", upTo: 200),
            kind: try object["kind"]?.choice("kind", as: Tree.Kind.self) ?? .broadleaf))
      }
    }
    return result
  }
}
