import BelvedereElevationFiles
import BelvedereGeodesy
import BelvedereImaging
import BelvedereTestSupport
import Foundation

/// Folders of colour tiles whose pixels are known.
enum ColorTiles {
  typealias Color = (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8)

  /// Writes the tiles of some zooms that meet a box of map points.
  ///
  /// - Parameters:
  ///   - hasTile: whether a tile is written.
  ///   - color: of a pixel with its middle at a map point.
  static func write(
    to folder: TemporaryFolder, zooms: ClosedRange<Int>, x: ClosedRange<Double>,
    y: ClosedRange<Double>, size: Int = 64,
    hasTile: (_ zoom: Int, _ x: Int, _ y: Int) -> Bool = { _, _, _ in true },
    color: (MapPoint) -> Color
  ) throws -> RasterTiles {
    for zoom in zooms {
      let side = MapPoint.worldWidth / Double(1 << zoom)
      func tiles(_ range: ClosedRange<Double>) -> ClosedRange<Int> {
        Int(range.lowerBound / side)...Int(range.upperBound / side)
      }
      for column in tiles(x) {
        let path = "\(folder.path)/\(zoom)/\(column)"
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: true)
        for row in tiles(y) where hasTile(zoom, column, row) {
          var image = Image(width: size, height: size)
          for j in 0..<size {
            for i in 0..<size {
              image[i, j] = color(
                MapPoint(
                  x: (Double(column) + (Double(i) + 0.5) / Double(size)) * side,
                  y: (Double(row) + (Double(j) + 0.5) / Double(size)) * side))
            }
          }
          try Data(try PNG.encode(image)).write(
            to: URL(fileURLWithPath: "\(path)/\(row).png"))
        }
      }
    }
    return try RasterTiles(path: folder.path)
  }

  /// The box of so many metres to each side of a place.
  static func box(
    around place: Coordinate, meters: Double
  ) -> (x: ClosedRange<Double>, y: ClosedRange<Double>) {
    let p = MapPoint(place)
    let half = meters / MapPoint.metersPerMapPoint(at: place.latitude)
    return (p.x - half...p.x + half, p.y - half...p.y + half)
  }
}
