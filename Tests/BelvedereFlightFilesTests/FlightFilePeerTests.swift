import BelvedereCameraModel
import BelvedereFlightFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Files that other programs' libraries wrote, from formulas of their own: `Tests/Reference/flight_files.py`.
@Suite struct FlightFilePeerTests {
  private static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appendingPathComponent("Peers/\(name)")))
  }

  private static func options() -> FlightFile.Options {
    var options = FlightFile.Options()
    options.origin = GeodeticPosition(latitude: 46.6, longitude: 8, height: 600)
    // Images and frames of NeRF are a second apart here.
    options.framesPerSecond = 1
    return options
  }

  @Test(
    "What other libraries write is read as the same cameras",
    arguments: [
      ("tour.kml", 1e-9, 1e-6, true), ("flight.czml", 1e-9, 1e-3, true),
      ("flight.glb", 2e-5, 0.02, true), ("images.txt", 1e-9, 1e-3, false),
      ("transforms.json", 1e-9, 1e-3, false), ("flight.maplibre.json", 1e-9, 1e-6, true),
    ])
  func reading(_ name: String, _ degrees: Double, _ metres: Double, _ isTimed: Bool) throws {
    let expected = try FlightFile.read(try Self.bytes("cameras.csv"), as: .csv).record
    let format = try #require(FlightFormat(fileName: name))
    let read = try FlightFile.read(
      try Self.bytes(name), as: format,
      companions: ["cameras.txt": try Self.bytes("cameras.txt")], options: Self.options())
    let d = RecordCases.difference(expected, read.record)
    #expect(d.sameCount)
    #expect(d.place <= degrees && d.direction <= degrees, "\(d)")
    #expect(d.metres <= metres && d.lens <= 1e-9, "\(d)")
    #expect(isTimed ? d.seconds <= 1e-9 : read.losses.contains { $0.field == "time" })
  }

  @Test("A frame without a place on Earth needs an origin")
  func origin() throws {
    let bytes = try Self.bytes("transforms.json")
    #expect {
      _ = try FlightFile.read(bytes, as: .nerf)
    } throws: { ($0 as? FlightFileError)?.place == "origin" }
  }
}
