import BelvedereGeoMath

/// Surfaces of a building turned so that all face outwards.
///
/// Two surfaces that share an edge pass it in opposite directions where both face the same side of the
/// solid. So one tells which way its neighbours face. Of a closed solid the volume tells the side; of what is
/// open the file is trusted as to how most of it faces, and the volume of all that is open tells the side.
struct FacetWinding {
  /// Places within a millimetre are one.
  private struct Place: Hashable {
    var x, y, z: Int64

    init(_ p: Vector3) {
      x = Int64((p.x * 1000).rounded())  // checked: buildings are within 20 km
      y = Int64((p.y * 1000).rounded())  // checked: buildings are within 20 km
      z = Int64((p.z * 1000).rounded())  // checked: buildings are within 20 km
    }
  }

  private struct Edge: Hashable {
    var from, to: Place
  }

  private let facets: [[[Vector3]]]
  /// What the facets pass, those of the reverse edge too, and whether so.
  private var users: [Edge: [(facet: Int, isReverse: Bool)]] = [:]

  /// - Parameter facets: the rings of each, metres within 20 km.
  init(_ facets: [[[Vector3]]]) {
    self.facets = facets
    for (n, rings) in facets.enumerated() {
      for ring in rings {
        for i in ring.indices {
          let edge = Edge(from: Place(ring[i]), to: Place(ring[(i + 1) % ring.count]))
          guard edge.from != edge.to else { continue }
          users[edge, default: []].append((n, false))
          users[Edge(from: edge.to, to: edge.from), default: []].append((n, true))
        }
      }
    }
  }

  /// Whether each surface is to be turned.
  ///
  /// - Parameters:
  ///   - volume: six times the volume between a surface and a place, above 0 where it faces away from it.
  ///   - area: of a surface.
  func turns(volume: (Int) -> Double, area: (Int) -> Double) -> [Bool] {
    var turned = [Bool?](repeating: nil, count: facets.count)  // bounded: as many as facets
    var open: [Int] = []
    func total(_ patch: [Int], _ value: (Int) -> Double) -> Double {
      patch.reduce(0) { $0 + (turned[$1] == true ? -1 : 1) * value($1) }
    }
    for first in facets.indices where turned[first] == nil {
      turned[first] = false
      var patch = [first]
      var isClosed = true
      var next = 0
      while next < patch.count {
        let facet = patch[next]
        next += 1
        let (around, isWhole) = neighbours(of: facet)
        isClosed = isClosed && isWhole
        for (other, isAlike) in around where turned[other] == nil {
          turned[other] = isAlike ? turned[facet] : !(turned[facet] ?? false)
          patch.append(other)
        }
      }
      if total(patch, isClosed ? volume : area) < 0 {
        for facet in patch { turned[facet]?.toggle() }
      }
      if !isClosed { open += patch }
    }
    if total(open, volume) < 0 { for facet in open { turned[facet]?.toggle() } }
    return turned.map { $0 ?? false }
  }

  /// The surfaces beside one across edges of two, whether they are wound alike, and whether all edges are such.
  private func neighbours(of facet: Int) -> (around: [(facet: Int, isAlike: Bool)], isWhole: Bool) {
    var around: [(facet: Int, isAlike: Bool)] = []
    var isWhole = true
    for ring in facets[facet] {
      for i in ring.indices {
        let edge = Edge(from: Place(ring[i]), to: Place(ring[(i + 1) % ring.count]))
        guard edge.from != edge.to else { continue }
        guard let both = users[edge], both.count == 2,
          let other = both.first(where: { $0.facet != facet })
        else {
          isWhole = false
          continue
        }
        around.append((other.facet, other.isReverse))
      }
    }
    return (around, isWhole)
  }
}
