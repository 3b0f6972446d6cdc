import BelvedereAuthoring
import BelvedereGeoMath
import BelvedereGeodesy
import Foundation
import Testing

@Suite struct CityBuildingTests {
  let city: CityAuthoring

  init() throws { city = try CityFixture.city.get() }

  @Test func theSameSourcesGiveTheSameBytes() throws {
    let again = try CityAuthoring(folder: CityFixture.folder)
    #expect(again.files.map(\.name) == city.files.map(\.name))
    #expect(again.files.map(\.text) == city.files.map(\.text))
  }

  @Test func theCommittedFilesAreThoseThatTheSourcesGive() throws {
    for file in city.files {
      let committed = try Data(contentsOf: CityFixture.folder.appendingPathComponent(file.name))
      #expect(committed == Data(file.text.utf8), "\(file.name) is stale: run belvedere-author")
    }
  }

  @Test func thereAreManyBuildingsOfSaneSizes() {
    #expect(city.buildingCount >= 80_000)
    for building in city.buildings {
      let r = building.rectangle
      guard r.width >= 4, r.width <= 200, r.depth >= 4, r.depth <= 120,
        building.height >= 3, building.height <= 250
      else {
        Issue.record("\(r.width) × \(r.depth) × \(building.height) m at \(r.center)")
        return
      }
    }
    let towers = city.buildings.filter { $0.height > 100 }.count
    #expect(towers > 30 && towers < 400)
  }

  @Test func noBuildingStandsInAnOpenAreaOrInTheSea() {
    let wrong = city.buildings.filter { building in
      building.rectangle.corners.contains { city.ground.isOpen($0) || !city.ground.isLand($0) }
    }
    #expect(wrong.isEmpty)
  }

  @Test func noBuildingStandsOnAStreet() {
    var roadways = CityIndex()
    for street in city.streets {
      for (a, b) in zip(street.path, street.path.dropFirst()) {
        let count = max(1, Int(clamping: (b - a).length / 80, in: 1...1000))
        for i in 0..<count {
          let p = a + (b - a) * (Double(i) / Double(count))
          let q = a + (b - a) * (Double(i + 1) / Double(count))
          guard (q - p).length > 0.5 else { continue }
          let width = min(street.roadway, street.right - 2)
          roadways.insert(CityRectangle(from: p, to: q, width: width))
        }
      }
    }
    let wrong = city.buildings.filter { roadways.overlaps($0.rectangle) }
    #expect(wrong.isEmpty)
  }

  @Test func noTwoBuildingsTakeTheSameGround() {
    var index = CityIndex()
    var wrong = 0
    for building in city.buildings {
      // Neighbours share walls; a finger's breadth is forgiven.
      let inner = building.rectangle.grown(by: -0.5)
      if index.overlaps(inner) { wrong += 1 }
      index.insert(inner)
    }
    #expect(wrong == 0)
  }

  @Test func theFilesStaySmall() {
    let bytes = city.files.map(\.text.utf8.count).reduce(0, +)
    #expect(bytes < 2_000_000)
    #expect(city.treeCount >= 15_000 && city.treeCount <= 25_000)
  }

  @Test func marketStreetPassesItsCorners() {
    // Market Street's axis passes the corner with 9th Street.
    let market = city.streets.first { $0.name == "Market Street" }
    #expect(market != nil)
    let corner = LocalFrame(origin: CityAuthoring.origin)
      .position(of: Coordinate(latitude: 37.77665, longitude: -122.41732))
    let distances = zip(market?.path ?? [], market?.path.dropFirst() ?? []).map { a, b in
      let d = (b - a).normalized
      return abs(d.cross(corner - a))
    }
    #expect((distances.min() ?? 1e9) < 30)
  }
}
