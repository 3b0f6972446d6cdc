import BelvedereGeodesy
import BelvedereTestSupport
import Foundation
import Testing

@Suite struct GeodesicEdgeTests {
  private let g = Geodesic.wgs84

  private func c(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  @Test func edgeCoincidentPointsAreZeroApart() throws {
    for latitude in [-90, -45, -1e-9, 0, 1e-300, 30, 89.999, 90] {
      for longitude in [-180.0, -90, 0, 0.125, 179.5, 180, 540] {
        let s = try g.inverse(from: c(latitude, longitude), to: c(latitude, longitude - 720))
        #expect(s.distance == 0)
        #expect(s.azimuth.isFinite && s.backAzimuth.isFinite)
        if abs(latitude) < 90 { #expect(s.azimuth == 0 && s.backAzimuth == 0) }
      }
    }
  }

  @Test func edgeOppositePointsAreHalfAMeridianApart() throws {
    for latitude in [-90, -60, -1e-10, 0, 45, 90.0] {
      let s = try g.inverse(from: c(latitude, 10), to: c(-latitude, -170))
      #expect(abs(s.distance - 20_003_931.458625447) < 15e-9)
    }
    let s = try g.inverse(from: c(0, 0), to: c(0, 180))
    #expect(s.azimuth == 0)
  }

  @Test func edgeTheEquatorIsStraightUntilItIsNotTheShortest() throws {
    for λ in [1e-9, 1, 90, 179, 179.39] {
      let s = try g.inverse(from: c(0, 0), to: c(0, λ))
      #expect(s.azimuth == 90 && s.backAzimuth == 90)
      #expect(isClose(s.distance, 6_378_137 * λ * .pi / 180, absolute: 15e-9))
      let w = try g.inverse(from: c(0, λ), to: c(0, 0))
      #expect(w.azimuth == 270)
    }
    // Beyond (1 − f)·180° = 179.3964937° the path leaves the equator.
    for λ in [179.3965, 179.5, 179.9999] {
      let s = try g.inverse(from: c(0, 0), to: c(0, λ))
      #expect(s.azimuth < 90)
      #expect(s.distance < 6_378_137 * λ * .pi / 180)
    }
  }

  @Test func edgeAcrossThe180thMeridianIsNoDetour() throws {
    let a = try g.inverse(from: c(20, 179.75), to: c(21, -179.75))
    let b = try g.inverse(from: c(20, 0), to: c(21, 0.5))
    #expect(a == b)
    let d = try g.direct(from: c(0, 179.5), azimuth: 90, distance: 111_319.49079327358)
    #expect(isClose(d.coordinate.longitude, -179.5, absolute: 1e-12))
    #expect(try g.direct(from: c(10, 180), azimuth: 0, distance: 5).coordinate.longitude == -180)
  }

  @Test func edgeAzimuthsAtAPoleCountFromTheMeridianGiven() throws {
    let s = try g.inverse(from: c(90, 30), to: c(0, 100))
    #expect(abs(s.distance - 10_001_965.729312723) < 15e-9)
    #expect(isClose(s.azimuth, 110, absolute: 1e-12))
    #expect(s.backAzimuth == 180)
    let d = try g.direct(from: c(90, 30), azimuth: 110, distance: s.distance)
    #expect(gap(c(0, 100), d.coordinate) < 15e-9)
    let over = try g.direct(from: c(80, 10), azimuth: 0, distance: 2_233_651.94)
    #expect(isClose(over.coordinate.longitude, -170, absolute: 1e-9))
    #expect(over.azimuth == 180)
  }

  @Test func edgeAdjacentNumbersGiveFiniteAnswers() throws {
    let numbers: [Double] = [
      0, .leastNonzeroMagnitude, 1e-300, 1e-160, 1e-20, 1e-15, 1e-9, 29.999999999999996,
      45.0.nextUp,
      89.999999999999986, 90,
    ]
    let longitudes: [Double] = [
      0, .leastNonzeroMagnitude, 1e-15, 90.0.nextDown, 179.0, 179.4, 180.0.nextDown, 180,
      180.0.nextUp,
      360.0.nextUp,
      1e15, 1e300,
    ]
    for e in manyEllipsoids {
      let geodesic = try Geodesic(e)
      for φ1 in numbers {
        for φ2 in numbers.flatMap({ [$0, -$0] }) {
          for λ in longitudes {
            let s = try geodesic.inverse(from: c(φ1, 0), to: c(φ2, λ))
            #expect(s.distance.isFinite && s.azimuth.isFinite && s.backAzimuth.isFinite)
            let end = try geodesic.direct(from: c(φ1, 0), azimuth: s.azimuth, distance: s.distance)
            if λ <= 180 {
              #expect(gap(c(φ2, λ), end.coordinate) < 15e-9, "\(e) \(φ1), \(φ2), \(λ): \(s)")
            }
          }
        }
      }
    }
  }

  @Test func edgeBadNumbersAreErrorsThatNameTheField() {
    func field(_ body: () throws -> Void) -> String? {
      do {
        try body()
        return nil
      } catch let error as DomainError {
        return error.field
      } catch {
        return "another error"
      }
    }
    for bad in [Double.nan, .infinity, -.infinity] {
      #expect(field { _ = try g.inverse(from: c(bad, 0), to: c(0, 0)) } == "from.latitude")
      #expect(field { _ = try g.inverse(from: c(0, bad), to: c(0, 0)) } == "from.longitude")
      #expect(field { _ = try g.inverse(from: c(0, 0), to: c(bad, 0)) } == "to.latitude")
      #expect(field { _ = try g.inverse(from: c(0, 0), to: c(0, bad)) } == "to.longitude")
      #expect(field { _ = try g.direct(from: c(0, 0), azimuth: bad, distance: 1) } == "azimuth")
      #expect(field { _ = try g.direct(from: c(0, 0), azimuth: 1, distance: bad) } == "distance")
      #expect(
        field { _ = try g.waypoint(from: c(0, 0), to: c(1, 1), fraction: bad) } == "fraction")
      #expect(field { _ = try g.polygon([c(0, 0), c(0, bad)]) } == "vertices.longitude")
    }
    #expect(field { _ = try g.inverse(from: c(90.0.nextUp, 0), to: c(0, 0)) } == "from.latitude")
    #expect(field { _ = try g.inverse(from: c(0, 0), to: c(-91, 0)) } == "to.latitude")
    for segment in [0, -1, Double.nan, 1] {
      #expect(
        field { _ = try g.path(from: c(0, 0), to: c(0, 90), maximumSegment: segment) }
          == "maximumSegment")
    }
    for flattening in [0.021, -0.021, Double.nan] {
      #expect(
        field {
          _ = try Geodesic(Ellipsoid(semiMajorAxis: 1, flattening: flattening))
        } == "flattening")
    }
    for axis in [0, -1, Double.nan, .infinity] {
      #expect(
        field {
          _ = try Geodesic(Ellipsoid(semiMajorAxis: axis, flattening: 0))
        } == "semiMajorAxis")
    }
  }

  @Test func distancesFarBeyondTheEarthStayFinite() throws {
    for distance in [1e8, -1e12, 1e100, -1e300] {
      let d = try g.direct(from: c(40, 10), azimuth: 77, distance: distance)
      #expect(d.coordinate.isValid && d.azimuth.isFinite)
      #expect(d.coordinate.longitude >= -180 && d.coordinate.longitude < 180)
    }
  }
}
