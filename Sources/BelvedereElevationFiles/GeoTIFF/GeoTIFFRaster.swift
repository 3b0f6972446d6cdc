import BelvedereFiles
import BelvedereLimits

/// One picture of a GeoTIFF file: the whole raster or one of its overviews.
///
/// Its tiles or strips are read from the file when they are asked for.
public struct GeoTIFFRaster: ElevationRaster {
  public let name: String
  public let grid: RasterGrid
  public let blockWidth, blockHeight: Int
  let format: TIFFFormat
  private let file: RandomAccessFile
  private let samples: TIFFSamples
  /// Where each tile or strip starts and how many bytes it has; both 0 where it was never written.
  private let offsets, byteCounts: [Int]
  /// How many rows of strips one block has: short strips that are not compressed are read together.
  private let stripsInBlock: Int
  /// For strips of which a block has only some rows.
  private let stripRows: StripRows?

  /// What it takes to read a part of it again.
  var access: ElevationFile.Access {
    format.compression == .none ? .direct : stripRows != nil ? .sequential : .decoded
  }

  init(
    _ directory: TIFFDirectory, format: TIFFFormat, grid: RasterGrid, samples: TIFFSamples
  ) throws {
    let layout = directory.layout
    file = layout.file
    name = layout.file.name
    self.grid = grid
    self.format = format
    self.samples = samples
    let columns = (format.width - 1) / format.blockWidth + 1
    let rows = (format.height - 1) / format.blockHeight + 1
    let (count, overflow) = columns.multipliedReportingOverflow(by: rows)
    guard !overflow,
      let offsets = try directory.integers(
        format.isTiled ? .tileOffsets : .stripOffsets, count: count)
    else { throw layout.error("it does not say where its tiles or strips are") }
    self.offsets = offsets
    let counts = try directory.integers(
      format.isTiled ? .tileByteCounts : .stripByteCounts, count: count)
    if let counts {
      byteCounts = counts
    } else if format.compression == .none {
      byteCounts = offsets.indices.map { i in
        Self.rows(in: i / columns, format) * format.blockBytes / format.blockHeight
      }
    } else {
      throw layout.error("it does not say how long its tiles or strips are")
    }
    // Short strips would cost a read for each row.
    stripsInBlock =
      format.isTiled ? 1 : max(1, min(rows, (1 << 16) / max(format.blockBytes, 1)))
    let (own, counted) = (file, byteCounts)
    stripRows = format.rowsInPart.map {
      StripRows(own, format, rowsInPart: $0, offsets: offsets, byteCounts: counted)
    }
    blockWidth = format.blockWidth
    blockHeight = format.rowsInPart ?? format.blockHeight * stripsInBlock
    try refuseAbsurdSizes(layout)
  }

  /// A file cannot hold more than its bytes can be decompressed to.
  private func refuseAbsurdSizes(_ layout: TIFFLayout) throws {
    var declared = 0
    for i in offsets.indices where byteCounts[i] > 0 {
      let (sum, overflow) = declared.addingReportingOverflow(
        format.isTiled
          ? format.blockBytes
          : Self.rows(in: i, format) * (format.blockBytes / format.blockHeight))
      declared = overflow ? .max : sum
    }
    let (most, overflow) = file.size.multipliedReportingOverflow(
      by: format.compression.maximumRatio)
    guard overflow || declared <= most else {
      throw layout.error(
        "declares \(format.width) × \(format.height) samples, more than its \(file.size) bytes can "
          + "hold; the file is cut short or damaged")
    }
  }

  /// The rows of a strip or tile that lie in its block: all but the last strip's are full.
  private static func rows(in blockRow: Int, _ format: TIFFFormat) -> Int {
    format.isTiled
      ? format.blockHeight
      : min(format.blockHeight, format.height - blockRow * format.blockHeight)
  }

