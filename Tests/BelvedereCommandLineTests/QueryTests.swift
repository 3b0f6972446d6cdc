import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere query") struct QueryTests {
  private func ask(_ lines: [String], _ options: [String] = []) throws -> [String] {
    let result = try Tool.run(
      ["query"] + options, input: lines.map { $0 + "\n" }.joined())
    #expect(result.status == 0, "\(result.errors)")
    return result.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// A number inside an answer, by the names that lead to it.
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

  @Test("known numbers, bit for bit")
  func known() throws {
    let answers = try ask([
      #"{"op":"mapPoint","coordinate":{"latitude":40.7128,"longitude":-74.006}}"#,
      #"{"op":"metersPerMapPoint","latitude":0}"#,
      #"{"op":"coordinate","mapPoint":{"x":134217728,"y":134217728}}"#,
    ])
    #expect(number(answers[0], "mapPoint", "x") == 79034854.78684445)
    #expect(number(answers[0], "mapPoint", "y") == 100926577.02763256)
    #expect(abs(number(answers[1], "metersPerMapPoint") - 0.149291071) < 1e-9)
    #expect(number(answers[2], "coordinate", "longitude") == 0)
  }

  /// Values of GeographicLib's GeodSolve: New York to London, and nearly opposite points.
  @Test("geodesics match GeographicLib")
  func geodesics() throws {
    let answers = try ask([
      """
      {"op":"geodesic","from":{"latitude":40.6,"longitude":-73.8},\
      "to":{"latitude":51.6,"longitude":-0.5}}
      """,
      """
      {"op":"geodesic","from":{"latitude":0,"longitude":0},\
      "to":{"latitude":0.5,"longitude":179.7}}
      """,
      """
      {"op":"destination","from":{"latitude":40.6,"longitude":-73.8},\
      "azimuth":53.5,"distance":5.5e6}
      """,
      """
      {"op":"geodesicPath","from":{"latitude":0,"longitude":179},\
      "to":{"latitude":0,"longitude":-179},"maximumSegment":100000}
      """,
    ])
    #expect(abs(number(answers[0], "distance") - 5551759.400319) < 1e-6)
    #expect(abs(number(answers[0], "azimuth") - 51.198882845579) < 1e-11)
    #expect(abs(number(answers[0], "backAzimuth") - 107.821776735514) < 1e-11)
    #expect(abs(number(answers[1], "distance") - 19944127.420751) < 1e-6)
    #expect(abs(number(answers[2], "coordinate", "latitude") - 50.074075209539) < 1e-11)
    #expect(abs(number(answers[2], "azimuth") - 108.108531115225) < 1e-11)
    #expect(answers[3].components(separatedBy: "latitude").count == 5)
  }

  @Test("lists that --memory has no room for are refused, with what there is room for")
  func listsInMemory() throws {
    let requests = [
      """
      {"op":"plan","from":{"centerCoordinate":{"latitude":37.7,"longitude":-122.4},"distance":900},\
      "to":{"centerCoordinate":{"latitude":37.8,"longitude":-122.5},"distance":900},"samples":70000}
      """,
      """
      {"op":"geodesicPath","from":{"latitude":0,"longitude":0},\
      "to":{"latitude":0,"longitude":60},"maximumSegment":90}
      """,
    ]
    for answer in try ask(requests, ["--memory", "64M"]) {
      #expect(answer.contains("--memory has room for 65536"), "\(answer.prefix(200))")
    }
    for answer in try ask(requests, ["--memory", "512M"]) {
      #expect(!answer.contains("\"error\""), "\(answer.prefix(200))")
    }
  }

  @Test("plan answers the recipe with keyframes and samples")
  func plan() throws {
    let answer = try ask([
      """
      {"op":"plan","from":{"centerCoordinate":{"latitude":37.7838,"longitude":-122.4033},\
      "distance":871.7,"pitch":55,"heading":0},"to":{"centerCoordinate":{"latitude":37.7694,\
      "longitude":-122.4822},"distance":871.7,"pitch":55,"heading":0},"samples":8}
      """
    ])[0]
    #expect(answer.contains(#""style":"hop""#))
    #expect(answer.components(separatedBy: "\"time\"").count == 4)
    #expect(answer.components(separatedBy: "centerCoordinate").count == 3 + 9 + 1)
    #expect(number(answer, "duration") > 1)
  }

  @Test("samples of a plan are one more than their number, with longitudes like all others")
  func planSamples() throws {
    for style in ["recipe", "optimal"] {
      let answer = try ask([
        """
        {"op":"plan","style":"\(style)","from":{"centerCoordinate":{"latitude":-17,"longitude":190},\
        "distance":3000,"pitch":30,"heading":0},"to":{"centerCoordinate":{"latitude":-17.1,\
        "longitude":-530.5},"distance":3000,"pitch":30,"heading":0},"samples":5}
        """
      ])[0]
      let samples = try #require(answer.components(separatedBy: #""samples":"#).last)
      #expect(samples.components(separatedBy: "centerCoordinate").count == 6 + 1)
      let longitudes = answer.components(separatedBy: #""longitude":"#).dropFirst().compactMap {
        Double($0.prefix { "-0123456789.e".contains($0) })
      }
      #expect(longitudes.count >= 8)
      #expect(longitudes.allSatisfy { $0 >= -180 && $0 < 180 }, "\(answer)")
      #expect(abs((longitudes.last ?? 0) + 170.5) < 1e-9)
    }
  }

  @Test("a camera brings its field of view along, as scenes write it; the viewport's goes first")
  func fieldOfViewOfCamera() throws {
    func request(camera: String = "", viewport: String = "") -> String {
      #"""
      {"op":"unproject","camera":{"centerCoordinate":{"latitude":46,"longitude":7.5},"distance":2500\#(camera)},\
      "viewport":{"width":800,"height":600\#(viewport)},"point":{"x":700,"y":100}}
      """#.replacing("\\\n", with: "")
    }
    let answers = try ask([
      request(), request(viewport: #","fieldOfView":50"#), request(camera: #","fieldOfView":50"#),
      request(camera: #","fieldOfView":20"#, viewport: #","fieldOfView":50"#),
      request(camera: #","fieldOfView":500"#), request(camera: #","fieldOfVew":50"#),
    ])
    #expect(answers[0].contains("latitude") && answers[0] != answers[1])
    #expect(answers[2] == answers[1])
    #expect(answers[3] == answers[1])
    #expect(answers[4].contains("camera.fieldOfView"), "\(answers[4])")
    #expect(answers[5].contains(#"did you mean \"fieldOfView\""#), "\(answers[5])")
  }

  @Test("an optimal plan is one movement over an apex; a wider view flies lower")
  func optimalPlan() throws {
    let ends = #"""
      "from":{"centerCoordinate":{"latitude":52.52,"longitude":13.405},"distance":800,"pitch":60,\
      "heading":350},"to":{"centerCoordinate":{"latitude":48.8584,"longitude":2.2945},\
      "distance":1500,"pitch":40,"heading":30}
      """#.replacing("\\\n", with: "")
    let answers = try ask([
      #"{"op":"plan","style":"optimal",\#(ends),"samples":2}"#,
      #"{"op":"plan","style":"optimal",\#(ends),"viewport":{"width":8,"height":6,"fieldOfView":60}}"#,
      #"{"op":"plan","style":"fastest",\#(ends)}"#,
    ])
    #expect(answers[0].contains(#""style":"optimal""#))
    #expect(answers[0].components(separatedBy: "\"time\"").count == 4)
    func apex(_ answer: String) -> Double {
      let frames = answer.components(separatedBy: "\"distance\":")
      return frames.dropFirst().compactMap {
        Double($0.prefix { "0123456789.e+-".contains($0) })
      }.max() ?? 0
    }
    #expect(apex(answers[0]) > 1_000_000)
    #expect(abs(apex(answers[1]) / apex(answers[0]) - 0.26795 / 0.57735) < 1e-3)
    #expect(answers[2].contains("style must be one of recipe, plain, hop, long, optimal"))
  }

  @Test("look-at and eye are inverse, as are project and unproject")
  func inverse() throws {
    let look = try ask([
      """
      {"op":"lookAt","lookingAtCenter":{"latitude":37.8199,"longitude":-122.4783},\
      "fromEyeCoordinate":{"latitude":37.81,"longitude":-122.49},"eyeAltitude":500}
      """
    ])[0]
    let camera = look.drop { $0 != ":" }.dropFirst().dropLast()
    let eye = try ask([#"{"op":"eye","camera":\#(camera)}"#])[0]
    #expect(abs(number(eye, "coordinate", "latitude") - 37.81) < 1e-9)
    #expect(abs(number(eye, "coordinate", "longitude") + 122.49) < 1e-9)
    #expect(abs(number(eye, "altitude") - 500) < 1e-6)
    let viewport = #""viewport":{"width":800,"height":600}"#
    let ground = try ask([
      #"{"op":"unproject","camera":\#(camera),\#(viewport),"point":{"x":123,"y":456}}"#
    ])[0]
    let coordinate = ground.drop { $0 != ":" }.dropFirst().dropLast()
    let point = try ask([
      #"{"op":"project","camera":\#(camera),\#(viewport),"coordinate":\#(coordinate)}"#
    ])[0]
    #expect(abs(number(point, "point", "x") - 123) < 1e-6)
    #expect(abs(number(point, "point", "y") - 456) < 1e-6)
  }

  @Test("fit shows what is asked for, and says what limited it")
  func fit() throws {
    let viewport = #""viewport":{"width":1000,"height":700,"padding":{"left":100}}"#
    let places = [(-0.02, -0.03, 0.0), (0.01, 0.04, 120), (0.03, -0.01, 40)]
    let coordinates = places.map {
      #"{"latitude":\#(37.8 + $0.0),"longitude":\#(179.99 + $0.1),"elevation":\#($0.2)}"#
    }.joined(separator: ",")
    let answers = try ask([
      #"{"op":"fit","coordinates":[\#(coordinates)],\#(viewport),"pitch":50,"heading":200}"#,
      #"{"op":"fit","mapRect":{"x":1e8,"y":1e8,"width":5e4,"height":2e4},\#(viewport)}"#,
      """
      {"op":"fit","region":{"center":{"latitude":0,"longitude":10},"latitudeDelta":60,\
      "longitudeDelta":300},\(viewport),"pitch":60,"limits":{}}
      """,
      """
      {"op":"fit","coordinates":[{"latitude":1,"longitude":2}],\(viewport),\
      "limits":{"zoomRange":{"minimumDistance":750}}}
      """,
      """
      {"op":"fit","region":{"center":{"latitude":0,"longitude":10},"latitudeDelta":6,\
      "longitudeDelta":30},\(viewport),"pitch":60}
      """,
      #"{"op":"fit","coordinates":[],\#(viewport)}"#,
      #"{"op":"fit",\#(viewport)}"#,
      #"{"op":"fit","coordinates":[5],\#(viewport)}"#,
      #"{"op":"fit","coordinates":[{"latitude":91,"longitude":0}],\#(viewport)}"#,
    ])
    #expect(answers[0].contains(#""clamped":[]"#) && answers[0].contains(#""contained":true"#))
    #expect(number(answers[0], "camera", "heading") == 200)
    let camera = try #require(
      answers[0].range(of: #""camera":\{.*?\}.*?\}"#, options: .regularExpression))
    let points = try ask(
      places.map {
        """
        {"op":"project",\(answers[0][camera]),\(viewport),"coordinate":{"latitude":\
        \(37.8 + $0.0),"longitude":\(179.99 + $0.1)},"elevation":\($0.2)}
        """
      })
    let x = points.map { number($0, "point", "x") }.sorted()
    let y = points.map { number($0, "point", "y") }.sorted()
    #expect(x[0] >= 100 && x[2] <= 1000 && y[0] >= 0 && y[2] <= 700)
    #expect(min(max(x[0] - 100, 1000 - x[2]), max(y[0], 700 - y[2])) < 0.01)
    #expect(abs(number(answers[1], "margins", "left")) < 0.01)
    #expect(number(answers[2], "camera", "pitch") == 0)
    #expect(answers[2].contains(#""clamped":["pitch"]"#), "\(answers[2])")
    #expect(number(answers[3], "camera", "distance") == 750)
    #expect(answers[3].contains(#""limitedBy":["minimumDistance"]"#))
    #expect(number(answers[4], "camera", "pitch") == 60)
    #expect(answers[5...].allSatisfy { $0.contains("\"error\":\"") })
    #expect(answers[6].contains("one of mapRect, region and coordinates"))
    #expect(answers[7].contains("coordinates[0] must be an object"))
    #expect(answers[8].contains("coordinates[0].latitude"))
  }

  @Test("bad lines are answered, identifiers are repeated, order is kept")
  func errors() throws {
    let answers = try ask([
      "", "nonsense", "5", "{}", #"{"op":5}"#, #"{"op":"projct"}"#, #"{"op":"pick","id":7}"#,
      #"{"id":12345678901234567890123,"op":"mapPoint"}"#,
      #"{"x":{"id":1},"id" : ["a", {"b": 1.50}] ,"op":"metersPerMapPoint","latitude":1e999}"#,
      #"{"x":{"id":1},"id" : ["a", {"b": 1.50}] ,"op":"metersPerMapPoint","latitude":60}"#,
      #"{"op":"metersPerMapPoint","latitude":-91,"id":null}"#,
      #"{"op":"elevation","coordinate":{"latitude":1,"longitude":1}}"#,
      #"{"op":"eye","camera":{"centerCoordinate":{"latitude":0,"longitude":0},"distance":1,"pitch":400}}"#,
      #"{"op":"metersPerMapPoint","latitude":0}"#,
      #"{"op":"mapPoint","coordinate":{"latitude":0,"longitude":1e308}}"#,
    ])
    #expect(answers.count == 15)
    #expect(answers[14].contains("too large"))
    #expect(answers.allSatisfy { (try? JSONParser.parse(Array($0.utf8))) != nil })
    #expect(answers[..<9].allSatisfy { $0.contains("\"error\":") })
    #expect(answers[5].contains("project"))
    #expect(answers[6].hasPrefix(#"{"id":7,"error":"#))
    #expect(answers[6].contains("needs ground"))
    #expect(answers[7].hasPrefix(#"{"id":12345678901234567890123,"#))
    #expect(answers[9].hasPrefix(#"{"id":["a", {"b": 1.50}],"metersPerMapPoint":"#))
    #expect(answers[10].hasPrefix(#"{"id":null,"error":"latitude"#))
    #expect(answers[11].contains("--dem"))
    #expect(answers[12].contains("pitch must be between"))
    #expect(number(answers[13], "metersPerMapPoint") > 0)
  }

  @Test("random bytes: one answer for each line")
  func random() throws {
    var random = SplitMix64(seed: 5)
    let seed = Array(
      #"{"op":"clamp","id":1,"camera":{"centerCoordinate":{"latitude":1,"longitude":2},"distance":5e6,"pitch":80}}"#
        .utf8)
    let folder = try TemporaryFolder()
    var input: [UInt8] = []
    for _ in 0..<3000 {
      var line = seed
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let byte = UInt8.random(in: 0...255, using: &random)
        line[Int.random(in: line.indices, using: &random)] = byte == 10 ? 32 : byte
      }
      input += line + [10]
    }
    let process = try Tool.process(["query"], folder: folder, input: input)
    try process.run()
    process.waitUntilExit()
    let result = try Tool.result(process, folder)
    #expect(result.status == 0 && !result.endedBySignal)
    #expect(result.output.filter { $0 == 10 }.count == 3000)
    for line in result.output.split(separator: 10) {
      #expect((try? JSONParser.parse(Array(line))) != nil)
    }
  }

  @Test("a line of 17 MiB is refused, the next one served")
  func longLine() throws {
    let long = String(repeating: " ", count: 17 << 20)
    let answers = try ask([long, #"{"op":"metersPerMapPoint","latitude":0}"#])
    #expect(answers.count == 2)
    #expect(answers[0].contains("longer than 16777216 bytes"))
    #expect(answers[1].contains("metersPerMapPoint"))
  }

  @Test("answers come before the next request is asked")
  func flushes() throws {
    guard let path = Tool.path else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["query"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // With the beginning of the next request behind each, too.
    let request = "{\"op\":\"metersPerMapPoint\",\"latitude\":0}\n"
    let half = String(request.prefix(10))
    let rest = String(request.dropFirst(10))
    for part in [request, request, request + half, rest + half] {
      input.fileHandleForWriting.write(Data(part.utf8))
      #expect(output.fileHandleForReading.availableData.last == 10)
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("the ground of a scene and of a tile")
  func ground() throws {
    let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path
    let top = try ask(
      [#"{"op":"elevation","coordinate":{"latitude":46.0018,"longitude":-6.9985}}"#],
      ["--scene", scene])[0]
    #expect(number(top, "elevation") > 70)
    guard let dem = SharedData.file("sf/N37W123.hgt") else { return }
    let answers = try ask(
      [
        #"{"op":"elevation","coordinate":{"latitude":37.5,"longitude":-122.9}}"#,
        #"{"op":"elevation","coordinate":{"latitude":38.5,"longitude":-122.9}}"#,
      ], ["--dem", dem])
    #expect(answers[0] == #"{"elevation":0}"#)
    #expect(answers[1] == #"{"elevation":null,"reason":"outside"}"#)
  }
}
