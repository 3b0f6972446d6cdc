import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// Compact tables of many objects.
enum TableDecoder {
  static func isBlockTable(_ node: SceneNode) -> Bool { has("belvedereBlocks", node) }

  private static func has(_ name: String, _ node: SceneNode) -> Bool {
    guard case .object(let members) = node.value.content else { return false }
    return members.contains { $0.name == name }
  }

  /// Trees: `[x, y, height, kind]`.
  static func trees(_ node: SceneNode) throws -> [Tree] {
    guard has("belvedereTrees", node) else {
      throw node.error("is not a tree table: \"belvedereTrees\": 1 is missing")
    }
    let object = try SceneObject(node, .trees)
    try checkVersion(object, "belvedereTrees")
    let frame = LocalFrame(
      origin: try object.required("origin", "[longitude, latitude]").position())
    let unit = try object.required("unit", "metres").positive("a number of metres", upTo: 1000)
    let kinds = try object.required("kinds", "the trees' forms").elements(of: "kinds")
      .map { try $0.choice("kind", as: Tree.Kind.self) }
    let rows = try object.required("rows", "the trees")
    let values = try rows.array(of: "rows")
    try node.file.count(objects: values.count)
    var result: [Tree] = []
    result.reserveCapacity(values.count)
    for (i, value) in values.enumerated() {
      let n = try row(value, i, 4, in: rows)
      guard kinds.indices.contains(n[3]) else {
        throw rows.element(i, value).error("kind \(n[3]) does not exist; there are \(kinds.count)")
      }
      guard n[2] > 0, n[2] <= 2000 else {
        throw rows.element(i, value).error("a tree's height must be above 0 and up to 2000 (200 m)")
      }
      let middle = try position(n, unit, i, value, rows)
      result.append(
        Tree(
          coordinate: frame.coordinate(at: middle), height: Double(n[2]) / 10, kind: kinds[n[3]]))
    }
    return result
  }

  static func checkVersion(_ object: SceneObject, _ name: String) throws(SceneError) {
    let node = try object.required(name, "the table's version")
    guard try node.number("a version", in: 0...1e6) == 1 else {
      throw node.error("is version \(node.value.excerpt); this program reads version 1")
    }
    _ = try object["description"]?.string()
  }

  static func integer(_ value: JSONValue) -> Int? {
    guard case .number(let number) = value.content, abs(number) <= 1e9 else { return nil }
    return Int(exactly: number)
  }

  /// A row of exactly so many integers.
  static func row(
    _ value: JSONValue, _ i: Int, _ count: Int, in rows: SceneNode
  ) throws(SceneError) -> [Int] {
    guard case .array(let items) = value.content, items.count == count else {
      throw rows.element(i, value).error("expected a row of \(count) integers")
    }
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for item in items {
      guard let integer = integer(item) else {
        throw rows.element(i, value).error("expected a row of \(count) integers")
      }
      numbers.append(integer)
    }
    return numbers
  }

  /// Metres: the width and the height of the map at the equator, and somewhat more.
  private static let farthest = 4.1e7

  static func position(
    _ n: [Int], _ unit: Double, _ i: Int, _ value: JSONValue, _ rows: SceneNode
  ) throws(SceneError) -> Vector2 {
    let position = Vector2(Double(n[0]) * unit, Double(n[1]) * unit)
    guard abs(position.x) <= farthest, abs(position.y) <= farthest else {
      throw rows.element(i, value).error("lies more than 41,000 km from the origin")
    }
    return position
  }
}
