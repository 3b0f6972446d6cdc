import BelvedereCityImport
import BelvedereElevationFiles
import BelvedereTestSupport
import Foundation
import Testing

/// City models in CityGML.
@Suite("City models in CityGML") struct CityGMLTests {
  /// A house of 10 m × 8 m with a gable, in UTM 32.
  private static let corners: [[Double]] = [
    [0, 0, 0], [10, 0, 0], [10, 8, 0], [0, 8, 0], [0, 0, 5], [10, 0, 5], [10, 8, 5], [0, 8, 5],
    [0, 4, 8], [10, 4, 8],
  ]
  private static let faces: [(String, [Int])] = [
    ("GroundSurface", [0, 3, 2, 1]), ("WallSurface", [0, 1, 5, 4]),
    ("WallSurface", [1, 2, 6, 9, 5]), ("WallSurface", [2, 3, 7, 6]),
    ("WallSurface", [3, 0, 4, 8, 7]), ("RoofSurface", [4, 5, 9, 8]),
    ("RoofSurface", [6, 7, 8, 9]),
  ]

  private static func ring(
    _ face: [Int], east: Double = 500_000, north: Double = 5_400_000
  ) -> String {
    (face + [face[0]]).map { i in
      "\(corners[i][0] + east) \(corners[i][1] + north) \(corners[i][2] + 300)"
    }.joined(separator: " ")
  }

  private static func polygon(_ face: [Int], id: String = "", east: Double = 500_000) -> String {
    """
    <gml:surfaceMember><gml:Polygon\(id.isEmpty ? "" : " gml:id=\"\(id)\"")><gml:exterior><gml:LinearRing>\
    <gml:posList>\(ring(face, east: east))</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
    """
  }

  /// The house by its surfaces.
  private static func surfaces(
    lod: Int = 2, boundary: String = "bldg:boundedBy", ids: Bool = false, east: Double = 500_000
  ) -> String {
    faces.enumerated().map { n, face in
      """
      <\(boundary)><bldg:\(face.0)><bldg:lod\(lod)MultiSurface><gml:MultiSurface>\
      \(polygon(face.1, id: ids ? "p\(n)" : "", east: east))</gml:MultiSurface></bldg:lod\(lod)MultiSurface></bldg:\(face.0)></\(boundary)>
      """
    }.joined()
  }

  private static func solid(lod: Int, _ members: String) -> String {
    """
    <bldg:lod\(lod)Solid><gml:Solid><gml:exterior><gml:CompositeSurface>\(members)</gml:CompositeSurface></gml:exterior>\
    </gml:Solid></bldg:lod\(lod)Solid>
    """
  }

  private static func model(
    _ content: String, system: String? = "urn:adv:crs:ETRS89_UTM32*DE_DHHN2016_NH"
  ) -> [UInt8] {
    let envelope = system.map {
      "<gml:boundedBy><gml:Envelope srsName=\"\($0)\" srsDimension=\"3\"/></gml:boundedBy>"
    }
    return Array(
      """
      <?xml version="1.0" encoding="UTF-8"?><!-- <x> -->
      <core:CityModel xmlns:core="http://www.opengis.net/citygml/2.0" xmlns:gml="http://www.opengis.net/gml" \
      xmlns:bldg="http://www.opengis.net/citygml/building/2.0" xmlns:xlink="http://www.w3.org/1999/xlink">
      <gml:name>City</gml:name>\(envelope ?? "")\(content)</core:CityModel>
      """.utf8)
  }

  private static func house(_ inside: String, id: String = "house") -> String {
    """
    <core:cityObjectMember><bldg:Building gml:id="\(id)"><gml:name> Home </gml:name>\(inside)</bldg:Building>\
    </core:cityObjectMember>
    """
  }

  private func buildings(
    _ bytes: [UInt8], _ options: CityImport.Options = .init()
  ) throws -> (buildings: [[String: Any]], dropped: [String: Int]) {
    let city = try CityImport(cityGML: bytes, options: options)
    let (files, report) = try city.scene()
    let dropped = Dictionary(uniqueKeysWithValues: report.dropped.map { ($0.reason, $0.count) })
    guard let model = files.first(where: { $0.name == "city-model.json" })?.bytes else {
      return ([], dropped)
    }
    let root = try JSONSerialization.jsonObject(with: Data(model)) as? [String: Any]
    return (root?["buildings"] as? [[String: Any]] ?? [], dropped)
  }

  private func failure(_ bytes: [UInt8], memory: Int = 1 << 20) -> String {
    do {
      _ = try CityImport(cityGML: bytes, maximumMemory: memory)
      return ""
    } catch { return "\(error)" }
  }

