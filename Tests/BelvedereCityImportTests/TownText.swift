import BelvedereCityImport
import BelvedereJSON
import BelvedereOSM
import BelvedereTestSupport

/// A little town as OpenStreetMap's XML, element by element.
struct TownText {
  var elements: [String] = []
  private var nodes = 0
  private var nextWay = 1000

  mutating func node(
    _ latitude: Double, _ longitude: Double, _ tags: [String: String] = [:]
  ) -> Int {
    nodes += 1
    elements.append(
      "<node id=\"\(nodes)\" lat=\"\(latitude)\" lon=\"\(longitude)\">\(text(tags))</node>")
    return nodes
  }

  @discardableResult
  mutating func way(_ nodes: [Int], _ tags: [String: String] = [:]) -> Int {
    nextWay += 1
    let refs = nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
    elements.append("<way id=\"\(nextWay)\">\(refs)\(text(tags))</way>")
    return nextWay
  }

  mutating func relation(_ ways: [(id: Int, role: String)], _ tags: [String: String]) {
    nextWay += 1
    let members = ways.map {
      "<member type=\"way\" ref=\"\($0.id)\" role=\"\($0.role)\"/>"
    }.joined()
    elements.append("<relation id=\"\(nextWay)\">\(members)\(text(tags))</relation>")
  }

  /// A closed way around a box.
  @discardableResult
  mutating func box(
    _ south: Double, _ west: Double, _ size: Double, _ tags: [String: String]
  ) -> Int {
    let corners = [
      node(south, west), node(south, west + size), node(south + size, west + size),
      node(south + size, west),
    ]
    return way(corners + [corners[0]], tags)
  }

  private func text(_ tags: [String: String]) -> String {
    tags.sorted { $0.key < $1.key }.map { "<tag k=\"\($0)\" v=\"\($1)\"/>" }.joined()
  }

  var bytes: [UInt8] {
    Array("<?xml version=\"1.0\"?><osm version=\"0.6\">\(elements.joined())</osm>".utf8)
  }

  /// The files of the scene, and what was said of them.
  func scene(
    _ change: (inout CityImport.Options) -> Void = { _ in }
  ) throws -> (files: [String: String], report: CityImport.Report) {
    var options = CityImport.Options()
    options.layerFormat = .geoJSON
    change(&options)
    let (files, report) = try CityImport(xml: bytes, options: options).scene()
    return (
      Dictionary(files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }) { a, _ in a },
      report
    )
  }
}

/// The features of a layer, a line each.
func features(_ text: String?) -> [String] {
  (text ?? "").split(separator: "\n").map(String.init).filter { $0.contains("\"Feature\",") }
}
