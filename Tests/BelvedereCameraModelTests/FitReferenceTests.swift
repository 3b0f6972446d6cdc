import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// Fits against an independent solution with 60 digits, `Tests/Reference/exact/fit.py`.
@Suite struct FitReferenceTests {
  private func rows() throws -> [[Double?]] {
    let url = PackageRoot.url.appendingPathComponent("Tests/Reference/Vectors/fit.csv")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { $0.split(separator: ",").map { Double($0) } }
  }

  @Test func distancesAndCentersAreThoseOfTheReference() throws {
    let rows = try rows()
    #expect(rows.count >= 400)
    var worst = (distance: 0.0, center: 0.0, nearest: 0)
    for row in rows {
      func number(_ i: Int) -> Double { row[i] ?? .nan }
      let positions = stride(from: 16, to: row.count - 2, by: 3).map {
        MapPosition(latitude: number($0), longitude: number($0 + 1), elevation: number($0 + 2))
      }
      var request = FitCase(
        positions: positions,
        viewport: Viewport(
          width: number(3), height: number(4), fieldOfView: number(5),
          padding: EdgePadding(
            top: number(6), left: number(7), bottom: number(8), right: number(9))),
        pitch: number(0), heading: number(1), ground: number(2), minimumDistance: 0.001)
      for (alignment, column) in [(CameraFit.Alignment.centered, 10), (.nearest, 13)]
      where row[column] != nil {
        // Straight down every eye of the slack is as near; the reference takes another.
        if alignment == .nearest, request.pitch == 0 { continue }
        request.alignment = alignment
        let fit = try request.fit()
        #expect(fit.containsAll && fit.limitedBy.isEmpty, "\(request): \(fit)")
        let expected = Coordinate(latitude: number(column), longitude: number(column + 1))
        let distance = number(column + 2)
        let error = abs(fit.camera.distance / distance - 1)
        let center = LocalFrame(origin: expected).position(of: fit.camera.centerCoordinate)
        // Degrees are rounded to some nanometres.
        worst.center = max(worst.center, max(0, center.length - 5e-9) / distance)
        worst.nearest += alignment == .nearest ? 1 : 0
        worst.distance = max(worst.distance, error - 5e-9 / distance)
      }
    }
    print("fits: distance \(worst.distance), centre \(worst.center), relative")
    #expect(worst.distance < 4e-9)
    #expect(worst.center < 4e-9)
    #expect(worst.nearest > 50)
  }
}
