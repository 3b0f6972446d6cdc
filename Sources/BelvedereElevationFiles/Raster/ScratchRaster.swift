import BelvedereFiles
import BelvedereLimits

/// A raster in a temporary file, decoded: any of its blocks costs the same, wherever it lies.
///
/// Files whose blocks are long strips, or text, or packed, are read once, from their first sample to their
/// last; memory then holds no more of them than a block.
struct ScratchRaster: ElevationRaster {
  let name: String
  let grid: RasterGrid
  let blockWidth = 256
  let blockHeight = 256
  private let file: RandomAccessFile

  private static let blockBytes = 4 * 256 * 256

  /// Copies a raster.
  ///
  /// - Throws: what its blocks throw, and `LimitError` where the folder for temporary files has no room.
  init(copying raster: any ElevationRaster) throws {
    name = raster.name
    grid = raster.grid
    let (blocks, overflow) = ((grid.width - 1) / 256 + 1)
      .multipliedReportingOverflow(by: (grid.height - 1) / 256 + 1)
    let (bytes, tooMany) = blocks.multipliedReportingOverflow(by: Self.blockBytes)
    let full = LimitError(
      subject: name,
      value: overflow || tooMany
        ? "too many samples" : "\(max(bytes >> 20, 1)) MiB of decoded samples",
      limit: "what the folder for temporary files has room for",
      remedy: "raise --memory, or set TMPDIR to a folder on a disk that has room")
    guard !overflow, !tooMany else { throw full }
    do {
      let made = try UnnamedFile()
      try made.reserve(bytes)
      try Self.copy(raster, into: made)
      file = try made.reading(shownAs: "the temporary file of \(raster.name)")
    } catch let error as FileError where error.operation == .write {
      throw full
    }
  }

  func block(column: Int, row: Int) throws -> [Float] {
    let bytes = try file.read(
      at: (row * blockColumns + column) * Self.blockBytes, count: Self.blockBytes)
    return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
  }

  /// Writes the samples of all blocks, each read once and in the order of the file.
  private static func copy(_ raster: any ElevationRaster, into file: UnnamedFile) throws {
    let grid = raster.grid
    let columns = (grid.width - 1) / 256 + 1
    for row in 0..<raster.blockRows {
      let top = row * raster.blockHeight
      for column in 0..<raster.blockColumns {
        let left = column * raster.blockWidth
        let right = min(left + raster.blockWidth, grid.width)
        let block = try raster.block(column: column, row: row)
        try block.withUnsafeBytes { bytes in
          for y in top..<min(top + raster.blockHeight, grid.height) {
            let line = (y - top) * raster.blockWidth - left
            var x = left
            // A run of samples lies in one row of one block of the file.
            while x < right {
              let end = min((x / 256 + 1) * 256, right)
              let place = (y / 256 * columns + x / 256) * blockBytes + 4 * (y % 256 * 256 + x % 256)
              try file.write(
                UnsafeRawBufferPointer(rebasing: bytes[(4 * (line + x))..<(4 * (line + end))]),
                at: place)
              x = end
            }
          }
        }
      }
    }
  }
}
