import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import Foundation

/// Errors of the camera in the flat map.
enum CameraMeasures {
  /// The views of the table, in its order.
  static func views() throws -> [CameraView] {
    try ReferenceRow.all("views").map { try ReferenceAdapter.view($0) }
  }

  static func eyes() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("eye")
    var place = Accuracy(
      "Eye: coordinate", bound: 1e-14, "of the distance, beyond rounding", against: "eye")
    var height = Accuracy(
      "Eye: altitude and elevation", bound: 1e-15, "relative", against: "eye")
    for (i, row) in table.enumerated() {
      let rounding = ScreenRounding(view: views[row.index(0)])
      let (position, altitude) = ReferenceAdapter.eye(rounding.view)
      if !row.isNil(1) {
        let coordinate = Coordinate(latitude: position.latitude, longitude: position.longitude)
        let error = rounding.gap(coordinate, latitude: row[1], longitude: row[2])
        place.note(
          max(0, error - rounding.degrees(at: row[1])) / rounding.view.camera.distance, i,
          of: table)
      }
      let relative = row[3] == 0 ? altitude : abs(altitude / row[3] - 1)
      height.note(
        max(relative, abs(position.height - row[4]) / (abs(row[3]) + abs(row[4]))), i, of: table)
    }
    return [place, height]
  }

  static func looks() throws -> [Accuracy] {
    let table = try ReferenceRow.all("look-at")
    var distance = Accuracy(
      "`MapCamera(lookingAtCenter:fromEyeCoordinate:eyeAltitude:)`, distance", bound: 4e-15,
      "relative", against: "look-at")
    var direction = Accuracy(
      "the same, direction to the eye", bound: 4e-15, "radians", against: "look-at")
    var heading = Accuracy(
      "the same, heading", bound: 3e-13, "degrees", against: "look-at")
    for (i, row) in table.enumerated() {
      let camera = try MapCamera(
        lookingAtCenter: Coordinate(latitude: row[0], longitude: row[1]),
        fromEyeCoordinate: Coordinate(latitude: row[2], longitude: row[3]), eyeAltitude: row[4])
      distance.note(abs(camera.distance / row[5] - 1), i, of: table)
      let turned = turn(camera.heading, row[7])
      heading.note(turned, i, of: table)
      direction.note(
        hypot(camera.pitch - row[6], turned * sin(row[6] * .pi / 180)) * .pi / 180, i, of: table)
    }
    return [distance, direction, heading]
  }

  static func horizons() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("horizon")
    var worst = Accuracy(
      "Horizon: its row on the screen", bound: 1e-9, "points, or 1e-14 of the row",
      against: "horizon")
    for (i, row) in table.enumerated() {
      let found = ReferenceAdapter.horizon(views[row.index(0)])
      if row.isNil(1) {
        worst.note(found == nil ? 0 : .infinity, i, of: table)
      } else {
        let error = found.map { abs($0 - row[1]) } ?? .infinity
        worst.note(error / max(1, abs(row[1]) / 1e5), i, of: table)
      }
    }
    return [worst]
  }

  static func projections() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("project")
    var inside = ScreenAccuracy("`project`, on the screen", against: "project")
    var outside = Accuracy(
      "`project`, beside the screen", bound: 1e-14, "radians, beyond rounding",
      against: "project")
    var deep = Accuracy(
      "`project`, depth", bound: 1e-15, "of the ways from the centre to the eye and the place",
      against: "project")
    var kinds = Accuracy(
      "`project`: nothing beside and behind the eye", bound: 0, "mistakes", against: "project")
    for (i, row) in table.enumerated() {
      let rounding = ScreenRounding(view: views[row.index(0)])
      let place = Coordinate(latitude: row[1], longitude: row[2])
      let found = ReferenceAdapter.project(rounding.view, place, elevation: row[3])
      kinds.note((found == nil) == row.isNil(4) ? 0 : .infinity, i, of: table)
      guard let found, !row.isNil(4) else { continue }
      let lengths = rounding.lengths(to: place, elevation: row[3])
      let allowed = rounding.points(of: lengths, atDepth: row[6], x: row[4], y: row[5])
      let error = hypot(found.x - row[4], found.y - row[5])
      if rounding.isOnScreen(x: row[4], y: row[5]) {
        inside.note(error, rounding: allowed, i, of: table)
      } else {
        let k = rounding.view.viewport.focalLength
        let c = rounding.view.viewport.principalPoint
        let off = hypot(row[4] - c.x, row[5] - c.y) / k
        outside.note(max(0, error - allowed) / k / (1 + off * off), i, of: table)
      }
      deep.note(abs(found.depth - row[6]) / lengths * 1e-15, i, of: table)
    }
    return inside.rows + [outside, deep, kinds]
  }

  static func unprojections() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("unproject")
    var ground = Accuracy(
      "`unproject`", bound: 1e-9, "of the ray's length, beyond rounding", against: "unproject")
    var grazing = Accuracy(
      "`unproject`, at most a point below the horizon", bound: 1e-9,
      "of the ray's length, beyond rounding", against: "unproject")
    var kinds = Accuracy(
      "`unproject`: sky, behind the camera, outside of the world", bound: 0, "mistakes",
      against: "unproject")
    for (i, row) in table.enumerated() {
      let rounding = ScreenRounding(view: views[row.index(0)])
      let found = ReferenceAdapter.unproject(
        rounding.view, x: row[1], y: row[2], elevation: row[3])
      kinds.note(found.kind == row.word(4) ? 0 : .infinity, i, of: table)
      guard let coordinate = found.coordinate, !row.isNil(5) else { continue }
      let error =
        max(
          0,
          rounding.gap(coordinate, latitude: row[5], longitude: row[6])
            - rounding.degrees(at: row[5])) / row[7]
      if let horizon = rounding.view.horizonY, abs(row[2] - horizon) <= 1.1 {
        grazing.note(error, i, of: table)
      } else {
        ground.note(error, i, of: table)
      }
    }
    return [ground, grazing, kinds]
  }

  static func roundTrips() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("unproject")
    var screen = ScreenAccuracy("`project` of `unproject`", against: "itself")
    var frame = ScreenAccuracy("`project` of `unprojectToFrame`", against: "itself")
    for (i, row) in table.enumerated() where row.word(4) == "ground" {
      let rounding = ScreenRounding(view: views[row.index(0)])
      let point = Vector2(row[1], row[2])
      if case .success(let hit) = rounding.view.unprojectToFrame(point, elevation: row[3]) {
        let back = rounding.view.project(hit.position)
        let lengths = 1e-15 * (hit.position.length + rounding.view.camera.distance)
        let allowed = rounding.points(of: lengths, atDepth: hit.depth, x: row[1], y: row[2])
        frame.note(
          back.point.map { ($0 - point).length } ?? .infinity, rounding: allowed, i, of: table)
      }
      guard case .ground(let hit) = rounding.view.unproject(point, elevation: row[3]) else {
        continue
      }
      let metres =
        rounding.degrees(at: hit.coordinate.latitude)
        + rounding.lengths(to: hit.coordinate, elevation: row[3])
      let allowed = rounding.points(of: metres, atDepth: hit.depth, x: row[1], y: row[2])
      let back = rounding.view.project(hit.coordinate, elevation: row[3])
      screen.note(
        back.point.map { ($0 - point).length } ?? .infinity, rounding: allowed, i, of: table)
    }
    return screen.rows + frame.rows + (try returns())
  }

  /// The ground's round trip, from places on the screen.
  private static func returns() throws -> [Accuracy] {
    let views = try views()
    let table = try ReferenceRow.all("project")
    var ground = Accuracy(
      "`unproject` of `project`", bound: 1e-9, "of the depth, beyond rounding", against: "itself")
    for (i, row) in table.enumerated() where !row.isNil(4) {
      let rounding = ScreenRounding(view: views[row.index(0)])
      let place = Coordinate(latitude: row[1], longitude: row[2])
      guard rounding.isOnScreen(x: row[4], y: row[5]), row[3] < rounding.view.eye.z,
        let point = rounding.view.project(place, elevation: row[3]).screen,
        case .ground(let hit) = rounding.view.unproject(point.point, elevation: row[3])
      else { continue }
      // A point's last place moves the ground by more, the flatter the ray meets it.
      let drop = (rounding.view.eye.z - row[3]) / row[6]
      let lengths = rounding.lengths(to: place, elevation: row[3])
      let pixel = 0x1p-51 * (rounding.view.viewport.width + rounding.view.viewport.height)
      let flat = (lengths + pixel / rounding.view.viewport.focalLength * row[6]) / min(1, drop)
      let error =
        rounding.gap(hit.coordinate, latitude: row[1], longitude: row[2])
        - rounding.degrees(at: row[1]) - flat
      ground.note(max(0, error) / row[6], i, of: table)
    }
    return [ground]
  }
}
