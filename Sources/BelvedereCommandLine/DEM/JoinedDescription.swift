import Belvedere
import BelvedereJSON

/// Of several files on one lattice, the raster that they are together.
struct JoinedDescription {
  private let names: [String]
  private let grid: RasterGrid
  private let bounds: GeographicBounds

  /// `nil` for a model of a single file.
  init?(_ model: any ElevationModel) {
    guard let raster = model as? RasterElevation, let parts = raster.parts else { return nil }
    names = parts.parts.map(\.name)
    grid = raster.raster.grid
    bounds = raster.bounds
  }

  var line: String {
    "joined: \(grouped(names.count)) of these files are one raster of \(grid.width) × \(grid.height) "
      + "samples, \(decimals(bounds.south, 6))…\(decimals(bounds.north, 6)) N, "
      + "\(decimals(bounds.west, 6))…\(decimals(bounds.east, 6)) E"
  }

  var json: JSONValue {
    [
      "files": .strings(names), "width": .integer(grid.width), "height": .integer(grid.height),
      "bounds": CameraJSON.value(bounds),
    ]
  }
}
