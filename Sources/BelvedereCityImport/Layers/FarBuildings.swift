import BelvedereGeodesy
import BelvedereSceneModel

/// Blocks that stand for the buildings of a neighbourhood where these are too far away to be seen one by one.
///
/// A block is as large as the footprints of its buildings together, in their middle. As high as they are in the mean it had
/// less of walls and of shadows than they have together, and a city grew pale in the distance; with all of their walls it were
/// dark and blue from aslant. It is as high as the geometric mean of both. The buildings are those of a square of the map.
enum FarBuildings {
  /// The side of a square beside the size of its buildings, and that of the next coarser squares beside these.
  private static let step = 2.0
  private static let levels = 5
  /// The part of the buildings, or of the finer blocks, that blocks may be as many as, to be of use.
  private static let most = 0.75

  private struct Block {
    var count = 0
    var area = 0.0
    var volume = 0.0
    /// Of walls that face one way, m².
    var walls = 0.0
    /// Sums of what the buildings have, each as often as it is large.
    var latitude = 0.0
    var longitude = 0.0
  }

  /// What of a building counts.
  private struct Measures {
    let middle: Coordinate
    let area, height: Double
  }

  /// Makes the blocks of buildings of a size, finer ones first, each with the side of their squares.
  static func forEachLevel(
    of buildings: FeatureList, size: Double,
    _ body: (_ side: Double, _ features: FeatureList) throws -> Void
  ) rethrows {
    guard let first = buildings.first else { return }
    let latitude = first.shape.box.south
    let measures = buildings.lazy.compactMap { building -> Measures? in
      guard case .polygons(let polygons) = building.shape,
        let middle = CityShape.middle(of: polygons)
      else { return nil }
      return Measures(
        middle: middle, area: max(CityShape.area(of: polygons), 1),
        height: SizeClass.height(of: building))
    }
    let all = Array(measures)
    var (before, side) = (buildings.count, size)
    for _ in 0..<Self.levels {
      side *= step
      let features = blocks(of: all, inSquaresOf: side, at: latitude)
      guard Double(features.count) <= most * Double(before) else { continue }
      try body(side, features.byPlace())
      before = features.count
    }
  }

  private struct Square: Hashable {
    let x, y: Int
  }

  private static func blocks(
    of buildings: [Measures], inSquaresOf side: Double, at latitude: Double
  ) -> FeatureList {
    var blocks: [Square: Block] = [:]
    let points = side / MapPoint.metersPerMapPoint(at: latitude)
    for building in buildings {
      let at = MapPoint(building.middle)
      let limit = -(1 << 40)...(1 << 40)
      let square = Square(
        x: Int(flooring: at.x / points, in: limit), y: Int(flooring: at.y / points, in: limit))
      var block = blocks[square] ?? Block()
      block.count += 1
      block.area += building.area
      block.volume += building.area * building.height
      block.walls += building.area.squareRoot() * building.height
      block.latitude += building.area * building.middle.latitude
      block.longitude += building.area * building.middle.longitude
      blocks[square] = block
    }
    return FeatureList(
      blocks.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.lazy.map {
        feature($0.value)
      })
  }

  private static func feature(_ block: Block) -> CityFeature {
    let middle = Coordinate(
      latitude: block.latitude / block.area, longitude: block.longitude / block.area)
    let half = block.area.squareRoot() / 2
    let scale = CoordinateRegion.metersPerDegree(at: middle.latitude)
    func corner(_ east: Double, _ north: Double) -> Coordinate {
      Coordinate(
        latitude: middle.latitude + north * half / scale.latitude,
        longitude: middle.longitude + east * half / scale.longitude)
    }
    let (mean, walled) = (block.volume / block.area, block.walls / block.area.squareRoot())
    let height = ((mean * walled).squareRoot() * 10).rounded() / 10
    return CityFeature(
      id: "", properties: [("building", "yes"), ("height", "\(height)")],
      shape: .polygons([[[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]]]))
  }
}
