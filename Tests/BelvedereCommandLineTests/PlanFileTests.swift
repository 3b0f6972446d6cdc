import BelvedereTestSupport
import Foundation
import Testing

/// Flights of other programs through `belvedere plan`.
@Suite("belvedere plan, other programs' files") struct PlanFileTests {
  private static let flight = ["--from", "46.1,7.05,1500,50,30", "--to", "46.1,7.25,1200,55,90"]

  private func run(_ arguments: [String], input: String = "") throws -> Tool.Result {
    try Tool.run(["plan"] + arguments, input: input)
  }

  /// The numbers of a table, a row each.
  private func table(_ text: String) -> [[Double]] {
    text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",").map { Double($0) ?? .nan }
    }
  }

  @Test(
    "a flight goes out and comes back as the same cameras",
    arguments: [
      ("flight.kml", 1e-9), ("flight.czml", 1e-9), ("flight.gltf", 1e-4),
      ("flight.maplibre.json", 1e-9), ("flight.mapkit.json", 1e-9), ("images.txt", 1e-9),
      ("transforms.json", 1e-9),
    ])
  func outAndBack(_ name: String, _ tolerance: Double) throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/\(name)"
    let made = try run(Self.flight + ["-o", file, "--fps", "5"])
    #expect(made.status == 0, "\(made.errors)")
    let there = table(try run(Self.flight + ["-o", "-", "--format", "csv", "--fps", "5"]).text)
    let back = try run([file, "-o", "-", "--format", "csv", "--fps", "5"])
    #expect(back.status == 0, "\(back.errors)")
    let here = table(back.text)
    // COLMAP has no times: the last camera comes a whole step after the one before.
    #expect(here.count == there.count)
    for (a, b) in zip(there, here).dropLast(name == "images.txt" ? 1 : 0) {
      #expect(abs(a[1] - b[1]) < tolerance && abs(a[2] - b[2]) < tolerance)
      #expect(abs(a[3] - b[3]) < max(tolerance * 1e5, 1e-3))
      #expect(abs(a[4] - b[4]) < tolerance && abs(a[5] - b[5]) < tolerance * 2)
    }
    if name == "images.txt" {
      #expect(made.errors.contains("images.txt: time"))
      #expect(FileManager.default.fileExists(atPath: "\(folder.path)/cameras.txt"))
    }
  }

  @Test("a tour flies in its own time, and what it breaks is said and judged")
  func tour() throws {
    let kml = """
      <kml xmlns:gx="g"><gx:Tour><name>T</name><gx:Playlist>
      <gx:FlyTo><gx:duration>1</gx:duration><LookAt><longitude>7</longitude>
      <latitude>46</latitude><range>900</range></LookAt></gx:FlyTo>
      <gx:FlyTo><gx:duration>1</gx:duration><gx:flyToMode>smooth</gx:flyToMode><LookAt>
      <longitude>7.1</longitude><latitude>46</latitude><range>900</range></LookAt></gx:FlyTo>
      <gx:Wait><gx:duration>0.5</gx:duration></gx:Wait>
      </gx:Playlist></gx:Tour></kml>
      """
    let flown = try run(["-"], input: kml)
    #expect(flown.status == 0 && flown.text.hasPrefix("file, 1.5 s"), "\(flown.errors)")
    #expect(flown.errors.contains("faster than the limits of motion"))
    #expect(flown.errors.contains("gx:duration (line 2)"))
    let judged = try run(["-", "--check"], input: kml)
    #expect(judged.status == 1 && judged.errors.contains("does not pass"))
  }

  @Test("a broken file is refused with its name and the place")
  func broken() throws {
    let folder = try TemporaryFolder()
    let kml = try folder.write("broken.kml", "<kml>\n<LookAt><range>x</range></LookAt></kml>")
    let refused = try run([kml])
    #expect(refused.status == 3 && refused.errors.contains("broken.kml: line 2, range"))
    let frames = try folder.write(
      "transforms.json",
      "{\"w\":4,\"frames\":[{\"transform_matrix\":[[1,0,0,0],[0,1,0,0],[0,0,1,9],[0,0,0,1]]}]}")
    let lost = try run([frames])
    #expect(lost.status == 3 && lost.errors.contains("give an origin"), "\(lost.errors)")
    let placed = try run([frames, "--origin", "46,7,0"])
    #expect(placed.status == 0 && placed.text.contains("distance 9 m"), "\(placed.errors)")
    #expect(try run(Self.flight + ["-o", "x.glb"]).status == 2)
    #expect(try run([frames, "--origin", "95,7,0"]).status == 2)
  }

  @Test("what is written as JSON is read again as the same flight, far and near")
  func ownJSONAgain() throws {
    let folder = try TemporaryFolder()
    let pairs = [
      ("46.55,7.98,4000,60,180", "46.6,8.05,2500,65,90"),
      ("37.7,-122.4,500,55", "35.7,139.7,500,55,300"), ("70,10,800,40", "75,-170,900,30"),
    ]
    for (from, to) in pairs {
      let file = folder.path + "/flight.json"
      let made = try run(["--from", from, "--to", to, "-o", file, "-q"])
      #expect(made.status == 0, "\(made.errors)")
      let own = try run(["--from", from, "--to", to, "-o", "-", "--format", "csv", "--fps", "7"])
      let again = try run([file, "-o", "-", "--format", "csv", "--fps", "7"])
      #expect(again.status == 0, "\(again.errors)")
      let (a, b) = (table(own.text), table(again.text))
      #expect(a.count == b.count && a.count > 10)
      for (p, q) in zip(a, b) {
        let apart = abs(p[1] - q[1]) + abs(remainder(p[2] - q[2], 360))
        // Degrees of the centre beside what is seen at the distance.
        #expect(p[0] == q[0] && apart * 111_000 < 1e-3 * p[3], "\(from): \(p) \(q)")
        #expect(abs(p[3] / q[3] - 1) < 1e-3 && abs(p[4] - q[4]) < 0.02, "\(from): \(p) \(q)")
        #expect(abs(remainder(p[5] - q[5], 360)) < 0.02, "\(from): \(p) \(q)")
      }
    }
  }

  @Test("an eye far above the planet is written as KML's Camera, too")
  func farEyes() throws {
    let made = try run([
      "--from", "37.7,-122.4,500,55", "--to", "35.7,139.7,500,55", "-o", "-", "--format", "kml",
      "--kml-camera",
    ])
    #expect(made.status == 0 && made.text.contains("<Camera>"), "\(made.errors)")
    let again = try run(["-", "--input-format", "kml", "--json"], input: made.text)
    #expect(again.status == 0, "\(again.errors)")
  }
}
