import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereRasterization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ground between the map's edge, at 85.05° of latitude, and the poles, which the map's tiles do
/// not reach.
///
/// Rings of quads: around the pole for an eye far from it, around the place below the eye for one
/// that is near, so that the ground at its feet is as fine as it must be. The cap reaches a little
/// over the edge; there both lie at the same height and are shaded by their place, so that it does
/// not matter which is seen.
struct PolarCap {
  private let globe: GlobeGround
  private let ground: DrawnGround
  private static let sectors = 128
  /// 16 rings of quads fill a batch.
  private static let ringsPerBatch = TriangleBatch.capacity / (2 * sectors)
  /// Nearer to a pole than this the rings surround the eye.
  private static let near = 6.0 * .pi / 180
  /// Metres above which an eye is far, too: quads around the pole then sag by less than half a pixel.
  private static let high = 50_000.0
  private static let edge = (90 - MapPoint.maximumLatitude) * .pi / 180
  private static let overlap = 0.02 * .pi / 180

  init(_ globe: GlobeGround, ground: DrawnGround) {
    self.globe = globe
    self.ground = ground
  }

  /// The triangles of the caps that may be seen; vertices are relative to the eye, in the frame.
  var batches: [TriangleBatch] {
    let below = GlobePlumb(globe)
    let height = max(globe.eyeHeight, 0)
    // To the horizon, and as far beyond as the highest mountains are seen.
    let horizon = acos(6_356_752 / (6_356_752 + height)) + 0.06
    return [1.0, -1.0].flatMap { pole -> [TriangleBatch] in
      let off = acos(min(max(below.up.z * pole, -1), 1))
      guard off < horizon + Self.edge + Self.overlap else { return [] }
      // Rings around an eye that is high are too wide where they pass over the map's edge.
      if off > Self.near || height > Self.high { return aroundPole(pole) }
      return aroundEye(below, horizon: min(horizon, off + Self.edge + Self.near))
    }
  }

  private func aroundPole(_ pole: Double) -> [TriangleBatch] {
    let reach = Self.edge + Self.overlap
    let count = 2 * Self.ringsPerBatch
    return rings(
      GlobePlumb(up: Vector3(0, 0, pole), east: Vector3(0, pole, 0), north: Vector3(-1, 0, 0)),
      angles: (0...count).map { reach * Double($0) / Double(count) })
  }

  private func aroundEye(_ below: GlobePlumb, horizon: Double) -> [TriangleBatch] {
    let growth = 1 + 2 * .pi / Double(Self.sectors)
    var angles = [0.0]
    var angle = max(globe.eyeHeight / 8, 0.5) / 6_378_137
    while angle < horizon {
      angles.append(angle)
      angle *= growth
    }
    angles.append(horizon)
    return rings(below, angles: angles)
  }

  /// Quads between circles around a direction, as far as they lie beyond the map's edge.
  private func rings(_ middle: GlobePlumb, angles: [Double]) -> [TriangleBatch] {
    let n = Self.sectors
    let turns = (0...n).map { SineCosine(degrees: Double($0 % n) / Double(n) * 360) }
    return stride(from: 0, to: angles.count - 1, by: Self.ringsPerBatch).compactMap { first in
      let last = min(first + Self.ringsPerBatch, angles.count - 1)
      var positions: [SIMD3<Float>] = []
      var isBeyond: [Bool] = []
      for angle in angles[first...last] {
        let (s, c) = (sin(angle), cos(angle))
        for turn in turns {
          let normal =
            middle.up * c + (middle.east * turn.sine + middle.north * turn.cosine) * s
          isBeyond.append(abs(normal.z) > Self.edgeSine)
          positions.append(isBeyond.last == true ? position(normal) : seaLevel(normal))
        }
      }
      var indices: [UInt16] = []
      for ring in 0..<(last - first) {
        for i in 0..<n {
          let a = ring * (n + 1) + i
          let corners = [a, a + 1, a + n + 1, a + n + 2]
          guard corners.contains(where: { isBeyond[$0] }) else { continue }
          let q = corners.map { UInt16(truncatingIfNeeded: $0) }
          indices += [q[0], q[2], q[3], q[0], q[3], q[1]]
        }
      }
      return indices.isEmpty
        ? nil : TriangleBatch(positions: positions, indices: indices, cullsBackFaces: false)
    }
  }

  /// Of the latitude from which on the cap is drawn.
  private static let edgeSine = cos(edge + overlap)

  /// The ground where the ellipsoid has a normal, relative to the eye.
  private func position(_ normal: Vector3) -> SIMD3<Float> {
    let latitude = asin(min(max(normal.z, -1), 1)) * 180 / .pi
    let longitude = atan2(normal.y, normal.x) * 180 / .pi
    return placed(
      normal, ground.elevation(latitude: latitude, longitude: wrappedLongitude(longitude)))
  }

  private func seaLevel(_ normal: Vector3) -> SIMD3<Float> { placed(normal, 0) }

  private func placed(_ normal: Vector3, _ height: Double) -> SIMD3<Float> {
    let a = Ellipsoid.wgs84.semiMajorAxis
    let b = a * (1 - Ellipsoid.wgs84.flattening)
    let scaled = Vector3(a * a * normal.x, a * a * normal.y, b * b * normal.z)
    let foot = scaled / (Vector3(a, a, b) * normal).length
    return globe.framed(foot + normal * height - globe.eye)
  }
}

/// A normal of the ellipsoid and two directions at right angles to it, in Earth-centred axes.
private struct GlobePlumb {
  var up, east, north: Vector3

  init(up: Vector3, east: Vector3, north: Vector3) {
    self.up = up
    self.east = east
    self.north = north
  }

  /// Of the place below the eye.
  init(_ globe: GlobeGround) {
    (up, east, north) = (globe.below.up, globe.below.east, globe.below.north)
  }
}
