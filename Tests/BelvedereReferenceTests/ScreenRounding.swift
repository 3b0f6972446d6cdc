import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// What doubles leave of a screen point, a place, and a length: the part of an error that no
/// computation could avoid without more digits.
struct ScreenRounding {
  let view: CameraView

  /// Metres in the flat frame of the last place of degrees at a latitude: half a unit each for the
  /// result and for the reference.
  func degrees(at latitude: Double) -> Double {
    let radius = 6_378_137 * cos(view.camera.centerCoordinate.latitude * .pi / 180) * .pi / 180
    return radius * hypot(0x1p-45, 0x1p-46 / cos(latitude * .pi / 180))
  }

  /// Metres of rounding in the ways from the centre to the eye and to a place.
  func lengths(to place: Coordinate, elevation: Double) -> Double {
    let p = view.frame.position(of: place)
    let way = Vector3(p.x, p.y, elevation - view.groundElevation).length
    return 1e-15 * (way + view.camera.distance)
  }

  /// Points on the screen of so many metres at a depth, beside the last place of the point itself.
  func points(of metres: Double, atDepth depth: Double, x: Double, y: Double) -> Double {
    Self.points(of: metres, atDepth: depth, x: x, y: y, in: view.viewport)
  }

  /// The same for any view through a viewport.
  static func points(
    of metres: Double, atDepth depth: Double, x: Double, y: Double, in viewport: Viewport
  ) -> Double {
    let k = viewport.focalLength
    let c = viewport.principalPoint
    let slope = hypot(1, hypot(x - c.x, y - c.y) / k)
    return 0x1p-51 * (viewport.width + viewport.height + k) + k * metres / depth * slope
  }

  /// Whether a point is on the screen.
  func isOnScreen(x: Double, y: Double) -> Bool {
    x >= 0 && y >= 0 && x <= view.viewport.width && y <= view.viewport.height
  }

  /// Metres in the flat frame between neighbouring coordinates.
  func gap(_ a: Coordinate, latitude: Double, longitude: Double) -> Double {
    let radius = 6_378_137 * cos(view.camera.centerCoordinate.latitude * .pi / 180) * .pi / 180
    let north = (a.latitude - latitude) / cos(latitude * .pi / 180)
    return hypot(north, turn(a.longitude, longitude)) * radius
  }
}

/// Errors on the screen: as they are where rounding is below the bound, and beside rounding
/// everywhere.
struct ScreenAccuracy {
  private var plain, relative: Accuracy

  init(_ function: String, against: String) {
    plain = Accuracy(
      "\(function), where rounding is below 1e-9 points", bound: 1e-9, "points", against: against)
    relative = Accuracy(
      "\(function), everywhere", bound: 1, "times the sum of 1e-9 points and rounding",
      against: against)
  }

  /// Takes an error in points into account, with the rounding in points that is allowed there.
  mutating func note(_ error: Double, rounding: Double, _ row: Int, of table: [ReferenceRow]) {
    if rounding < 1e-9 { plain.note(error, row, of: table) }
    relative.note(error / (1e-9 + rounding), row, of: table)
  }

  var rows: [Accuracy] { [plain, relative] }
}
