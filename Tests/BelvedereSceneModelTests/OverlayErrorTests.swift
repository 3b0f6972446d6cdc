import BelvedereSceneModel
import Testing

@Suite("Overlays that a file has wrong") struct OverlayErrorTests {
  /// The error of an overlay with these keys besides its shape; empty without one.
  private func message(_ keys: String, shape: String? = nil) -> String {
    let shape = shape ?? #""circle": {"center": [7, 46], "radius": 1}"#
    let text = #"{"belvedere": 1, "overlays": [{\#(shape)\#(keys.isEmpty ? "" : ", ")\#(keys)}]}"#
    do {
      _ = try SceneLoader().load(data: Array(text.utf8), name: "scene.json")
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test(
    "rings that cross themselves or go around a pole along a parallel are taken, those on one line not"
  )
  func rings() {
    func polygon(_ ring: String) -> String {
      message("", shape: "\"polygon\": [[\(ring)]]")
    }
    #expect(polygon("[-1, -1], [1, 1], [1, -1], [-1, 1]") == "")
    #expect(polygon("[-180, 70], [-120, 70], [-60, 70], [0, 70], [60, 70], [120, 70]") == "")
    #expect(polygon("[0, 70], [60, 70], [120, 70]").contains("no area"))
    #expect(polygon("[0, 0], [1, 1], [2, 2], [1, 1]").contains("no area"))
  }

  @Test("lines of which nothing is drawn are warned of by the overlay's name")
  func nothing() throws {
    func warnings(_ overlay: String) throws -> String {
      let text = ##"{"belvedere": 1, "overlays": [{"strokeColor": "#fff", \##(overlay)}]}"##
      return try SceneLoader().load(data: Array(text.utf8), name: "scene.json").warnings
        .map(\.description).joined(separator: "\n")
    }
    let line = #""polyline": [[7, 46], [8, 46]]"#
    #expect(try warnings(line) == "")
    let turned = try warnings(#"\#(line), "strokeStart": 0.6, "strokeEnd": 0.4, "name": "Way""#)
    #expect(turned.contains("overlays[0]") && turned.contains("\"Way\""), "\(turned)")
    #expect(turned.contains("strokeStart 0.6 is above"), "\(turned)")
    let empty = try warnings(#"\#(line), "strokeStart": 0.5, "strokeEnd": 0.5"#)
    #expect(empty.contains("strokeStart 0.5 is no less than strokeEnd"), "\(empty)")
    for dash in ["[0, 5]", "[0, 5, 0, 2]"] {
      let gaps = try warnings(#"\#(line), "lineDash": \#(dash), "lineCap": "butt", "id": "gaps""#)
      #expect(gaps.contains("\"gaps\"") && gaps.contains("dashes have no length"), "\(gaps)")
      #expect(try warnings(#"\#(line), "lineDash": \#(dash)"#) == "")
    }
    #expect(try warnings(#"\#(line), "lineDash": [0, 5, 2], "lineCap": "butt""#) == "")
    let point = try warnings(#""polyline": [[7, 46], [7, 46]], "id": "dot""#)
    #expect(point.contains("\"dot\"") && point.contains("the same"), "\(point)")
    let some = try warnings(#""multiPolyline": [[[7, 46], [8, 46]], [[7, 46], [7, 46]]]"#)
    #expect(some.contains("1 of the 2 lines"), "\(some)")
  }

  @Test("a camera's centre may lie at a pole on the globe, not on the flat map")
  func cameras() throws {
    func load(_ projection: String) throws -> Double? {
      let text = """
        {"belvedere": 1, "camera": {"centerCoordinate": {"latitude": 90, "longitude": 7},
          "distance": 3e6}\(projection)}
        """
      return try SceneLoader().load(data: Array(text.utf8), name: "scene.json").scene.camera?
        .centerCoordinate.latitude
    }
    #expect(try load(#", "projection": "globe""#) == 90)
    for projection in ["", #", "projection": "flat""#] {
      let error = #expect(throws: (any Error).self) { try load(projection) }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains("camera.centerCoordinate.latitude"), "\(text)")
      #expect(text.contains("globe"), "\(text)")
    }
  }

  @Test(
    "each value is checked, and the place of a wrong one is named",
    arguments: [
      ("\"lineWidth\": 0", "lineWidth"), ("\"lineWidth\": 0", "leave strokeColor out"),
      ("\"lineWidth\": 1000000", "lineWidth"),
      ("\"lineWidth\": -1", "lineWidth"), ("\"alpha\": 1.01", "alpha"),
      ("\"alpha\": -0.01", "alpha"), ("\"miterLimit\": 0.5", "miterLimit"),
      ("\"strokeStart\": -0.5", "strokeStart"), ("\"lineDashPhase\": 1e7", "lineDashPhase"),
      (
        "\"lineDash\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7, 8]", "give the pattern once"
      ),
      ("\"lineJoin\": \"mitre\"", "miter"), ("\"level\": \"above\"", "aboveRoads"),
      ("\"route\": 1", "route"),
      (
        ##""gradient": [{"at": 1, "color": "#fff"}, {"at": 0, "color": "#000"}]"##,
        "sort the stops"
      ),
      (##""gradient": [{"color": "#000"}]"##, "at"), (##""gradient": [{"at": 0}]"##, "color"),
      (##""fillColor": "#nanana""##, "#rrggbb"), (##""strokeColor": 3"##, "strokeColor"),
    ])
  func wrong(_ keys: String, _ expected: String) {
    let found = message(keys)
    #expect(found.contains(expected) && found.contains("overlays[0]"), "\(found)")
  }

  @Test("values at the ends of their ranges are taken")
  func ends() {
    for keys in [
      "", "\"lineWidth\": 1000", "\"alpha\": 0", "\"alpha\": 1", "\"miterLimit\": 1",
      "\"strokeStart\": 0, \"strokeEnd\": 1", "\"lineDash\": [0, 1]", "\"route\": false",
      ##""gradient": [{"at": 0.5, "color": "#fff"}, {"at": 0.5, "color": "#000"}]"##,
    ] {
      #expect(message(keys) == "", "\(keys)")
    }
  }

  @Test("one shape, and one that is a shape")
  func shapes() {
    #expect(message("\"polyline\": [[7, 46], [8, 46]]").contains("overlays[0]"))
    #expect(message("", shape: "\"name\": \"nothing\"").contains("overlays[0]"))
    #expect(message("", shape: "\"polyline\": [[7, 46]]").contains("at least 2"))
    #expect(message("", shape: "\"polygon\": [[[7, 46], [8, 46]]]").contains("overlays[0]"))
    #expect(message("", shape: "\"geodesic\": [[7, 46], [8, 146]]").contains("overlays[0]"))
  }
}
