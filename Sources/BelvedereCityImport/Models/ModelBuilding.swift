import BelvedereElevationFiles
import BelvedereGeoMath
import BelvedereGeodesy

/// A building of a city model as a scene has it.
struct ModelBuilding {
  struct Corner {
    var at: Coordinate
    /// Metres above the building's lowest corner.
    var height: Double
  }

  struct Surface {
    var isRoof: Bool
    var rings: [[Corner]]
  }

  var id, name: String
  /// The outer ring and its holes.
  var footprint: [[Coordinate]]
  var height: Double
  var surfaces: [Surface]

  /// Why a model is none.
  enum Flaw: String, Error {
    case place = "buildings whose coordinates lie nowhere in their reference system"
    case size = "buildings that are longer than 20 km or higher than 9 km"
    case form = "buildings without an area or a height"
  }

  /// A surface in metres east, north and above the first corner.
  private struct Facet {
    var rings: [[Vector3]]
    var type: String
    /// Of the outline.
    var area: Double
    var normal: Vector3

    init?(_ rings: [[Vector3]], type: String) {
      (self.rings, self.type) = (rings, type)
      let ring = rings[0]
      var sum = Vector3.zero
      for i in 1..<(ring.count - 1) { sum += (ring[i] - ring[0]).cross(ring[i + 1] - ring[0]) }
      guard sum.length > 1e-4 else { return nil }
      (area, normal) = (sum.length / 2, sum / sum.length)
    }

    mutating func turn() {
      rings = rings.map { $0.reversed() }
      normal = Vector3.zero - normal
    }

    /// Six times the volume between the surface and a place, above 0 where it faces away from it.
    func volume(from origin: Vector3) -> Double {
      rings.reduce(0) { sum, ring in
        (1..<(ring.count - 1)).reduce(sum) { sum, i in
          sum + (ring[0] - origin).dot((ring[i] - origin).cross(ring[i + 1] - origin))
        }
      }
    }

    var lowest: Double { rings.joined().map(\.z).min() ?? 0 }
  }

  /// - Parameter parts: of one building.
  init(_ parts: [CityModel], _ conversion: CoordinateConversion) throws(Flaw) {
    var origin: Coordinate?
    var degree = (latitude: 0.0, longitude: 0.0)
    var facets: [Facet] = []
    for part in parts {
      var places: [Int: Vector3] = [:]
      for number in part.surfaces.flatMap({ $0.rings.joined() }) where places[number] == nil {
        let corner = part.corners[number]
        guard conversion.system.misfit(x: corner.x, y: corner.y) == nil,
          let found = conversion.unproject(x: corner.x, y: corner.y),
          abs(found.latitude) < 85, abs(found.longitude) <= 360, abs(corner.z) < 12_000
        else { throw .place }
        if origin == nil {
          origin = Coordinate(latitude: found.latitude, longitude: found.longitude)
          let scale = CoordinateRegion.metersPerDegree(at: found.latitude)
          degree = (scale.latitude, scale.longitude)
        }
        guard let origin else { throw .form }
        let place = Vector3(
          (found.longitude - origin.longitude) * degree.longitude,
          (found.latitude - origin.latitude) * degree.latitude, corner.z)
        guard abs(place.x) < 20_000, abs(place.y) < 20_000 else { throw .size }
        places[number] = place
      }
      facets += part.surfaces.compactMap { surface in
        Facet(surface.rings.map { $0.compactMap { places[$0] } }, type: surface.type)
      }
    }
    guard let origin, !facets.isEmpty else { throw .form }
    let base = facets.map(\.lowest).min() ?? 0
    let top = facets.flatMap { $0.rings.joined() }.map(\.z).max() ?? 0
    guard top - base > 0.3 else { throw .form }
    guard top - base < 9000 else { throw .size }
    let middle = facets[0].rings[0][0]
    let foot = Vector3(middle.x, middle.y, base)
    let turns = FacetWinding(facets.map(\.rings)).turns(
      volume: { facets[$0].volume(from: foot) }, area: { facets[$0].area })
    for (n, isTurned) in turns.enumerated() where isTurned { facets[n].turn() }
    for n in facets.indices
    where facets[n].type == "RoofSurface" && facets[n].normal.z < 0
      || facets[n].type == "GroundSurface" && facets[n].normal.z > 0
    {
      facets[n].turn()
    }
    func isGround(_ facet: Facet) -> Bool {
      facet.type == "GroundSurface"
        || facet.normal.z < -0.9 && facet.lowest < base + 0.3 && facet.type != "WallSurface"
    }
    func isRoof(_ facet: Facet) -> Bool {
      facet.type == "RoofSurface" || facet.normal.z > 0.15 && facet.type != "WallSurface"
    }
    // As seen from above.
    var seen = facets.filter { isGround($0) && $0.normal.z < -0.5 }.map { facet in
      facet.rings.map { ring in Array(ring.reversed()) }
    }
    if seen.isEmpty { seen = facets.filter { $0.normal.z > 0.02 }.map(\.rings) }
    // Smaller ones would be none in a scene, whose places are of centimetres.
    let outline = ModelFootprint.outline(
      seen.joined().map { ring in ring.map { Vector2($0.x, $0.y) } }
    ).filter { abs(PolygonTriangulation.signedArea($0)) > 0.5 }
    guard !outline.isEmpty else { throw .form }
    func coordinate(_ x: Double, _ y: Double) -> Coordinate {
      Coordinate(
        latitude: origin.latitude + y / degree.latitude,
        longitude: origin.longitude + x / degree.longitude)
    }
    id = parts[0].id
    name = parts.first { !$0.name.isEmpty }?.name ?? ""
    footprint = outline.map { ring in ring.map { coordinate($0.x, $0.y) } }
    height = top - base
    surfaces = facets.filter { !isGround($0) }.map { facet in
      Surface(
        isRoof: isRoof(facet),
        rings: facet.rings.map { ring in
          ring.map { Corner(at: coordinate($0.x, $0.y), height: $0.z - base) }
        })
    }
    guard !surfaces.isEmpty else { throw .form }
  }
}
