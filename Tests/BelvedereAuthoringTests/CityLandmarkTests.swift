import BelvedereAuthoring
import BelvedereGeodesy
import Foundation
import Testing

@Suite struct CityLandmarkTests {
  let city: CityAuthoring

  init() throws { city = try CityFixture.city.get() }

  /// Metres between two places, by the lengths of a degree between them.
  private func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let degree = CoordinateRegion.metersPerDegree(at: (a.latitude + b.latitude) / 2)
    let dx = (a.longitude - b.longitude) * degree.longitude
    let dy = (a.latitude - b.latitude) * degree.latitude
    return (dx * dx + dy * dy).squareRoot()
  }

  @Test func theTowersOfTheGoldenGateBridgeStand1280MetresApart() {
    let towers = city.goldenGate.towers
    #expect(towers.count == 2)
    #expect(abs(distance(towers[0], towers[1]) - 1280) < 5)
    let south = Coordinate(latitude: 37.8141, longitude: -122.47795)
    #expect(distance(towers[0], south) < 15)
  }

  @Test func theGoldenGateBridgeHasItsHeights() {
    let joints = city.goldenGate.beams.flatMap(\.path)
    let top = joints.map(\.elevation).max() ?? 0
    #expect(abs(top - 227.4) < 0.5)
    #expect(abs(CityGoldenGateBridge.roadway(0) - 75) < 1)
    #expect(CityGoldenGateBridge.cable(0) > CityGoldenGateBridge.roadway(0) + 2)
    let sag =
      CityGoldenGateBridge.cable(CityGoldenGateBridge.halfSpan) - CityGoldenGateBridge.cable(0)
    #expect(abs(sag - 143.3) < 1)
    // The cables come down to the deck at the anchorages.
    let end = CityGoldenGateBridge.halfSpan + 342.9
    #expect(abs(CityGoldenGateBridge.cable(end) - CityGoldenGateBridge.roadway(end)) < 3)
  }

  @Test(arguments: [
    ("Transamerica Pyramid", 260.0), ("Salesforce Tower", 326), ("555 California Street", 237),
    ("181 Fremont", 245), ("Millennium Tower", 197), ("345 California Center", 211.8),
    ("One Rincon Hill", 195), ("101 California", 183), ("Coit Tower", 64),
    ("Ferry Building", 75), ("City Hall", 94), ("Palace of Fine Arts", 49),
  ])
  func landmarksHaveTheirHeights(name: String, height: Double) {
    let tops = city.landmarks.parts.filter { $0.name == name }.map(\.top)
    #expect(tops.max() == height)
  }

  @Test func everyPartStandsOnTheGroundOrOnAnother() {
    for part in city.landmarks.parts where part.base > 0 {
      let below = city.landmarks.parts.filter {
        $0.name == part.name && $0.base < part.base && $0.top >= part.base - 0.01
      }
      #expect(!below.isEmpty, "\(part.name) floats at \(part.base) m")
    }
  }
}
