import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

/// The geodesic's differential equations integrated by quadrature: no series at all.
///
/// A geodesic that crosses the equator with azimuth α₀ is followed by its arc σ on the auxiliary
/// sphere; Gauss and Legendre give distance, longitude and the area down to the equator.
@Suite struct GeodesicSeriesTests {
  private struct Quadrature {
    let distance, longitude, area: Double

    init(_ e: Ellipsoid, α0: Double, σ: Double) {
      let f = e.flattening
      let b = e.semiMajorAxis * (1 - f)
      let e2 = f * (2 - f)
      let k2 = e2 / ((1 - f) * (1 - f)) * cos(α0) * cos(α0)
      // Positive weights and nodes of the ten-point rule.
      let rule = [
        (0.1488743389816312, 0.2955242247147529), (0.4333953941292472, 0.2692667193099963),
        (0.6794095682990244, 0.2190863625159820), (0.8650633666889845, 0.1494513491505806),
        (0.9739065285171717, 0.0666713443086881),
      ]
      var s = 0.0
      var λ = 0.0
      var area = 0.0
      let panels = 40
      let h = σ / Double(panels) / 2
      for i in 0..<panels {
        for (node, weight) in rule {
          for side in [-1.0, 1.0] {
            let x = h * (2 * Double(i) + 1 + side * node)
            let root = (1 + k2 * sin(x) * sin(x)).squareRoot()
            let sβ = cos(α0) * sin(x)
            // dω/dσ = sin α₀/cos²β on the sphere, less the correction (8).
            let dλ =
              sin(α0) / (1 - sβ * sβ) - f * sin(α0) * (2 - f) / (1 + (1 - f) * root)
            let φ = atan2(sβ, (1 - f) * (1 - sβ * sβ).squareRoot())
            s += weight * h * b * root
            λ += weight * h * dλ
            area += weight * h * dλ * Self.zone(φ, b: b, e2: e2)
          }
        }
      }
      distance = s
      longitude = λ
      self.area = area
    }

    /// The area between the equator and a latitude, for each radian of longitude.
    static func zone(_ φ: Double, b: Double, e2: Double) -> Double {
      let s = sin(φ)
      let first = s / (1 - e2 * s * s)
      if e2 == 0 { return b * b * s }
      let e = abs(e2).squareRoot()
      return b * b / 2 * (first + (e2 > 0 ? atanh(e * s) : atan(e * s)) / e)
    }
  }

  @Test(arguments: manyEllipsoids)
  func linesAgreeWithQuadrature(ellipsoid: Ellipsoid) throws {
    let g = try Geodesic(ellipsoid)
    let scale = ellipsoid.semiMajorAxis / 6_378_137
    forEachSeed(300) { random in
      let α0 = random.double(0.3...(.pi / 2))
      let σ = random.double(0.01...3)
      let expected = Quadrature(ellipsoid, α0: α0, σ: σ)
      let end = try g.direct(
        from: Coordinate(latitude: 0, longitude: 0), azimuth: α0 * 180 / .pi,
        distance: expected.distance)
      let sβ = cos(α0) * sin(σ)
      let φ = atan2(sβ, (1 - ellipsoid.flattening) * (1 - sβ * sβ).squareRoot()) * 180 / .pi
      let place = Coordinate(latitude: φ, longitude: expected.longitude * 180 / .pi)
      try check(
        gap(place, end.coordinate) * scale < 2e-7, "α₀ \(α0), σ \(σ): \(end), not \(place)")
    }
  }

  /// The triangle of a geodesic, a meridian and the equator.
  @Test(arguments: manyEllipsoids)
  func areasAgreeWithQuadrature(ellipsoid: Ellipsoid) throws {
    let g = try Geodesic(ellipsoid)
    forEachSeed(300) { random in
      let α0 = random.double(0.05...1.5)
      let σ = random.double(0.01...1.5)
      let expected = Quadrature(ellipsoid, α0: α0, σ: σ)
      let start = Coordinate(latitude: 0, longitude: 0)
      let end = try g.direct(
        from: start, azimuth: α0 * 180 / .pi, distance: expected.distance
      ).coordinate
      let area = try g.polygon([
        start, Coordinate(latitude: 0, longitude: end.longitude), end,
      ]).signedArea
      try check(abs(area - expected.area) < 0.3, "α₀ \(α0), σ \(σ): \(area), not \(expected.area)")
    }
  }
}
