import BelvedereCityImport
import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation
import Testing

/// Scenes of city models.
@Suite("Scenes of city models") struct CityModelTests {
  /// A house of 10 m × 8 m in Amersfoort with a gable: corners 0 to 3 on the ground, 4 to 7 at the eaves, 8 and 9 the
  /// ridge.
  private static let corners =
    "[[0,0,0],[10,0,0],[10,8,0],[0,8,0],[0,0,5],[10,0,5],[10,8,5],[0,8,5],[0,4,8],[10,4,8]]"
  private static let shell =
    "[[[0,3,2,1]],[[0,1,5,4]],[[1,2,6,9,5]],[[2,3,7,6]],[[3,0,4,8,7]],[[4,5,9,8]],[[6,7,8,9]]]"
  private static let kinds = """
    "semantics": {"surfaces": [{"type": "GroundSurface"}, {"type": "WallSurface"}, {"type": "RoofSurface"}], \
    "values": [[0, 1, 1, 1, 1, 2, 2]]}
    """
  private static let transform =
    #""transform": {"scale": [1, 1, 1], "translate": [155000, 463000, -2.5]}"#

  private static func house(
    version: String = "2.0", system: String? = "https://www.opengis.net/def/crs/EPSG/0/7415",
    shell: String = shell, kinds: String = ", " + kinds, more: String = ""
  ) -> [UInt8] {
    let metadata = system.map { "\"metadata\": {\"referenceSystem\": \"\($0)\"}," } ?? ""
    return Array(
      """
      {"type": "CityJSON", "version": "\(version)", \(metadata) \(transform), "CityObjects": {"house": {"type": \
      "Building", "attributes": {"name": "Home"}, "geometry": [{"type": "MultiSurface", "lod": "0", "boundaries": [[[0, 1, 2, 3]]]}, \
      {"type": "Solid", "lod": "2.2", "boundaries": [\(shell)]\(kinds)}]}\(more)}, "vertices": \(corners)}
      """.utf8)
  }

  private func buildings(
    _ bytes: [UInt8], _ options: CityImport.Options = .init()
  ) throws -> [[String: Any]] {
    let files = try CityImport(cityJSON: bytes, options: options).scene().files
    let model = try #require(files.first { $0.name == "city-model.json" }?.bytes)
    let root = try JSONSerialization.jsonObject(with: Data(model)) as? [String: Any]
    return root?["buildings"] as? [[String: Any]] ?? []
  }

