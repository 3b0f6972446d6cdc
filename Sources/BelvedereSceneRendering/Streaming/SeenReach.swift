import BelvedereCameraModel
import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereSceneModel
import BelvedereTerrain

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How far around the eye what of a streamed layer is seen.
///
/// A thing of some size is seen as far as it is so many pixels large, whichever way the eye looks: a picture depends on
/// its own view alone, and one that follows needs nearly the same.
package struct SeenReach {
  /// Pixels below which a thing is left out.
  package var pixels: Double
  /// Pixels of the picture for each unit of slope from its middle.
  package let focalLength: Double
  package let eye: Coordinate
  /// Metres above the ground.
  let height: Double

  package init(pixels: Double, focalLength: Double, eye: Coordinate, height: Double) {
    (self.pixels, self.focalLength, self.eye, self.height) = (pixels, focalLength, eye, height)
  }

  /// Cells are at most this part of a reach wide, and at least half of that.
  private static let cellsInReach = 4.0
  /// Into how many steps the way across a cell is divided at which a disc moves on.
  private static let stepsInCell = 2.0
  /// North and south of these latitudes, where map points are some thirds as wide, cells have twice and four times as
  /// many of them: between towns, so that flights seldom pass them.
  private static let wideLatitudes = [71.3, 83.1]

  /// The cells of a layer in which things are seen, but not those in which what they stand for is seen itself.
  package func cells(of layer: StreamedLayer, number: Int) -> [StreamedCell] {
    cells(
      ofLayer: number, size: layer.size, standsFor: layer.standsFor, within: layer.bounds)
  }

  package func cells(
    ofLayer layer: Int, size: Double?, standsFor: Double?, within bounds: GeographicBounds
  ) -> [StreamedCell] {
    let world = StreamedCell.world(ofLayer: layer)
    let inner = standsFor.map { (disc: disc(ofThings: $0), level: level(ofThings: $0)) }
    guard let size else {
      return inner.map { rest(of: world, without: $0.disc, downTo: $0.level) } ?? [world]
    }
    guard let disc = disc(ofThings: size) else { return [] }
    let own = level(ofThings: size)
    let content = ContentBox(bounds)
    let cells = disc.cells(layer: layer, level: own).filter { content.meets($0.rect) }
    guard let inner else { return cells }
    return cells.flatMap { rest(of: $0, without: inner.disc, downTo: min(inner.level, own)) }
      .filter { disc.meets($0.rect) && content.meets($0.rect) }
  }

  /// The parts of a cell of which no cell of a level lies on a disc.
  private func rest(
    of cell: StreamedCell, without disc: MapDisc?, downTo level: Int
  ) -> [StreamedCell] {
    guard let disc, disc.meets(cell.rect) else { return [cell] }
    if cell.level <= level || disc.holds(cell.rect) { return [] }
    return cell.quarters.flatMap { rest(of: $0, without: disc, downTo: level) }
  }

  /// How far things of a size are seen; metres.
  private func reach(_ size: Double) -> Double { size * focalLength / pixels }

  /// The level of the cells of things of a size: the same wherever they are seen from in a part of the world.
  private func level(ofThings size: Double) -> Int {
    let wide = Self.wideLatitudes.count { abs(eye.latitude) >= $0 }
    let side = reach(size) / Self.cellsInReach / MapPoint.metersPerMapPoint(at: 0)
    return min(
      Int(clamping: log2(side).rounded(.down), in: SolidCellKey.level...StreamedCell.worldLevel)
        + wide, StreamedCell.worldLevel)
  }

  /// The ground from which things of a size are seen, and some around it: it stays where it is while the eye goes some
  /// way, so that of many pictures few need what the one before did not. `nil` for none.
  private func disc(ofThings size: Double) -> MapDisc? {
    let (reach, height) = (reach(size), max(height, 0))
    guard height < reach else { return nil }
    let step = Double(1 << level(ofThings: size)) / Self.stepsInCell
    return MapDisc(
      around: eye, metres: (reach * reach - height * height).squareRoot(), step: step)
  }
}

/// A disc on the map that holds one on the ground, in a world that goes on in the east and in the west.
private struct MapDisc {
  private let center: MapPoint
  private let radius: Double

  /// The disc around any place of a square of so many map points' side, in which the eye is.
  ///
  /// - Parameter step: a power of 2.
  init(around eye: Coordinate, metres: Double, step: Double) {
    var place = eye
    let most = MapPoint.maximumLatitude
    place.latitude = min(max(place.latitude, -most), most)
    let point = MapPoint(place)
    center = MapPoint(
      x: ((point.x / step).rounded(.down) + 0.5) * step,
      y: ((point.y / step).rounded(.down) + 0.5) * step)
    // Map points are widest towards the poles.
    let widest = metres + step * MapPoint.metersPerMapPoint(at: 0)
    let farthest = min(abs(center.coordinate.latitude) + widest / 111_000, most)
    let points = metres / MapPoint.metersPerMapPoint(at: farthest) + step * 0.5.squareRoot()
    radius = (points / step).rounded(.up) * step
  }

  /// The short way from west to east, from the disc's middle to a place.
  private func east(_ x: Double) -> Double {
    let world = MapPoint.worldWidth
    return x - center.x - ((x - center.x) / world).rounded() * world
  }

  func meets(_ rect: MapRect) -> Bool {
    let across = max(abs(east(rect.minX + rect.width / 2)) - rect.width / 2, 0)
    let down = max(rect.minY - center.y, center.y - rect.maxY, 0)
    return across * across + down * down <= radius * radius
  }

  /// Whether all of a rectangle lies in it.
  func holds(_ rect: MapRect) -> Bool {
    let across = abs(east(rect.minX + rect.width / 2)) + rect.width / 2
    let down = max(center.y - rect.minY, rect.maxY - center.y)
    return across * across + down * down <= radius * radius
  }

  /// The cells that it meets.
  func cells(layer: Int, level: Int) -> [StreamedCell] {
    let count = 1 << (StreamedCell.worldLevel - level)
    let side = Double(1 << level)
    let limit = -(2 * count)...(2 * count)
    func span(_ middle: Double) -> ClosedRange<Int> {
      let low = Int(flooring: (middle - radius) / side, in: limit)
      return low...Int(flooring: (middle + radius) / side, in: limit)
    }
    let (columns, rows) = (span(center.x), span(center.y))
    // Around the world each column is there once.
    let first = columns.count >= count ? 0..<count : columns.lowerBound..<columns.upperBound + 1
    var cells: [StreamedCell] = []
    for y in max(rows.lowerBound, 0)..<min(rows.upperBound + 1, count) {
      for x in first {
        let cell = StreamedCell(layer: layer, level: level, x: (x % count + count) % count, y: y)
        if meets(cell.rect) { cells.append(cell) }
      }
    }
    return cells
  }
}

/// Where a layer has things, on the map.
private struct ContentBox {
  private let rect: MapRect

  init(_ bounds: GeographicBounds) { rect = MapRect(bounds) }

  func meets(_ other: MapRect) -> Bool {
    guard rect.minY <= other.maxY, rect.maxY >= other.minY else { return false }
    return (-2...2).contains { turn in
      let shift = Double(turn) * MapPoint.worldWidth
      return rect.minX + shift <= other.maxX && rect.maxX + shift >= other.minX
    }
  }
}
