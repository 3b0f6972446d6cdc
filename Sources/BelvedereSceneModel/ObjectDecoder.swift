import BelvedereGeodesy
import BelvedereImaging

/// Beams, trees and overlays of a scene file.
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

  static func overlays(_ node: SceneNode) throws -> [Overlay] {
    let items = try node.elements(of: "overlays")
    try node.file.count(objects: items.count)
    return try items.map { item in
      let object = try SceneObject(item, .overlay)
      _ = try object["name"]?.string()
      let source = try object.exactlyOne(of: ["polygon", "polyline", "circle"])
      let shape: Overlay.Shape
      switch source.name {
      case "polygon": shape = .polygon(try ShapeDecoder.polygon(source.node))
      case "polyline": shape = .polyline(try ShapeDecoder.line(source.node))
      default:
        let circle = try ShapeDecoder.circle(source.node)
        shape = .circle(circle.center, circle.radius)
      }
      var overlay = Overlay(shape: shape)
      overlay.fillColor = try object["fillColor"]?.color()
      overlay.strokeColor = try object["strokeColor"]?.color()
      if overlay.fillColor == nil, overlay.strokeColor == nil {
        item.warn("has neither fillColor nor strokeColor; it is not seen")
      }
      if let value = object["lineWidth"] {
        overlay.lineWidth = try value.positive("a number of points", upTo: 1000)
      }
      if let value = object["alpha"] { overlay.alpha = try value.number("an opacity", in: 0...1) }
      if let value = object["level"] {
        overlay.level = try value.choice("level", as: Overlay.Level.self)
      }
      return overlay
    }
  }
}
