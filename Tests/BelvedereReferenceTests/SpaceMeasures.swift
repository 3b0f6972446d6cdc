import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// Errors of positions in space, of geodesics and of rhumb lines.
enum SpaceMeasures {
  static func ecef() throws -> [Accuracy] {
    let table = try ReferenceRow.all("ecef")
    var worst = Accuracy(
      "`Ellipsoid.ecef(of:)`", bound: 5e-9, "m, of each 10 000 km from the centre",
      against: "ecef")
    for (i, row) in table.enumerated() {
      let found = try Ellipsoid.wgs84.ecef(
        of: GeodeticPosition(latitude: row[0], longitude: row[1], height: row[2]))
      let exact = Vector3(row[3], row[4], row[5])
      worst.note((found - exact).length / max(1, exact.length / 1e7), i, of: table)
    }
    return [worst]
  }

  static func geodetic() throws -> [Accuracy] {
    let table = try ReferenceRow.all("geodetic")
    var worst = Accuracy(
      "`Ellipsoid.geodetic(ofECEF:)`", bound: 1e-8, "m, of each 10 000 km from the centre",
      against: "geodetic")
    for (i, row) in table.enumerated() {
      let position = Vector3(row[0], row[1], row[2])
      let found = try Ellipsoid.wgs84.geodetic(ofECEF: position)
      let across =
        gap(
          Coordinate(latitude: found.latitude, longitude: found.longitude), latitude: row[3],
          longitude: row[4]) * (1 + row[5] / 6.4e6)
      worst.note(
        hypot(across, found.height - row[5]) / max(1, position.length / 1e7), i, of: table)
    }
    return [worst]
  }

  static func frames() throws -> [Accuracy] {
    let table = try ReferenceRow.all("enu")
    var worst = Accuracy(
      "`TangentFrame.position(of:)`", bound: 1e-8, "m, of each 10 000 km from the Earth's centre",
      against: "enu")
    for (i, row) in table.enumerated() {
      let frame = try TangentFrame(
        origin: GeodeticPosition(latitude: row[0], longitude: row[1], height: row[2]))
      let place = GeodeticPosition(latitude: row[3], longitude: row[4], height: row[5])
      let exact = Vector3(row[6], row[7], row[8])
      let reach = max(1, (6.4e6 + max(row[2], row[5])) / 1e7)
      worst.note((try frame.position(of: place) - exact).length / reach, i, of: table)
    }
    return [worst]
  }

  static func geodesics() throws -> [Accuracy] {
    let table = try ReferenceRow.all("geodesic-inverse")
    var distance = Accuracy(
      "`Geodesic.inverse`, distance", bound: 1.5e-8, "m", against: "geodesic-inverse")
    var azimuths = Accuracy(
      "`Geodesic.inverse`, azimuths, up to 19 500 km", bound: 1.5e-8,
      "m across at the Earth's radius",
      against: "geodesic-inverse")
    for (i, row) in table.enumerated() {
      let found = try Geodesic.wgs84.inverse(
        from: Coordinate(latitude: row[0], longitude: row[1]),
        to: Coordinate(latitude: row[2], longitude: row[3]))
      distance.note(abs(found.distance - row[4]), i, of: table)
      // Near the antipode azimuths are ill-conditioned.
      guard row[4] < 1.95e7 else { continue }
      let lever = min(row[4], 6_378_137) * .pi / 180
      let error = max(turn(found.azimuth, row[5]), turn(found.backAzimuth, row[6]))
      azimuths.note(error * lever, i, of: table)
    }
    return [distance, azimuths]
  }

  static func destinations() throws -> [Accuracy] {
    let table = try ReferenceRow.all("geodesic-direct")
    var place = Accuracy(
      "`Geodesic.direct`, place", bound: 1.5e-8, "m, of each half of the Earth",
      against: "geodesic-direct")
    var azimuth = Accuracy(
      "`Geodesic.direct`, azimuth", bound: 1.5e-8, "m across at the parallel's radius",
      against: "geodesic-direct")
    for (i, row) in table.enumerated() {
      let found = try Geodesic.wgs84.direct(
        from: Coordinate(latitude: row[0], longitude: row[1]), azimuth: row[2], distance: row[3])
      let halves = max(1, row[3] / 2e7)
      place.note(gap(found.coordinate, latitude: row[4], longitude: row[5]) / halves, i, of: table)
      let lever = 6_378_137 * cos(row[4] * .pi / 180) * .pi / 180
      azimuth.note(turn(found.azimuth, row[6]) * lever / halves, i, of: table)
    }
    return [place, azimuth]
  }

  static func rhumbLines() throws -> [Accuracy] {
    let table = try ReferenceRow.all("rhumb-inverse")
    var distance = Accuracy(
      "`Rhumb.inverse`, distance", bound: 2e-8, "m", against: "rhumb-inverse")
    var azimuth = Accuracy(
      "`Rhumb.inverse`, azimuth", bound: 2e-8, "m across at the end", against: "rhumb-inverse")
    for (i, row) in table.enumerated() {
      let found = try Rhumb.wgs84.inverse(
        from: Coordinate(latitude: row[0], longitude: row[1]),
        to: Coordinate(latitude: row[2], longitude: row[3]))
      distance.note(abs(found.distance - row[4]), i, of: table)
      azimuth.note(turn(found.azimuth, row[5]) * .pi / 180 * min(row[4], 1e7), i, of: table)
    }
    return [distance, azimuth]
  }

  static func rhumbEnds() throws -> [Accuracy] {
    let table = try ReferenceRow.all("rhumb-direct")
    var worst = Accuracy("`Rhumb.direct`", bound: 2e-8, "m", against: "rhumb-direct")
    for (i, row) in table.enumerated() {
      let found = try Rhumb.wgs84.direct(
        from: Coordinate(latitude: row[0], longitude: row[1]), azimuth: row[2], distance: row[3])
      if row.isNil(4) {
        worst.note(found == nil ? 0 : .infinity, i, of: table)
      } else {
        worst.note(
          found.map { gap($0, latitude: row[4], longitude: row[5]) } ?? .infinity, i, of: table)
      }
    }
    return [worst]
  }
}