  @Test("a house by its surfaces, its solid, references and parts, in all versions")
  func house() throws {
    let all = Self.faces.map { Self.polygon($0.1) }.joined()
    let references = Self.faces.indices.map { "<gml:surfaceMember xlink:href=\"#p\($0)\"/>" }
      .joined()
    let named = Self.faces.enumerated().map { Self.polygon($1.1, id: "p\($0)") }.joined()
    let typed = Self.faces.enumerated().map { n, face in
      """
      <bldg:boundedBy><bldg:\(face.0)><bldg:lod2MultiSurface><gml:MultiSurface><gml:surfaceMember xlink:href="#p\(n)"/>\
      </gml:MultiSurface></bldg:lod2MultiSurface></bldg:\(face.0)></bldg:boundedBy>
      """
    }.joined()
    let part = "<bldg:BuildingPart gml:id=\"part\">\(Self.surfaces())</bldg:BuildingPart>"
    let coarse = Self.solid(lod: 1, Self.polygon([0, 1, 2, 3]))
    for (name, inside) in [
      ("surfaces", Self.surfaces()), ("version 3", Self.surfaces(boundary: "boundary")),
      ("solid", Self.solid(lod: 2, all)),
      ("references", Self.surfaces(ids: true) + Self.solid(lod: 2, references)),
      ("surfaces by reference", Self.solid(lod: 2, named) + typed),
      ("part", "<bldg:consistsOfBuildingPart>\(part)</bldg:consistsOfBuildingPart>"),
      ("finest", coarse + Self.surfaces()),
    ] {
      let (houses, dropped) = try buildings(Self.model(Self.house(inside)))
      #expect(houses.count == 1 && dropped.isEmpty, "\(name): \(dropped)")
      let house = try #require(houses.first, "\(name)")
      #expect(house["id"] as? String == "house" && house["name"] as? String == "Home", "\(name)")
      #expect(house["height"] as? Double == 8, "\(name)")
      let surfaces = try #require(house["surfaces"] as? [[String: Any]])
      #expect(
        surfaces.compactMap { $0["kind"] as? String }.sorted()
          == ["roof", "roof", "wall", "wall", "wall", "wall"], "\(name)")
      let outline = try #require((house["footprint"] as? [[[Double]]])?.first)
      // On the central meridian of UTM 32, where north is 5400 km: 48.753013005 degrees by PROJ.
      #expect(
        outline.contains { abs($0[0] - 9) < 2e-7 && abs($0[1] - 48.753013005) < 2e-7 },
        "\(name): \(outline)")
    }
  }

  @Test("names of reference systems, with the order of their axes")
  func systems() throws {
    for name in [
      "EPSG:25832", "urn:ogc:def:crs:EPSG::25832", "urn:ogc:def:crs,crs:EPSG::25832,crs:EPSG::5783",
      "EPSG:5555",
    ] {
      let houses = try buildings(Self.model(Self.house(Self.surfaces()), system: name)).buildings
      let outline = try #require((houses.first?["footprint"] as? [[[Double]]])?.first)
      #expect(
        outline.contains { abs($0[0] - 9) < 2e-7 && abs($0[1] - 48.753013005) < 2e-7 }, "\(name)")
    }
    // 11 m each way at 35.6 N, 139.7 E.
    func posList(_ isLatitudeFirst: Bool) -> String {
      let corners = [
        (35.6, 139.7, 0), (35.6, 139.7001, 0), (35.6001, 139.7001, 0), (35.6001, 139.7, 0),
        (35.6, 139.7, 9), (35.6, 139.7001, 9), (35.6001, 139.7001, 9), (35.6001, 139.7, 9),
      ]
      return [
        [0, 3, 2, 1], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7], [4, 5, 6, 7],
      ].map { face in
        let text = face.map { i in
          let (a, b, h) = corners[i]
          return isLatitudeFirst ? "\(a) \(b) \(h)" : "\(b) \(a) \(h)"
        }.joined(separator: " ")
        return
          "<gml:surfaceMember><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>\(text)</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>"
      }.joined()
    }
    for (name, isLatitudeFirst) in [
      ("http://www.opengis.net/def/crs/EPSG/0/6697", true), ("EPSG:4326", true),
      ("urn:ogc:def:crs:OGC:1.3:CRS84", false),
    ] {
      let inside = Self.solid(lod: 1, posList(isLatitudeFirst))
      let houses = try buildings(Self.model(Self.house(inside), system: name)).buildings
      let outline = try #require((houses.first?["footprint"] as? [[[Double]]])?.first, "\(name)")
      #expect(
        outline.allSatisfy { abs($0[0] - 139.7) < 2e-4 && abs($0[1] - 35.6) < 2e-4 }, "\(name)")
    }
  }

  @Test("what is not drawn is counted")
  func dropped() throws {
    let content =
      Self.house(Self.surfaces()) + Self.house("<gml:description>empty</gml:description>", id: "b")
      + "<core:cityObjectMember><veg:Tree><gml:posList>1 2</gml:posList></veg:Tree></core:cityObjectMember>"
      + Self.house(
        Self.surfaces(east: 500_100)
          + "<bldg:interiorRoom><bldg:Room>\(Self.surfaces(lod: 4))</bldg:Room></bldg:interiorRoom>"
          + Self.solid(lod: 2, "<gml:surfaceMember xlink:href=\"other.gml#x\"/>"), id: "c")
      + Self.house(Self.solid(lod: 1, "<gml:surfaceMember xlink:href=\"#nowhere\"/>"), id: "d")
    let (houses, dropped) = try buildings(Self.model(content))
    #expect(houses.count == 2)
    #expect(dropped["buildings without surfaces"] == 2, "\(dropped)")
    #expect(dropped["objects of the type Tree that are not drawn"] == 1)
    #expect(
      dropped["rooms inside buildings"] == 1 && dropped["surfaces that are in other files"] == 1)
    #expect(dropped["surfaces that are named and are not there"] == 1)
  }

  @Test("what is wrong is named with its line")
  func refused() {
    #expect(failure(Array("<osm version='0.6'/>".utf8)).contains("is no CityGML"))
    #expect(failure([]).contains("line 1"))
    #expect(failure(Self.model(Self.house(Self.surfaces()), system: nil)).contains("--crs"))
    #expect(
      failure(Self.model(Self.house(Self.surfaces()), system: "EPSG:3068")).contains("EPSG:3068"))
    let text = String(decoding: Self.model(Self.house(Self.surfaces())), as: UTF8.self)
    for (old, new, said) in [
      ("500010.0 5400000.0", "500010.0 nan", "no number"),
      ("500010.0 5400000.0", "5", "places of three"),
      ("<gml:posList>", "<gml:posList srsDimension=\"2\">", "numbers, not of 3"),
    ] {
      let bytes = Array(text.replacingOccurrences(of: old, with: new).utf8)
      #expect(
        failure(bytes).contains(said) && failure(bytes).contains("line 3"), "\(failure(bytes))")
    }
    #expect(failure(Array(text.utf8), memory: 1000).contains("--memory"))
    let deep = String(repeating: "<a>", count: 100_000)
    #expect(failure(Self.model(deep)).contains("elements deep"))
  }

  @Test("cut and damaged files end in an error or a city")
  func damaged() {
    let bytes = Self.model(Self.house(Self.surfaces(ids: true)))
    for n in stride(from: 0, to: bytes.count, by: 7) {
      _ = try? CityImport(cityGML: Array(bytes[..<n])).scene()
    }
    var random = SplitMix64(seed: 5)
    for _ in 0..<400 {
      var copy = bytes
      for _ in 0..<random.int(1...4) {
        copy[random.int(0...(copy.count - 1))] = UInt8(random.int(32...126))
      }
      _ = try? CityImport(cityGML: copy).scene()
    }
  }

  /// Counted by Python's ElementTree: 100 buildings, 600 surfaces above the ground, heights of 987 m in all.
  @Test("a hundred buildings of others", .enabled(if: SharedData.has("citygml")))
  func shared() throws {
    let path = try #require(SharedData.file("citygml/lod2_buildings_v3.gml"))
    var options = CityImport.Options()
    options.system = CoordinateReferenceSystem(text: "EPSG:25833")
    // Its metres count from a corner of its own, which no zone of UTM has.
    let local = try String(contentsOfFile: path, encoding: .utf8)
    #expect(throws: CityModelError.self) { try self.buildings(Array(local.utf8), options) }
    let placed = local.replacing(/<gml:posList srsDimension="3">([-0-9. ]+)</) { list in
      let numbers = list.1.split(separator: " ").compactMap { Double($0) }
      let shifted = numbers.enumerated().map { i, number in
        number + [400_000, 5_800_000, 0][i % 3]
      }
      return "<gml:posList srsDimension=\"3\">" + shifted.map { "\($0)" }.joined(separator: " ")
        + "<"
    }
    let (houses, dropped) = try buildings(Array(placed.utf8), options)
    #expect(houses.count == 100 && dropped.isEmpty)
    #expect(houses.reduce(0) { $0 + (($1["surfaces"] as? [Any])?.count ?? 0) } == 600)
    let heights = houses.compactMap { $0["height"] as? Double }
    #expect(heights.reduce(0, +) == 987)
  }
}
