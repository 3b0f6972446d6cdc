import BelvedereElevationFiles
import BelvedereFiles
import BelvedereGeodesy
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Names that are no files' names for GDAL.
@Suite("Names for GDAL") struct GDALNameTests {
  @Test(
    "options, servers, archives and descriptions are refused, whatever lies under them",
    arguments: [
      "-of", "--config", "/vsicurl/http://127.0.0.1/a.tif", "/vsizip/a.zip/b", "//vsistdin/",
      "/VSIS3/bucket/a", "http://127.0.0.1/a.tif", "https:a", "NETCDF:a.nc:z", "WMS:http://a",
      "<VRTDataset/>", "PG:dbname=a", "/vsimem/a",
    ])
  func refused(_ name: String) throws {
    let fake = try FakeGDAL(info: "touch \"${0%/*}/asked\"; exit 1")
    #expect(throws: TerrainFileError.self) { try fake.gdal.open(name) }
    #expect(!fake.folder.contents.contains("asked"))
  }

  @Test("a folder, a pipe and what is not there are refused before GDAL is asked")
  func noFile() throws {
    let fake = try FakeGDAL(info: "touch \"${0%/*}/asked\"; exit 1")
    for name in [fake.folder.path, "/dev/null", "\(fake.folder.path)/none"] {
      #expect(throws: FileError.self) { try fake.gdal.open(name) }
    }
    #expect(!fake.folder.contents.contains("asked"))
  }

  @Test("a relative name that looks like an option is none as a path")
  func relative() throws {
    let fake = try FakeGDAL(info: "echo \"$@\" >&2; exit 1")
    let odd = try fake.folder.write("-of", "x")
    #expect { try fake.gdal.open(odd) } throws: { "\($0)".hasSuffix(" \(odd)") }
  }
}

/// GDAL itself.
private enum InstalledGDAL {
  static let isThere: Bool = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let found = ["gdalinfo", "gdal_translate"].allSatisfy {
      ChildProcess.program($0, in: path) != nil
    }
    if !found {
      FileHandle.standardError.write(
        Data("SKIPPED: gdalinfo or gdal_translate is not in PATH; install gdal-bin\n".utf8))
    }
    return found
  }()
}

/// With GDAL itself, where it is installed.
@Suite("Files read by GDAL", .enabled(if: InstalledGDAL.isThere, "GDAL is not installed"))
struct GDALFileTests {
  /// A GeoTIFF of this package's writer, of slopes and a void.
  private func ground(_ folder: TemporaryFolder) throws -> (path: String, field: HeightField) {
    var samples: [Float] = []
    for row in 0..<40 {
      for column in 0..<60 { samples.append(Float(column) * 3.25 - Float(row) * 1.5) }
    }
    samples[777] = .nan
    let field = HeightField(
      width: 60, height: 40,
      bounds: GeographicBounds(south: 46, west: 7, north: 46.039, east: 7.059), samples: samples)
    return (
      try folder.write("ground.tif", try #require(GeoTIFFWriter.encode(field))), field
    )
  }

  private func convert(_ arguments: [String]) throws {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let program = try #require(ChildProcess.program("gdal_translate", in: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-q"] + arguments
    process.environment = ["GDAL_PAM_ENABLED": "NO", "PATH": path]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test(
    "samples, places and voids are those of the file it was made of",
    arguments: [["HFA", "img"], ["EHdr", "bil"], ["VRT", "vrt"], ["NetCDF", "nc"]])
  func formats(_ format: [String]) throws {
    let folder = try TemporaryFolder()
    let (source, field) = try ground(folder)
    let target = "\(folder.path)/ground.\(format[1])"
    try convert(["-of", format[0], source, target])
    let before = folder.contents
    let file = try GDAL().open(target)
    #expect(file.format == .gdal && file.encoding.hasSuffix("Float32"))
    #expect(file.name == target)
    let model = try file.model()
    #expect(model.raster.grid.system == .geographic(.wgs84))
    let rows = (0..<field.height).map { 46.039 - 0.001 * Double($0) }
    let columns = (0..<field.width).map { 7 + 0.001 * Double($0) }
    let got = model.elevations(latitudes: rows, longitudes: columns)
    for (a, b) in zip(got, field.samples) {
      #expect(a == b || (a.isNaN && b.isNaN))
    }
    #expect(folder.contents == before, "something was written beside the file")
  }

  @Test("pictures, several bands and files of no kind are refused in a sentence")
  func refused() throws {
    let folder = try TemporaryFolder()
    let (source, _) = try ground(folder)
    let double = "\(folder.path)/double.img"
    try convert(["-of", "HFA", "-b", "1", "-b", "1", source, double])
    #expect { try GDAL().open(double) } throws: { "\($0)".contains("2 bands") }
    let text = try folder.write("text.odd", "no raster at all")
    #expect { try GDAL().open(text) } throws: { "\($0)".contains("gdalinfo refuses it") }
    let feet = "\(folder.path)/feet.vrt"
    try convert(["-of", "VRT", source, feet])
    var description = String(decoding: try bytes(ofFile: feet), as: UTF8.self)
    description = description.replacingOccurrences(
      of: "<ColorInterp>", with: "<UnitType>ft</UnitType><ColorInterp>")
    try folder.write("feet.vrt", description)
    #expect { try GDAL().open(feet) } throws: { "\($0)".contains("in ft") }
  }

  @Test("a virtual raster of a server asks nobody")
  func noNetwork() throws {
    let folder = try TemporaryFolder()
    let server = try MisbehavingServer { _ in [] }
    let file = try folder.write(
      "remote.vrt",
      """
      <VRTDataset rasterXSize="2" rasterYSize="2"><VRTRasterBand dataType="Float32" band="1">
      <SimpleSource><SourceFilename>/vsicurl/http://127.0.0.1:\(server.port)/a.tif</SourceFilename>
      <SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>
      """)
    #expect(throws: (any Error).self) { try GDAL().open(file) }
    #expect(server.requests.isEmpty)
  }

  @Test("the trait decides whether files are handed to GDAL unasked")
  func fallback() throws {
    let folder = try TemporaryFolder()
    let (source, _) = try ground(folder)
    let target = "\(folder.path)/ground.img"
    try convert(["-of", "HFA", source, target])
    if GDAL.isTraitEnabled {
      #expect(try ElevationFile.open(target).format == .gdal)
    } else {
      #expect { try ElevationFile.open(target) } throws: {
        "\($0)".contains("an Erdas Imagine file") && "\($0)".contains("trait GDAL")
      }
    }
  }
}
