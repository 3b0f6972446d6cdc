import BelvedereGeodesy
import BelvedereTestSupport
import Testing

@Suite struct DistanceFormatterTests {
  private let metric = DistanceFormatter()
  private let imperial = DistanceFormatter(units: .imperial)
  private let yards = DistanceFormatter(units: .imperialWithYards)

  @Test(arguments: [
    (0, "0 m"), (0.4, "0 m"), (1, "1 m"), (99.4, "99 m"), (99.6, "100 m"), (347, "350 m"),
    (994, "990 m"), (996, "1 km"), (1049, "1 km"), (1234, "1.2 km"), (9949, "9.9 km"),
    (9960, "10 km"), (12_345, "12 km"), (20_003_931, "20004 km"), (-1234, "-1.2 km"), (-0.1, "0 m"),
  ])
  func metricTexts(distance: Double, text: String) throws {
    #expect(try metric.string(fromDistance: distance) == text)
  }

  @Test func imperialTexts() throws {
    #expect(try imperial.string(fromDistance: 30) == "98 ft")
    #expect(try imperial.string(fromDistance: 152.4) == "500 ft")
    #expect(try imperial.string(fromDistance: 1609.344) == "1 mi")
    #expect(try imperial.string(fromDistance: 400) == "0.2 mi")
    #expect(try yards.string(fromDistance: 400) == "440 yd")
    #expect(try imperial.string(fromDistance: 524.9 * 0.3048) == "520 ft")
    #expect(try imperial.string(fromDistance: 525.1 * 0.3048) == "0.1 mi")
    #expect(try yards.string(fromDistance: 874.9 * 0.9144) == "870 yd")
    #expect(try yards.string(fromDistance: 875.1 * 0.9144) == "0.5 mi")
    #expect(try yards.string(fromDistance: 3000) == "1.9 mi")
    let full = DistanceFormatter(units: .imperial, unitStyle: .full)
    #expect(try full.string(fromDistance: 0.3048) == "1 foot")
    #expect(try full.string(fromDistance: 3) == "10 feet")
    #expect(try full.string(fromDistance: 16_093) == "10 miles")
    let metres = DistanceFormatter(unitStyle: .full)
    #expect(try metres.string(fromDistance: 5000) == "5 kilometres")
    #expect(try metres.string(fromDistance: 1) == "1 metre")
  }

  @Test func textsAreRead() {
    #expect(metric.distance(from: "1.2 km") == 1200)
    #expect(metric.distance(from: " 1,5KM ") == 1500)
    #expect(metric.distance(from: "3") == 3000)
    #expect(imperial.distance(from: "3") == 3 * 1609.344)
    #expect(metric.distance(from: "10 feet") == 3.048)
    #expect(metric.distance(from: "2 kilometers") == 2000)
    #expect(metric.distance(from: "-7 metres") == -7)
    for bad in ["", "km", "1 2 parsecs", "1..2 km", "1e5 m", "- m", "nan m", "inf", "1.2.3", "٣ m"]
    {
      #expect(metric.distance(from: bad) == nil, "\(bad)")
    }
    #expect(metric.distance(from: String(repeating: "9", count: 5000)) == nil)
  }

  @Test func separatorsGroupThousandsOrBeginTheFraction() {
    #expect(metric.distance(from: "1,234.5 m") == 1234.5)
    #expect(metric.distance(from: "1.234,5 m") == 1234.5)
    #expect(metric.distance(from: "-1,234,567 ft") == -1_234_567 * 0.3048)
    #expect(metric.distance(from: "12.345.678,25 m") == 12_345_678.25)
    // One separator alone is the decimal point.
    #expect(metric.distance(from: "1,234 m") == 1.234)
    for bad in [
      "1,23,456 m", "1,234.5.6 m", "1.5,234,567 m", ",,5 m", "1234,567,890 m", "1,234,5.6 m",
    ] {
      #expect(metric.distance(from: bad) == nil, "\(bad)")
    }
  }

  /// What is read from a text makes the same text again.
  @Test(arguments: DistanceFormatter.Units.allCases)
  func textsAreStable(units: DistanceFormatter.Units) {
    forEachSeed(3000) { random in
      for style in DistanceFormatter.UnitStyle.allCases {
        let formatter = DistanceFormatter(units: units, unitStyle: style)
        let text = try formatter.string(fromDistance: pow10(random.double(0...8)))
        let again = try formatter.string(fromDistance: formatter.distance(from: text) ?? .nan)
        try check(again == text, "\(text) became \(again)")
      }
    }
  }

  @Test(arguments: DistanceFormatter.Units.allCases)
  func roundTripsWithinItsSteps(units: DistanceFormatter.Units) {
    forEachSeed(2000) { random in
      for style in DistanceFormatter.UnitStyle.allCases {
        let formatter = DistanceFormatter(units: units, unitStyle: style)
        let distance = pow10(random.double(0...8))
        let text = try formatter.string(fromDistance: distance)
        let back = formatter.distance(from: text) ?? .nan
        // A step is at most a tenth of a mile where it is a third of the distance, or ten feet.
        try check(
          isClose(distance, back, absolute: 0.6, relative: 0.4), "\(distance): \(text), \(back)")
      }
    }
  }

  @Test func edgeBadDistancesAreErrors() {
    for bad in [Double.nan, .infinity, 1e16] {
      #expect(throws: DomainError.self) { try metric.string(fromDistance: bad) }
    }
  }

  private func pow10(_ x: Double) -> Double {
    var result = 1.0
    for _ in 0..<Int(x) { result *= 10 }
    return result * (1 + 9 * (x - x.rounded(.down)))
  }
}
