import BelvedereGeodesy
import BelvedereTestSupport
import BelvedereWorld
import Foundation
import Testing

/// The table of the world against what is known of the world.
@Suite struct WorldMapTests {
  private let map = WorldMap.naturalEarth

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  /// Cities well inland: latitude, longitude, ISO code.
  static let cities: [(String, Double, Double, String)] = [
    ("Denver", 39.74, -104.99, "USA"), ("Atlanta", 33.75, -84.39, "USA"),
    ("Kansas City", 39.10, -94.58, "USA"), ("Calgary", 51.05, -114.07, "CAN"),
    ("Mexico City", 19.43, -99.13, "MEX"), ("Monterrey", 25.67, -100.31, "MEX"),
    ("Guatemala City", 14.63, -90.51, "GTM"), ("Bogotá", 4.71, -74.07, "COL"),
    ("Quito", -0.18, -78.47, "ECU"), ("La Paz", -16.50, -68.15, "BOL"),
    ("Brasília", -15.79, -47.88, "BRA"), ("Manaus", -3.12, -60.02, "BRA"),
    ("Filadelfia", -22.35, -60.03, "PRY"), ("Córdoba", -31.42, -64.18, "ARG"),
    ("Madrid", 40.42, -3.70, "ESP"), ("Munich", 48.14, 11.58, "DEU"),
    ("Vienna", 48.21, 16.37, "AUT"), ("Warsaw", 52.23, 21.01, "POL"),
    ("Kyiv", 50.45, 30.52, "UKR"), ("Moscow", 55.76, 37.62, "RUS"),
    ("Novosibirsk", 55.03, 82.92, "RUS"), ("Yakutsk", 62.03, 129.73, "RUS"),
    ("Ankara", 39.93, 32.86, "TUR"), ("Baghdad", 33.31, 44.36, "IRQ"),
    ("Tehran", 35.69, 51.39, "IRN"), ("Riyadh", 24.71, 46.68, "SAU"),
    ("Kabul", 34.56, 69.21, "AFG"), ("Delhi", 28.61, 77.21, "IND"),
    ("Nagpur", 21.15, 79.09, "IND"), ("Ulaanbaatar", 47.89, 106.91, "MNG"),
    ("Chengdu", 30.57, 104.07, "CHN"), ("Xi’an", 34.34, 108.94, "CHN"),
    ("Luang Prabang", 19.89, 102.13, "LAO"), ("Alice Springs", -23.70, 133.88, "AUS"),
    ("Tamanrasset", 22.79, 5.53, "DZA"), ("Khartoum", 15.50, 32.56, "SDN"),
    ("Addis Ababa", 9.02, 38.75, "ETH"), ("Nairobi", -1.29, 36.82, "KEN"),
    ("Lusaka", -15.39, 28.32, "ZMB"), ("Johannesburg", -26.20, 28.05, "ZAF"),
    ("Maseru’s hills", -29.50, 28.30, "LSO"),
  ]

  @Test(arguments: cities) func citiesAreOnLand(
    _ city: (name: String, latitude: Double, longitude: Double, code: String)
  ) {
    for turn in [-360.0, 0, 720] {
      let country = map.country(at: place(city.latitude, city.longitude + turn))
      #expect(country?.code == city.code, "\(city.name): \(country?.name ?? "the sea")")
    }
  }

  @Test(arguments: [
    // The Pacific, also on both sides of ±180°.
    (0.0, -150.0), (20.0, -170.0), (30.0, 180.0), (30.0, -179.9), (30.0, 179.9), (45.0, -150.0),
    (-30.0, -120.0), (-50.0, -140.0), (5.0, 160.0), (15.0, 150.0), (35.0, -130.0), (50.0, 175.0),
    (-10.0, -95.0), (10.0, -110.0), (-60.0, -100.0), (38.0, 150.0),
    // The Atlantic.
    (40.0, -40.0), (25.0, -50.0), (0.0, -25.0), (-20.0, -20.0), (-40.0, -30.0), (55.0, -30.0),
    (-55.0, 0.0), (30.0, -70.0), (15.0, -30.0), (60.0, -5.5),
    // The Indian Ocean, the Southern Ocean and the Arctic.
    (-10.0, 80.0), (-30.0, 90.0), (10.0, 65.0), (15.0, 88.0), (-40.0, 60.0), (-45.0, 110.0),
    (-60.0, 60.0), (-60.0, 150.0), (86.0, 20.0), (90.0, 0.0), (84.0, -170.0), (73.0, 10.0),
    // Smaller seas.
    (35.0, 18.0), (25.0, -90.0), (15.0, -75.0), (43.0, 34.0), (40.0, 135.0), (15.0, 115.0),
    (-38.0, 160.0), (60.0, -85.0), (42.0, 51.0),
  ]) func oceansAreSea(_ latitude: Double, _ longitude: Double) {
    let country = map.country(at: place(latitude, longitude))
    #expect(country == nil, "\(country?.name ?? "")")
  }

