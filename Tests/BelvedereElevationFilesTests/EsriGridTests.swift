import BelvedereElevationFiles
import BelvedereLimits
import BelvedereTestSupport
import Testing

@Suite("Esri ASCII grids") struct EsriGridTests {
  private func open(_ text: String) throws -> ElevationFile {
    try ElevationFile.open(bytes: Array(text.utf8), name: "grid.asc")
  }

  private func samples(_ file: ElevationFile) throws -> [Float] {
    try file.raster.read(
      column: 0, row: 0, width: file.grid.width, height: file.grid.height)
  }

  @Test(
    "corner and centre, any case, order and line ends",
    arguments: [
      "ncols 3\nnrows 2\nxllcorner 10\nyllcorner 40\ncellsize 0.5\nNODATA_value -1\n1 2 3\n4 -1 6\n",
      "NCOLS 3\r\nNROWS 2\r\nXLLCENTER 10.25\r\nYLLCENTRE 40.25\r\nCELLSIZE 0.5\r\n"
        + "NODATA_VALUE -1.0\r\n1 2 3\r\n4 -1 6",
      "  nrows\t2 ncols\t3 cellsize 5e-1 yllcorner 4.0E1 xllcorner +10 nodata_value -1\n1 2 3 4 -1 6",
      "ncols 3\nnrows 2\nxllcorner 10\nyllcenter 40.25\ndx 0.5\ndy 0.5\nnodata_value nan\n"
        + "1.0 2. 3e0\n.4e1 NaN 6\n\n",
    ])
  func forms(_ text: String) throws {
    let file = try open(text)
    #expect(file.format == .esriGrid)
    #expect(file.grid.originX == 10.25 && file.grid.originY == 40.75)
    #expect(file.grid.stepX == 0.5 && file.grid.stepY == -0.5)
    let got = try samples(file)
    #expect(got.map { $0.isNaN ? -1 : $0 } == [1, 2, 3, 4, -1, 6])
    #expect(file.grid.system == .geographic(.wgs84))
    let model = try file.model()
    #expect(model.elevation(latitude: 40.75, longitude: 10.25) == 1)
    #expect(model.elevation(latitude: 40.25, longitude: 11.25) == 6)
    #expect(model.elevation(latitude: 40.75, longitude: 10.5) == 1.5)
    #expect(model.elevation(latitude: 40.5, longitude: 10.5) == nil)
  }

  @Test("a size that is too large is told with its own line")
  func largeSize() {
    for (size, words) in [
      ("99999999999", "line 2: ncols is 99999999999, and a grid has at most"),
      ("1e300", "line 2: ncols must be a whole number"), ("2.5", "line 2: ncols must be a whole"),
    ] {
      let error = #expect(throws: TerrainFileError.self) {
        _ = try open(
          "nrows 2\nncols \(size)\nxllcorner 10\nyllcorner 40\ncellsize 0.5\n1 2 3\n4 5 6\n")
      }
      #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }
  }

  @Test("cells that are not square")
  func oblong() throws {
    let file = try open(
      "ncols 2\nnrows 2\nxllcorner 500000\nyllcorner 4000000\ndx 10\ndy 20\n1 2 3 4")
    #expect(file.grid.stepX == 10 && file.grid.stepY == -20)
    #expect(file.grid.originX == 500_005 && file.grid.originY == 4_000_030)
    #expect(file.grid.system == .local)
    #expect(file.warnings.count == 1)
  }

  @Test("numbers are rounded once")
  func numbers() throws {
    let words = ["123.456", "0.1", "1234567.891234567891", "-0.000123", "1e-3", "16777217"]
    let file = try open(
      "ncols 6\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 0.1\n" + words.joined(separator: " "))
    #expect(try samples(file) == words.map { Float(Double($0) ?? .nan) })
  }

  private static let head = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0.1\n"

