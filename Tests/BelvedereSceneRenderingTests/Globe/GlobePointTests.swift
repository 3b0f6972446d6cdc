import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneRendering
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct GlobePointTests {
  /// Against the exact conversion.
  @Test func aPositionsPlaceIsThatOfTheEllipsoid() {
    forEachSeed(20_000) { random in
      let place = GeodeticPosition(
        latitude: random.oneIn(20) ? random.pick([-90, 0, 90]) : random.double(-90...90),
        longitude: random.double(-180...180), height: random.double(-12_000...12_000))
      let p = GlobePoint(ecef: try Ellipsoid.wgs84.ecef(of: place))
      let φ = place.latitude * .pi / 180
      let λ = place.longitude * .pi / 180
      // The angle between the two normals, and so the way between the places.
      let north = p.sinφ * cos(φ) - p.cosφ * sin(φ)
      let east = p.sinλ * cos(λ) - p.cosλ * sin(λ)
      try check(abs(north) * 6.4e6 < 2e-6, "\(place): \(north * 6.4e6) m to the north")
      try check(abs(east * cos(φ)) * 6.4e6 < 2e-6, "\(place): \(east * 6.4e6) m to the east")
      try check(abs(p.height - place.height) < 1e-8, "\(place): height \(p.height)")
      guard abs(place.latitude) < 85 else { return }
      let point = MapPoint(place.coordinate)
      let off = max(abs(p.mapPoint.x - point.x), abs(p.mapPoint.y - point.y))
      try check(off < 1e-4, "\(place): \(off) map points")
    }
  }
}