  public func block(column: Int, row: Int) throws -> [Float] {
    let columns = (format.width - 1) / format.blockWidth + 1
    guard column >= 0, row >= 0, column < blockColumns, row < blockRows else {
      throw TerrainFileError(file: name, reason: "has no block in column \(column), row \(row)")
    }
    if let stripRows { return try part(of: stripRows, row) }
    if stripsInBlock == 1 { return try piece(row * columns + column, row: row) }
    var result: [Float] = []
    result.reserveCapacity(blockWidth * blockHeight)  // bounded: at most 2¹⁶ bytes of samples
    for strip in (row * stripsInBlock)..<((row + 1) * stripsInBlock) {
      if strip < offsets.count {
        result += try piece(strip, row: strip)
      } else {
        let count = format.blockWidth * format.blockHeight  // bounded: as above
        result += repeatElement(Float.nan, count: count)
      }
    }
    return result
  }

  /// A block that has only some rows of a strip, or the last of one and the first of the next.
  private func part(of strips: StripRows, _ row: Int) throws -> [Float] {
    let count = blockWidth * blockHeight  // bounded: by StripRows
    var result: [Float] = []
    result.reserveCapacity(count)
    var line = row * blockHeight
    let end = min(line + blockHeight, format.height)
    while line < end {
      let (strip, first) = line.quotientAndRemainder(dividingBy: format.blockHeight)
      let rows = first..<min(first + end - line, format.blockHeight)
      line += rows.count
      guard byteCounts[strip] > 0, offsets[strip] > 0 else {
        let empty = rows.count * blockWidth  // bounded: a part of the block
        result += repeatElement(samples.emptyValue, count: empty)
        continue
      }
      let needed = rows.count * format.rowBytes
      var bytes = try strips.bytes(strip: strip, rows: rows)
      guard bytes.count == needed else {
        throw TerrainFileError(
          file: name,
          reason: "its strip \(strip) at \(offsets[strip]) ends or is damaged before row "
            + "\(line) of the raster; fetch the file again")
      }
      result += samples.elevations(&bytes, rows: rows.count)
    }
    result += repeatElement(.nan, count: count - result.count)
    return result
  }

  /// One tile or strip, of the full size.
  private func piece(_ index: Int, row: Int) throws -> [Float] {
    let count = format.blockWidth * format.blockHeight  // bounded: checked by TIFFFormat
    guard byteCounts[index] > 0, offsets[index] > 0 else {
      return Array(repeating: samples.emptyValue, count: count)
    }
    let rows = Self.rows(in: row, format)
    let needed = rows * (format.blockBytes / format.blockHeight)
    var bytes = try decode(index, needed: needed)
    guard bytes.count >= needed else {
      throw TerrainFileError(
        file: name,
        reason: "its \(format.isTiled ? "tile" : "strip") \(index) at \(offsets[index]) holds "
          + "\(bytes.count) of \(needed) bytes; the file is cut short or damaged")
    }
    var result = samples.elevations(&bytes, rows: rows)
    if rows < format.blockHeight {
      result += repeatElement(.nan, count: count - result.count)
    }
    return result
  }

  private func decode(_ index: Int, needed: Int) throws -> [UInt8] {
    let offset = offsets[index]
    let length = byteCounts[index]
    let failure = TerrainFileError(
      file: name,
      reason: "its \(format.isTiled ? "tile" : "strip") \(index) at \(offset) is damaged: "
        + "its \(length) bytes are no \(format.compression.description) data of \(needed) bytes")
    if format.compression == .none {
      guard length >= needed else { throw failure }
      return try file.read(at: offset, count: needed)
    }
    let (most, overflow) = length.multipliedReportingOverflow(
      by: format.compression.maximumRatio)
    guard overflow || most >= needed else { throw failure }
    let stored = try file.read(at: offset, count: length)
    switch format.compression {
    case .none: return stored
    case .packBits: return PackBits.bytes(stored, count: needed)
    case .lzw:
      // Before 1987 codes came with their least significant bit first; they start with 0, 1.
      if stored.count >= 2, stored[0] == 0, stored[1] & 1 == 1 {
        throw TerrainFileError(
          file: name,
          reason:
            "is compressed by an LZW of before TIFF 6; rewrite it: gdal_translate in.tif out.tif")
      }
      guard let bytes = LZW.bytes(stored, count: needed) else { throw failure }
      return bytes
    case .deflate, .oldDeflate:
      guard let bytes = Inflate.bytes(stored, count: needed, wrapping: .zlib) else {
        throw failure
      }
      return bytes
    }
  }
}
