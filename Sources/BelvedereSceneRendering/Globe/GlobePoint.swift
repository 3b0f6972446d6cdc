import BelvedereGeoMath
import BelvedereGeodesy

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place on or near the ground of the WGS 84 ellipsoid, as sines and cosines.
package struct GlobePoint {
  /// Of the latitude, the angle of the normal, and of the longitude.
  package var sinφ, cosφ, sinλ, cosλ: Double
  /// Metres above the ellipsoid.
  package var height: Double

  private static let a = Ellipsoid.wgs84.semiMajorAxis
  private static let b = a * (1 - Ellipsoid.wgs84.flattening)
  private static let e2 = Ellipsoid.wgs84.flattening * (2 - Ellipsoid.wgs84.flattening)

  /// The place of an Earth-centred position in metres.
  ///
  /// Accuracy: 2 µm along the ground and 10 nm of height, between 12 km below and 12 km above the
  /// ellipsoid; held by `GlobePointTests`.
  /// Cost: four square roots, no trigonometric function.
  /// Source: one step of B. R. Bowring, "Transformation from spatial to geographical coordinates",
  /// Survey Review 23 (181), 323–327, 1976.
  @inline(__always)
  package init(ecef p: Vector3) {
    let r = (p.x * p.x + p.y * p.y).squareRoot()
    (sinλ, cosλ) = r > 0 ? (p.y / r, p.x / r) : (0, 1)
    // Of the reduced latitude.
    let (u, v) = (p.z * Self.a, r * Self.b)
    let w = 1 / (u * u + v * v).squareRoot()
    let (sine, cosine) = (u * w, v * w)
    let y = p.z + Self.e2 / (1 - Self.e2) * Self.b * sine * sine * sine
    let x = r - Self.e2 * Self.a * cosine * cosine * cosine
    let n = 1 / (x * x + y * y).squareRoot()
    (sinφ, cosφ) = (y * n, x * n)
    height = r * cosφ + p.z * sinφ - Self.a * (1 - Self.e2 * sinφ * sinφ).squareRoot()
  }

  /// East, north and up in Earth-centred axes.
  @inline(__always) var east: Vector3 { Vector3(-sinλ, cosλ, 0) }
  @inline(__always) var north: Vector3 { Vector3(-sinφ * cosλ, -sinφ * sinλ, cosφ) }
  @inline(__always) var up: Vector3 { Vector3(cosφ * cosλ, cosφ * sinλ, sinφ) }

  /// Nearer to a pole the map has no end: its last 64 cm, or 1e-7 of the Earth's radius, are one
  /// row.
  private static let smallestCosine = 1e-7

  /// The place on the map, which goes on beyond its edge towards the poles.
  @inline(__always) package var mapPoint: MapPoint {
    let ψ = log((1 + abs(sinφ)) / max(cosφ, Self.smallestCosine))
    let turn = 0.5 / Double.pi
    return MapPoint(
      x: (atan2(sinλ, cosλ) * turn + 0.5) * MapPoint.worldWidth,
      y: (0.5 - (sinφ < 0 ? -ψ : ψ) * turn) * MapPoint.worldWidth)
  }

  /// Metres for each map point there.
  @inline(__always) var metersPerMapPoint: Double {
    2 * .pi * Self.a * max(cosφ, Self.smallestCosine) / MapPoint.worldWidth
  }
}
