import Belvedere
import CPeerMaths

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Geodesics, areas and positions in space against GeographicLib.
struct GeodesicComparisons {
  let count: Int
  private let peer = "GeographicLib"
  private let earth = Geodesic.wgs84

  var all: [Comparison] {
    PairKind.allCases.map { inverse($0) } + PairKind.allCases.map { direct($0) }
      + [polygons, ecefForward, ecefInverse]
  }

  private func rows(_ row: (inout RandomPlaces) -> [Double]) -> [[Double]] {
    var random = RandomPlaces(seed: 1)
    return (0..<count).map { _ in row(&random) }
  }

  private func inverse(_ kind: PairKind) -> Comparison {
    Comparison(
      name: "inverse, \(kind.rawValue)", peer: peer, questions: rows { kind.pair(&$0) },
      answerWidth: 3, tolerance: (30, "nm")
    ) { _, ours, theirs in
      // What an azimuth moves at the other end; where many meet at the antipode, nothing to ask.
      let lever = kind == .antipodal ? 0 : abs(radius * sin(ours[0] / radius))
      return max(
        abs(ours[0] - theirs[0]), lever * angle(ours[1], theirs[1]),
        lever * angle(ours[2], theirs[2])) * 1e9
    } ours: { count, q, a in
      for i in 0..<count {
        let solution = try earth.inverse(
          from: Coordinate(latitude: q[4 * i], longitude: q[4 * i + 1]),
          to: Coordinate(latitude: q[4 * i + 2], longitude: q[4 * i + 3]))
        a[3 * i] = solution.distance
        a[3 * i + 1] = solution.azimuth
        a[3 * i + 2] = solution.backAzimuth
      }
    } theirs: {
      peer_geodesic_inverse($0, $1, $2)
    }
  }

  /// The inverse problem's pairs, the other way round.
  private func direct(_ kind: PairKind) -> Comparison {
    let questions = rows { random in
      let pair = kind.pair(&random)
      let solution = try? earth.inverse(
        from: Coordinate(latitude: pair[0], longitude: pair[1]),
        to: Coordinate(latitude: pair[2], longitude: pair[3]))
      return [pair[0], pair[1], solution?.azimuth ?? .nan, solution?.distance ?? .nan]
    }
    return Comparison(
      name: "direct, \(kind.rawValue)", peer: peer, questions: questions, answerWidth: 3,
      tolerance: (30, "nm")
    ) { _, ours, theirs in
      gap(ours, theirs) * 1e9
    } ours: { count, q, a in
      for i in 0..<count {
        let end = try earth.direct(
          from: Coordinate(latitude: q[4 * i], longitude: q[4 * i + 1]), azimuth: q[4 * i + 2],
          distance: q[4 * i + 3])
        a[3 * i] = end.coordinate.latitude
        a[3 * i + 1] = end.coordinate.longitude
        a[3 * i + 2] = end.azimuth
      }
    } theirs: {
      peer_geodesic_direct($0, $1, $2)
    }
  }

  /// Stars of sixty-four vertices, some hundred kilometres wide; an edge is a piece of work.
  private var polygons: Comparison {
    let vertices = 64
    var random = RandomPlaces(seed: 2)
    let questions = (0..<max(1, count / vertices)).map { _ in
      let center = random.place()
      return (0..<vertices).flatMap { i in
        let turn = 2 * .pi * Double(i) / Double(vertices)
        let radius = random.number(1...3)
        return [
          min(max(center.latitude + radius * sin(turn), -89), 89),
          center.longitude + radius * cos(turn),
        ]
      }
    }
    return Comparison(
      name: "polygon, for each edge", peer: peer, questions: questions, answerWidth: 2,
      workPerQuestion: vertices, tolerance: (0.1, "m²")
    ) { _, ours, theirs in
      max(abs(ours[0] - theirs[0]), abs(ours[1] - theirs[1]))
    } ours: { count, q, a in
      for i in 0..<count {
        let polygon = try earth.polygon(
          (i * vertices..<(i + 1) * vertices).lazy.map {
            Coordinate(latitude: q[2 * $0], longitude: q[2 * $0 + 1])
          })
        a[2 * i] = polygon.perimeter
        a[2 * i + 1] = polygon.signedArea
      }
    } theirs: {
      peer_polygon($0, vertices, $1, $2)
    }
  }

  private var places: [[Double]] {
    rows {
      let place = $0.place()
      return [place.latitude, place.longitude, $0.number(-10_000...1_000_000)]
    }
  }

  private var ecefForward: Comparison {
    let ellipsoid = Ellipsoid.wgs84
    return Comparison(
      name: "ECEF, forward", peer: peer, questions: places, answerWidth: 3, tolerance: (20, "nm")
    ) { _, ours, theirs in
      zip(ours, theirs).map { abs($0 - $1) }.max().map { $0 * 1e9 } ?? .nan
    } ours: { count, q, a in
      for i in 0..<count {
        let p = try ellipsoid.ecef(
          of: GeodeticPosition(
            latitude: q[3 * i], longitude: q[3 * i + 1], height: q[3 * i + 2]))
        a[3 * i] = p.x
        a[3 * i + 1] = p.y
        a[3 * i + 2] = p.z
      }
    } theirs: {
      peer_ecef_forward($0, $1, $2)
    }
  }

  private var ecefInverse: Comparison {
    let ellipsoid = Ellipsoid.wgs84
    let questions = places.map { place in
      let p = try? ellipsoid.ecef(
        of: GeodeticPosition(latitude: place[0], longitude: place[1], height: place[2]))
      return [p?.x ?? .nan, p?.y ?? .nan, p?.z ?? .nan]
    }
    return Comparison(
      name: "ECEF, inverse", peer: peer, questions: questions, answerWidth: 3,
      tolerance: (20, "nm")
    ) { _, ours, theirs in
      max(gap(ours, theirs), abs(ours[2] - theirs[2])) * 1e9
    } ours: { count, q, a in
      for i in 0..<count {
        let p = try ellipsoid.geodetic(
          ofECEF: Vector3(q[3 * i], q[3 * i + 1], q[3 * i + 2]))
        a[3 * i] = p.latitude
        a[3 * i + 1] = p.longitude
        a[3 * i + 2] = p.height
      }
    } theirs: {
      peer_ecef_inverse($0, $1, $2)
    }
  }
}

private let radius = Ellipsoid.wgs84.semiMajorAxis

/// The angle between two directions in degrees, radians.
private func angle(_ a: Double, _ b: Double) -> Double {
  abs((a - b).remainder(dividingBy: 360)) * .pi / 180
}

/// Metres between two places, latitude and longitude first in their rows.
func gap(_ a: [Double], _ b: [Double]) -> Double {
  let north = (a[0] - b[0]) * .pi / 180 * radius
  let east = angle(a[1], b[1]) * cos(a[0] * .pi / 180) * radius
  return hypot(north, east)
}
