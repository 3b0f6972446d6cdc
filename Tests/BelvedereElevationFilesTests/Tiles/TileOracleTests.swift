import BelvedereElevationFiles
import BelvedereTestSupport
import Testing

/// Real tiles against Pillow and NumPy; made by Tests/Reference/tiles/tile_samples.py.
@Suite("Elevation tiles against Pillow and NumPy") struct TileOracleTests {
  typealias Row = (latitude: Double, longitude: Double, metres: Double)

  // terrarium 12: -9.75 to 780.25 m
  static let terrarium: [Row] = [
    (37.688396638351286, -122.38580960274064, 0.0),
    (37.85977054927418, -122.53887571854429, 92.28980410730583),
    (37.78670789115671, -122.48863736743839, 48.21178880504098),
    (37.82922607746366, -122.40098027469682, 0.0),
    (37.677368155479314, -122.59746021260965, 0.0),
    (37.87937189594188, -122.49295882210188, 0.0),
    (37.859363621491525, -122.60424095535478, 0.0),
    (37.773081005573395, -122.41834033929945, 14.29681797886394),
    (37.71409902772209, -122.36052868550432, 0.0),
    (37.89725023859704, -122.59688075243098, 356.8259090168722),
    (37.65874067773812, -122.46488501923714, 139.77406977919645),
    (37.9075209878559, -122.50628257686299, 106.2207976675857),
    (37.71078737156905, -122.49571089267657, 64.14203958773044),
    (37.65971949323329, -122.54750037607828, 0.0),
    (37.771039037561806, -122.47666804778356, 87.00933413603148),
    (37.71527587086769, -122.54512960264478, 0.0),
    (37.787950811529996, -122.51954125, 0.0),
    (37.787950811529996, -122.51952125, 0.0),
    (37.787950811529996, -122.431650625, 66.55107716700877),
    (37.787950811529996, -122.431630625, 66.58020427814336),
  ]

  // terrain-rgb 15: 7.200000000000728 to 89.10000000000036 m
  static let terrainRGB: [Row] = [
    (37.80498311826275, -122.4213258808156, 28.50327161955673),
    (37.79733107591463, -122.43061697876306, 28.106693574910867),
    (37.80395770473545, -122.4236068660845, 30.162593222027724),
    (37.80254748626689, -122.428213179253, 19.707861840399737),
    (37.80200484674031, -122.42499756922521, 29.09777202737094),
    (37.801794378410506, -122.42982551646038, 15.90737037065089),
    (37.80051375882235, -122.42729376140844, 18.33624681998152),
    (37.80300076188591, -122.42081993585789, 69.42486950676317),
  ]

  // Mount St. Helens: 852.1171875 to 2475.06640625 m
  static let stHelens: [Row] = [
    (46.20983013845419, -122.20810447493056, 1911.3712664099367),
    (46.21769527197581, -122.2029631373006, 1684.7464085249926),
    (46.23293596244783, -122.24933628380376, 1002.4189187364088),
    (46.19643481814566, -122.18284690132724, 2089.319638885292),
    (46.21110470242863, -122.23479688401922, 1232.3757711846358),
    (46.25497925315937, -122.21447535023098, 998.5839039918313),
    (46.24549373566244, -122.21395082714133, 1041.689719133117),
    (46.23373134154264, -122.24200745254016, 1056.6778882479985),
  ]

  private func expect(_ model: TileElevation, _ rows: [Row]) throws {
    for row in rows {
      let sample = model.sample(latitude: row.latitude, longitude: row.longitude)
      let value = try #require(sample.elevation)
      // Samples are numbers of single precision; the oracle's are of double.
      #expect(abs(value - row.metres) < 3e-4, "\(row)")
      #expect(sample.effectiveZoom == model.zoom)
      let batch = model.elevations(latitudes: [row.latitude], longitudes: [row.longitude])
      #expect(abs(Double(batch[0]) - row.metres) < 2e-3, "\(row)")
    }
    #expect(model.problems.isEmpty)
  }

  @Test("a folder of Terrarium tiles, zooms 10 to 12")
  func terrariumFolder() throws {
    guard let folder = SharedData.folder("sf/terrarium") else { return }
    let model = try TileElevation.open(folder.path, options: .init(encoding: .terrarium))
    #expect(model.zoom == 12)
    #expect(model.source.info.zooms == 10...12)
    #expect(model.tileSize == 256)
    try expect(model, Self.terrarium)
  }

  @Test("a folder of Terrain-RGB tiles")
  func terrainRGBFolder() throws {
    guard let folder = SharedData.folder("sf/terrainrgb") else { return }
    let model = try TileElevation.open(folder.path, options: .init(encoding: .terrainRGB))
    #expect(model.zoom == 15)
    try expect(model, Self.terrainRGB)
  }

  @Test("one tile whose name holds its address")
  func singleTile() throws {
    guard let file = SharedData.file("dem/terrarium_12_657_1453_st_helens.png") else { return }
    let model = try TileElevation.open(file, options: .init(encoding: .terrarium))
    try expect(model, Self.stHelens)
    // The crater's rim, on the tile that the name tells.
    #expect(model.range == 852.1171875...2475.06640625)
  }
}