  /// Antarctica has no hole at the pole nor a gap at ±180°, and the map's end no edge.
  @Test func polesAndTheAntimeridian() {
    for latitude in [-90.0, -89.95, -86, -85.0511287798066, -85.05, -84.9] {
      for longitude in stride(from: -180.0, through: 180, by: 7.5) {
        #expect(
          map.country(at: place(latitude, longitude))?.code == "ATA", "\(latitude), \(longitude)")
      }
    }
    // Chukotka lies on both sides, Vanua Levu's eastern end and Taveuni, too.
    for longitude in [178.0, 179.99, 180, -180, -179.99, -178, 181] {
      #expect(map.country(at: place(67.5, longitude))?.code == "RUS", "\(longitude)")
    }
    for longitude in [179.7, 179.99, 180, -179.99] {
      #expect(map.country(at: place(-16.4, longitude))?.code == "FJI", "\(longitude)")
    }
    #expect(map.country(at: place(.nan, 0)) == nil)
    #expect(map.country(at: place(0, .infinity)) == nil)
  }

  /// Areas against those that pyproj computes from the source's own polygons on the same ellipsoid; what
  /// differs is the rounding of vertices to a thousandth of a degree.
  @Test func areasOfAllCountries() throws {
    let file = PackageRoot.url.appendingPathComponent("Tests/BelvedereWorldTests/Facts/areas.tsv")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst()
    #expect(lines.count == 177)
    var sum = 0.0
    for line in lines {
      let parts = line.split(separator: "\t")
      let expected = try #require(Double(parts[1]))
      let country = try #require(map.countries.first { $0.name == parts[0] }, "\(parts[0])")
      let area = try Self.area(country)
      sum += area
      #expect(abs(area / expected - 1) < 0.004, "\(country.name): \(area), not \(expected)")
    }
    // The Earth's land and what stands for it, islands and lakes aside: some 147 million.
    #expect(abs(sum / 147e6 - 1) < 0.02, "\(sum)")
  }

  /// Areas against published ones, as far as coarse polygons can have them.
  @Test(arguments: [
    ("Brazil", 8_510_000.0), ("Mongolia", 1_564_000), ("Germany", 357_600), ("Mali", 1_240_000),
    ("Kazakhstan", 2_725_000), ("Dem. Rep. Congo", 2_345_000), ("Egypt", 1_002_000),
    ("Bolivia", 1_099_000), ("Ukraine", 603_600), ("France", 643_800), ("Angola", 1_246_700),
    ("Zambia", 752_600), ("Australia", 7_692_000), ("Poland", 312_700), ("Turkey", 783_600),
  ]) func publishedAreas(_ name: String, _ expected: Double) throws {
    let area = try Self.area(#require(map.countries.first { $0.name == name }))
    #expect(abs(area / expected - 1) < 0.05, "\(name): \(area)")
  }

  /// Square kilometres.
  private static func area(_ country: WorldCountry) throws -> Double {
    try country.rings.reduce(0) { sum, ring in
      // Clockwise is inside.
      try sum - Geodesic.wgs84.polygon(ring.vertices).signedArea / 1e6
    }
  }

  @Test func neighboursHaveDifferentTints() throws {
    func tint(_ name: String) throws -> Int {
      try #require(map.countries.first { $0.name == name }, "\(name)").tint
    }
    for (a, b) in [
      ("France", "Germany"), ("Germany", "Poland"), ("Brazil", "Argentina"), ("China", "India"),
      ("Russia", "Kazakhstan"), ("Canada", "United States of America"), ("Lesotho", "South Africa"),
    ] {
      #expect(try tint(a) != tint(b), "\(a), \(b)")
    }
    #expect(map.countries.filter(\.isIce).map(\.name) == ["Antarctica", "Greenland"])
    #expect(map.countries.allSatisfy { (0...6).contains($0.tint) && !$0.rings.isEmpty })
    #expect(Set(map.countries.map(\.continent)).count == 8)
  }

  /// Near a border each place belongs to one country: both share each step of it as it wanders.
  @Test func bordersLeaveNoGapAndNoOverlap() {
    // Central Europe, the Sahel and the middle of Africa, far from any coast.
    let boxes = [(46.6, 50.8, 9.0, 23.0), (12.0, 16.0, -8.0, 22.0), (-18.0, -10.0, 22.0, 30.0)]
    forEachSeed(6000) { random in
      let box = boxes[random.int(0...2)]
      let p = place(random.double(box.0...box.1), random.double(box.2...box.3))
      let owners = map.countries.filter { $0.contains(p) }.map(\.name)
      try check(owners.count == 1, "\(p): \(owners)")
    }
  }
}
