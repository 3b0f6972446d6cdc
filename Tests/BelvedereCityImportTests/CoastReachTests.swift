import BelvedereCityImport
import BelvedereGeodesy
import BelvedereOSM
import BelvedereTerrain
import Foundation
import Testing

/// Where coastlines are known: in what a file has data of, and not in all of a box that is larger.
@Suite(.enabled(if: OSMFile.libraryVersion != nil, "this build has no libosmium"))
struct CoastReachTests {
  /// What an import says of land.
  private struct Shown {
    var bounds: GeographicBounds?
    var said: String
    /// The outer rings, as longitudes and latitudes.
    var rings: [[[Double]]] = []
  }

  private func shown(
    _ line: [(latitude: Double, longitude: Double)], within box: GeographicBounds,
    declared: GeographicBounds? = nil, houses: [(Double, Double)] = []
  ) throws -> Shown {
    var town = TownText()
    if let b = declared {
      town.elements.append(
        #"<bounds minlat="\#(b.south)" minlon="\#(b.west)" maxlat="\#(b.north)" maxlon="\#(b.east)"/>"#
      )
    }
    for (latitude, longitude) in houses {
      town.box(latitude, longitude, 0.0001, ["building": "yes"])
    }
    let isRing = line.count > 2 && line[0] == line[line.count - 1]
    var nodes = line.map { town.node($0.latitude, $0.longitude) }
    if isRing { nodes[nodes.count - 1] = nodes[0] }
    town.way(nodes, ["natural": "coastline"])
    let (files, report) = try town.scene { $0.box = box }
    var result = Shown(said: report.dropped.map(\.reason).joined(separator: "\n"))
    let scene = try JSONSerialization.jsonObject(with: Data((files["scene.json"] ?? "").utf8))
    let land = (scene as? [String: Any])?["land"] as? [String: Any]
    if let b = land?["bounds"] as? [String: Double], let south = b["south"], let west = b["west"],
      let north = b["north"], let east = b["east"]
    {
      result.bounds = GeographicBounds(south: south, west: west, north: north, east: east)
    }
    let data = try files["land.geojson"].map {
      try JSONSerialization.jsonObject(with: Data($0.utf8))
    }
    for feature in (data as? [String: Any])?["features"] as? [[String: Any]] ?? [] {
      let geometry = feature["geometry"] as? [String: Any]
      let polygons =
        geometry?["coordinates"] as? [[[[Double]]]]
        ?? (geometry?["coordinates"] as? [[[Double]]]).map { [$0] } ?? []
      result.rings += polygons.compactMap(\.first)
    }
    return result
  }

  private static let extract = GeographicBounds(south: 40, west: 5, north: 40.02, east: 5.02)

  @Test("in a box that is larger than an extract its coast is known in the extract alone")
  func largerBox() throws {
    // As extracts have them the way is whole, and ends beyond the extract.
    let line = [(40.01, 4.985), (40.008, 5.0), (40.01, 5.01), (40.012, 5.02), (40.011, 5.03)]
    let box = GeographicBounds(south: 39.9, west: 4.9, north: 40.1, east: 5.1)
    let known = try shown(line, within: box, declared: Self.extract, houses: [(40.015, 5.01)])
    #expect(known.bounds == Self.extract)
    #expect(known.said.isEmpty, "\(known.said)")
    // What the extract has nothing of it says nothing of.
    let beside = GeographicBounds(south: 40.005, west: 5.025, north: 40.015, east: 5.04)
    let none = try shown(line, within: beside, declared: Self.extract, houses: [(40.01, 5.03)])
    #expect(none.bounds == nil && none.rings.isEmpty)
    // A box of no size is none.
    let point = GeographicBounds(south: 0, west: 0, north: 0, east: 0)
    let all = try shown(
      [(40.01, 4.9), (40.01, 5.1)], within: box, declared: point, houses: [(40.015, 5.01)])
    #expect(all.bounds != nil)
  }

  @Test("where a file does not say what it is of, its coast is known around what it holds")
  func spanned() throws {
    let line = [(40.01, 5.0), (40.014, 5.007), (40.006, 5.013), (40.01, 5.02)]
    let box = GeographicBounds(south: 39, west: 4, north: 41, east: 6)
    let bounds = try #require(
      try shown(line, within: box, houses: [(40.001, 5.01), (40.019, 5.01)]).bounds)
    #expect(bounds.south > 39.97 && bounds.north < 40.05)
    #expect(bounds.west > 4.96 && bounds.east < 5.06)
    #expect(bounds.south < 40.005 && bounds.north > 40.015)
  }

  @Test("a coast that ends far from the edge of the box is not led on to it")
  func farEnds() throws {
    let line = [(40.0, 5.008), (40.005, 5.01), (40.012, 5.01)]
    let known = try shown(
      line, within: Self.extract, declared: Self.extract, houses: [(40.001, 5.001)])
    let bounds = try #require(known.bounds)
    #expect(bounds == GeographicBounds(south: 40, west: 5, north: 40.012, east: 5.02))
    #expect(known.said.contains("beyond which the world's coast holds"), "\(known.said)")
    // Near the edge it is.
    let led = try shown(
      [(40.0, 5.008), (40.017, 5.01)], within: Self.extract, declared: Self.extract,
      houses: [(40.001, 5.001)])
    #expect(led.bounds == Self.extract)
    #expect(led.said.contains("led on to its edge"), "\(led.said)")
  }

  @Test(
    "a box that is almost as wide as the world, or wider, is all of its width",
    arguments: [(-179.9999, 179.9999), (-180, 179.9995), (-360, 360), (-190, 190), (-540, 540)])
  func allAround(_ west: Double, _ east: Double) throws {
    let box = GeographicBounds(south: -60, west: west, north: 60, east: east)
    #expect(
      box.closedAround == GeographicBounds(south: -60, west: -180, north: 60, east: 180))
    // An island across the antimeridian.
    let ring = [
      (-17.0, 179.8), (-17.0, -179.8), (-16.6, -179.8), (-16.6, 179.8), (-17.0, 179.8),
    ]
    let island = try shown(ring, within: box, houses: [(-16.8, 179.9), (20, 0)])
    let bounds = try #require(island.bounds)
    #expect(bounds.west == -180 && bounds.east == 180)
    for ring in island.rings {
      let longitudes = ring.map { $0[0] }
      #expect((longitudes.max() ?? 0) - (longitudes.min() ?? 0) > 0.19, "\(ring)")
    }
    #expect(!island.rings.isEmpty)
  }

  @Test("boxes of exactly the world's width, or narrower, stay as they are")
  func keptBoxes() {
    for (west, east) in [(-180.0, 180.0), (0, 360), (-170, 170), (170, 190)] {
      let box = GeographicBounds(south: -60, west: west, north: 60, east: east)
      #expect(box.closedAround == box)
    }
  }
}
