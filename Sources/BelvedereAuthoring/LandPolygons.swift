import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereJSON

/// The outlines of the land in a metric frame.
package struct LandPolygons {
  /// Every ring of every polygon, holes among them; the first point is not repeated.
  package let rings: [[Vector2]]

  package init(_ document: JSONValue, file: String, frame: LocalFrame) throws {
    guard let features = document.member("features")?.items else {
      throw AuthoringError(file: file, reason: "is not a FeatureCollection")
    }
    var rings: [[Vector2]] = []
    for feature in features {
      guard let geometry = feature.member("geometry"),
        geometry.member("type")?.text == "Polygon",
        let polygon = geometry.member("coordinates")?.items
      else {
        throw AuthoringError(file: file, reason: "line \(feature.line): a feature is a Polygon")
      }
      for ring in polygon {
        var points = (ring.items ?? []).compactMap { pair -> Vector2? in
          guard let items = pair.items, items.count >= 2, let longitude = items[0].number,
            let latitude = items[1].number
          else { return nil }
          return frame.position(of: Coordinate(latitude: latitude, longitude: longitude))
        }
        if points.count > 1, points.first == points.last { points.removeLast() }
        guard points.count >= 3 else {
          throw AuthoringError(file: file, reason: "line \(ring.line): a ring has three corners")
        }
        rings.append(points)
      }
    }
    self.rings = rings
  }

  /// Whether each sample of a grid lies on land. Each ring is filled by itself, so that polygons
  /// may overlap.
  package func mask(_ grid: TerrainGrid) -> [Bool] {
    var mask = [Bool](repeating: false, count: grid.count)
    for ring in rings {
      for row in 0..<grid.height {
        let y = grid.y(row: row)
        var crossings: [Double] = []
        for i in ring.indices {
          let a = ring[i]
          let b = ring[i + 1 < ring.count ? i + 1 : 0]
          guard (a.y <= y) != (b.y <= y) else { continue }
          crossings.append(a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y))
        }
        crossings.sort()
        for pair in stride(from: 0, to: crossings.count - 1, by: 2) {
          let range = grid.columns(from: crossings[pair], to: crossings[pair + 1])
          for column in range { mask[row * grid.width + column] = true }
        }
      }
    }
    return mask
  }
}
