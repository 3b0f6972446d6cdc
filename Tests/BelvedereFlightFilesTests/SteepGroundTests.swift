import BelvedereCameraModel
import BelvedereFlightFiles
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Eyes over steep ground, whose lines of sight guesses do not find.
@Suite struct SteepGroundTests {
  /// Ridges of 800 m every 3 km, in both directions.
  private func elevation(_ place: Coordinate) -> Double {
    let metres = 111_320.0
    let x = place.longitude * metres * cos(46 * .pi / 180)
    let y = place.latitude * metres
    return 1200 + 400 * sin(x / 3000 * 2 * .pi) + 400 * sin(y / 2600 * 2 * .pi)
  }

  private func camera(
    _ random: inout SplitMix64, distances: ClosedRange<Double>, pitches: ClosedRange<Double>
  ) -> MapCamera {
    MapCamera(
      lookingAtCenter: Coordinate(
        latitude: random.double(45.8...46.2), longitude: random.double(6.8...7.2)),
      fromDistance: random.double(distances), pitch: random.double(pitches),
      heading: random.double(0...360))
  }

  @Test("what a file of eyes and directions does not hold of a centre behind a ridge is told")
  func hiddenCentres() throws {
    var random = SplitMix64(seed: 92)
    var options = FlightFile.Options()
    options.elevation = { place in
      let (x, y) = (place.longitude * 77_330, place.latitude * 111_320)
      return 1200 + 400 * sin(x / 3000 * 2 * .pi) + 400 * sin(y / 2600 * 2 * .pi)
    }
    var told = 0
    for n in 0..<400 {
      let camera = camera(&random, distances: 3000...8000, pitches: 50...80)
      let stops = [FlightRecord.Stop(camera), FlightRecord.Stop(camera, arrival: .smooth(4))]
      options.writesEyes = true
      for format in [FlightFormat.czml, .kml] {
        let written = try FlightFile.write(
          FlightRecord(stops: stops), as: format, options: options)
        guard let back = try? FlightFile.read(written.bytes, as: format, options: options) else {
          continue
        }
        // Neither before the centre nor behind it, unless that is told.
        let isElsewhere = abs(back.record.stops[0].camera.distance - camera.distance) > 1
        let isTold = written.losses.contains { $0.field == "centerCoordinate" }
        #expect(isElsewhere == isTold, "\(n), \(format): \(camera)")
        told += isTold ? 1 : 0
      }
    }
    #expect(told > 40 && told < 760, "\(told)")
  }

  @Test(
    "an eye's line of sight ends where it first meets the ground", arguments: MapProjection.allCases
  )
  func firstMeeting(_ projection: MapProjection) throws {
    var random = SplitMix64(seed: 91)
    let frame = try FlightFrame(
      origin: GeodeticPosition(Coordinate(latitude: 46, longitude: 7), height: 0),
      projection: projection)
    var hidden = 0
    for n in 0..<400 {
      let camera = camera(&random, distances: 500...8000, pitches: 0...82)
      let pose = try frame.pose(of: camera, elevation: elevation(camera.centerCoordinate))
      let place = "\(n): \(camera)"
      guard let (found, _) = frame.camera(of: pose, elevation: elevation) else {
        // Only an eye below the ground may see none.
        let view = try CameraView(
          camera: camera, viewport: Viewport(width: 100, height: 100),
          groundElevation: elevation(camera.centerCoordinate))
        #expect(view.eyePosition.height < elevation(view.eyeCoordinate) + 30, "\(place)")
        continue
      }
      // The same eye and the same direction: it stands on its line of sight.
      let again = try frame.pose(of: found, elevation: elevation(found.centerCoordinate))
      let (one, other) = (pose.eye - again.eye, pose.forward - again.forward)
      #expect(one.length < 1e-5, "\(place): \(one.length) m")
      #expect(other.length < 1e-9, "\(place)")
      if found.distance < 0.99 * camera.distance { hidden += 1 }
    }
    #expect(hidden > 5)
  }
}
