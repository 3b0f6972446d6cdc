import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain
import Foundation
import Testing

/// Coasts around a small box, which tell the sea beside it.
@Suite(
  "Coasts around a box", .enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct CoastAroundTests {
  /// The box of a quay: water inside of it, whose way to the sea lies outside.
  private static let quay = GeographicBounds(south: 40.010, west: 5.010, north: 40.014, east: 5.014)

  /// What an import has of land: the box in which it is known, and its polygons.
  private struct Land {
    var bounds: GeographicBounds?
    var polygons: [[[[Double]]]] = []
    var files: [String: String]

    func isLand(_ latitude: Double, _ longitude: Double) -> Bool {
      var isInside = false
      for ring in polygons.joined() {
        for (a, b) in zip(ring, ring.dropFirst()) where (a[1] > latitude) != (b[1] > latitude) {
          let x = a[0] + (b[0] - a[0]) * (latitude - a[1]) / (b[1] - a[1])
          if x > longitude { isInside.toggle() }
        }
      }
      return isInside
    }
  }

  /// A town whose coast leads along a parallel of latitude, with the sea in the south, and around a harbour that reaches inland.
  ///
  /// - Parameter ends: the longitudes at which the coast begins and ends.
  private func town(_ ends: (Double, Double) = (4.9, 5.1)) -> TownText {
    var town = TownText()
    // Far away, so that there is something around the coast.
    for (latitude, longitude) in [(39.8, 4.8), (40.2, 5.2)] {
      town.box(latitude, longitude, 0.0001, ["building": "yes"])
    }
    for (latitude, longitude) in [(40.0135, 5.0135), (40.02, 5.02)] {
      town.box(latitude, longitude, 0.0001, ["building": "yes"])
    }
    town.way(
      [town.node(40.018, 5.0), town.node(40.018, 5.03)], ["highway": "residential"])
    // The land lies on the left of the way to the east.
    let coast = [
      (40.0, ends.0), (40.0, 5.004), (40.004, 5.004), (40.004, 5.008), (40.013, 5.008),
      (40.013, 5.013), (40.002, 5.013), (40.002, 5.006), (40.0, 5.006), (40.0, ends.1),
    ]
    town.way(coast.map { town.node($0.0, $0.1) }, ["natural": "coastline"])
    return town
  }

  private func land(
    _ town: TownText, _ change: (inout CityImport.Options) -> Void
  ) throws -> Land {
    let (files, _) = try town.scene(change)
    var result = Land(files: files)
    let scene = try JSONSerialization.jsonObject(with: Data((files["scene.json"] ?? "").utf8))
    let land = (scene as? [String: Any])?["land"] as? [String: Any]
    if let b = land?["bounds"] as? [String: Double], let south = b["south"], let west = b["west"],
      let north = b["north"], let east = b["east"]
    {
      result.bounds = GeographicBounds(south: south, west: west, north: north, east: east)
    }
    guard let text = files["land.geojson"] else { return result }
    let data = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    for feature in data?["features"] as? [[String: Any]] ?? [] {
      let geometry = feature["geometry"] as? [String: Any]
      result.polygons +=
        geometry?["coordinates"] as? [[[[Double]]]]
        ?? (geometry?["coordinates"] as? [[[Double]]]).map { [$0] } ?? []
    }
    return result
  }

  @Test("the water of a harbour that the box cuts is connected to the sea")
  func harbour() throws {
    let land = try land(town()) { $0.box = Self.quay }
    let bounds = try #require(land.bounds)
    // At least two kilometres.
    #expect(bounds.south < 39.995 && bounds.north > 40.03)
    #expect(bounds.west < 4.99 && bounds.east > 5.03)
    #expect(bounds.south > 39.9 && bounds.north < 40.1)
    // The basin in the box, its way out, and the sea.
    for (latitude, longitude) in [(40.0115, 5.0115), (40.003, 5.005), (39.999, 5.02)] {
      #expect(!land.isLand(latitude, longitude), "\(latitude) \(longitude)")
    }
    for (latitude, longitude) in [(40.0135, 5.0135), (40.001, 5.02), (40.02, 4.995)] {
      #expect(land.isLand(latitude, longitude), "\(latitude) \(longitude)")
    }
  }

  @Test("all else keeps to the box")
  func others() throws {
    let land = try land(town()) { $0.box = Self.quay }
    #expect(features(land.files["buildings.geojson"]).count == 1)
    #expect(land.files["roads.geojson"] == nil)
  }

  @Test("a coast that ends beside the box tells nothing beyond its end")
  func ends() throws {
    let west = try land(town((4.99, 5.1))) { $0.box = Self.quay }
    let bounds = try #require(west.bounds)
    #expect(abs(bounds.west - 4.99) < 1e-9 && bounds.east > 5.03 && bounds.south < 39.995)
    #expect(!west.isLand(39.999, 5.01) && west.isLand(40.003, 5.003))
  }

  @Test("a box inland knows the sea that lies near it, and boxes across ±180° are wider, too")
  func inland() throws {
    let near = try land(town()) {
      $0.box = GeographicBounds(south: 40.018, west: 5.019, north: 40.022, east: 5.023)
    }
    #expect(near.bounds != nil && near.isLand(40.02, 5.02) && !near.isLand(39.9995, 5.02))
    var town = TownText()
    town.box(-17.001, 179.9995, 0.0001, ["building": "yes"])
    town.box(-17.3, 179.5, 0.0001, ["building": "yes"])
    let coast = [(-17.01, 179.9), (-17.01, -179.9)].map { town.node($0.0, $0.1) }
    town.way(coast, ["natural": "coastline"])
    let across = try land(town) {
      $0.box = GeographicBounds(south: -17.002, west: 179.999, north: -17, east: 180.001)
    }
    let bounds = try #require(across.bounds)
    #expect(bounds.west > 179.9 && bounds.west < 179.99)
    #expect(bounds.east > 180.01 && bounds.east < 180.1 && bounds.south < -17.015)
    #expect(across.isLand(-17.001, 180) && !across.isLand(-17.012, 180.005))
  }
}
