import BelvedereGeodesy
import BelvedereSceneModel

/// Blocks that stand for the buildings of a neighbourhood where these are too far away to be seen one by one.
///
/// A block is as large as the footprints of its buildings together and as high as they are in the mean, in their middle:
/// a city keeps its tone and its height. The buildings are those of a square of the map.
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
    /// Sums of what the buildings have, each as often as it is large.
    var latitude = 0.0
    var longitude = 0.0
  }

  /// The blocks of buildings of a size, finer ones first, each with the side of their squares.
  static func blocks(
    of buildings: [CityFeature], size: Double
  ) -> [(side: Double, features: [CityFeature])] {
    var levels: [(side: Double, features: [CityFeature])] = []
    var (before, side) = (buildings.count, size)
    for _ in 0..<Self.levels {
      side *= step
      let features = blocks(of: buildings, inSquaresOf: side)
      guard Double(features.count) <= most * Double(before) else { continue }
      levels.append((side, CityFeature.byPlace(features)))
      before = features.count
    }
    return levels
  }

  private struct Square: Hashable {
    let x, y: Int
  }

  private static func blocks(
    of buildings: [CityFeature], inSquaresOf side: Double
  ) -> [CityFeature] {
    var blocks: [Square: Block] = [:]
    let latitude = buildings.first.map { $0.shape.box.south } ?? 0
    let points = side / MapPoint.metersPerMapPoint(at: latitude)
    for building in buildings {
      guard case .polygons(let polygons) = building.shape,
        let middle = CityShape.middle(of: polygons)
      else { continue }
      let at = MapPoint(middle)
      let limit = -(1 << 40)...(1 << 40)
      let square = Square(
        x: Int(flooring: at.x / points, in: limit), y: Int(flooring: at.y / points, in: limit))
      let area = max(CityShape.area(of: polygons), 1)
      var block = blocks[square] ?? Block()
      block.count += 1
      block.area += area
      block.volume += area * SizeClass.height(of: building)
      block.latitude += area * middle.latitude
      block.longitude += area * middle.longitude
      blocks[square] = block
    }
    return blocks.sorted { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }.map { feature($0.value) }
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
    let height = (block.volume / block.area * 10).rounded() / 10
    return CityFeature(
      id: "", properties: [("building", "yes"), ("height", "\(height)")],
      shape: .polygons([[[corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]]]))
  }
}
