import BelvedereGeodesy
import Foundation
import Testing

/// Where the sun stands, against numbers of other programs.
@Suite struct SolarPositionTests {
  /// Degrees between two directions.
  private func gap(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
    let across = turn(a.0, b.0) * cos((a.1 + b.1) / 2 * .pi / 180)
    return hypot(across, a.1 - b.1)
  }

  /// Awkward dates, poles, ±180° and random places; `solar_positions.py` made the table.
  @Test func theSunStandsWhereOthersSeeIt() throws {
    var erfa = Worst()
    var spa = Worst()
    for row in try referenceTable("solar-positions") {
      let time = try #require(
        UniversalTime(
          year: Int(row[0]), month: Int(row[1]), day: Int(row[2]), hour: Int(row[3]),
          minute: Int(row[4]), second: row[5]))
      let sun = try SolarPosition(
        at: time, coordinate: Coordinate(latitude: row[6], longitude: row[7]))
      #expect((0..<360).contains(sun.azimuth))
      let own = (sun.azimuth, sun.elevation)
      erfa.note(gap(own, (row[8], row[9])), "\(row)")
      spa.note(gap(own, (row[10], row[11])), "\(row)")
    }
    expect(erfa, atMost: 0.006)
    expect(spa, atMost: 0.004)
  }

  /// The worked example of Reda and Andreas, "Solar Position Algorithm for Solar Radiation
  /// Applications", NREL/TP-560-34302, appendix A.5: 17 October 2003, 12:30:30 at UTC−7 in Golden,
  /// Colorado, with 820 hPa and 11 °C.
  @Test func theExampleOfTheReport() throws {
    let time = try UniversalTime(iso8601: "2003-10-17T12:30:30-07:00")
    let sun = try SolarPosition(
      at: time, coordinate: Coordinate(latitude: 39.742476, longitude: -105.1786))
    #expect(abs(sun.azimuth - 194.34024) < 0.003)
    // The report: e0 = 39.872046°, e = 39.888378° with its thinner air.
    #expect(abs(sun.elevation - 39.872046) < 0.003)
    #expect(abs(sun.apparentElevation - (90 - 50.11162)) < 0.007)
  }

  @Test func refractionLiftsTheHorizon() {
    // Bennett (1982) and Saemundsson (1986): 28.98′ for what stands at 0°, 5.3′ at 10°, 1′ at 45°.
    #expect(abs(SolarPosition.refraction(0) * 60 - 28.98) < 0.1)
    #expect(abs(SolarPosition.refraction(10) * 60 - 5.4) < 0.15)
    #expect(abs(SolarPosition.refraction(45) * 60 - 1.01) < 0.03)
    #expect(SolarPosition.refraction(90) == 0 || abs(SolarPosition.refraction(90)) < 1e-4)
    #expect(SolarPosition.refraction(-3) == 0)
    #expect(SolarPosition.refraction(-90) == 0)
    // What is higher is seen higher, without a jump.
    var last = -4.0
    for step in 0...9400 {
      let e = -4 + Double(step) / 100
      let seen = e + SolarPosition.refraction(e)
      #expect(seen >= last && seen - last < 0.04, "\(e)")
      last = seen
    }
  }

  @Test func noPlaceAndNoTimeIsAnError() throws {
    let time = try UniversalTime(iso8601: "2026-06-21T12:00Z")
    #expect(throws: DomainError.self) {
      try SolarPosition(at: time, coordinate: Coordinate(latitude: 91, longitude: 0))
    }
    #expect(throws: DomainError.self) {
      try SolarPosition(at: time, coordinate: Coordinate(latitude: 0, longitude: .nan))
    }
    for seconds in [Double.nan, .infinity, 1e300, -1e15] {
      #expect(throws: DomainError.self) {
        try SolarPosition(
          at: UniversalTime(secondsSince2000: seconds),
          coordinate: Coordinate(latitude: 0, longitude: 0))
      }
    }
    // Far from all dates it degrades, but no crash.
    for seconds in [2.5e11, -2.5e11] {
      let far = try SolarPosition(
        at: UniversalTime(secondsSince2000: seconds),
        coordinate: Coordinate(latitude: 10, longitude: 1e9))
      #expect(far.azimuth.isFinite && far.elevation.isFinite, "\(seconds)")
    }
    for seconds in [1e300, -1e300, .nan, 2.5e11] {
      #expect(!UniversalTime(secondsSince2000: seconds).description.isEmpty)
    }
  }
}

/// Moments as text.
@Suite struct UniversalTimeTests {
  @Test(arguments: [
    ("2026-06-21T18:00:00-07:00", "2026-06-22T01:00:00Z"),
    ("2026-06-22T01:00Z", "2026-06-22T01:00:00Z"), ("2000-01-01 12:00:00z", "2000-01-01T12:00:00Z"),
    ("2024-02-29T23:59:60Z", "2024-03-01T00:00:00Z"),
    ("1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00Z"),
    ("2017-01-01T05:44:60.5+05:45", "2017-01-01T00:00:00Z"),
    ("1999-12-31t23:30:00.75-0130", "2000-01-01T01:00:00Z"),
    ("2026-01-01T00:00:00+14", "2025-12-31T10:00:00Z"),
    ("1900-03-01T00:00:00+05:45", "1900-02-28T18:15:00Z"),
    ("0001-01-01T00:00Z", "0001-01-01T00:00:00Z"), ("9999-12-31T23:59Z", "9999-12-31T23:59:00Z"),
    ("2026-06-21T18:00:00−07:00", "2026-06-22T01:00:00Z"),
  ])
  func readsAndWrites(_ text: String, _ expected: String) throws {
    #expect(try UniversalTime(iso8601: text).description == expected)
  }

  @Test(arguments: [
    "", "now", "2026-06-21", "2026-06-21T18", "2026-06-21T18:00:00", "2026-02-29T00:00Z",
    "1900-02-29T00:00Z", "2026-13-01T00:00Z", "2026-00-10T00:00Z", "2026-04-31T00:00Z",
    "2026-06-21T18:00:60Z", "2026-06-30T23:59:60-01:00", "2026-06-29T23:59:60Z",
    "2026-07-31T18:59:60Z", "2026-06-21T24:00Z", "2026-06-21T18:60Z", "2026-06-21T18:00:61Z",
    "2026-06-21T18:00:00.Z",
    "2026-06-21T18:00-24:00", "2026-06-21T18:00-07:60", "2026-06-21T18:00Zulu", "0000-01-01T00:00Z",
    "٢٠٢٦-06-21T18:00Z", "2026-06-21T18:00:00-07:00:00", "20260621T180000Z",
    "2026-06-21T18:00:00.\(String(repeating: "1", count: 99))Z",
  ])
  func refuses(_ text: String) {
    do throws(TimeError) {
      let time = try UniversalTime(iso8601: text)
      Issue.record("\(text) is \(time)")
    } catch {
      #expect(error.description.contains("2026-06-21T18:00:00-07:00"), "\(error)")
    }
  }

  /// Every day of eight centuries has its own number, in order.
  @Test func daysFollowEachOther() throws {
    let start = try #require(UniversalTime(year: 1600, month: 1, day: 1))
    var count = 0
    for year in 1600..<2400 {
      for month in 1...12 {
        for day in 1...31 {
          guard let time = UniversalTime(year: year, month: month, day: day) else { continue }
          #expect(time.secondsSince2000 == start.secondsSince2000 + Double(count) * 86_400)
          #expect(try UniversalTime(iso8601: time.description) == time)
          count += 1
        }
      }
    }
    #expect(count == 2 * 146_097)
  }
}
