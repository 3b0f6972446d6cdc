/// Rasters side by side on one lattice as one raster, which reads from them what it is asked for.
struct JoinedRaster: ElevationRaster {
  let name: String
  let grid: RasterGrid
  let parts: RasterParts
  /// The rasters, in the order of the parts.
  let members: [RasterElevation]

  let blockWidth = 256
  let blockHeight = 256

  /// Of more samples than so many it has lower resolutions: as its members have, but where there are gaps
  /// it is never in memory as a whole.
  var largestWhole: Int {
    members.reduce(parts.isWhole ? .max : RasterElevation.largestLazyRaster) {
      min($0, $1.largestWhole)
    }
  }

  /// Whether the samples of all rasters are in memory.
  var isInMemory: Bool { members.allSatisfy { $0.raster is MemoryRaster } }

  /// Whether one of the rasters in memory has voids.
  var hasVoids: Bool {
    members.contains { ($0.raster as? MemoryRaster)?.samples.contains(where: \.isNaN) == true }
  }

  func block(column: Int, row: Int) throws -> [Float] {
    let left = column * blockWidth
    let top = row * blockHeight
    var samples = [Float](repeating: .nan, count: blockWidth * blockHeight)  // bounded: a block
    let (width, height) = (left..<(left + blockWidth), top..<(top + blockHeight))
    for n in parts.index.parts(columns: width, rows: height) {
      let (part, member) = (parts.parts[n], members[n])
      let columns = part.columns.clamped(to: width)
      let rows = part.rows.clamped(to: height)
      guard !columns.isEmpty, !rows.isEmpty else { continue }
      let window = try KeptRaster(blocks: member.cache).read(
        column: columns.lowerBound - part.columns.lowerBound,
        row: rows.lowerBound - part.rows.lowerBound, width: columns.count, height: rows.count)
      for y in 0..<rows.count {
        let to = (rows.lowerBound - top + y) * blockWidth + columns.lowerBound - left
        Self.put(window, y * columns.count, columns.count, into: &samples, at: to)
      }
    }
    return samples
  }

  /// Copies a line; where neighbours share it a void does not hide what another one knows.
  private static func put(
    _ line: [Float], _ from: Int, _ count: Int, into samples: inout [Float], at to: Int
  ) {
    line.withUnsafeBufferPointer { line in
      samples.withUnsafeMutableBufferPointer { samples in
        for i in 0..<count where !line[from + i].isNaN { samples[to + i] = line[from + i] }
      }
    }
  }

  /// All samples at once.
  func inMemory() throws -> MemoryRaster {
    var samples = [Float](repeating: .nan, count: grid.sampleCount)  // bounded: by the caller
    for (part, member) in zip(parts.parts, members) {
      let width = part.columns.count
      let own = try member.raster.read(column: 0, row: 0, width: width, height: part.rows.count)
      for (y, row) in part.rows.enumerated() {
        let to = row * grid.width + part.columns.lowerBound
        Self.put(own, y * width, width, into: &samples, at: to)
      }
    }
    return MemoryRaster(name: name, grid: grid, samples: samples)
  }
}

/// A raster whose blocks come from memory where they were read lately.
struct KeptRaster: ElevationRaster {
  let blocks: BlockCache

  var name: String { blocks.raster.name }
  var grid: RasterGrid { blocks.raster.grid }
  var blockWidth: Int { blocks.blockWidth }
  var blockHeight: Int { blocks.blockHeight }

  func block(column: Int, row: Int) throws -> [Float] { try blocks.block(column: column, row: row) }
}
