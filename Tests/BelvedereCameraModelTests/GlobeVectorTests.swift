import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Rows made by an independent implementation with 60 digits, `Tests/Reference/generate.py`.
private func rows(_ name: String) throws -> [[String]] {
  let url = PackageRoot.url.appendingPathComponent("Tests/Reference/Vectors/globe-\(name).csv")
  return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    .filter { !$0.hasPrefix("#") && !$0.hasPrefix("latitude") }
    .map { $0.split(separator: ",").map(String.init) }
}

private func number(_ text: String) -> Double { Double(text) ?? .nan }

/// The greatest error and where it was seen.
private struct Worst {
  var error = 0.0
  var place = ""

  mutating func note(_ value: Double, _ text: @autoclosure () -> String) {
    guard !(value <= error) else { return }
    error = value.isNaN ? .infinity : value
    place = text()
  }
}

@Suite("The globe against 60 digits") struct GlobeVectorTests {
  private static func views() throws -> [GlobeView] {
    try rows("views").map { row in
      let v = row.map(number)
      return try GlobeView(
        camera: MapCamera(
          lookingAtCenter: Coordinate(latitude: v[0], longitude: v[1]), fromDistance: v[2],
          pitch: v[3], heading: v[4]),
        viewport: Viewport(
          width: v[6], height: v[7], fieldOfView: v[8],
          padding: EdgePadding(top: v[9], left: v[10], bottom: v[11], right: v[12])),
        groundElevation: v[5])
    }
  }

  /// How far the quantum of degrees moves a place, metres: half a last place of each and of the sum
  /// with the centre's.
  private static let quantum = 3e-9

  @Test("eyes: within 1e-15 of the distance beyond rounding")
  func eyes() throws {
    let views = try Self.views()
    var place = Worst()
    var height = Worst()
    for row in try rows("eye") {
      let v = row.map(number)
      let view = views[Int(v[0])]
      let d = view.camera.distance
      let expected = Coordinate(latitude: v[1], longitude: v[2])
      // From above a pole every longitude is right.
      let gap = max(0, metersBetween(expected, view.eyePosition.coordinate) - Self.quantum)
      place.note(gap / d, "\(row)")
      height.note(
        max(0, abs(view.eyePosition.height - v[3]) - v[3].ulp) / (d + abs(view.groundElevation)),
        "\(row): \(view.eyePosition)")
      let ecef = view.ecefPose.eye
      #expect((ecef - Vector3(v[4], v[5], v[6])).length < 2e-9 + 1e-15 * d, "\(row)")
    }
    #expect(place.error < 1e-15, "\(place)")
    #expect(height.error < 1e-15, "\(height)")
  }

