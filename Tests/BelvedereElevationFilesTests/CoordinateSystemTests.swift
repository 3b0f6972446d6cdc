import BelvedereElevationFiles
import BelvedereTestSupport
import Testing

@Suite("Coordinate reference systems") struct CoordinateSystemTests {
  @Test("coordinates are PROJ's, and go back")
  func projections() throws {
    var worst = 0.0
    var worstBack = 0.0
    for row in try RasterTable.rows("system") {
      let system = try #require(CoordinateReferenceSystem(text: row[0]))
      let conversion = CoordinateConversion(system)
      let numbers = row.compactMap { Double($0) }
      let (latitude, longitude) = (numbers[1], numbers[2])
      let place = try #require(conversion.project(latitude: latitude, longitude: longitude))
      let scale = row[0] == "4269" ? 111_000.0 : 1
      worst = max(worst, abs(place.x - numbers[3]) * scale, abs(place.y - numbers[4]) * scale)
      let back = try #require(conversion.unproject(x: place.x, y: place.y))
      worstBack = max(
        worstBack, abs(back.latitude - latitude), abs(back.longitude - longitude))
    }
    // PROJ's own accuracy, and 14 digits of 10,000 km.
    #expect(worst < 2e-8)
    #expect(worstBack < 1e-12)
  }

  @Test("NAD27 is some 100 m beside WGS 84 in California")
  func nad27() throws {
    let conversion = CoordinateConversion(.geographic(.nad27))
    let place = try #require(conversion.project(latitude: 37.75, longitude: -122.45))
    // EPSG:1173 by PROJ.
    #expect(abs(place.x - -122.44893) < 0.0002)
    #expect(abs(place.y - 37.75009) < 0.0001)
    let back = try #require(conversion.unproject(x: place.x, y: place.y))
    // The shift leaves out the height, which then differs: a millimetre.
    #expect(abs(back.latitude - 37.75) < 2e-8 && abs(back.longitude - -122.45) < 2e-8)
  }

  @Test("RD New is PROJ's, and goes back")
  func rijksdriehoek() throws {
    let conversion = CoordinateConversion(.rijksdriehoek)
    // By PROJ 9.5: +proj=sterea on Bessel 1841 and transformation 4833.
    for (x, y, latitude, longitude) in [
      (155000, 463000, 52.155172301192, 5.387203508414),
      (84983.297, 447463.655, 52.011113850417, 4.367345385045),
      (12000, 370000, 51.301191541179, 3.336537598862),
      (276000, 614000, 53.498341306444, 7.210604005659),
      (203000, 309000, 50.768929936794, 6.067575768625),
      (-50000, 200000, 49.755671705853, 2.542800852124),
      (400000, 700000, 54.226884451917, 9.144160121517),
    ] {
      let place = try #require(conversion.unproject(x: x, y: y))
      #expect(abs(place.latitude - latitude) < 2e-11 && abs(place.longitude - longitude) < 2e-11)
      let back = try #require(
        conversion.project(latitude: place.latitude, longitude: place.longitude))
      // The shift leaves out the height, which then differs.
      #expect(abs(back.x - x) < 0.005 && abs(back.y - y) < 0.005, "\(x), \(y): \(back)")
    }
    #expect(CoordinateReferenceSystem(text: "EPSG:7415") == .rijksdriehoek)
    #expect(conversion.project(latitude: -52, longitude: 5) == nil)
    #expect(conversion.unproject(x: 9e6, y: 0) == nil)
  }

  @Test("codes and texts")
  func codes() {
    #expect(
      CoordinateReferenceSystem(text: "EPSG:32610") == .utm(zone: 10, isNorth: true, datum: .wgs84))
    #expect(
      CoordinateReferenceSystem(text: "epsg:32733") == .utm(zone: 33, isNorth: false, datum: .wgs84)
    )
    #expect(
      CoordinateReferenceSystem(text: "26710") == .utm(zone: 10, isNorth: true, datum: .nad27))
    #expect(CoordinateReferenceSystem(text: "4326") == .geographic(.wgs84))
    for text in ["", "EPSG:", "EPSG:32661", "32600", "0", "-4326", "4326 ", "99999999999999999999"]
    {
      #expect(CoordinateReferenceSystem(text: text) == nil)
    }
    for code in [4326, 4269, 4267, 4258, 3857, 32601, 32760, 26910, 26710, 25832, 28992] {
      #expect(CoordinateReferenceSystem(epsg: code)?.epsg == code)
    }
  }

  @Test("places that a projection does not reach")
  func unreachable() {
    let utm = CoordinateConversion(.utm(zone: 10, isNorth: true, datum: .wgs84))
    #expect(utm.project(latitude: 0, longitude: 0) == nil)
    #expect(utm.project(latitude: 91, longitude: -123) == nil)
    #expect(utm.project(latitude: .nan, longitude: -123) == nil)
    #expect(utm.project(latitude: 0, longitude: .infinity) == nil)
    #expect(utm.unproject(x: 1e9, y: 0) == nil)
    #expect(utm.unproject(x: .nan, y: 0) == nil)
    #expect(utm.unproject(x: 500_000, y: 1.1e7) == nil)
    #expect(CoordinateConversion(.webMercator).project(latitude: 90, longitude: 0) == nil)
    #expect(CoordinateConversion(.local).project(latitude: 0, longitude: 0) == nil)
    // The pole itself is there.
    let pole = utm.project(latitude: 90, longitude: -123)
    #expect(pole.map { abs($0.y - 9_997_964.943) < 0.001 } == true)
  }
}