  private static let wrong: [(String, String)] = [
    (head + "1 2 3", "ends after 3 of 4 numbers"), (head + "1 2 3 4 5", "more than 2 × 2"),
    (head + "1,5 2 3 4", "comma"), (head + "1 2\n3 x4", "line 7: \"x4\" is no number"),
    (head + "1 2 3 1e300", "no ground"), (head + "1 2 3 inf", "is no number"), (head, "no numbers"),
    ("ncols 2\nncols 2\n", "said twice"), ("ncols 2\n", "nrows"), ("ncols", "no value"),
    ("ncols 2.5\nnrows 2\n1", "whole number"), ("ncols -2\nnrows 2\n1", "whole number"),
    ("ncols 0\nnrows 2\n1", "whole number"), ("ncols 1e99\nnrows 2\n1", "whole number"),
    ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0\n1 2 3 4", "larger than 0"),
    ("ncols 2\nnrows 2\nxllcorner nan\nyllcorner 0\ncellsize 1\n1 2 3 4", "not finite"),
    ("ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\n1 2 3 4", "cellsize"),
    ("ncols 2\nnrows 2\nxllcorner 0,5\nyllcorner 0\n", "comma"),
    ("ncols 2\nnrows 2\nxllcorner 1e300\nyllcorner 0\ncellsize 1\n1 2 3 4", "out of the ordinary"),
    ("ncols 9000\nnrows 9000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1", "can hold"),
    (
      "ncols 2 nrows 2 xllcorner 0 yllcorner 0 cellsize 1 " + String(repeating: "7", count: 999),
      "over 512 bytes"
    ),
  ]

  @Test("what is wrong is said, with its line", arguments: wrong)
  func refusals(_ text: String, _ reason: String) {
    let error = #expect(throws: TerrainFileError.self) { try open(text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test("absurd sizes are refused before memory is taken")
  func absurd() {
    #expect(throws: LimitError.self) {
      try open("ncols 1000000000\nnrows 1000000000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1")
    }
  }

  @Test("the .prj file beside a grid says where it lies")
  func projections() throws {
    let folder = try TemporaryFolder()
    let grid = "ncols 2\nnrows 2\nxllcorner 560000\nyllcorner 5110000\ncellsize 30\n1 2 3 4"
    let path = try folder.write("a.asc", grid)
    func system(_ text: String) throws -> CoordinateReferenceSystem {
      try folder.write("a.prj", text)
      return try ElevationFile.open(path).grid.system
    }
    func utm(_ name: String, _ northing: Int, _ meridian: Int) -> String {
      "PROJCS[\"x\",GEOGCS[\"y\",DATUM[\"\(name)\",SPHEROID[\"s\",6378137.0,298.25]],"
        + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]],"
        + "PROJECTION[\"Transverse_Mercator\"],PARAMETER[\"False_Easting\",500000.0],"
        + "PARAMETER[\"False_Northing\",\(northing).0],"
        + "PARAMETER[\"Central_Meridian\",\(meridian).0],PARAMETER[\"Scale_Factor\",0.9996],"
        + "PARAMETER[\"Latitude_Of_Origin\",0.0],UNIT[\"Meter\",1.0]]"
    }
    #expect(try system(utm("D_WGS_1984", 0, -123)) == .utm(zone: 10, isNorth: true, datum: .wgs84))
    #expect(
      try system(utm("D_WGS_1984", 10_000_000, 15)) == .utm(zone: 33, isNorth: false, datum: .wgs84)
    )
    #expect(
      try system(utm("D_North_American_1927", 0, -123))
        == .utm(zone: 10, isNorth: true, datum: .nad27))
    for bad in [utm("D_WGS_1984", 0, -122), utm("D_Tokyo", 0, -123), "", "PROJCS[\"Lambert\"]"] {
      #expect(throws: TerrainFileError.self) { try system(bad) }
    }
    // What the caller says goes first.
    let given = try ElevationFile.open(path, options: .init(system: .webMercator))
    #expect(given.grid.system == .webMercator)
  }
}
