import BelvedereGeoMath
import BelvedereGeodesy
import BelvedereImaging
import Foundation

/// Makes a scene's height fields from its spot heights and outlines of the land.
public enum TerrainAuthoring {
  /// Metres = `offset` + `scale` · sample in the height fields.
  public static let offset = -100.0
  /// Metres for each step of a sample.
  public static let scale = 0.25

  private static let spotsFile = "source/spot-heights.json"
  private static let landFile = "land.geojson"

  /// A height field to write.
  public struct Output: Sendable {
    /// The file's name in the scene's folder.
    public let file: String
    /// Where its samples lie.
    public let grid: TerrainGrid
  }

  /// Reads a scene's sources.
  public static func model(folder: URL) throws -> TerrainModel {
    let spots = try SpotHeight.read(
      AuthoredFile.parse(spotsFile, in: folder), file: spotsFile)
    let land = try LandPolygons(
      AuthoredFile.parse(landFile, in: folder), file: landFile, frame: frame)
    return TerrainModel(spots: spots, land: land, frame: frame, region: outputs[0].grid)
  }

  /// Makes the scene's height fields.
  public static func run(folder: URL) throws {
    let model = try model(folder: folder)
    for output in outputs {
      let heights = model.heights(on: output.grid)
      let bytes = try PNG.encode(raster(heights, grid: output.grid))
      try Data(bytes).write(to: folder.appendingPathComponent(output.file))
    }
  }

  /// The heights as samples of a 16-bit image.
  public static func raster(_ heights: [Double], grid: TerrainGrid) -> Raster {
    Raster(
      width: grid.width, height: grid.height, channels: 1, bits: 16,
      samples: heights.map { UInt16(clamping: Int(clamping: ($0 - offset) / scale, in: 0...65535)) }
    )
  }

  /// The bay at about 60 m and, within it, the city at about 25 m.
  public static let outputs = [
    Output(
      file: "terrain.png",
      grid: TerrainGrid(
        south: 37.45, west: -122.85, north: 38.05, east: -122.05, width: 1161, height: 1111,
        frame: frame)),
    Output(
      file: "terrain-city.png",
      grid: TerrainGrid(
        south: 37.70, west: -122.53, north: 37.84, east: -122.35, width: 633, height: 623,
        frame: frame)),
  ]

  private static let frame = LocalFrame(origin: Coordinate(latitude: 37.75, longitude: -122.45))
}
