import BelvedereTestSupport
import Foundation
import Testing

@Suite("Encoding of films") struct FilmEncodingTests {
  /// Writes what comes to the last argument.
  private static let copying = """
    for last in "$@"; do :; done
    cat > "$last"
    """

  @Test("without ffmpeg the advice is clear and nothing is begun")
  func missing() throws {
    let scene = try FlyScene()
    let result = try scene.shell("PATH=/nonexistent; export PATH", scene.arguments("film.mp4"))
    #expect(result.status == 4)
    for words in ["ffmpeg", "install", "-o frames/", ".y4m"] {
      #expect(result.errors.contains(words), "\(result.errors)")
    }
    #expect(Set(scene.folder.contents) == ["flight.json", "scene"])
  }

  @Test("an encoder that dies half-way leaves no film and all frames; the next run ends it")
  func dying() throws {
    let scene = try FlyScene()
    let bin = try scene.fakeEncoder("head -c 20000 > /dev/null\necho 'no more ink' >&2\nexit 3\n")
    let path = "PATH=\(bin):$PATH; export PATH"
    let failed = try scene.shell(path, scene.arguments("film.mp4"))
    #expect(failed.status == 4)
    #expect(failed.errors.contains("exit status 3") && failed.errors.contains("no more ink"))
    #expect(!FileManager.default.fileExists(atPath: scene.path("film.mp4")))
    #expect(try scene.others("film.mp4.frames") == ["film.json", ".film.lock"])
    let kept = try scene.frames("film.mp4.frames").count
    #expect(kept > 0)
    _ = try scene.fakeEncoder(Self.copying)
    let done = try scene.shell(path, scene.arguments("film.mp4", ["--json"]))
    #expect(done.status == 0, "\(done.errors)")
    #expect(done.text.contains("\"kept\": \(kept)"))
    // What the encoder has been given is what a stream has.
    #expect(try scene.fly("film.y4m").status == 0)
    #expect(try bytes(ofFile: scene.path("film.mp4")) == bytes(ofFile: scene.path("film.y4m")))
    #expect(!FileManager.default.fileExists(atPath: scene.path("film.mp4.frames")))
  }

  @Test("a film says whom its data are owed to, made at once or from its frames")
  func credits() throws {
    let scene = try FlyScene()
    let bin = try scene.fakeEncoder(
      "for last in \"$@\"; do :; done\ncat > /dev/null\nprintf '%s|' \"$@\" > \"$last\"\n")
    let path = "PATH=\(bin):$PATH; export PATH"
    for (film, isNamed) in [("film.mp4", true), ("film.webm", true), ("film.gif", false)] {
      let made = try scene.shell(path, scene.arguments(film, ["--fps", "10"]))
      #expect(made.status == 0, "\(made.errors)")
      let arguments = String(decoding: try bytes(ofFile: scene.path(film)), as: UTF8.self)
      #expect(arguments.contains("copyright=") == isNamed, "\(arguments)")
      if isNamed { #expect(arguments.contains("Made with Natural Earth")) }
    }
    #expect(try scene.fly("frames/", ["--fps", "10"]).status == 0)
    let encoded = try scene.shell(
      path, ["encode", scene.path("frames"), "-o", scene.path("again.mp4"), "-q"])
    #expect(encoded.status == 0, "\(encoded.errors)")
    func owed(_ film: String) throws -> Substring? {
      String(decoding: try bytes(ofFile: scene.path(film)), as: UTF8.self).split(separator: "|")
        .first { $0.hasPrefix("copyright=") }
    }
    #expect(try owed("again.mp4") == owed("film.mp4"))
    #expect(try owed("again.mp4") != nil)
  }

  @Test("an encoder that ends well and too early is no success")
  func early() throws {
    let scene = try FlyScene()
    let bin = try scene.fakeEncoder("exit 0\n")
    let result = try scene.shell(
      "PATH=\(bin):$PATH; export PATH", scene.arguments("film.webm", ["--fps", "60"]))
    #expect(result.status == 4 && result.errors.contains("ended before the film did"))
    #expect(!FileManager.default.fileExists(atPath: scene.path("film.webm")))
  }

  @Test("a full disk ends with status 4 and nothing half-written; afterwards it goes on")
  func fullDisk() throws {
    let scene = try FlyScene()
    // Files of at most 512 bytes times four: less than a frame takes.
    let frames = try scene.shell("ulimit -f 4", scene.arguments("a/", ["--size", "128x72"]))
    #expect(frames.status == 4, "\(frames.errors)")
    #expect(
      try scene.frames("a").isEmpty && scene.others("a").isSubset(of: ["film.json", ".film.lock"]))
    // Room for frames, none for the film.
    let film = try scene.shell("ulimit -f 60", scene.arguments("film.y4m"))
    #expect(film.status == 4, "\(film.errors)")
    #expect(!FileManager.default.fileExists(atPath: scene.path("film.y4m")))
    #expect(try scene.others("film.y4m.frames") == ["film.json", ".film.lock"])
    #expect(try scene.frames("film.y4m.frames").count > 0)
    #expect(try scene.fly("film.y4m").status == 0)
    #expect(try scene.fly("other.y4m").status == 0)
    #expect(try bytes(ofFile: scene.path("film.y4m")) == bytes(ofFile: scene.path("other.y4m")))
  }

