import BelvedereGeodesy
import BelvedereSceneModel

extension Scene {
  /// About how many bytes of memory the solids, the features of the ground and the annotations take while a
  /// picture is drawn, beside the scene itself.
  ///
  /// The figures are measured: a face of a solid takes up to 265 bytes where it is seen, a corner of
  /// a flat roof 130, a tree 1,250, an annotation that is in view 1,350.
  public var approximateDrawingByteCount: Int {
    var total = 1250 * trees.count + 1350 * annotations.count
    // Trees that are added near the camera, some 14,000.
    if landCover.contains(where: { $0.trees == .filled }) { total += 1250 * 14_000 }
    for building in buildings {
      let corners = building.footprint.rings.reduce(0) { $0 + $1.count }
      let outer = building.footprint.rings.first?.count ?? 0
      total += 265 * corners + 130 * corners + 100
      if building.roofHeight > 0 {
        switch building.roof {
        case .dome: total += 6 * 265 * outer
        case .pyramid, .gable: total += 265 * outer
        case .hip, .halfHip, .gambrel, .saltbox, .skillion: total += 4 * 265 * outer
        case .mansard, .round: total += 8 * 265 * outer
        case .flat: break
        }
      }
    }
    for beam in beams { total += 6 * 265 * max(beam.path.count - 1, 0) }
    // Each triangle a face, a skin and three vertices of its own.
    for model in models { total += 400 * model.model.triangleCount }
    for road in roads { total += 64 + 16 * road.path.count }
    for cover in landCover {
      for ring in cover.polygon.rings {
        total += 64 + 32 * GroundFeatureIndex.vertexCount(of: ring, kind: cover.kind)
      }
    }
    for polygon in land ?? [] { total += polygon.rings.reduce(64) { $0 + 16 * $1.count } }
    for overlay in overlays {
      switch overlay.shape {
      case .polygon(let polygon):
        total += Self.areaByteCount + Self.byteCount(polygon.rings.map(\.count))
      case .multiPolygon(let polygons):
        total += Self.areaByteCount + Self.byteCount(polygons.flatMap { $0.rings.map(\.count) })
      case .polyline(let path): total += Self.lineByteCount + Self.byteCount([path.count])
      case .multiPolyline(let paths):
        total += Self.lineByteCount + Self.byteCount(paths.map(\.count))
      case .geodesicPolyline(let path):
        total += Self.lineByteCount + Self.byteCount([GroundFeatureIndex.geodesic(path).count])
      case .tiles: total += Self.byteCount([4])
      case .circle: total += Self.areaByteCount + Self.byteCount([360])
      }
    }
    return total
  }

  /// What the grids of an area and of a line take beside their edges, measured.
  private static let areaByteCount = 11_000
  private static let lineByteCount = 8_000

  /// Of an overlay of rings or lines of so many vertices: its points, and the grids over its edges.
  private static func byteCount(_ vertices: [Int]) -> Int {
    vertices.reduce(0) { $0 + 64 + 500 * $1 }
  }
}