  @Test("project: 1e-9 points")
  func projections() throws {
    let views = try Self.views()
    var near = Worst()
    var far = Worst()
    var depths = Worst()
    var hidden = 0
    for row in try rows("project") {
      let v = row.map(number)
      let view = views[Int(v[0])]
      let result = view.project(Coordinate(latitude: v[1], longitude: v[2]), elevation: v[3])
      guard row[4] != "nil" else {
        #expect(result.screen == nil, "\(row): \(result)")
        continue
      }
      let screen: ScreenPoint
      switch result {
      case .point(let point):
        screen = point
        // The level through the lower end hides; the reference asks the ellipsoid.
        if row[7] == "0" { #expect(v[3] < 0 || view.eyePosition.height < 0, "\(row): seen") }
      case .belowHorizon(let point):
        screen = point
        hidden += 1
        #expect(row[7] != "1", "\(row): hidden")
      default:
        Issue.record("\(row): \(result)")
        continue
      }
      let off = (screen.point - Vector2(v[4], v[5])).length
      let out = (Vector2(v[4], v[5]) - view.viewport.principalPoint).length
      // What the last place of the ways from the centre to eye and place does to a place that is
      // seen from much nearer than that.
      let reach = try rounding(view, v)
      let k = view.viewport.focalLength
      if out < 1e5 {
        near.note(max(0, off - (k + out * out / k) * reach / v[6]), "\(row)")
      } else {
        far.note(off / out, "\(row)")
      }
      depths.note(abs(screen.depth - v[6]) / reach, "\(row)")
    }
    #expect(near.error < 1e-9, "\(near)")
    #expect(far.error < 1e-13, "\(far)")
    #expect(depths.error < 1, "\(depths)")
    #expect(hidden > 100)
  }

  /// 1e-15 of the distances from the centre to the eye and to a place.
  private func rounding(_ view: GlobeView, _ v: [Double]) throws -> Double {
    let place = try view.frame.position(
      of: GeodeticPosition(latitude: v[1], longitude: v[2], height: v[3]))
    return 1e-15 * (view.camera.distance + place.length)
  }

  @Test("unproject: 4e-15 of the distances, over the sine of the angle at the ground")
  func unprojections() throws {
    let views = try Self.views()
    var places = Worst()
    var lengths = Worst()
    for row in try rows("unproject") {
      let view = views[Int(number(row[0]))]
      let point = Vector2(number(row[1]), number(row[2]))
      let result = view.unproject(point, elevation: number(row[3]))
      guard row[4] == "ground" else {
        #expect(result == .sky, "\(row): \(result)")
        continue
      }
      guard let ground = result.ground else {
        Issue.record("\(row): \(result)")
        continue
      }
      let expected = Coordinate(latitude: number(row[5]), longitude: number(row[6]))
      let ray = view.direction(through: point)
      let length = number(row[7])
      let sine = max(grazing(view, point, ground), 1e-8)
      let error = max(0, metersBetween(expected, ground.coordinate) - Self.quantum)
      let scale = length + view.camera.distance + abs(view.groundElevation)
      places.note(error * sine / scale, "\(row): \(ground), \(error) m")
      lengths.note(abs(ground.depth * ray.length - length) * sine / scale, "\(row): \(ground)")
    }
    #expect(places.error < 4e-15, "\(places)")
    #expect(lengths.error < 4e-15, "\(lengths)")
  }

  @Test("horizon: its row and its distance")
  func horizons() throws {
    let views = try Self.views()
    var curve = Worst()
    var rowsSeen = 0
    for row in try rows("horizon") where row[2] != "nil" {
      let view = views[Int(number(row[0]))]
      guard let horizon = view.horizon else {
        #expect(view.eyePosition.height <= 0, "\(row)")
        continue
      }
      let point = Vector2(number(row[1]), number(row[2]))
      // The distance of the point from the conic, by its slope.
      let conic = horizon.conic
      let p = point - conic.origin
      let slope = Vector2(
        2 * conic.a * p.x + conic.b * p.y + conic.d, 2 * conic.c * p.y + conic.b * p.x + conic.e)
      let off = abs(conic.value(at: point)) / slope.length
      let azimuth = angle(view, point)
      let length = horizon.distance(azimuth: azimuth)
      let found = try #require(horizon.point(azimuth: azimuth), "\(row)")
      let out = max(1e3, p.length)
      curve.note(max(off, (found - point).length) / out, "\(row): \(off), \(found)")
      #expect(isClose(length, number(row[3]), relative: 1e-9), "\(row): \(length)")
      rowsSeen += 1
    }
    #expect(curve.error < 1e-12, "\(curve)")
    #expect(rowsSeen > 300)
  }

  /// The azimuth at the eye of a point of the screen, by the axes of its coordinate.
  private func angle(_ view: GlobeView, _ point: Vector2) -> Double {
    let eye = axes(at: view.eyePosition.coordinate)
    let ray = view.direction(through: point)
    let f = view.frame
    let ecef = f.east * ray.x + f.north * ray.y + f.up * ray.z
    return atan2(ecef.dot(eye.east), ecef.dot(eye.north)) * 180 / .pi
  }
}
