import BelvedereGeodesy
import BelvedereImaging
import BelvedereSceneModel
import BelvedereTestSupport
import Testing

@Suite("Buildings on slopes") struct BuildingRiseTests {
  private func building(height: Double) -> Building {
    Building(
      footprint: GeographicPolygon(
        rectangleAround: Coordinate(latitude: 46, longitude: 7), width: 10, depth: 10, heading: 0),
      height: height, color: Color(red: 1, green: 1, blue: 1),
      roofColor: Color(red: 1, green: 1, blue: 1), use: .residential)
  }

  @Test("a top is as high as is said, and above the highest ground whatever is said")
  func tops() {
    // On level ground, on a gentle slope, on one as high as the house, over a cliff.
    #expect(building(height: 9).risenHeight(lowest: 50, highest: 50) == 9)
    #expect(building(height: 9).risenHeight(lowest: 50, highest: 56) == 9)
    #expect(building(height: 9).risenHeight(lowest: 50, highest: 59) == 12)
    #expect(building(height: 9).risenHeight(lowest: -20, highest: 40) == 63)
    // What is low is no house.
    #expect(building(height: 1).risenHeight(lowest: 0, highest: 10) == 11)
    forEachSeed(200) { random in
      let own = building(height: random.double(0...200))
      let lowest = random.double(-400...4000)
      let highest = lowest + random.double(0...1) * random.double(0...300)
      let risen = own.risenHeight(lowest: lowest, highest: highest)
      try check(risen >= own.height, "\(risen) for \(own.height)")
      try check(lowest + risen >= highest + min(own.height, 2.5) - 1e-9, "\(risen)")
      // A flight that keeps above the highest ground and the height keeps above it.
      try check(lowest + risen <= highest + own.height + 1e-9, "\(risen)")
      // The ground may move: so does the top, no more.
      let other = own.risenHeight(lowest: lowest, highest: highest + 0.01)
      try check(abs(other - risen) <= 0.01 + 1e-9, "\(risen), \(other)")
    }
  }
}
