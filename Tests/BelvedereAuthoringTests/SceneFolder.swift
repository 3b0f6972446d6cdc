import BelvedereAuthoring
import BelvedereGeodesy
import BelvedereImaging
import Foundation

/// The default scene in this package, and reading its height fields.
enum SceneFolder {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let scene = package.appendingPathComponent("Scenes/san-francisco", isDirectory: true)

  /// The written height fields, the finer first.
  static func fields() throws -> [Field] {
    try TerrainAuthoring.outputs.reversed().map { output in
      let data = try Data(contentsOf: scene.appendingPathComponent(output.file))
      let raster = try PNG.decode([UInt8](data))
      return Field(
        grid: output.grid,
        heights: raster.samples.map {
          TerrainAuthoring.offset + TerrainAuthoring.scale * Double($0)
        })
    }
  }
}

/// Heights on a grid, read between the samples.
struct Field {
  let grid: TerrainGrid
  let heights: [Double]

  func height(at coordinate: Coordinate) -> Double? {
    guard let cell = grid.cell(at: coordinate) else { return nil }
    let i = cell.row * grid.width + cell.column
    let north = heights[i] * (1 - cell.u) + heights[i + 1] * cell.u
    let south = heights[i + grid.width] * (1 - cell.u) + heights[i + grid.width + 1] * cell.u
    return north * (1 - cell.v) + south * cell.v
  }
}

extension [Field] {
  func height(at coordinate: Coordinate) -> Double? {
    lazy.compactMap { $0.height(at: coordinate) }.first
  }
}
