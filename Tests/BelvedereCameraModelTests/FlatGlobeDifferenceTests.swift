import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("How much the flat map and the globe differ") struct FlatGlobeDifferenceTests {
  private static let distances = [100.0, 1e3, 1e4, 1e5, 1e6, 5e6, 2e7]
  private static let columns = [(0.0, 0.0), (0, 60), (45, 0), (45, 60), (70, 0), (70, 60)]

  /// The greatest distance on a screen of 1920 × 1080 points between the two points that show a place
  /// on the ground, of all that the globe's view shows in a grid of 49 × 28.
  private func shift(latitude: Double, pitch: Double, distance: Double) throws -> Double {
    let camera = MapCamera(
      lookingAtCenter: Coordinate(latitude: latitude, longitude: 10), fromDistance: distance,
      pitch: pitch, heading: 0)
    let viewport = Viewport(width: 1920, height: 1080)
    let flat = try MapProjection.flat.view(camera: camera, viewport: viewport)
    let globe = try MapProjection.globe.view(camera: camera, viewport: viewport)
    var worst = 0.0
    for i in 0...48 {
      for j in 0...27 {
        let point = Vector2(Double(i) * 40, Double(j) * 40)
        guard let place = globe.unproject(point).coordinate,
          abs(place.latitude) < MapPoint.maximumLatitude, let other = flat.project(place).point
        else { continue }
        worst = max(worst, (other - point).length)
      }
    }
    return worst
  }

  /// Two digits.
  private func text(_ value: Double) -> String {
    guard value >= 10 else { return String(format: "%.1f", value) }
    let unit = pow(10, floor(log10(value)) - 1)
    return String(format: "%.0f", (value / unit).rounded() * unit)
  }

  @Test("the table of Accuracy.md is what the views give")
  func table() throws {
    let document = try String(
      contentsOf: PackageRoot.url.appendingPathComponent("Documentation/Accuracy.md"),
      encoding: .utf8)
    for distance in Self.distances {
      let cells = try Self.columns.map {
        text(try shift(latitude: $0.0, pitch: $0.1, distance: distance))
      }
      let name = distance < 1000 ? "\(Int(distance)) m" : "\(Int(distance / 1000)) km"
      let line = "| \(name) | \(cells.joined(separator: " | ")) |"
      #expect(document.contains(line), "Accuracy.md lacks the line \(line)")
    }
  }

  @Test("what is left close by are the ellipsoid's radii: at most 1 % of the way from the middle")
  func close() throws {
    for (latitude, pitch) in Self.columns {
      let near = try shift(latitude: latitude, pitch: pitch, distance: 20)
      // The corner is 1102 points away; a tilted view stretches by up to its far side.
      #expect(near < (pitch == 0 ? 11 : 30), "\(latitude)° \(pitch)°: \(near)")
    }
  }
}
