import BelvedereCityImport
import BelvedereElevationFiles
import BelvedereTerrain
import BelvedereTestSupport
import Foundation
import Testing

/// Scenes of vector tiles.
@Suite("Scenes of vector tiles") struct TileImportTests {
  private func object(_ files: [(name: String, bytes: [UInt8])], _ name: String) throws -> [[String:
    Any]]
  {
    let bytes = try #require(files.first { $0.name == name }?.bytes)
    let root = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    return root?["features"] as? [[String: Any]] ?? []
  }

  private func area(_ ring: [[Double]]) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) {
      $0 + ($1.0[0] - ring[0][0]) * ($1.1[1] - ring[0][1])
        - ($1.1[0] - ring[0][0]) * ($1.0[1] - ring[0][1])
    } / 2
  }

  /// Metres of a degree of longitude and of latitude on the sphere of the map at the Haight.
  private let degree = (
    cos(37.77 * Double.pi / 180) * Double.pi / 180 * 6_378_137, Double.pi / 180 * 6_378_137
  )

  @Test(
    "the Haight: areas and lengths are shapely's, and folder, MBTiles and PMTiles give the same scene",
    .enabled(if: SharedData.has("sf/mvt")))
  func haight() throws {
    let scenes = try ["sf/mvt", "sf/sf_z15.mbtiles", "sf/sf_z15.pmtiles"].map { name in
      let path = try #require(SharedData.file(name))
      var options = CityImport.Options()
      options.layerFormat = .geoJSON
      // One of them says whom it is owed to.
      options.attribution = ["Mapbox"]
      return try CityImport(tiles: VectorTileArchive(path: path), options: options).scene().files
    }
    for other in scenes.dropFirst() {
      #expect(scenes[0].map(\.name) == other.map(\.name))
      #expect(zip(scenes[0], other).allSatisfy { $0.0.bytes == $0.1.bytes })
    }
    var (count, total) = (0, 0.0)
    for feature in try object(scenes[0], "buildings.geojson") {
      let geometry = try #require(feature["geometry"] as? [String: Any])
      let polygons =
        geometry["type"] as? String == "Polygon"
        ? [geometry["coordinates"] as? [[[Double]]] ?? []]
        : geometry["coordinates"] as? [[[[Double]]]] ?? []
      count += 1
      for rings in polygons {
        for (i, ring) in rings.enumerated() {
          total += (i == 0 ? 1 : -1) * abs(area(ring)) * degree.0 * degree.1
        }
      }
    }
    // Each building cut to its tile by shapely 2: 13,422 pieces above half a square metre, 2,325,624 m².
    #expect(abs(count - 13_422) <= 12, "\(count)")
    #expect(abs(total / 2_325_624 - 1) < 2e-3, "\(total)")
    var length = 0.0
    var names: Set<String> = []
    for feature in try object(scenes[0], "roads.geojson") {
      // Lines of the layer of names, that are not painted.
      let properties = feature["properties"] as? [String: Any]
      if properties?["drawn"] as? String == "no" {
        names.insert(properties?["name"] as? String ?? "")
        continue
      }
      let geometry = feature["geometry"] as? [String: Any]
      let line = geometry?["coordinates"] as? [[Double]] ?? []
      length += zip(line, line.dropFirst()).reduce(0) {
        $0 + hypot(($1.1[0] - $1.0[0]) * degree.0, ($1.1[1] - $1.0[1]) * degree.1)
      }
    }
    // 203,463 m, of which golf carts' ways and the like are not drawn.
    #expect(abs(length / 203_463 - 1) < 5e-3, "\(length)")
    #expect(names.isSuperset(of: ["Haight St", "Fell St", "Masonic Ave"]), "\(names.prefix(9))")
  }

  /// Layers that can be read here.
  private static var text: CityImport.Options {
    var options = CityImport.Options()
    options.layerFormat = .geoJSON
    return options
  }

  /// A tile at 9/266/180 with a house, a road over the edge, a river, a park and a name.
  private func tile(
    _ name: (String, String, String, String), _ words: [(String, String)]
  ) -> [UInt8] {
    var writer = VectorTileWriter()
    let square = [(100, 100), (200, 100), (200, 200), (100, 200)]
    writer.add(
      layer: name.0,
      [
        (words.filter { $0.0.contains("height") }, .rings([square])),
        (words.filter { $0.0.contains("height") }, .rings([square.map { ($0.0 + 3950, $0.1) }])),
      ])
    writer.add(
      layer: name.1,
      [(words.filter { $0.0 == "class" || $0.0 == "kind" }, .lines([[(-50, 50), (5000, 60)]]))])
    writer.add(layer: name.2, [([], .rings([square]))])
    writer.add(
      layer: name.3,
      [
        (
          [("class", "town"), ("kind", "town"), ("name", "Como")],
          .points([(9, 9), (4096, 9), (-1, 9)])
        )
      ])
    writer.add(layer: "contour", [([], .points([(1, 1)]))])
    return writer.bytes
  }

  @Test(
    "the usual schemas",
    arguments: [
      (("building", "road", "water", "place_label"), "class", "street"),
      (("building", "transportation", "water", "place"), "class", "minor"),
      (("buildings", "streets", "ocean", "place_labels"), "kind", "residential"),
      (("buildings", "roads", "water", "places"), "kind", "minor_road"),
    ])
  func schemas(_ names: (String, String, String, String), key: String, road: String) throws {
    let folder = try TemporaryFolder()
    let bytes = tile(
      names, [(key, road), (names.0 == "building" ? "render_height" : "height", "23")])
    let path = folder.path + "/tiles"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/9-266-180.pbf"))
    let city = try CityImport(tiles: VectorTileArchive(path: path), options: Self.text).scene()
    let counts = Dictionary(uniqueKeysWithValues: city.report.layers.map { ($0.name, $0.count) })
    #expect(counts == ["buildings": 2, "roads": 1, "landCover": 1, "annotations": 1], "\(counts)")
    #expect(city.report.tiles == 1 && city.report.attribution.isEmpty)
    #expect(
      city.report.dropped.contains {
        $0.reason.contains("contour") && $0.reason.contains(": nothing is made of that layer")
          && $0.count == 1
      })
    let buildings = try object(city.files, "buildings.geojson")
    let properties = buildings.compactMap { $0["properties"] as? [String: Any] }
    #expect(properties.allSatisfy { "\($0["height"] ?? "")" == "23.0" }, "\(properties)")
    // Cut to the tile, as is the road.
    let id = try #require(TileID(zoom: 9, x: 266, y: 180))
    func places(_ value: Any?) -> [[Double]] {
      if let place = value as? [Double] { return [place] }
      return (value as? [Any] ?? []).flatMap { places($0) }
    }
    let all = (buildings + (try object(city.files, "roads.geojson"))).flatMap { feature in
      places((feature["geometry"] as? [String: Any])?["coordinates"])
    }
    #expect(all.map { $0[0] }.max().map { abs($0 - id.bounds.east) < 1e-6 } == true)
    #expect(all.map { $0[0] }.min().map { abs($0 - id.bounds.west) < 1e-6 } == true)
    #expect(all.allSatisfy { $0[1] <= id.bounds.north && $0[1] >= id.bounds.south })
  }

  @Test("a box and a zoom choose tiles; too many are refused; damaged ones are told of")
  func choices() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tiles"
    let good = tile(("building", "road", "water", "place"), [("class", "street")])
    for (name, bytes) in [
      ("9/266/180.mvt", good), ("9/267/180.mvt", Array(good.dropLast(3))), ("8/133/90.pbf", good),
    ] {
      let file = URL(fileURLWithPath: "\(path)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    let archive = try VectorTileArchive(path: path)
    let all = try CityImport(tiles: archive).scene().report
    #expect(all.tiles == 1)
    #expect(
      all.dropped.contains { $0.reason.hasPrefix("damaged tile: 9/267/180 ") }, "\(all.dropped)")
    var options = CityImport.Options()
    options.zoom = 8
    #expect(try CityImport(tiles: archive, options: options).scene().report.tiles == 1)
    options.zoom = 7
    #expect(throws: TileImportError.self) { try CityImport(tiles: archive, options: options) }
    options.zoom = 9
    // Of the whole world there is what there is.
    options.box = GeographicBounds(south: -90, west: -180, north: 90, east: 180)
    #expect(try CityImport(tiles: archive, options: options).scene().report.tiles == 1)
    let box = try #require(TileID(zoom: 9, x: 266, y: 180)).bounds
    options.box = GeographicBounds(
      south: box.south, west: box.west, north: box.north, east: (box.west + box.east) / 2)
    let half = try CityImport(tiles: archive, options: options).scene().report
    #expect(half.layers.first { $0.name == "buildings" }?.count == 1 && half.dropped.count == 1)
    // Only the damaged one.
    options.box = GeographicBounds(
      south: box.south, west: box.east + 0.01, north: box.north, east: box.east + 0.02)
    #expect(throws: TileImportError.self) { try CityImport(tiles: archive, options: options) }
  }

  private func folder(_ tiles: [(name: String, bytes: [UInt8])]) throws -> (TemporaryFolder, String)
  {
    let folder = try TemporaryFolder()
    let path = folder.path + "/tiles"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for tile in tiles {
      try Data(tile.bytes).write(to: URL(fileURLWithPath: "\(path)/\(tile.name)"))
    }
    return (folder, path)
  }

  @Test("a tile whose compression is damaged, and one that is too large, are left out and named")
  func unreadable() throws {
    let good = tile(("building", "road", "water", "place"), [("class", "street")])
    let (folder, path) = try folder([
      ("9-266-180.mvt", good), ("9-267-180.mvt", [0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      ("9-268-180.mvt", [UInt8](repeating: 0, count: 8 << 20 + 1)),
    ])
    defer { withExtendedLifetime(folder) {} }
    let report = try CityImport(tiles: VectorTileArchive(path: path)).scene().report
    #expect(report.tiles == 1)
    for name in ["9/267/180", "9/268/180"] {
      #expect(
        report.dropped.contains { $0.reason.hasPrefix("damaged tile: \(name) ") },
        "\(report.dropped)")
    }
  }

  /// Tiles are decoded several at once, whatever is wrong with them.
  @Test("of tiles that are all damaged the first one is named")
  func firstDamage() throws {
    let good = tile(("building", "road", "water", "place"), [("class", "street")])
    let (folder, path) = try folder([
      ("9-266-180.mvt", Array(good.dropLast(3))),
      ("9-267-180.mvt", [0x1F, 0x8B, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    ])
    defer { withExtendedLifetime(folder) {} }
    let error = #expect(throws: TileImportError.self) {
      try CityImport(tiles: VectorTileArchive(path: path))
    }
    #expect(error?.description.contains("9/266/180") == true, "\(String(describing: error))")
  }

  @Test("a sea that reaches beyond the map's edges keeps its outline and its island")
  func edgeOfTheMap() throws {
    var writer = VectorTileWriter()
    let sea = [(-100, -100), (4196, -100), (4196, 4196), (-100, 4196)]
    writer.add(
      layer: "water",
      [([], .rings([sea, [(1000, 1000), (1000, 3000), (3000, 3000), (3000, 1000)]]))])
    writer.add(layer: "place", [([("class", "town"), ("name", "Beyond")], .points([(50, -20)]))])
    let (folder, path) = try folder([("0-0-0.mvt", writer.bytes)])
    defer { withExtendedLifetime(folder) {} }
    let city = try CityImport(tiles: VectorTileArchive(path: path), options: Self.text).scene()
    #expect(city.report.layers.map(\.name) == ["landCover"])
    let cover = try #require(try object(city.files, "land-cover.geojson").first)
    let geometry = cover["geometry"] as? [String: Any]
    let rings = try #require(geometry?["coordinates"] as? [[[Double]]])
    #expect(rings.count == 2)
    #expect(rings[0].allSatisfy { abs($0[0]) == 180 || abs(abs($0[1]) - 85.0511288) < 1e-6 })
    // An edge around the world leads nowhere, and one of half a turn either way.
    #expect(zip(rings[0], rings[0].dropFirst()).allSatisfy { abs($0[0] - $1[0]) <= 90 })
    #expect(Set(rings[0].map { $0[0] }) == [-180, -90, 0, 90, 180])
    #expect(rings[1].allSatisfy { abs($0[0]) < 100 && abs($0[1]) < 80 })
  }
}
