import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import BelvedereJSON
import Foundation

/// A compact table of rectangular buildings.
struct BlockTable {
  private struct Style {
    var use = Building.Use.residential
    var roof = Building.Roof.flat
    var roofHeight = 0.0
    var color: Color?
    var roofColor: Color?
    var hasWindows = true
  }

  private let frame: LocalFrame
  private let unit: Double
  private let styles: [Style]
  private(set) var buildings: [Building] = []

  init(_ node: SceneNode) throws {
    let object = try SceneObject(node, .blocks)
    try TableDecoder.checkVersion(object, "belvedereBlocks")
    frame = LocalFrame(
      origin: try object.required("origin", "[longitude, latitude]").position())
    unit = try object.required("unit", "metres").positive("a number of metres", upTo: 1000)
    styles = try object.required("styles", "what blocks look like").elements(of: "styles")
      .map { try Self.style($0) }
    if let terraces = object["terraces"] {
      if let rows = object["rows"] { try read(rows: rows) }
      try read(terraces: terraces)
    } else {
      try read(rows: object.required("rows", "the blocks"))
    }
  }

  /// Buildings of their own: `[x, y, width, depth, heading, height, style]`.
  private mutating func read(rows: SceneNode) throws {
    let values = try rows.array(of: "rows")
    try rows.file.count(objects: values.count)
    buildings.reserveCapacity(buildings.count + values.count)
    for (i, value) in values.enumerated() {
      let n = try TableDecoder.row(value, i, 7, in: rows)
      guard styles.indices.contains(n[6]) else {
        throw rows.element(i, value).error(missingStyle(n[6]))
      }
      let width = Double(n[2]) * unit
      let depth = Double(n[3]) * unit
      let height = Double(n[5]) * unit
      guard isSize(width), isSize(depth), isHeight(height) else {
        throw rows.element(i, value).error("width, depth and height must be above 0")
      }
      append(
        at: try TableDecoder.position(n, unit, i, value, rows), width: width, depth: depth,
        heading: Double(n[4]) / 10, height: height, style: styles[n[6]])
    }
  }

  /// Touching lots: `[x, y, heading, depth, width, height, style, width, height, style, …]`.
  private mutating func read(terraces: SceneNode) throws {
    for (i, value) in try terraces.array(of: "terraces").enumerated() {
      let terrace = terraces.element(i, value)
      guard case .array(let items) = value.content, items.count >= 7, items.count % 3 == 1 else {
        throw terrace.error("expected x, y, heading, depth, and width, height, style of each lot")
      }
      try terraces.file.count(objects: items.count / 3 - 1)
      var n: [Int] = []
      n.reserveCapacity(items.count)
      for (j, item) in items.enumerated() {
        guard let integer = TableDecoder.integer(item) else {
          throw terrace.element(j, item).error("expected an integer, got \(item.excerpt)")
        }
        n.append(integer)
      }
      try append(terrace: n, items: items, at: terrace)
      _ = try TableDecoder.position(n, unit, i, value, terraces)
    }
  }

  private mutating func append(
    terrace n: [Int], items: [JSONValue], at node: SceneNode
  ) throws(SceneError) {
    let depth = Double(n[3]) * unit
    guard isSize(depth) else { throw node.element(3, items[3]).error("the depth must be above 0") }
    let heading = Double(n[2]) / 10
    let right = unitVector(heading: heading + 90)
    let start = Vector2(Double(n[0]), Double(n[1])) * unit
    var offset = 0.0
    for j in stride(from: 4, to: n.count, by: 3) {
      let width = Double(n[j]) * unit
      let height = Double(n[j + 1]) * unit
      guard isSize(width) else {
        throw node.element(j, items[j]).error("a lot's width must be above 0")
      }
      guard isHeight(height) else {
        throw node.element(j + 1, items[j + 1]).error("a lot's height must be above 0")
      }
      guard styles.indices.contains(n[j + 2]) else {
        throw node.element(j + 2, items[j + 2]).error(missingStyle(n[j + 2]))
      }
      append(
        at: start + right * (offset + width / 2), width: width, depth: depth, heading: heading,
        height: height, style: styles[n[j + 2]])
      offset += width
    }
  }

  private mutating func append(
    at middle: Vector2, width: Double, depth: Double, heading: Double, height: Double, style: Style
  ) {
    buildings.append(
      Building(
        footprint: GeographicPolygon(
          rectangleAt: middle, in: frame, width: width, depth: depth, heading: heading),
        height: height, roof: style.roof, roofHeight: min(style.roofHeight, height),
        color: style.color, roofColor: style.roofColor, use: style.use,
        hasWindows: style.hasWindows))
  }

  private func isSize(_ metres: Double) -> Bool { metres > 0 && metres <= 1e5 }

  private func isHeight(_ metres: Double) -> Bool { metres > 0 && metres <= 1e4 }

  private func missingStyle(_ style: Int) -> String {
    "style \(style) does not exist; there are \(styles.count)"
  }

  private static func style(_ node: SceneNode) throws(SceneError) -> Style {
    let object = try SceneObject(node, .blockStyle)
    var style = Style()
    if let value = object["use"] { style.use = try value.choice("use", as: Building.Use.self) }
    if let value = object["roof"] { style.roof = try value.choice("roof", as: Building.Roof.self) }
    if let value = object["roofHeight"] {
      style.roofHeight = try value.number("a number of metres", in: 0...1000)
    }
    if style.roof == .flat { style.roofHeight = 0 }
    style.color = try object["color"]?.color()
    style.roofColor = try object["roofColor"]?.color()
    if let value = object["windows"] { style.hasWindows = try value.bool() }
    return style
  }
}

/// The direction of a heading: x east, y north.
private func unitVector(heading: Double) -> Vector2 {
  let angle = wrappedHeading(heading) * .pi / 180
  return Vector2(sin(angle), cos(angle))
}
