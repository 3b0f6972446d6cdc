import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere query, on the globe") struct QueryGlobeTests {
  private func ask(_ lines: [String], _ options: [String] = []) throws -> [String] {
    let result = try Tool.run(["query"] + options, input: lines.map { $0 + "\n" }.joined())
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n").map(String.init)
  }

  private func number(_ answer: String, _ names: String...) -> Double {
    guard var value = try? JSONParser.parse(Array(answer.utf8)) else { return .nan }
    for name in names {
      guard case .object(let members) = value.content,
        let next = members.first(where: { $0.name == name })?.value
      else { return .nan }
      value = next
    }
    if case .number(let number) = value.content { return number }
    return .nan
  }

  private let viewport = #""viewport":{"width":800,"height":600}"#
  private let globe = #""projection":"globe""#

  private func camera(_ latitude: Double, _ distance: Double, pitch: Double = 0) -> String {
    """
    "camera":{"centerCoordinate":{"latitude":\(latitude),"longitude":10},"distance":\(distance),\
    "pitch":\(pitch)}
    """
  }

  @Test("a fit is for the flat map, and says so")
  func fit() throws {
    let places = #""coordinates":[{"latitude":1,"longitude":2},{"latitude":1.1,"longitude":2}]"#
    let answers = try ask([
      #"{"op":"fit",\#(places),\#(viewport),\#(globe)}"#,
      #"{"op":"fit",\#(places),\#(viewport),"projection":"mars"}"#,
      #"{"op":"fit",\#(places),\#(viewport),"projection":"flat"}"#,
    ])
    #expect(answers[0].contains("flat map"), "\(answers[0])")
    #expect(answers[1].contains("projection must be"), "\(answers[1])")
    #expect(number(answers[2], "camera", "distance") > 1000, "\(answers[2])")
  }

  @Test("look-at and eye are inverse, as are project and unproject")
  func inverse() throws {
    let look = try ask([
      """
      {"op":"lookAt",\(globe),"lookingAtCenter":{"latitude":89,"longitude":-122},\
      "fromEyeCoordinate":{"latitude":89.5,"longitude":50},"eyeAltitude":500000}
      """
    ])[0]
    let made = look.drop { $0 != ":" }.dropFirst().dropLast()
    let eye = try ask([#"{"op":"eye",\#(globe),"camera":\#(made)}"#])[0]
    #expect(abs(number(eye, "coordinate", "latitude") - 89.5) < 1e-11)
    #expect(abs(number(eye, "coordinate", "longitude") - 50) < 1e-9)
    #expect(abs(number(eye, "altitude") - 500_000) < 1e-6)
    #expect(abs(number(eye, "elevation") - 500_000) < 1e-6)
    let ground = try ask([
      #"{"op":"unproject",\#(globe),"camera":\#(made),\#(viewport),"point":{"x":123,"y":456}}"#
    ])[0]
    let coordinate = ground.drop { $0 != ":" }.dropFirst().prefix { $0 != "}" } + "}"
    let point = try ask([
      #"{"op":"project",\#(globe),"camera":\#(made),\#(viewport),"coordinate":\#(coordinate)}"#
    ])[0]
    #expect(abs(number(point, "point", "x") - 123) < 1e-9)
    #expect(abs(number(point, "point", "y") - 456) < 1e-9)
  }

  @Test("the Earth hides its other side and leaves the sky around it")
  func disc() throws {
    let answers = try ask([
      #"{"op":"project",\#(globe),\#(camera(0, 1e8)),\#(viewport),"coordinate":{"latitude":0,"longitude":-170}}"#,
      #"{"op":"project",\#(camera(0, 1e8)),\#(viewport),"coordinate":{"latitude":0,"longitude":-170}}"#,
      #"{"op":"unproject",\#(globe),\#(camera(0, 1e8)),\#(viewport),"point":{"x":0,"y":0}}"#,
      #"{"op":"visibleRegion",\#(globe),\#(camera(0, 1e8)),\#(viewport)}"#,
      #"{"op":"project","projection":"flat",\#(camera(0, 1e8)),\#(viewport),"coordinate":{"latitude":0,"longitude":-170}}"#,
    ])
    #expect(answers[0].contains(#""point":null"#) && answers[0].contains("belowHorizon"))
    #expect(!answers[1].contains("reason") && !answers[1].contains("null"))
    #expect(answers[2].contains("sky"))
    #expect(abs(number(answers[3], "region", "longitudeDelta") - 173) < 1)
    #expect(answers[4] == answers[1])
  }

  @Test("what it cannot do is said")
  func errors() throws {
    let answers = try ask([
      #"{"op":"eye",\#(camera(90, 1000))}"#, #"{"op":"eye",\#(globe),\#(camera(90, 1000))}"#,
      #"{"op":"eye","projection":"round",\#(camera(1, 1000))}"#,
      #"{"op":"eye","projection":5,\#(camera(1, 1000))}"#,
    ])
    #expect(answers[0].contains("latitude must be"))
    #expect(number(answers[1], "coordinate", "latitude") == 90)
    #expect(answers[2].contains(#"projection must be \"flat\" or \"globe\""#))
    #expect(answers[3].contains("a string"))
    let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
    let ground =
      #"{"op":"unproject",\#(globe),\#(camera(46, 1000)),\#(viewport),"point":{"x":4,"y":4}"#
    let over = try ask([ground + "}", ground + #","elevation":5}"#], ["--scene", scene])
    #expect(over[0].contains("coordinate") && over[0].contains("elevation"))
    #expect(over[1].contains("coordinate"))
  }

  @Test("operations that know the flat map only say so instead of answering for it")
  func flatOnly() throws {
    let requests = [
      #"{"op":"fit",\#(globe),\#(viewport),"coordinates":[{"latitude":1,"longitude":2}]}"#,
      #"{"op":"clamp",\#(globe),\#(camera(1, 1000))}"#,
      #"{"op":"fit","projection":"flat",\#(viewport),"coordinates":[{"latitude":1,"longitude":2}]}"#,
    ]
    let answers = try ask(requests)
    #expect(answers[0].contains(#""error":"fit knows the flat map only"#))
    #expect(answers[1].contains(#""error":"clamp knows the flat map only"#))
    #expect(answers[2].contains(#""camera""#))
  }

  @Test("a slip of one letter is refused, other members are left alone")
  func slips() throws {
    let place = #""coordinate":{"latitude":1,"longitude":2}"#
    let answers = try ask([
      #"{"op":"project","camera":{"centerCoordinate":{"latitude":1,"longitude":2},"distance":9,"pich":4},\#(viewport),\#(place)}"#,
      #"{"op":"mapPoint",\#(place),"reason":null,"comment":"from an answer"}"#,
      #"{"op":"mapPoint","coordinat":{"latitude":1,"longitude":2}}"#,
      #"{"op":"clamp","camera":{"centerCoordinate":{"latitude":1,"longitude":2},"distance":-9}}"#,
    ])
    #expect(answers[0] == #"{"error":"camera.pich is unknown; did you mean \"pitch\"?"}"#)
    #expect(answers[1].contains("mapPoint"))
    #expect(answers[2] == #"{"error":"coordinat is unknown; did you mean \"coordinate\"?"}"#)
    #expect(answers[3].contains("camera.distance must be"))
  }

  @Test("an error of a domain names the key as the request spells it")
  func keys() throws {
    let place = #""coordinate":{"latitude":1,"longitude":2}"#
    func eye(_ altitude: Double) -> String {
      #"{"op":"lookAt",\#(globe),"lookingAtCenter":{"latitude":46,"longitude":7},"#
        + #""fromEyeCoordinate":{"latitude":47,"longitude":8},"eyeAltitude":\#(altitude)}"#
    }
    let steep = #""centerCoordinate":{"latitude":88,"longitude":2},"distance":900"#
    let padded = #""viewport":{"width":80,"height":60,"padding":{"left":50,"right":50}}"#
    let cases = [
      (
        #"{"op":"project",\#(camera(86, 900)),\#(viewport),\#(place)}"#,
        "camera.centerCoordinate.latitude"
      ),
      (#"{"op":"eye",\#(globe),\#(camera(91, 900))}"#, "camera.centerCoordinate.latitude"),
      (#"{"op":"plan","from":{\#(steep)},"to":{\#(steep)}}"#, "from.centerCoordinate.latitude"),
      (#"{"op":"clamp","camera":{\#(steep)}}"#, "camera.centerCoordinate.latitude"),
      (#"{"op":"project",\#(camera(8, 0)),\#(viewport),\#(place)}"#, "camera.distance"),
      (eye(-5), "eyeAltitude"), (eye(5), "eyeAltitude"),
      (
        #"{"op":"fit",\#(padded),"coordinates":[{"latitude":1,"longitude":2}]}"#,
        "viewport.padding"
      ),
      (
        #"{"op":"fit",\#(viewport),"region":{"center":{"latitude":1,"longitude":2},"latitudeDelta":-1,"longitudeDelta":1}}"#,
        "region.latitudeDelta"
      ),
      (
        #"{"op":"geodesic","from":{"latitude":1,"longitude":2},"to":{"latitude":95,"longitude":2}}"#,
        "to.latitude"
      ),
    ]
    for (answer, (request, key)) in zip(try ask(cases.map { $0.0 }), cases) {
      #expect(answer.hasPrefix(#"{"error":"\#(key) must be"#), "\(request): \(answer)")
    }
  }
}
