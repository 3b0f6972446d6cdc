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

  /// Of circles of 800 km by their centres, places at 0.98 and at 1.02 of the radius: PROJ's geodesics on WGS 84.
  private static let circles: [(Double, Double, Double, Double, Double, Double)] = [
    (0, 10, 6.66038, 12.41962, 6.93203, 12.51932),
    (0, 10, -2.41957, 16.62198, -2.51785, 16.89260),
    (0, 10, -6.66038, 7.58038, -6.93203, 7.48068),
    (0, 10, 2.41957, 3.37802, 2.51785, 3.10740),
    (60, -170, 66.49750, -163.98083, 66.75644, -163.66945),
    (60, -170, 56.98773, -157.82018, 56.84150, -157.36793),
    (60, -170, 53.31247, -174.01626, 53.03689, -174.15286),
    (60, -170, 61.69801, 175.97277, 61.73534, 175.37280),
    (75, 30, 81.26983, 45.98507, 81.50100, 47.11563),
    (75, 30, 71.41484, 51.12603, 71.22829, 51.80575),
    (75, 30, 68.26734, 23.51587, 67.98866, 23.33299),
    (75, 30, 75.81384, 2.05292, 75.77572, 0.89554),
    (84, 100, 79.32571, 138.31818, 79.08169, 139.12048),
    (84, 100, 77.17629, 89.14411, 76.89331, 88.94055),
    (84, 100, 82.49625, 38.43295, 82.30442, 36.82340),
    (89, -40, 83.91072, 116.79508, 83.62462, 116.94027),
    (89, -40, 82.57895, 22.76250, 82.29463, 23.03385),
    (89, -40, 82.03330, -57.55247, 81.74701, -57.63844),
    (89, -40, 83.25706, -142.02824, 82.97321, -142.35538),
    (90, 0, 82.98047, 160.00000, 82.69393, 160.00000),
    (90, 0, 82.98047, 70.00000, 82.69393, 70.00000),
    (90, 0, 82.98047, -20.00000, 82.69393, -20.00000),
    (90, 0, 82.98047, -110.00000, 82.69393, -110.00000),
    (-82, 179, -75.20653, -171.57689, -74.92477, -171.37146),
    (-82, 179, -81.36402, -131.11017, -81.21969, -129.47513),
    (-82, 179, -77.69423, 146.39303, -77.46670, 145.58269),
  ]

  @Test("large circles are circles on the ground, around poles, too")
  func circles() throws {
    let folder = try TemporaryFolder()
    for center in Set(Self.circles.map { [$0.0, $0.1] }) {
      let path = try folder.write(
        "scene.json",
        """
        {"belvedere": 1, "overlays": [{"id": "round", "fillColor": "#ff0000",
          "circle": {"center": [\(center[1]), \(center[0])], "radius": 800000}}]}
        """)
      let rows = Self.circles.filter { $0.0 == center[0] && $0.1 == center[1] }
      let requests = rows.flatMap { [($0.2, $0.3), ($0.4, $0.5)] }.map { place in
        #"{"op":"pick","projection":"globe","camera":{"centerCoordinate":{"latitude":\#(place.0),"#
          + #""longitude":\#(place.1)},"distance":50000},"viewport":{"width":100,"height":100},"#
          + #""point":{"x":50,"y":50}}"# + "\n"
      }
      let result = try Tool.run(["query", "--scene", path], input: requests.joined())
      let answers = result.text.split(separator: "\n")
      #expect(answers.count == 2 * rows.count && result.status == 0, "\(result.errors)")
      for (n, answer) in answers.enumerated() {
        #expect(answer.contains("round") == (n % 2 == 0), "\(center), \(rows[n / 2]): \(answer)")
      }
    }
  }
}