  @Test("a complete folder becomes the film; gaps are listed and refused")
  func encode() throws {
    let scene = try FlyScene()
    #expect(try scene.fly("film.y4m", ["--keep-frames", scene.path("kept")]).status == 0)
    let encode = ["encode", scene.path("kept"), "-q", "-o", scene.path("again.y4m")]
    #expect(try Tool.run(encode).status == 0)
    #expect(try bytes(ofFile: scene.path("film.y4m")) == bytes(ofFile: scene.path("again.y4m")))
    #expect(try Tool.run(["encode", scene.path("kept"), "--check", "-q"]).status == 0)
    for frame in ["000003", "000004", "000030"] {
      try FileManager.default.removeItem(atPath: scene.path("kept/\(frame).png"))
    }
    try scene.folder.write("kept/000020.png", "torn")
    try FileManager.default.removeItem(atPath: scene.path("again.y4m"))
    let refused = try Tool.run(encode)
    #expect(refused.status == 3)
    #expect(refused.errors.contains("4 of 41") && refused.errors.contains("3-4, 20, 30"))
    #expect(!FileManager.default.fileExists(atPath: scene.path("again.y4m")))
    let part = try Tool.run(encode + ["--frames", "5-19"])
    #expect(part.status == 0)
    #expect(try Tool.run(encode + ["--frames", "0-41"]).errors.contains("0-40"))
    #expect(try Tool.run(["encode", scene.path("scene"), "-o", "x.y4m"]).status == 3)
    #expect(try Tool.run(["encode", scene.path("none"), "-o", "x.y4m"]).status == 3)
  }

  @Test("what a farm's machines run makes frames of the very same film")
  func farm() throws {
    let scene = try FlyScene()
    let options = [
      "--size", "64x36", "--fps", "24000/1001", "--quality", "draft", "--sun", "200,35.5",
      "--motion-blur", "2:0.25", "--no-annotations", "--hide-labels", "--points-of-interest",
      "including:cafe,museum", "--overlays-from", "1-2.5", "--visibility", "12345.5", "--compass",
      "visible",
    ]
    let base = [scene.path("scene"), scene.path("flight.json"), "-o", scene.path("film.y4m")]
    let farmed = try Tool.run(
      ["farm"] + base + options
        + ["--template", scene.path("job.json"), "--slurm", scene.path("job.sh"), "--chunk", "10"])
    #expect(farmed.status == 0, "\(farmed.errors)")
    let job = try #require(
      JSONSerialization.jsonObject(with: Data(bytes(ofFile: scene.path("job.json"))))
        as? [String: Any])
    #expect(job["specificationVersion"] as? String == "jobtemplate-2023-09")
    #expect(job["extensions"] as? [String] == ["TASK_CHUNKING"])
    var values: [String: String] = ["Task.Param.Frame": "3-4"]
    let named = try #require(
      JSONSerialization.jsonObject(with: Data(bytes(ofFile: scene.path("job.parameters.json"))))
        as? [String: String])
    for parameter in try #require(job["parameterDefinitions"] as? [[String: Any]]) {
      let name = try #require(parameter["name"] as? String)
      values["Param." + name] = named[name] ?? parameter["default"] as? String
    }
    #expect(values["Param.Frames"] == "0-95")
    let steps = try #require(job["steps"] as? [[String: Any]])
    func arguments(_ step: Int) throws -> [String] {
      let script = try #require(steps[step]["script"] as? [String: Any])
      let run = try #require((script["actions"] as? [String: Any])?["onRun"] as? [String: Any])
      return try #require(run["args"] as? [String]).map { argument in
        values.reduce(argument) { $0.replacingOccurrences(of: "{{\($1.key)}}", with: $1.value) }
      }
    }
    let task = try Tool.run(arguments(0))
    #expect(task.status == 0, "\(task.errors)")
    // The encode step refuses what is not complete.
    let early = try Tool.run(arguments(1))
    #expect(early.status == 3 && early.errors.contains("94 of 96"))
    // The same folder takes this machine's frames: it is the same film.
    let rest = try Tool.run(
      ["fly"] + base + options + ["--keep-frames", scene.path("film.y4m.frames"), "-q"])
    #expect(rest.status == 0, "\(rest.errors)")
    #expect(try Tool.run(arguments(1)).status == 0)
    let script = String(decoding: try bytes(ofFile: scene.path("job.sh")), as: UTF8.self)
    #expect(script.contains("--array=0-9") && script.contains("afterok"))
    // A task of an array is named by both numbers: the array's own would name all of them.
    #expect(script.contains(#"scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}""#))
    let checked = Process()
    checked.executableURL = URL(fileURLWithPath: "/bin/bash")
    checked.arguments = ["-n", scene.path("job.sh")]
    try checked.run()
    checked.waitUntilExit()
    #expect(checked.terminationStatus == 0)
  }
}
