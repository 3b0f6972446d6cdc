import BelvedereImaging
import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere snapshot") struct SnapshotCommandTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path

  private func lines(_ result: Tool.Result) throws -> [[String: Any]] {
    try result.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test("draws each job by itself as render does, and answers in order")
  func draws() throws {
    let folder = try TemporaryFolder()
    let jobs = """
      {"id":"a","output":"a.png","width":120,"height":80}
      {"id":12345678901234567890,"output":"b.png","width":60,"height":40,"scale":2,"camera":{"centerCoordinate":{"latitude":46,"longitude":-7},"distance":3000,"pitch":30},"quality":"draft","coordinates":[{"latitude":46,"longitude":-7},{"latitude":-46,"longitude":-7}],"points":[{"x":30,"y":20}]}
      {"output":"c.rgb","width":10,"height":10,"annotations":false,"overlays":false}

      """
    let result = try Tool.run(
      ["snapshot", scene, "-o", folder.path, "-q"], input: jobs)
    #expect(result.status == 0, "\(result.errors)")
    #expect(folder.contents == ["a.png", "b.png", "c.rgb"])
    #expect(result.text.contains(#"{"id":12345678901234567890,"#))
    let answers = try lines(result)
    #expect(answers.count == 3 && answers[0]["id"] as? String == "a")
    #expect(answers[1]["width"] as? Int == 120 && answers[1]["height"] as? Int == 80)
    let points = try #require(answers[1]["points"] as? [Any])
    let point = try #require(points[0] as? [String: Double])
    #expect(abs((point["x"] ?? 0) - 30) < 1e-6 && abs((point["y"] ?? 0) - 20) < 1e-6)
    #expect(points[1] is NSNull || (points[1] as? [String: Double])?["y"] ?? 0 > 40)
    let places = try #require(answers[1]["coordinates"] as? [[String: Double]])
    #expect(abs((places[0]["latitude"] ?? 0) - 46) < 1e-6)

    let rendered = "\(folder.path)/r.png"
    #expect(try Tool.run(["render", scene, "-o", rendered, "--size", "120x80", "-q"]).status == 0)
    #expect(try bytes(ofFile: rendered) == bytes(ofFile: "\(folder.path)/a.png"))
    #expect(try bytes(ofFile: "\(folder.path)/c.rgb").count == 300)
  }

  @Test("what a job brings and nobody sees is warned of in its answer")
  func warnings() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run(
      ["snapshot", scene, "-o", folder.path, "-q"],
      input:
        #"{"output":"a.png","width":8,"height":8,"overlays":[{"circle":{"center":[-7,46],"radius":9}}]}"#
        + "\n")
    #expect(result.status == 0, "\(result.errors)")
    let warnings = try lines(result)[0]["warnings"] as? [String] ?? []
    #expect(warnings.contains { $0.contains("it is not seen") }, "\(warnings)")
  }

  @Test("--font is the font of texts, as of render")
  func fonts() throws {
    let folder = try TemporaryFolder()
    let font = PackageRoot.url
      .appendingPathComponent("Tests/BelvedereTextTests/Vectors/test.ttf").path
    try folder.write(
      "scene.json",
      """
      {"belvedere": 1, "camera": {"centerCoordinate": {"latitude": 46, "longitude": 7},
        "distance": 3000}, "annotations": [{"at": [7, 46], "title": "AVA"}]}
      """)
    let scene = folder.path + "/scene.json"
    let job = #"{"output":"a.png","width":120,"height":80}"# + "\n"
    func snapshot(_ more: [String]) throws -> [UInt8] {
      let result = try Tool.run(["snapshot", scene, "-o", folder.path, "-q"] + more, input: job)
      try #require(result.status == 0, "\(result.errors)")
      return try bytes(ofFile: "\(folder.path)/a.png")
    }
    let rendered = "\(folder.path)/r.png"
    let render = try Tool.run(
      ["render", scene, "-o", rendered, "--size", "120x80", "-q", "--font", font])
    if render.errors.contains("FreeType") {
      print("FreeType is not installed: fonts are not tested")
      return
    }
    #expect(render.status == 0, "\(render.errors)")
    let own = try snapshot(["--font", font])
    #expect(try own == bytes(ofFile: rendered))
    #expect(try own != snapshot([]))
    let missing = try Tool.run(
      ["snapshot", scene, "-o", folder.path, "-q", "--font", "missing.ttf"], input: job)
    #expect(missing.status != 0 && missing.errors.contains("missing.ttf"), "\(missing.errors)")
  }

  @Test("a job that fails says why, leaves nothing, and the next one is drawn")
  func failures() throws {
    let folder = try TemporaryFolder()
    let outside = try TemporaryFolder()
    let cases = [
      ("nonsense", "column 1"), ("[]", "object"), (#"{"width":10}"#, "output is missing"),
      (#"{"output":"../x.png"}"#, "below the folder"),
      (#"{"output":"\#(outside.path)/x.png"}"#, "below the folder"),
      (#"{"output":"x.gif"}"#, ".gif"), (#"{"output":"none/x.png"}"#, "folder"),
      (#"{"output":"x.png","camera":"nowhere"}"#, "nowhere"),
      (#"{"output":"x.png","cammera":"a"}"#, "did you mean"),
      (#"{"output":"x.png","colour":"a"}"#, "colour is unknown"),
      (#"{"output":"x.png","width":0}"#, "width"), (#"{"output":"x.png","width":2.5}"#, "whole"),
      (#"{"output":"x.png","scale":1e9}"#, "scale"),
      (#"{"output":"x.png","width":100000,"height":100000}"#, "limit"),
      (#"{"output":"x.png","elevationStyle":"hilly"}"#, "realistic"),
      (#"{"output":"x.png","quality":"best"}"#, "draft"),
      (#"{"output":"x.png","sun":{"azimuth":1,"elevation":91}}"#, "sun.elevation"),
      (#"{"output":"x.png","sun":{"azimuth":1,"elevation":9},"time":"2026-01-01T00:00Z"}"#, "one"),
      (#"{"output":"x.png","time":"noon"}"#, "time"),
      (#"{"output":"x.png","pitch":10}"#, "region"),
      (#"{"output":"x.png","camera":"a","mapRect":{"x":0,"y":0,"width":1,"height":1}}"#, "one"),
      (#"{"output":"x.png","coordinates":[{"latitude":91,"longitude":0}]}"#, "coordinates[0]"),
      (#"{"output":"x.y4m","depth":16}"#, "8 bits"), (#"{"output":"x.png","depth":9}"#, "depth"),
    ]
    let text = cases.map { $0.0 + "\n" }.joined() + #"{"output":"last.png","width":8,"height":8}"#
    let jobs = try outside.write("jobs.ndjson", Array(text.utf8))
    let result = try Tool.run(["snapshot", scene, "--jobs", jobs, "-o", folder.path])
    #expect(result.status == 3)
    #expect(result.errors.contains("\(cases.count) of \(cases.count + 1) jobs failed"))
    let answers = try lines(result)
    #expect(answers.count == cases.count + 1)
    for (answer, wanted) in zip(answers, cases) {
      let error = answer["error"] as? String ?? "no error"
      #expect(error.contains(wanted.1), "\(wanted.0) gives \(error)")
    }
    #expect(folder.contents == ["last.png"])
    #expect(outside.contents == ["jobs.ndjson"])
  }

  @Test("errors carry their line's number, and empty lines are passed over")
  func numbers() throws {
    let folder = try TemporaryFolder()
    let job = #"{"output":"a.png","width":8,"height":8}"#
    let jobs = [job, "", " \t", "nonsense", #"{"id":7,"output":"x.gif"}"#, "\r", job, "", ""]
    let result = try Tool.run(
      ["snapshot", scene, "-o", folder.path], input: jobs.joined(separator: "\n"))
    #expect(result.status == 3)
    #expect(result.errors.contains("2 of 4 jobs failed"), "\(result.errors)")
    let answers = try lines(result)
    #expect(answers.map { $0["line"] as? Int } == [nil, 4, 5, nil])
    #expect(answers.map { $0["id"] as? Int } == [nil, nil, 7, nil])
  }

  @Test("wrong options are refused before anything is read")
  func options() throws {
    let folder = try TemporaryFolder()
    for (arguments, word) in [
      (["snapshot"], "nothing to draw"), (["snapshot", "-"], "standard input"),
      (["snapshot", scene, "-o", "\(folder.path)/none"], "no folder"),
      (["snapshot", scene, "--jobs", "\(folder.path)/none"], "check the name"),
      (["snapshot", scene, "--placeholder", "mauve"], "colour"),
      (["snapshot", scene, "--threads", "0"], "threads"),
    ] {
      let result = try Tool.run(arguments)
      #expect(result.status != 0 && result.errors.contains(word), "\(arguments): \(result.errors)")
    }
    // No jobs are no failure.
    #expect(try Tool.run(["snapshot", scene, "-q"]).status == 0)
  }
}
