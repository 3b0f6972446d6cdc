import BelvedereImaging
import BelvedereJSON
import BelvedereTestSupport
import Foundation
import Testing

@Suite("belvedere render") struct RenderTests {
  private let scene = PackageRoot.url.appendingPathComponent("Scenes/first-steps").path

  @Test("draws a scene, says so on standard output, leaves nothing else behind")
  func draws() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run(
      ["render", scene, "-o", "\(folder.path)/a.png", "--size", "160x90", "--scale", "2"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasPrefix("\(folder.path)/a.png: 320 × 180 pixels"))
    #expect(folder.contents == ["a.png"])
    let image = try PNG.decodeImage(bytes(ofFile: "\(folder.path)/a.png"))
    #expect(image.width == 320 && image.height == 180)
    #expect(result.errors.contains("load"))
  }

  @Test("the same bytes on standard output, from standard input, in one thread and in three")
  func sameBytes() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.png"
    let options = ["--size", "120x80", "-q"]
    #expect(try Tool.run(["render", scene, "-o", path] + options).status == 0)
    let file = try bytes(ofFile: path)
    let text = String(decoding: try bytes(ofFile: "\(scene)/scene.json"), as: UTF8.self)
    #expect(try Tool.run(["render", "-", "-o", "-"] + options, input: text).output == file)
    for threads in ["1", "3"] {
      let run = try Tool.run(["render", scene, "-o", "-", "--threads", threads] + options)
      #expect(run.output == file)
      #expect(run.errors.isEmpty)
    }
    // Over an existing file, too.
    let again = try Tool.run(["render", scene, "-o", path, "--no-fsync"] + options)
    #expect(again.status == 0 && again.output.isEmpty)
    #expect(try bytes(ofFile: path) == file)
    #expect(folder.contents == ["a.png"])
  }

  @Test("--projection globe draws the globe, from the pole and from space too")
  func globe() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.png"
    let space = ["--distance", "2e7", "--pitch", "0", "--fov", "50"]
    for (center, corner) in [("90,0", 0), ("0,180", 0), ("-37,12", 0)] {
      let result = try Tool.run(
        ["render", scene, "-o", path, "--size", "80x60", "--projection", "globe"]
          + ["--center", center] + space)
      #expect(result.status == 0, "\(result.errors)")
      let image = try PNG.decodeImage(bytes(ofFile: path))
      #expect(Int(image[0, 0].blue) == corner, "no space beside the Earth from over \(center)")
    }
    let flat = try Tool.run(
      ["render", scene, "-o", path, "--size", "80x60", "--center", "90,0"] + space)
    #expect(flat.status != 0 && flat.errors.contains("latitude"))
    let wrong = try Tool.run(["render", scene, "-o", path, "--projection", "round"])
    #expect(wrong.status == 2 && wrong.errors.contains("globe"))
  }

  @Test("a scene's projection is drawn unless --projection says otherwise")
  func sceneProjection() throws {
    let folder = try TemporaryFolder()
    let camera =
      #""camera": {"centerCoordinate": {"latitude": 80, "longitude": 7}, "distance": 3e6}"#
    func picture(_ key: String, _ options: String...) throws -> [UInt8] {
      let scene = try folder.write("scene.json", #"{"belvedere": 1, \#(key) \#(camera)}"#)
      let run = try Tool.run(["render", scene, "-o", "-", "-q", "--size", "60x40"] + options)
      #expect(run.status == 0, "\(run.errors)")
      return run.output
    }
    let globe = #""projection": "globe","#
    let drawn = try picture(globe)
    #expect(try picture("", "--projection", "globe") == drawn)
    let flat = try picture("")
    #expect(flat != drawn)
    #expect(try picture(globe, "--projection", "flat") == flat)
  }

  @Test("--json gives stages, statistics and the camera")
  func json() throws {
    let folder = try TemporaryFolder()
    let result = try Tool.run([
      "render", scene, "-o", "\(folder.path)/a.png", "--size", "64x64", "--json", "--camera",
      "lighthouse", "--heading", "-90",
    ])
    #expect(result.status == 0, "\(result.errors)")
    let value = try JSONParser.parse(result.output)
    guard case .object(let members) = value.content else {
      Issue.record("no object")
      return
    }
    let names = members.map(\.name)
    for name in ["output", "width", "bytes", "camera", "seconds", "stages", "statistics"] {
      #expect(names.contains(name))
    }
    #expect(result.text.contains("\"heading\": 270"))
  }

  @Test("a camera can be given in every way")
  func cameras() throws {
    let folder = try TemporaryFolder()
    let ways = [
      ["--center", "46,-7", "--distance", "900", "--pitch", "40", "--heading", "10"],
      ["--center", "46,-7", "--altitude", "900", "--pitch", "40"],
      ["--look-at", "46,-7", "--eye", "45.99,-7.01", "--eye-altitude", "400"],
      ["--camera", "above", "--fov", "50"], ["--sun", "90,10", "--visibility", "5000"],
      ["--exaggeration", "2", "--samples", "1", "--no-pitch-limit", "--pitch", "85"],
    ]
    for way in ways {
      let result = try Tool.run(
        ["render", scene, "-o", "\(folder.path)/a.png", "--size", "64x48"] + way)
      #expect(result.status == 0, "\(way): \(result.errors)")
    }
    // What is given is not advised.
    let limited = ["render", scene, "-o", "\(folder.path)/a.png", "--size", "64x48"]
    let steep = ["--distance", "20000", "--pitch", "89.9"]
    let advised = try Tool.run(limited + steep)
    #expect(advised.errors.contains("note: --no-pitch-limit allows"), "\(advised.errors)")
    let given = try Tool.run(limited + steep + ["--no-pitch-limit"])
    #expect(!given.errors.contains("--no-pitch-limit allows"), "\(given.errors)")
  }

  @Test("what stands beyond the elevations is said, and what does not is not")
  func contentBeyondGround() throws {
    let folder = try TemporaryFolder()
    let grid = try folder.write(
      "grid.asc",
      "ncols 3\nnrows 3\nxllcorner 7\nyllcorner 46\ncellsize 0.01\n"
        + "10 20 30\n20 30 40\n30 40 50\n")
    func roads(_ longitudes: [Double]) throws -> String {
      let lines = longitudes.map {
        "{\"type\":\"Feature\",\"properties\":{\"highway\":\"primary\"},\"geometry\":{\"type\":"
          + "\"LineString\",\"coordinates\":[[\($0),46.01],[\($0),46.02]]}}"
      }
      return try folder.write(
        "roads.geojson",
        "{\"type\":\"FeatureCollection\",\"features\":[\(lines.joined(separator: ","))]}")
    }
    for (longitudes, said) in [([7.01, 7.02, 7.2], true), ([7.01, 7.02], false)] {
      let result = try Tool.run([
        "render", "--dem", grid, "--roads", try roads(longitudes), "-o", "\(folder.path)/a.png",
        "--size", "64x36",
      ])
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.errors.contains("1 of 3 roads lie where no elevation is known") == said,
        "\(result.errors)")
    }
  }

  @Test("bare data needs no scene and no camera")
  func bareData() throws {
    guard let dem = SharedData.file("sf/N37W123.hgt"),
      let buildings = SharedData.file("sf/russian_hill_buildings_nrel.geojson")
    else { return }
    let folder = try TemporaryFolder()
    let result = try Tool.run([
      "render", "--dem", dem, "--buildings", buildings, "-o", "\(folder.path)/a.png", "--size",
      "160x90",
    ])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("192 void samples filled"))
    #expect(result.errors.contains("855 heights from tags"))
  }
}
