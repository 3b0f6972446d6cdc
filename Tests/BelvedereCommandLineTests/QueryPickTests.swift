import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere query, what a point shows") struct QueryPickTests {
  @Test("the overlays on the ground, the uppermost first, and annotations before it")
  func overlaysAndAnnotations() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/scene.json"
    let scene = """
      {"belvedere": 1, "name": "picked", "world": false,
       "overlays": [
         {"id": "names", "level": "aboveLabels", "fillColor": "#0000ff",
          "circle": {"center": [7.5, 46], "radius": 300}},
         {"id": "area", "name": "An area", "fillColor": "#ff0000", "alpha": 0.5, "polygon": [
           [[7.49, 45.99], [7.51, 45.99], [7.51, 46.01], [7.49, 46.01], [7.49, 45.99]],
           [[7.504, 45.9955], [7.509, 45.9955], [7.509, 45.999], [7.504, 45.999], [7.504, 45.9955]]]},
         {"id": "unseen", "fillColor": "#00ff0000", "circle": {"center": [7.5, 46], "radius": 900}}],
       "annotations": [{"id": "mark", "title": "A mark", "at": [7.4965, 46.002]}]}
      """
    try Data(scene.utf8).write(to: URL(fileURLWithPath: path))
    func request(_ op: String, _ more: String) -> String {
      """
      {"op":"\(op)","camera":{"centerCoordinate":{"latitude":46,"longitude":7.5},"distance":2500},\
      "viewport":{"width":800,"height":600},\(more)}
      """
    }
    func answers(_ lines: [String]) throws -> [String] {
      let result = try Tool.run(
        ["query", "--scene", path], input: lines.map { $0 + "\n" }.joined())
      #expect(result.status == 0, "\(result.errors)")
      return result.text.split(separator: "\n").map(String.init)
    }
    // In the middle, in the area's hole, beside all; and 10 points above the place of the mark.
    let places = [(46.0, 7.5), (45.9975, 7.5065), (46.0, 7.5105), (46.002, 7.4965)]
    let projected = try answers(
      places.map { request("project", #""coordinate":{"latitude":\#($0.0),"longitude":\#($0.1)}"#) }
    )
    let points = try projected.map { line -> (x: Double, y: Double) in
      guard case .object(let members) = try JSONParser.parse(Array(line.utf8)).content,
        case .object(let point)? = members.first(where: { $0.name == "point" })?.value.content,
        case .number(let x) = point[0].value.content, case .number(let y) = point[1].value.content
      else { return (.nan, .nan) }
      return (x, y)
    }
    var requests = points.map { request("pick", #""point":{"x":\#($0.x),"y":\#($0.y)}"#) }
    requests[3] = request("pick", #""point":{"x":\#(points[3].x),"y":\#(points[3].y - 10)}"#)
    requests.append(
      request(
        "pick", #""point":{"x":\#(points[3].x),"y":\#(points[3].y - 10)},"annotations":false"#))
    let picked = try answers(requests)
    let area = #"{"index":1,"id":"area","name":"An area"}"#
    let names = #"{"index":0,"id":"names","name":null}"#
    #expect(picked[0].contains(#""overlays":[\#(names),\#(area)]"#), "\(picked[0])")
    #expect(picked[1].contains(#""overlays":[]"#), "\(picked[1])")
    #expect(picked[2].contains(#""overlays":[]"#), "\(picked[2])")
    #expect(picked[3].contains(#""kind":"annotation","id":"mark","name":"A mark""#), "\(picked[3])")
    #expect(picked[4].contains(#""overlays":[\#(area)]"#), "\(picked[4])")
  }
}