  /// Each surface's kind and its normal's directions, metres.
  private func normals(_ building: [String: Any]) throws -> [(kind: String, normal: [Double])] {
    let surfaces = try #require(building["surfaces"] as? [[String: Any]])
    return try surfaces.map { surface in
      let ring = try #require((surface["rings"] as? [[[Double]]])?.first).map {
        [($0[0] - 5.3872) * 68_400, ($0[1] - 52.1552) * 111_270, $0[2]]
      }
      var sum = [0.0, 0, 0]
      for i in 1..<(ring.count - 1) {
        let (a, b) = (zip(ring[i], ring[0]).map(-), zip(ring[i + 1], ring[0]).map(-))
        sum[0] += a[1] * b[2] - a[2] * b[1]
        sum[1] += a[2] * b[0] - a[0] * b[2]
        sum[2] += a[0] * b[1] - a[1] * b[0]
      }
      return (surface["kind"] as? String ?? "", sum.map { $0 / 2 })
    }
  }

  @Test("a house stands where PROJ says, with its walls and roofs facing outwards")
  func house() throws {
    let turned =
      "[[[1,2,3,0]],[[4,5,1,0]],[[5,9,6,2,1]],[[6,7,3,2]],[[7,8,4,0,3]],[[8,9,5,4]],[[9,8,7,6]]]"
    for bytes in [
      Self.house(), Self.house(version: "1.1"), Self.house(kinds: ""), Self.house(shell: turned),
      Self.house(shell: turned, kinds: ""),
      Self.house(system: "urn:ogc:def:crs:EPSG::28992"),
    ] {
      let houses = try buildings(bytes)
      #expect(houses.count == 1)
      let house = try #require(houses.first)
      #expect(house["id"] as? String == "house" && house["name"] as? String == "Home")
      #expect(house["height"] as? Double == 8)
      let outline = try #require((house["footprint"] as? [[[Double]]])?.first)
      #expect(outline.count == 5)
      // EPSG:28992 to 4326 by PROJ's transformation 4833.
      #expect(
        outline.contains {
          abs($0[0] - 5.387203508) < 2e-7 && abs($0[1] - 52.155172301) < 2e-7
        }, "\(outline)")
      let normals = try normals(house)
      #expect(normals.map(\.kind).sorted() == ["roof", "roof", "wall", "wall", "wall", "wall"])
      // Areas of 40 and 50 m², and of the gables 52.
      for (normal, kind) in [
        ([0.0, -50, 0], "wall"), ([52, 0, 0], "wall"), ([0, 50, 0], "wall"), ([-52, 0, 0], "wall"),
        ([0, -30, 40], "roof"), ([0, 30, 40], "roof"),
      ] {
        #expect(
          normals.contains { found in
            found.kind == kind && zip(found.normal, normal).allSatisfy { abs($0 - $1) < 0.5 }
          }, "\(normal) \(normals)")
      }
    }
  }

  @Test("parts become one building; a sequence of lines is the same as the whole")
  func parts() throws {
    let part = """
      "part": {"type": "BuildingPart", "parents": ["house"], "geometry": [{"type": "MultiSurface", "lod": 2, \
      "boundaries": [[[4, 5, 9, 8]]]}]}
      """
    let tree = #""tree": {"type": "SolitaryVegetationObject"}"#
    let whole = Self.house(more: ", \(part), \(tree)")
    let houses = try buildings(whole)
    #expect(houses.count == 1 && (houses[0]["surfaces"] as? [Any])?.count == 7)
    let report = try CityImport(cityJSON: whole).scene().report
    #expect(report.dropped.contains { $0.reason.contains("SolitaryVegetation") && $0.count == 1 })
    let lines = """
      {"type": "CityJSON", "version": "2.0", "metadata": {"referenceSystem": "https://www.opengis.net/def/crs/EPSG/0/7415"}, \
      \(Self.transform), "CityObjects": {}, "vertices": []}
      {"type": "CityJSONFeature", "id": "house", "CityObjects": {"house": {"type": "Building", "attributes": {"name": \
      "Home"}, "geometry": [{"type": "Solid", "lod": "2.2", "boundaries": [\(Self.shell)], \(Self.kinds)}]}}, \
      "vertices": \(Self.corners)}

      """
    let (a, b) = (
      try CityImport(cityJSON: Array(lines.utf8)).scene().files,
      try CityImport(cityJSON: Self.house()).scene().files
    )
    #expect(a.map(\.name) == b.map(\.name) && zip(a, b).allSatisfy { $0.0.bytes == $0.1.bytes })
  }

  @Test("groups are no buildings; installations of parts belong to the building")
  func groups() throws {
    let more = """
      , "part": {"type": "BuildingPart", "parents": ["group", "house"], "children": ["fitting"], "geometry": []}, \
      "fitting": {"type": "BuildingInstallation", "parents": ["part"], "geometry": [{"type": "MultiSurface", \
      "lod": 2, "boundaries": [[[4, 5, 9, 8]]]}]}, \
      "group": {"type": "CityObjectGroup", "children": ["house", "part"]}
      """
    var text = String(decoding: Self.house(more: more), as: UTF8.self)
    text = text.replacingOccurrences(
      of: "\"type\": \"Building\",", with: "\"type\": \"Building\", \"parents\": [\"group\"],")
    let houses = try buildings(Array(text.utf8))
    #expect(houses.count == 1 && houses[0]["id"] as? String == "house")
    #expect((houses[0]["surfaces"] as? [Any])?.count == 7)
  }

  @Test("each surface that faces inwards is turned by itself")
  func wrongWinding() throws {
    let right = try normals(try #require(try buildings(Self.house()).first))
    let faces = Self.shell.dropFirst().dropLast().components(separatedBy: "]],[[").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
    }
    #expect(faces.count == 7)
    for turned in 1..<(1 << 7) - 1 {
      let shell = faces.enumerated().map { n, face in
        let corners = face.components(separatedBy: ",")
        return "[[" + (turned >> n & 1 == 1 ? corners.reversed() : corners).joined(separator: ",")
          + "]]"
      }
      // Without kinds nothing but the form tells.
      let house = try #require(
        try buildings(
          Self.house(shell: "[" + shell.joined(separator: ",") + "]", kinds: "")
        ).first)
      let found = try normals(house)
      #expect(found.count == right.count)
      for (a, b) in zip(found, right) {
        #expect(zip(a.normal, b.normal).allSatisfy { abs($0 - $1) < 0.5 }, "\(turned)")
      }
    }
  }

  @Test("wings that touch between corners have one outline; what lies apart has the hull")
  func footprints() throws {
    // 10 × 8 and 6 × 4 beside it, which meets its wall between its corners.
    func area(_ east: Int) throws -> Double {
      let text = """
        {"type": "CityJSON", "version": "2.0", "metadata": {"referenceSystem": "EPSG:7415"}, \(Self.transform), \
        "CityObjects": {"house": {"type": "Building", "geometry": [{"type": "MultiSurface", "lod": "2", "boundaries": \
        [[[0, 3, 2, 1]], [[4, 7, 6, 5]], [[8, 9, 10, 11]], [[12, 13, 14, 15]]], "semantics": {"surfaces": \
        [{"type": "GroundSurface"}, {"type": "RoofSurface"}], "values": [0, 0, 1, 1]}}]}}, "vertices": \
        [[0,0,0],[10,0,0],[10,8,0],[0,8,0],[\(east),2,0],[\(east + 6),2,0],[\(east + 6),6,0],[\(east),6,0],\
        [0,0,5],[10,0,5],[10,8,5],[0,8,5],[\(east),2,5],[\(east + 6),2,5],[\(east + 6),6,5],[\(east),6,5]]}
        """
      let house = try #require(try buildings(Array(text.utf8)).first)
      let ring = try #require((house["footprint"] as? [[[Double]]])?.first)
      return zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { sum, edge in
        let (a, b) = edge
        return sum + 68_400 * 111_270 / 2
          * ((a[0] - ring[0][0]) * (b[1] - ring[0][1]) - (b[0] - ring[0][0]) * (a[1] - ring[0][1]))
      }
    }
    #expect(abs(try area(10) - 104) < 0.5)
    // 80, and from there to the wing and with it a trapezium from 8 to 4 over 16.
    #expect(abs(try area(20) - (80 + 96)) < 0.5)
  }

  @Test("what a system is called, and how lines are broken, does not matter")
  func spellings() throws {
    let plain = try buildings(Self.house())
    for name in [
      "urn:ogc:def:crs,crs:EPSG::28992,crs:EPSG::5709", "EPSG:7415",
      "http://www.opengis.net/def/crs-compound?1=http://www.opengis.net/def/crs/EPSG/0/28992&2=http://www.opengis.net/def/crs/EPSG/0/5709",
    ] {
      #expect(try NSArray(array: buildings(Self.house(system: name))) == NSArray(array: plain))
    }
    let text = String(decoding: Self.house(), as: UTF8.self)
    let broken = text.replacingOccurrences(of: "}, \"vertices\"", with: "}\n, \"vertices\"")
    #expect(broken != text)
    #expect(try NSArray(array: buildings(Array(broken.utf8))) == NSArray(array: plain))
  }

  @Test("in a sequence each line's building is its own, whatever its id")
  func sameIDs() throws {
    let feature = """
      {"type": "CityJSONFeature", "id": "house", "CityObjects": {"house": {"type": "Building", "geometry": \
      [{"type": "Solid", "lod": "2.2", "boundaries": [\(Self.shell)], \(Self.kinds)}]}}, "vertices": CORNERS}
      """
    let lines = """

      {"type": "CityJSON", "version": "2.0", "metadata": {"referenceSystem": "EPSG:7415"}, \
      \(Self.transform), "CityObjects": {}, "vertices": []}
      \(feature.replacingOccurrences(of: "CORNERS", with: Self.corners))
      \(feature.replacingOccurrences(of: "CORNERS", with: Self.corners.replacingOccurrences(of: "[10,", with: "[40,")))
      """
    #expect(try buildings(Array(lines.utf8)).count == 2)
  }

  @Test("a box chooses buildings, and a system may be told")
  func options() throws {
    var options = CityImport.Options()
    options.box = .init(south: 52.1, west: 5.3, north: 52.2, east: 5.4)
    #expect(try buildings(Self.house(), options).count == 1)
    options.box = .init(south: 52.1, west: 5.4, north: 52.2, east: 5.5)
    #expect(try CityImport(cityJSON: Self.house(), options: options).scene().report.layers.isEmpty)
    options.box = nil
    options.system = .init(epsg: 32631)
    let house = try #require(try buildings(Self.house(system: nil), options).first)
    let corner = try #require((house["footprint"] as? [[[Double]]])?.first?.first)
    // Metres of UTM far to the west of the zone, and 463 km north of the equator.
    #expect(abs(corner[0]) < 2 && abs(corner[1] - 4.18) < 0.1, "\(corner)")
  }

  @Test("what is wrong is named")
  func errors() throws {
    func message(_ bytes: [UInt8]) -> String {
      do {
        _ = try CityImport(cityJSON: bytes)
        return "nothing"
      } catch { return error.description }
    }
    let text = String(decoding: Self.house(), as: UTF8.self)
    for (bytes, words) in [
      (Self.house(system: nil), "--crs"),
      (Self.house(system: "https://www.opengis.net/def/crs/EPSG/0/2056"), "EPSG/0/2056"),
      (Self.house(version: "3.0"), "3.0"),
      (Self.house(shell: "[[[0,1,99]]]"), "vertex 99, and there are 10"),
      (Self.house(shell: "[[[0,1,-1]]]"), "vertex -1"),
      (Self.house(shell: "7"), "\"boundaries\" of \"house\""),
      (Array(text.replacingOccurrences(of: "[10,0,0]", with: "[10,0]").utf8), "vertices[1]"),
      (Array(text.replacingOccurrences(of: "\"CityJSON\"", with: "\"Topology\"").utf8), "Topology"),
      (Array(text.dropLast(20).utf8), "line 1"), (Array("{}".utf8), "is missing"),
      (Array(text.replacingOccurrences(of: "[1, 1, 1]", with: "[1, 1]").utf8), "transform"),
    ] {
      #expect(message(bytes).contains(words), "\(words): \(message(bytes))")
    }
    // Damaged in any place it is read, or refused.
    let bytes = Self.house()
    forEachSeed(400) { random in
      var damaged = bytes
      for _ in 0..<3 {
        damaged[random.int(0...(damaged.count - 1))] = UInt8(random.int(32...126))
      }
      _ = message(damaged)
    }
    for count in stride(from: 0, to: bytes.count, by: 7) { _ = message(Array(bytes.prefix(count))) }
  }

  @Test(
    "Dutch buildings: areas are shapely's, heights those of the corners",
    .enabled(if: SharedData.has("cityjson/rotterdam_subset.json")))
  func netherlands() throws {
    for (name, count, area, heights) in [
      ("rotterdam_subset", 16, 2188.01, 246.111), ("multi_lod", 10, 530.05, 66.384),
      ("delft_1b", 1, 992.93, 6.1),
    ] {
      let path = try #require(SharedData.file("cityjson/\(name).json"))
      var options = CityImport.Options()
      options.system = .rijksdriehoek
      let found = try buildings(Array(Data(contentsOf: URL(fileURLWithPath: path))), options)
      #expect(found.count == count)
      var (sum, height) = (0.0, 0.0)
      for building in found {
        height += try #require(building["height"] as? Double)
        for ring in try #require(building["footprint"] as? [[[Double]]]) {
          let (x, y) = (ring[0][0], ring[0][1])
          let scale = CoordinateScale(latitude: y)
          sum +=
            zip(ring, ring.dropFirst()).reduce(0) {
              $0 + ($1.0[0] - x) * ($1.1[1] - y) - ($1.1[0] - x) * ($1.0[1] - y)
            } / 2 * scale.east * scale.north
        }
      }
      #expect(abs(sum / area - 1) < 5e-4, "\(name): \(sum) m²")
      #expect(abs(height - heights) < 0.01, "\(name): \(height) m")
    }
  }

  /// Metres of a degree on WGS 84.
  private struct CoordinateScale {
    let east, north: Double

    init(latitude: Double) {
      let φ = latitude * .pi / 180
      let squared = 0.00669437999014
      let root = (1 - squared * sin(φ) * sin(φ)).squareRoot()
      east = 6_378_137 / root * cos(φ) * .pi / 180
      north = 6_378_137 * (1 - squared) / (root * root * root) * .pi / 180
    }
  }
}
