import BelvedereCameraModel
import BelvedereFlightFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// KML from elsewhere.
@Suite struct KMLDataTests {
  private static func read(_ name: String) throws -> FlightFile.Read? {
    guard let path = SharedData.file("kml/\(name)") else { return nil }
    return try FlightFile.read(
      Array(try Data(contentsOf: URL(fileURLWithPath: path))), as: .kml)
  }

  @Test("A tour with an update is read, and says what it passed over")
  func sampleTour() throws {
    guard let read = try Self.read("sample_tour.kml") else { return }
    #expect(read.record.name == "Example Tour")
    let stop = try #require(read.record.stops.first)
    #expect(read.record.stops.count == 1)
    #expect(
      stop.camera.centerCoordinate
        == Coordinate(
          latitude: 35.31730443852049, longitude: -78.19074499027175))
    #expect(stop.camera.distance == 10704.41142132794)
    #expect(stop.camera.pitch == 58.57687432675979)
    #expect(abs(stop.camera.heading - (360 - 76.75532143327891)) < 1e-12)
    #expect(stop.hold == 6)
    #expect(read.losses.first { $0.field == "gx:AnimatedUpdate" }?.count == 3)
    #expect(read.losses.contains { $0.field == "gx:duration" })
    #expect(try read.record.path().duration == 6)
  }

  @Test("A tour of five cameras flies on time, bounces rest and smooth ones do not")
  func touringDemo() throws {
    guard let read = try Self.read("Touring.Complete_Demo.kml") else { return }
    let record = read.record
    #expect(
      record.stops.map(\.arrival) == [
        .untimed, .bounce(6), .smooth(3), .smooth(3), .bounce(5),
      ])
    #expect(record.stops.map(\.hold) == [1, 0, 0, 0, 6])
    let path = try record.path()
    #expect(path.duration == 24)
    // Over the second camera of the smooth stretch the flight does not stop.
    #expect(path.motion(at: 10).velocity.ground > 100)
    #expect(path.motion(at: 7).velocity.ground == 0)
    // The eye of the second, a Camera, is where the file says; both by this frame's own inverse.
    let frame = try FlightFrame(
      origin: GeodeticPosition(latitude: -39.663, longitude: 174.063, height: 18_275),
      projection: .globe)
    let pose = try frame.pose(of: record.stops[1].camera, elevation: 0)
    #expect(pose.eye.length < 1e-6)
    #expect(read.losses.contains { $0.field == "gx:AnimatedUpdate" })
  }

  @Test("Views above the horizon are left out one by one, and counted")
  func goldenGate() throws {
    guard let read = try Self.read("golden-gate-camera.kml") else { return }
    #expect(read.record.stops.count == 5)
    #expect(
      read.record.stops.compactMap(\.name) == [
        "Golden Gate tour",
        "200m 45 degree tilt", "300m straight down", "Turn to NE", "Roll right",
      ])
    #expect(read.losses.filter { $0.field == "Camera" }.map(\.count).reduce(0, +) == 6)
    #expect(read.losses.contains { $0.field == "roll" && $0.count == 2 })
    let down = try #require(read.record.stops.first { $0.name == "300m straight down" }).camera
    #expect(abs(down.distance - 300) < 1e-6 && down.pitch < 1e-9)
    #expect(try read.record.path().duration > 0)
  }

  @Test(
    "Files with views and no tour are read as their views",
    arguments: [
      ("KML_Samples.kml", 14), ("catalina-track.kml", 1),
    ])
  func views(_ name: String, _ least: Int) throws {
    guard let read = try Self.read(name) else { return }
    #expect(read.record.stops.count >= least)
    #expect(try read.record.path().keyframes.count >= 1)
    if name == "catalina-track.kml" {
      #expect(read.record.stops[0].camera.distance == 61683.078661)
      #expect(read.losses.contains { $0.field == "gx:TimeSpan" })
    }
  }
}
