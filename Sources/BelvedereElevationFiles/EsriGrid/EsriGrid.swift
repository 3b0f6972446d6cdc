import BelvedereFiles
import BelvedereLimits

/// Esri ASCII grids (`.asc`): a header of names and numbers, then rows of numbers, north first.
///
/// The corner and the centre form of the header, `cellsize` or `dx` and `dy`, any case and line
/// ends. Source: "Esri ASCII raster format", ArcGIS documentation.
public enum EsriGrid {
  /// Reads a grid.
  ///
  /// - Parameters:
  ///   - file: The text.
  ///   - system: What its coordinates mean; the text does not say.
  /// - Returns: the grid, and what a reader should know.
  /// - Throws: `TerrainFileError`, which names the line; `FileError`; `LimitError`.
  public static func decode(
    _ file: RandomAccessFile, system: CoordinateReferenceSystem, limits: Limits = .standard
  ) throws -> (raster: MemoryRaster, warnings: [String]) {
    var text = EsriGridText(file)
    let header = try EsriGridHeader(&text)
    let count = try checkedSampleCount(
      header.columns, header.rows, name: file.name, limits: limits)
    // A number takes a digit and a space.
    guard count <= file.size / 2 + 1 else {
      throw TerrainFileError(
        file: file.name,
        reason: "declares \(header.columns) × \(header.rows) numbers, more than its \(file.size) "
          + "bytes can hold; the file is cut short or damaged")
    }
    guard
      let grid = RasterGrid(
        width: header.columns, height: header.rows, system: system, originX: header.west,
        originY: header.south + Double(header.rows - 1) * header.cellHeight,
        stepX: header.cellWidth, stepY: -header.cellHeight, margin: 0.5)
    else {
      throw TerrainFileError(
        file: file.name, reason: "the size or the place of its cells is out of the ordinary")
    }
    var samples: [Float] = []
    samples.reserveCapacity(count)
    samples.append(try sample(header.firstWord, header, text))
    while samples.count < count {
      guard let word = try text.word() else {
        throw TerrainFileError(
          file: file.name,
          reason: "ends after \(samples.count) of \(count) numbers; the file is cut short")
      }
      samples.append(try sample(word, header, text))
    }
    if try text.word() != nil {
      throw text.error("there are more than \(header.columns) × \(header.rows) numbers")
    }
    let warnings =
      header.saysNoData ? [] : ["does not say which number stands for voids; −9999 is taken"]
    return (MemoryRaster(name: file.name, grid: grid, samples: samples), warnings)
  }

  private static func sample(
    _ word: ArraySlice<UInt8>, _ header: EsriGridHeader, _ text: EsriGridText
  ) throws -> Float {
    guard let value = EsriGridText.number(word) else {
      throw EsriGridHeader.refusal(word, in: text)
    }
    if value.isNaN || value == header.noData || Float(value) == Float(header.noData) { return .nan }
    guard abs(value) < 1e9 else { throw text.error("no ground is \(value) m high") }
    return Float(value)
  }
}
