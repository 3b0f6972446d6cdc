import BelvedereCameraModel
import BelvedereGeodesy
import Foundation

/// Metres for each degree of latitude at the pole, where it is longest.
let metersPerDegree = 111_694.0

/// The difference of two directions in degrees.
func turn(_ a: Double, _ b: Double) -> Double { abs((a - b).remainder(dividingBy: 360)) }

/// Metres between neighbouring coordinates.
func gap(_ a: Coordinate, latitude: Double, longitude: Double) -> Double {
  hypot(a.latitude - latitude, turn(a.longitude, longitude) * cos(latitude * .pi / 180))
    * metersPerDegree
}

/// Errors of the flat map and of the appearance of buildings.
enum MapMeasures {
  static func mapPoints() throws -> [Accuracy] {
    let table = try ReferenceRow.all("map-point")
    var x = Accuracy(
      "`MapPoint(_: Coordinate)`, x", bound: 6e-8, "map points, of each world from the first",
      against: "map-point")
    var y = Accuracy(
      "`MapPoint(_: Coordinate)`, y", bound: 1e-6, "map points", against: "map-point")
    for (i, row) in table.enumerated() {
      let point = MapPoint(Coordinate(latitude: row[0], longitude: row[1]))
      x.note(abs(point.x - row[2]) / max(1, abs(row[2]) / MapPoint.worldWidth), i, of: table)
      y.note(abs(point.y - row[3]), i, of: table)
    }
    return [x, y]
  }

  static func coordinates() throws -> [Accuracy] {
    let table = try ReferenceRow.all("map-coordinate")
    var worst = Accuracy(
      "`MapPoint.coordinate`", bound: 1.5e-13, "degrees, of each world from the first",
      against: "map-coordinate")
    for (i, row) in table.enumerated() {
      let found = MapPoint(x: row[0], y: row[1]).coordinate
      let isInside = found.longitude >= -180 && found.longitude < 180
      let error = max(abs(found.latitude - row[2]), turn(found.longitude, row[3]))
      worst.note(
        isInside ? error / max(1, abs(row[0]) / MapPoint.worldWidth) : .infinity, i, of: table)
    }
    return [worst]
  }

  static func scales() throws -> [Accuracy] {
    let local = try ReferenceRow.all("scale")
    var scale = Accuracy(
      "`MapPoint.metersPerMapPoint(at:)`", bound: 1e-16, "m for a map point", against: "scale")
    for (i, row) in local.enumerated() {
      scale.note(abs(MapPoint.metersPerMapPoint(at: row[0]) - row[1]), i, of: local)
    }
    let table = try ReferenceRow.all("scale-mapkit")
    var mapKit = Accuracy(
      "`MapPoint.metersPerMapPointAtLatitude(_:)`", bound: 1e-12, "relative",
      against: "scale-mapkit")
    for (i, row) in table.enumerated() {
      mapKit.note(
        abs(MapPoint.metersPerMapPointAtLatitude(row[0]) / row[1] - 1), i, of: table)
    }
    return [scale, mapKit]
  }

  static func regions() throws -> [Accuracy] {
    let table = try ReferenceRow.all("region")
    var worst = Accuracy(
      "`CoordinateRegion(center:latitudinalMeters:longitudinalMeters:)`", bound: 2e-15,
      "relative, times cos φ", against: "region")
    for (i, row) in table.enumerated() {
      let span = CoordinateRegion(
        center: Coordinate(latitude: row[0], longitude: 0), latitudinalMeters: row[1],
        longitudinalMeters: row[2]
      ).span
      worst.note(
        max(
          abs(span.latitudeDelta / row[3] - 1),
          abs(span.longitudeDelta / row[4] - 1) * cos(row[0] * .pi / 180)), i, of: table)
    }
    return [worst]
  }

  static func buildings() throws -> [Accuracy] {
    let table = try ReferenceRow.all("appearance")
    var worst = Accuracy(
      "`BuildingAppearance.extrusion`, `opacityOverOverlay`", bound: 1e-15, "",
      against: "appearance")
    for (i, row) in table.enumerated() {
      let opacity = BuildingAppearance.opacityOverOverlay(atPitch: row[0], maximum: row[1])
      worst.note(
        max(
          abs(BuildingAppearance.extrusion(atPitch: row[0]) - row[2]), abs(opacity - row[3])), i,
        of: table)
    }
    return [worst]
  }
}
