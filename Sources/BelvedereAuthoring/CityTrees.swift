import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// Plants groves and rows of trees.
package struct CityTrees {
  /// Metres for a unit of the table.
  private static let unit = 2
  package static let kinds = ["broadleaf", "conifer", "palm"]

  private struct Tree {
    let position: Vector2
    let height: Double
    let kind: Int
  }

  private let frame: LocalFrame
  private let land: CityGround
  private let obstacles: CityIndex
  private let clearings: [CityPolygon]
  private var trees: [Tree] = []

  package init(source: CitySource, ground: CityGround, obstacles: CityIndex) throws {
    frame = ground.frame
    land = ground
    self.obstacles = obstacles
    clearings = try source.required("clearings").array().map {
      try CityGround.outline($0, in: ground.frame)
    }
    for grove in try source.required("groves").array() { try plant(grove: grove) }
    for row in try source.required("rows").array() { try plant(row: row) }
  }

  private static func kind(_ source: CitySource) throws -> Int {
    guard let index = kinds.firstIndex(of: try source.string()) else {
      throw source.error("no kind of tree is called so")
    }
    return index
  }

  private static func heights(_ source: CitySource) throws -> (Double, Double) {
    let pair = try source.required("height").numbers()
    guard pair.count == 2 else { throw source.error("\"height\" needs two numbers") }
    return (pair[0], pair[1])
  }

  private mutating func add(_ p: Vector2, _ height: Double, _ kind: Int) {
    let spot = CityRectangle(center: p, width: 3, depth: 3, heading: 0)
    guard land.isLand(p), !obstacles.overlaps(spot),
      !clearings.contains(where: { $0.contains(p) })
    else { return }
    trees.append(Tree(position: p, height: height, kind: kind))
  }

  /// A grove: one tree in most cells of a jittered lattice, with glades where a slow wave is low.
  private mutating func plant(grove: CitySource) throws {
    let polygon = try CityGround.outline(grove, in: frame)
    let spacing = max(4, try grove.required("spacing").number())
    let (low, high) = try Self.heights(grove)
    let weights = try grove.required("kinds").members()
    let kinds = try weights.map { name, value in
      try Self.kind(
        CitySource(file: value.file, value: .init(.string(name), line: value.value.line)))
    }
    let shares = try weights.map { try $0.value.number() }
    let fullness = try grove.number("fullness", or: 0.8)
    var random = CityRandom(name: try grove.required("name").string())
    let size = polygon.box.high - polygon.box.low
    let columns = Int(flooring: size.x / spacing, in: 0...4000)
    let rows = Int(flooring: size.y / spacing, in: 0...4000)
    for row in 0...rows {
      for column in 0...columns {
        let p =
          polygon.box.low
          + Vector2(
            Double(column) + random.unit(), Double(row) + random.unit()) * spacing
        let height = random.uniform(low, high)
        let kind = kinds[random.index(weights: shares)]
        let wave = 0.5 + 0.25 * sin(p.x / 47 + 2 * sin(p.y / 90)) + 0.25 * sin(p.y / 38 + p.x / 120)
        guard wave < fullness + random.uniform(-0.15, 0.15), polygon.contains(p) else { continue }
        add(p, height, kind)
      }
    }
  }

  /// Trees at equal steps on both sides of a line.
  private mutating func plant(row: CitySource) throws {
    let path = try row.required("path").coordinates().map { frame.position(of: $0) }
    let step = max(4, try row.required("step").number())
    let offset = try row.number("offset", or: 0)
    let kind = try Self.kind(row.required("kind"))
    let (low, high) = try Self.heights(row)
    var random = CityRandom(name: try row.required("name").string())
    for (a, b) in zip(path, path.dropFirst()) {
      let along = (b - a).normalized
      let across = Vector2(along.y, -along.x)
      var t = step / 2
      while t < (b - a).length {
        for side in offset == 0 ? [0.0] : [-1.0, 1.0] {
          add(
            a + along * t + across * (side * offset), random.uniform(low, high), kind)
        }
        t += step
      }
    }
  }

  package var count: Int { trees.count }

  /// The table of trees, its rows from south to north so that neighbours stand together.
  package func text() -> String {
    let origin = frame.origin.coordinate
    let ordered = trees.sorted {
      ($0.position.y, $0.position.x) < ($1.position.y, $1.position.x)
    }
    let text =
      "{\"belvedereTrees\":1,\"origin\":\(CityText.position(origin, decimals: 6)),\"unit\":\(Self.unit),"
      + "\"kinds\":[\"broadleaf\",\"conifer\",\"palm\"],\n\"rows\":[\n"
    let rows = ordered.map { tree in
      let x = CityText.number(tree.position.x / Double(Self.unit), decimals: 0)
      let y = CityText.number(tree.position.y / Double(Self.unit), decimals: 0)
      // Whole metres are enough; the table counts tenths.
      return "[\(x),\(y),\(CityText.number(tree.height, decimals: 0))0,\(tree.kind)]"
    }
    return text + CityText.lines(rows) + "\n]}\n"
  }
}
