import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereTerrain
import Synchronization

/// How a coastline goes over into the shore of the elevations around the box in which it is known.
///
/// The two seldom meet: coarse elevations have their shore a sample or two beside the coast. At the edge of the box the
/// coastline counts, some samples away the elevations, and in between the mean of the signed distances from both, so that
/// the coast has no step.
final class ShoreSeam: Sendable {
  private let box: MapRect
  private let shore: BoxShore
  /// Map points over which what the coastline says fades.
  private let reach: Double
  /// Cells of the grid from the shore of the elevations, positive on land.
  private let distances: [Float]
  private let grid: ValueGrid

  /// Map points to which distances from the coastline are cut: that sea or land lies farther along the edge of the box
  /// says little of what lies beyond it.
  private let most: Double

  /// Over how many samples of the elevations the coastline fades, and to how many distances from the coastline and from
  /// their own shore are cut: ground well inland is land however near the box is.
  private static let (fading, ours, theirs) = (4.0, 1.0, 3.0)
  /// Cells along each side of the grid at most, and of a sample.
  private static let (cells, perSample) = (384.0, 4.0)

  init(_ box: MapRect, _ land: [GroundFeatureIndex.Area], _ model: ElevationMosaic) {
    self.box = box
    shore = BoxShore(box, land)
    let latitude = MapPoint(x: box.midX, y: box.midY).coordinate.latitude
    let sample =
      model.resolution * CoordinateRegion.metersPerDegree(at: latitude).latitude
      / MapPoint.metersPerMapPoint(at: latitude)
    let size = max(box.width, box.height)
    // Of a large box the grid has cells larger than samples, and a small one tells nothing of what is far away.
    let unit = min(max(sample, 2 * size / Self.cells), size / Self.fading)
    let reach = Self.fading * unit
    (self.reach, most) = (reach, Self.ours * unit)
    let whole = size + 2.5 * reach
    let cell = max(whole / Self.cells, unit / Self.perSample)
    let side = Int(clamping: (whole / cell).rounded(.up), in: 2...1024)
    let grid = ValueGrid(around: box, side: side, cell: cell)
    self.grid = grid
    let bounds = model.bounds
    let window = MapRect(
      x: grid.corner.x, y: grid.corner.y, width: cell * Double(side), height: cell * Double(side))
    let risen = RisenShore(model, in: window, texel: cell)
    let rises = (0..<side * side).map { i -> Float? in
      let p = grid.middle(i)
      let away = box.distance(to: p)
      let inside = min(
        box.width / 2 - abs(p.x - box.midX), box.height / 2 - abs(p.y - box.midY))
      guard away <= 1.2 * reach, inside <= Self.theirs * unit else { return nil }
      let c = MapPoint(x: p.x, y: p.y).coordinate
      let longitude = wrappedLongitude(c.longitude)
      guard bounds.contains(latitude: c.latitude, longitude: longitude) else { return nil }
      if let risen { return risen.distance(at: p) }
      let height = model.elevation(latitude: c.latitude, longitude: longitude)
      return Float((height ?? 0) - SceneShore.leastRise)
    }
    distances = Self.distances(rises, side: side, most: Float(Self.theirs * unit / cell))
  }

  /// Cells from the shore; beside it as the ground rises, so that the shore is that of the ground between the cells.
  ///
  /// - Parameter rises: metres above the shore; `nil` where that is not known.
  private static func distances(_ rises: [Float?], side: Int, most: Float) -> [Float] {
    var result = SignedDistances(rises.map { $0.map { $0 > 0 } }, side: side, most: most).values
    for (i, rise) in rises.enumerated() where abs(result[i]) < 1 {
      guard let rise else { continue }
      let (x, y) = (i % side, i / side)
      let ways = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)].compactMap {
        column, row -> Float? in
        guard column >= 0, column < side, row >= 0, row < side,
          let other = rises[row * side + column], (other > 0) != (rise > 0)
        else { return nil }
        return rise / (abs(rise) + abs(other))
      }
      if let nearest = ways.min(by: { abs($0) < abs($1) }) { result[i] = nearest }
    }
    return result
  }

  /// The coast at a place beside a box.
  struct Beside {
    /// Map points from the box.
    var away: Double
    /// Map points from the coast, positive on land.
    var distance: Float
    /// How much it counts beside the elevation there, above 0 to 1.
    var share: Float
  }

  /// `nil` away from the box.
  func coast(at place: Vector2) -> Beside? {
    let turns = ((box.midX - place.x) / MapPoint.worldWidth).rounded()
    let p = Vector2(place.x + turns * MapPoint.worldWidth, place.y)
    let away = box.distance(to: p)
    guard away < reach else { return nil }
    let t = away / reach
    let weight = 1 - t * t * (3 - 2 * t)
    let ours = min(max(shore.distance(at: p), -most), most)
    // From the shore of the elevations.
    let theirs = Double(grid.value(distances, at: p)) * grid.cell
    return Beside(
      away: away, distance: Float(ours * weight + theirs * (1 - weight)),
      share: Float(min((1 - t) / 0.25, 1)))
  }
}

/// The seams of all boxes of a scene, made when the first is asked for.
final class ShoreSeams: Sendable {
  private final class Made: Sendable {
    let seams: [ShoreSeam]

    init(_ seams: [ShoreSeam]) { self.seams = seams }
  }

  private let boxes: [MapRect]
  private let land: [GroundFeatureIndex.Area]
  private let model: ElevationMosaic
  private let made = AtomicLazyReference<Made>()

  init(_ boxes: [MapRect], _ land: [GroundFeatureIndex.Area], _ model: ElevationMosaic) {
    self.boxes = boxes.filter { $0.width > 0 && $0.height > 0 }
    (self.land, self.model) = (land, model)
  }

  /// All of them.
  var all: [ShoreSeam] {
    let made =
      self.made.load() ?? self.made.storeIfNil(Made(boxes.map { ShoreSeam($0, land, model) }))
    return made.seams
  }
}

extension [ShoreSeam] {
  /// The coast at a place, by the nearest box; `nil` away from all.
  func coast(at p: Vector2) -> ShoreSeam.Beside? {
    var nearest: ShoreSeam.Beside?
    for seam in self {
      guard let here = seam.coast(at: p), here.away < nearest?.away ?? .infinity else { continue }
      nearest = here
    }
    return nearest
  }
}
