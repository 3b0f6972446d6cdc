import BelvedereImaging
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Kinds of map on the command line") struct MapOptionTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path

  /// Colour tiles of the world at zoom 0, half clear.
  private func tiles(_ folder: TemporaryFolder) throws -> String {
    let path = "\(folder.path)/tiles/0/0"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(try PNG.encode(Image(width: 64, height: 64, fill: (255, 0, 0, 255)))).write(
      to: URL(fileURLWithPath: "\(path)/0.png"))
    return "\(folder.path)/tiles"
  }

  private func picture(_ folder: TemporaryFolder, _ options: [String]) throws -> [UInt8] {
    let path = "\(folder.path)/p.rgb"
    let result = try Tool.run(
      ["render", scene, "-o", path, "--size", "96x64", "-q"] + options)
    #expect(result.status == 0, "\(options): \(result.errors)")
    return try bytes(ofFile: path)
  }

  @Test("options change what their names say, and a scene's file says the same")
  func options() throws {
    let folder = try TemporaryFolder()
    let plain = try picture(folder, [])
    var seen = [plain]
    let sets = [
      ["--appearance", "dark"], ["--emphasis", "muted"],
      ["--appearance", "dark", "--emphasis", "muted"], ["--hide-buildings"], ["--hide-overlays"],
      ["--imagery", try tiles(folder)], ["--map", "hybrid", "--imagery", try tiles(folder)],
      ["--elevation-style", "flat"],
    ]
    for options in sets {
      let found = try picture(folder, options)
      #expect(found.count == plain.count && !seen.contains(found), "\(options)")
      seen.append(found)
    }
    #expect(try picture(folder, ["--map", "standard", "--appearance", "light"]) == plain)
    #expect(try picture(folder, ["--elevation-style", "realistic"]) == plain)

    let copy = "\(folder.path)/scene"
    try FileManager.default.copyItem(atPath: scene, toPath: copy)
    let file = URL(fileURLWithPath: "\(copy)/scene.json")
    var text = try String(contentsOf: file, encoding: .utf8)
    let brace = try #require(text.firstIndex(of: "{"))
    text.insert(
      contentsOf: #""configuration": {"appearance": "dark"},"#, at: text.index(after: brace))
    try text.write(to: file, atomically: true, encoding: .utf8)
    let path = "\(folder.path)/q.rgb"
    #expect(
      try Tool.run(["render", copy, "-o", path, "--size", "96x64", "-q"]).status == 0)
    #expect(try bytes(ofFile: path) == seen[1])
    // What is given replaces that part alone.
    #expect(
      try Tool.run(
        ["render", copy, "-o", path, "--size", "96x64", "-q", "--emphasis", "muted"]
      ).status == 0)
    #expect(try bytes(ofFile: path) == seen[3])
  }

  @Test("what does not go together is refused, and nothing is written")
  func refused() throws {
    let folder = try TemporaryFolder()
    let tiles = try tiles(folder)
    for (options, status, wanted) in [
      (["--map", "hybrid"], 2, "--imagery"), (["--map", "globe"], 2, "imagery"),
      (["--imagery", tiles, "--emphasis", "muted"], 2, "has no emphasis"),
      (["--imagery", tiles, "--appearance", "dark"], 2, "has no appearance"),
      (["--imagery", tiles, "--points-of-interest", "none"], 2, "has no pointsOfInterest"),
      (["--imagery", tiles, "--contours", "10"], 2, "--contours"),
      (["--points-of-interest", "including:cafee"], 2, "did you mean \"cafe\""),
      (["--points-of-interest", "few"], 2, "including:CATEGORY"),
      (["--imagery", "\(folder.path)/none"], 3, "none"), (["--imagery", folder.path], 3, "tiles"),
      (["--imagery", "/dev/null"], 3, "/dev/null"),
    ] as [([String], Int32, String)] {
      let result = try Tool.run(
        ["render", scene, "-o", "\(folder.path)/x.png", "--size", "64x64"] + options)
      #expect(
        result.status == status && result.errors.contains(wanted), "\(options): \(result.errors)")
    }
    #expect(!folder.contents.contains("x.png"))
  }

  @Test("a job's own overlays, annotations and kind of map are those that a scene would have")
  func jobs() throws {
    let folder = try TemporaryFolder()
    let overlay = ##"{"circle":{"center":[-7,46],"radius":400},"fillColor":"#ff8000","alpha":0.5}"##
    let mark = #"{"at":[-7,46],"title":"Here","id":"m"}"#
    let job =
      #"{"output":"a.rgb","width":96,"height":64,"showsOverlays":false,"showsAnnotations":false,"overlays":[\#(overlay)],"annotations":[\#(mark)],"configuration":{"emphasis":"muted"}}"#
    let failing = [
      (#"{"output":"b.rgb","overlays":[{"circle":{"center":[-7,46]}}]}"#, "overlays[0].circle"),
      (#"{"output":"b.rgb","annotations":[{"title":"x"}]}"#, "annotations[0]"),
      (#"{"output":"b.rgb","configuration":"hybrid"}"#, "pictures from above"),
      (#"{"output":"b.rgb","configuration":{"emphasis":"mutedd"}}"#, "muted"),
      (#"{"output":"b.rgb","overlays":3}"#, "true, false or an array"),
      (#"{"output":"b.rgb","overlays":[{"tiles":{"file":"/etc"}}]}"#, "folder"),
    ]
    let text = ([job] + failing.map(\.0)).joined(separator: "\n") + "\n"
    let result = try Tool.run(["snapshot", scene, "-o", folder.path, "-q"], input: text)
    let lines = result.text.split(separator: "\n")
    #expect(lines.count == failing.count + 1 && !lines[0].contains("error"))
    for (line, wanted) in zip(lines.dropFirst(), failing) {
      #expect(line.contains("error") && line.contains(wanted.1), "\(line)")
    }
    #expect(folder.contents == ["a.rgb"])

    let copy = "\(folder.path)/scene"
    try FileManager.default.copyItem(atPath: scene, toPath: copy)
    let file = URL(fileURLWithPath: "\(copy)/scene.json")
    var members = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    members["overlays"] = [try JSONSerialization.jsonObject(with: Data(overlay.utf8))]
    members["annotations"] = [try JSONSerialization.jsonObject(with: Data(mark.utf8))]
    members["configuration"] = ["emphasis": "muted"]
    try JSONSerialization.data(withJSONObject: members).write(to: file)
    let path = "\(folder.path)/q.rgb"
    #expect(try Tool.run(["render", copy, "-o", path, "--size", "96x64", "-q"]).status == 0)
    #expect(try bytes(ofFile: path) == bytes(ofFile: "\(folder.path)/a.rgb"))
  }

  @Test("pick meets annotations where they are drawn, and overlays on the ground")
  func pick() throws {
    let folder = try TemporaryFolder()
    let scene = try folder.write(
      "scene.json",
      ##"""
      {"belvedere": 1, "overlays": [
        {"id": "o", "circle": {"center": [7, 46], "radius": 300}, "fillColor": "#ff0000"},
        {"name": "Upper", "polygon": [[[6.99, 45.99], [7.0, 45.99], [7.0, 46.01], [6.99, 46.01]]], "fillColor": "#00ff00"}],
       "annotations": [{"id": "pin", "title": "Pin", "at": [7.002, 46.002]}]}
      """##)
    let head =
      #"{"op":"pick","camera":{"centerCoordinate":{"latitude":46,"longitude":7},"distance":2000,"pitch":0},"viewport":{"width":400,"height":300},"#
    let lines =
      [
        // The balloon stands 155 m east and 222 m north; a point is 3.57 m.
        #""point":{"x":243,"y":80}}"#, #""point":{"x":243,"y":80},"annotations":false}"#,
        #""point":{"x":190,"y":150}}"#, #""point":{"x":210,"y":150}}"#,
        #""point":{"x":350,"y":150}}"#,
        #""point":{"x":190,"y":20}}"#, #""point":{"x":243,"y":80},"annotations":3}"#,
      ].map { head + $0 } + [
        // Turned around, the balloon stands elsewhere.
        head.replacingOccurrences(of: #""pitch":0"#, with: #""pitch":0,"heading":180"#)
          + #""point":{"x":243,"y":80}}"#,
        head.replacingOccurrences(of: #""pitch":0"#, with: #""pitch":0,"heading":180"#)
          + #""point":{"x":157,"y":205}}"#,
      ]
    let result = try Tool.run(
      ["query", "--scene", scene], input: lines.joined(separator: "\n") + "\n")
    let answers = try result.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(answers.count == 9)
    #expect(answers[0]["kind"] as? String == "annotation", "\(answers[0])")
    #expect(answers[0]["id"] as? String == "pin" && answers[0]["index"] as? Int == 0)
    func overlays(_ n: Int) -> [Int] {
      (answers[n]["overlays"] as? [[String: Any]] ?? []).compactMap { $0["index"] as? Int }
    }
    #expect(answers[1]["kind"] as? String == "terrain" && overlays(1) == [0])
    #expect(overlays(2) == [1, 0] && overlays(3) == [0] && overlays(4) == [] && overlays(5) == [1])
    #expect(answers[4]["overlays"] != nil)
    let both = try #require(answers[2]["overlays"] as? [[String: Any]])
    #expect(both[0]["name"] as? String == "Upper" && both[0]["id"] is NSNull)
    #expect(both[1]["id"] as? String == "o" && both[1]["name"] is NSNull)
    #expect((answers[6]["error"] as? String ?? "").contains("annotations"))
    #expect(answers[7]["kind"] as? String == "terrain")
    #expect(answers[8]["kind"] as? String == "annotation")
  }
}
