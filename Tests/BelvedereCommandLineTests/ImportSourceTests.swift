import BelvedereTestSupport
import Foundation
import Testing

/// What `belvedere import` says of sources and folders that are not what they were taken for.
@Suite("Sources of imports") struct ImportSourceTests {
  private static let house =
    #"{"type":"Feature","properties":{"building":"yes"},"geometry":{"type":"Polygon","coordinates":[[[7,46],[7.0002,46],[7.0002,46.0002],[7,46.0002],[7,46]]]}}"#

  private static func model(_ east: Double, _ north: Double) -> String {
    """
    {"type": "CityJSON", "version": "2.0", "transform": {"scale": [1, 1, 1], "translate": [\(east), \(north), 30]},
     "CityObjects": {"box": {"type": "Building", "geometry": [{"type": "MultiSurface", "lod": "1.2", "boundaries": [
      [[0, 3, 2, 1]], [[4, 5, 6, 7]], [[0, 1, 5, 4]], [[1, 2, 6, 5]], [[2, 3, 7, 6]], [[3, 0, 4, 7]]]}]}},
     "vertices": [[0,0,0],[10,0,0],[10,10,0],[0,10,0],[0,0,12],[10,0,12],[10,10,12],[0,10,12]]}
    """
  }

  @Test("a wrong --crs is refused with the coordinates, and a right one is not")
  func system() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    func run(_ east: Double, _ north: Double, _ code: String) throws -> Tool.Result {
      let file = try folder.write("model.json", Self.model(east, north))
      return try Tool.run(["import", file, "-o", scene, "--crs", code, "--attribution", "Me"])
    }
    for (east, north, code, numbers, words) in [
      // Local metres, Dutch ones, exchanged ones, and degrees.
      (120.0, 80.0, "EPSG:25832", "120 80", "and look like degrees"),
      (1200, 800, "EPSG:32632", "1200 800", "and lie far outside"),
      (85_000, 446_000, "EPSG:25832", "85000 446000", "and lie far outside"),
      (5_700_000, 390_000, "EPSG:25832", "5700000 390000", "and lie far outside"),
      (390_000, 5_700_000, "EPSG:28992", "390000 5700000", "and lie outside of the Netherlands"),
      (7.5, 46.5, "EPSG:3857", "7.5 46.5", "and look like degrees"),
      (390_000, 5_700_000, "EPSG:4326", "390000 5700000", "and cannot be degrees"),
    ] {
      let refused = try run(east, north, code)
      #expect(
        refused.status == 3
          && refused.errors.contains(
            "model.json: its coordinates, such as \(numbers), are taken for \(code)")
          && refused.errors.contains(words) && refused.errors.contains("check --crs"),
        "\(code): \(refused.errors)")
    }
    // A whole country in one zone, the edge of the Netherlands, and the south.
    for (east, north, code) in [
      (920_000.0, 5_650_000.0, "EPSG:25832"), (1_100_000, 7_750_000, "EPSG:25833"),
      (1_200_000, 1_700_000, "EPSG:32647"), (14_000, 370_000, "EPSG:28992"),
      (333_000, 6_250_000, "EPSG:32756"), (835_000, 5_860_000, "EPSG:3857"),
    ] {
      let made = try run(east, north, code)
      #expect(made.status == 0, "\(code): \(made.errors)")
    }
  }

  @Test("elevations as a source are told to go with --dem, and all kinds are named")
  func elevations() throws {
    let folder = try TemporaryFolder()
    let scene = folder.path + "/scene"
    let grid = "ncols 2\nnrows 2\nxllcorner 7\nyllcorner 46\ncellsize 1\n1 2\n3 4\n"
    for file in [
      try folder.write("N46E007.hgt", [UInt8](repeating: 0, count: 2 * 1201 * 1201)),
      try folder.write("a.asc", grid), try folder.write("a.tif", [0x49, 0x49, 42, 0, 8, 0, 0, 0]),
    ] {
      let refused = try Tool.run(["import", file, "-o", scene])
      #expect(
        refused.status == 3 && refused.errors.contains("elevations go with --dem"),
        "\(refused.errors)")
    }
    let other = try folder.write("a.txt", "Some words")
    let refused = try Tool.run(["import", other, "-o", scene])
    #expect(refused.status == 3 && refused.errors.contains("IMDF"), "\(refused.errors)")
    #expect(!refused.errors.contains("--dem"), "\(refused.errors)")
  }

  @Test("a folder that holds other files is told once, and keeps them")
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("houses.geojson", Self.house)
    let scene = folder.path + "/scene"
    try FileManager.default.createDirectory(atPath: scene, withIntermediateDirectories: true)
    for name in ["d.png", "b.png", "a.png", "c.png"] { try folder.write("scene/\(name)", "x") }
    let command = ["import", source, "-o", scene]
    let made = try Tool.run(command)
    #expect(
      made.status == 0
        && made.errors.contains(
          "held other files before, which stay as they are: a.png, b.png, c.png and 1 more"),
      "\(made.errors)")
    #expect(try !Tool.run(command).errors.contains("other files"))
    #expect(FileManager.default.fileExists(atPath: scene + "/a.png"))
    let new = try Tool.run(["import", source, "-o", folder.path + "/new"])
    #expect(!new.errors.contains("other files"), "\(new.errors)")
  }

  @Test("a file of views alone is left out beside others, and refused alone")
  func views() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write("houses.geojson", Self.house)
    let view =
      "<kml><Document><Camera><longitude>7</longitude><latitude>46</latitude></Camera></Document></kml>"
    let (a, b) = (try folder.write("a.kml", view), try folder.write("b.kml", view + "\n"))
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", a, source, "-o", scene])
    #expect(
      made.status == 0 && made.text.contains("1 building")
        && made.errors.contains("a.kml: nothing of it is shown on a map")
        && made.errors.contains("the file is left out"), "\(made.errors)")
    #expect(try !FileManager.default.contentsOfDirectory(atPath: scene).contains("overlay.kml"))
    for files in [[a], [a, b]] {
      let refused = try Tool.run(["import"] + files + ["-o", folder.path + "/none"])
      #expect(
        refused.status == 3 && refused.errors.contains("a.kml: nothing of it"), "\(refused.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }
  }

  @Test("an import counts what the scene has: of a feature of two polygons both")
  func counts() throws {
    let folder = try TemporaryFolder()
    func square(_ west: Double) -> String {
      "[[[\(west),46],[\(west + 0.001),46],[\(west + 0.001),46.001],[\(west),46.001],[\(west),46]]]"
    }
    let park =
      #"{"type":"Feature","properties":{"leisure":"park"},"geometry":{"type":"MultiPolygon","coordinates":[\#(square(7.01)),\#(square(7.02))]}}"#
    let source = try folder.write(
      "town.geojson", #"{"type":"FeatureCollection","features":[\#(Self.house),\#(park)]}"#)
    let scene = folder.path + "/scene"
    let made = try Tool.run(["import", source, "-o", scene])
    #expect(made.text.contains("2 areas of land cover, 1 building"), "\(made.text)")
    let info = try Tool.run(["info", scene])
    #expect(info.text.contains("landCover: 2\n"), "\(info.text)")
  }

  @Test("of many features the first flaw is told, whichever comes to light first")
  func firstFlaw() throws {
    let folder = try TemporaryFolder()
    func run(_ lines: [String]) throws -> Tool.Result {
      let file = try folder.write(
        "a.geojson",
        "{\"type\":\"FeatureCollection\",\"features\":[\n" + lines.joined(separator: "\n") + "\n]}")
      return try Tool.run(["import", file, "-o", folder.path + "/scene"])
    }
    var lines = (0..<9000).map { n in
      let west = "\(7 + 0.0005 * Double(n))"
      return Self.house.replacing("[7,", with: "[\(west),").replacing(
        "7.0002", with: "\(7.0002 + 0.0005 * Double(n))") + ","
    }
    // Braces and quotes in texts end no feature.
    lines[5] =
      #"{"type":"Feature","properties":{"building":"yes","name":"}]\"{[\\"},"geometry":null},"#
    lines[8999].removeLast()
    let sound = try run(lines)
    #expect(sound.status == 0 && sound.text.contains("8,999 buildings"), "\(sound.errors)")
    // A comma too few is seen while the lines are told apart, what is no JSON when they are read.
    lines[60].removeLast()
    let comma = try run(lines)
    #expect(comma.errors.contains("line 63: there is no comma"), "\(comma.errors)")
    lines[40] = #"{"type":nul},"#
    let both = try run(lines)
    #expect(both.errors.contains("line 42: is not valid JSON"), "\(both.errors)")
  }
}
