import BelvedereCameraModel
import BelvedereFlightFiles
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation

/// Random records, and how far two are apart.
enum RecordCases {
  /// Cameras that every format can hold: below the horizon, poles and ±180° among them.
  static func record(_ random: inout SplitMix64, projection: MapProjection = .globe) -> FlightRecord
  {
    let count = random.int(2...6)
    let edge = projection == .flat ? 85.0 : 89.999
    let base = Coordinate(
      latitude: random.oneIn(4) ? random.pick([-edge, edge, 0]) : random.double(-edge...edge),
      longitude: random.oneIn(4)
        ? random.pick([-180, 179.9999999, 0]) : random.double(-180...179.9))
    var stops: [FlightRecord.Stop] = []
    for i in 0..<count {
      let place = Coordinate(
        latitude: min(max(base.latitude + random.double(-0.1...0.1), -edge), edge),
        longitude: base.longitude + random.double(-0.1...0.1))
      let camera = MapCamera(
        lookingAtCenter: place, fromDistance: random.double(10...20_000),
        pitch: random.oneIn(4) ? 0 : random.double(0...80), heading: random.double(0...359.9))
      stops.append(
        FlightRecord.Stop(
          camera, fieldOfView: 40, arrival: i == 0 ? .untimed : .smooth(random.double(0.1...9))))
    }
    return FlightRecord(name: "A & B <c>", stops: stops)
  }

  /// The greatest differences of two records: degrees of centres and of directions, metres along the
  /// ground and of the distance, degrees of the lens, seconds.
  struct Difference {
    var place = 0.0
    var metres = 0.0
    var direction = 0.0
    var lens = 0.0
    var seconds = 0.0
    var sameCount = true
  }

  static func difference(_ a: FlightRecord, _ b: FlightRecord) -> Difference {
    var result = Difference()
    result.sameCount = a.stops.count == b.stops.count
    for (x, y) in zip(a.stops, b.stops) {
      let (c, d) = (x.camera, y.camera)
      let north = abs(c.centerCoordinate.latitude - d.centerCoordinate.latitude)
      let cosine = cos(c.centerCoordinate.latitude * .pi / 180)
      let east =
        angleBetween(c.centerCoordinate.longitude, d.centerCoordinate.longitude) * cosine
      result.place = max(result.place, north, east)
      result.metres = max(result.metres, abs(c.distance - d.distance))
      // Near a pole north turns with the place.
      let turned =
        (c.centerCoordinate.longitude - d.centerCoordinate.longitude)
        * (c.centerCoordinate.latitude > 0 ? 1 : -1)
      let heading =
        abs(c.centerCoordinate.latitude) > 89
        ? angleBetween(c.heading - turned, d.heading) : angleBetween(c.heading, d.heading)
      result.direction = max(result.direction, abs(c.pitch - d.pitch), heading)
      result.lens = max(result.lens, abs(x.fieldOfView - y.fieldOfView))
    }
    for (s, t) in zip(a.times, b.times) { result.seconds = max(result.seconds, abs(s - t)) }
    return result
  }
}
