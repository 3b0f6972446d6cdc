import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// Errors of the camera over the curved Earth.
enum GlobeMeasures {
  static func views() throws -> [GlobeView] {
    try ReferenceRow.all("globe-views").map { try ReferenceAdapter.globe($0) }
  }

  /// Metres of rounding: the last place of degrees, and of the ways from the centre.
  private static func rounding(
    _ view: GlobeView, to place: GeodeticPosition, degrees: Bool
  ) throws -> Double {
    let way = try view.frame.position(of: place).length
    return 1e-15 * (way + view.camera.distance)
      + (degrees ? hypot(0x1p-45, 0x1p-46) * metersPerDegree : 0)
  }

  static func eyes() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("globe-eye")
    var worst = Accuracy(
      "`GlobeView`: eye", bound: 1e-14, "of the distance, beyond degrees' rounding",
      against: "globe-eye")
    for (i, row) in table.enumerated() {
      let view = views[row.index(0)]
      let eye = view.eyePosition
      let across = gap(
        Coordinate(latitude: eye.latitude, longitude: eye.longitude), latitude: row[1],
        longitude: row[2])
      let height = max(0, abs(eye.height - row[3]) - 0x1p-52 * abs(row[3]))
      let beyond = max(0, hypot(across, height) - hypot(0x1p-45, 0x1p-46) * metersPerDegree)
      worst.note(beyond / view.camera.distance, i, of: table)
    }
    return [worst]
  }

  static func projections() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("globe-project")
    var inside = ScreenAccuracy("`GlobeView.project`, on the screen", against: "globe-project")
    var kinds = Accuracy(
      "`GlobeView.project`: behind the eye, behind the Earth", bound: 0, "mistakes",
      against: "globe-project")
    for (i, row) in table.enumerated() {
      let view = views[row.index(0)]
      let place = GeodeticPosition(latitude: row[1], longitude: row[2], height: row[3])
      let found = view.project(
        Coordinate(latitude: row[1], longitude: row[2]), elevation: row[3])
      let screen: ScreenPoint?
      switch found {
      case .point(let point):
        kinds.note(row.isNil(4) || row.word(7) == "0" && row[3] >= 0 ? .infinity : 0, i, of: table)
        screen = point
      case .belowHorizon(let point):
        kinds.note(row.isNil(4) || row.word(7) == "1" && row[3] >= 0 ? .infinity : 0, i, of: table)
        screen = point
      case .behindCamera, .outsideWorld:
        kinds.note(row.isNil(4) ? 0 : .infinity, i, of: table)
        screen = nil
      }
      guard let screen, !row.isNil(4), row[4] >= 0, row[5] >= 0, row[4] <= view.viewport.width,
        row[5] <= view.viewport.height
      else { continue }
      let allowed = ScreenRounding.points(
        of: try rounding(view, to: place, degrees: false), atDepth: row[6], x: row[4], y: row[5],
        in: view.viewport)
      inside.note(
        hypot(screen.x - row[4], screen.y - row[5]), rounding: allowed, i, of: table)
    }
    return inside.rows + [kinds]
  }

  static func unprojections() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("globe-unproject")
    var ground = Accuracy(
      "`GlobeView.unproject`", bound: 1e-9, "of the ray's length, beyond rounding",
      against: "globe-unproject")
    var kinds = Accuracy(
      "`GlobeView.unproject`: ground or sky", bound: 0, "mistakes", against: "globe-unproject")
    var back = ScreenAccuracy("`GlobeView.project` of its `unproject`", against: "itself")
    for (i, row) in table.enumerated() {
      let view = views[row.index(0)]
      let point = Vector2(row[1], row[2])
      let found = ReferenceAdapter.unproject(view, x: row[1], y: row[2], elevation: row[3])
      kinds.note(found.kind == row.word(4) ? 0 : .infinity, i, of: table)
      guard let coordinate = found.coordinate, !row.isNil(5) else { continue }
      let place = GeodeticPosition(latitude: row[5], longitude: row[6], height: row[3])
      let metres = try rounding(view, to: place, degrees: true)
      let error = gap(coordinate, latitude: row[5], longitude: row[6]) * (1 + row[3] / 6.4e6)
      ground.note(max(0, error - metres) / row[7], i, of: table)
      let result = view.project(coordinate, elevation: row[3])
      guard let depth = result.depth, depth > 2 * metres else { continue }
      let allowed = ScreenRounding.points(
        of: metres, atDepth: depth, x: row[1], y: row[2], in: view.viewport)
      back.note(
        result.point.map { ($0 - point).length } ?? .infinity, rounding: allowed, i, of: table)
    }
    return [ground, kinds] + back.rows
  }

  static func horizons() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("globe-horizon")
    var worst = Accuracy(
      "`GlobeView.unproject`: the limb parts ground from sky within a point", bound: 0,
      "mistakes", against: "globe-horizon")
    for (i, row) in table.enumerated() where !row.isNil(2) && abs(row[2]) < 1e6 {
      let view = views[row.index(0)]
      let under = ReferenceAdapter.unproject(view, x: row[1], y: row[2] + 1, elevation: 0)
      let above = ReferenceAdapter.unproject(view, x: row[1], y: row[2] - 1, elevation: 0)
      worst.note(under.kind == "ground" && above.kind == "sky" ? 0 : .infinity, i, of: table)
    }
    return [worst]
  }
}
