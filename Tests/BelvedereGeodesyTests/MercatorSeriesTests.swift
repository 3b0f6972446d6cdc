import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite("Mercator by power series") struct MercatorSeriesTests {
  @Test("within their reach the series give what the closed forms give, and undo each other")
  func agreement() {
    forEachSeed(4000) { random in
      let frame = LocalFrame(
        origin: Coordinate(
          latitude: random.pick([random.double(-85...85), 0, 85.0511287798066]), longitude: 0))
      let series = MercatorSeries(frame)
      let limit = series.forwardReach * 180 / .pi
      let latitude = min(
        max(
          frame.center.latitude + limit * random.pick([1, -1, random.double(-1...1), 1e-9]),
          -MapPoint.maximumLatitude), MapPoint.maximumLatitude)
      let δ = (latitude - frame.center.latitude) * .pi / 180
      let exact =
        frame.position(of: Coordinate(latitude: latitude, longitude: 0)).y / frame.metersPerRadian
      let sum = MercatorSeries.sum(series.forward, SIMD8(repeating: δ))[3]
      try check(
        isClose(sum, exact, relative: 4e-15), "\(frame.center) \(latitude): \(sum) \(exact)")
      guard abs(exact) <= series.inverseReach else { return }
      let back = MercatorSeries.sum(series.inverse, SIMD8(repeating: exact))[7]
      try check(isClose(back, δ, relative: 4e-15), "\(frame.center) \(latitude): \(back) \(δ)")
    }
  }
}
