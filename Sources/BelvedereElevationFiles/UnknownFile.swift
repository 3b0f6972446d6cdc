/// What to say of files that are not read.
enum UnknownFile {
  /// Kinds of rasters by what they start with.
  private static let kinds: [(start: [UInt8], name: String)] = [
    ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"),
    ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
    (Array("CDF".utf8), "a NetCDF file"),
    ([0x89, 0x48, 0x44, 0x46], "an HDF5 or NetCDF file"),
    (Array("EHFA_HEADER_TAG".utf8), "an Erdas Imagine file"),
    (Array("<VRTDataset".utf8), "a virtual raster of GDAL"),
    ([0, 0, 0, 12, 0x6A, 0x50], "a JPEG 2000 file"),
    (Array("DSAA".utf8), "a Surfer grid"), (Array("DSBB".utf8), "a Surfer grid"),
    (Array("DSRB".utf8), "a Surfer grid"),
    (Array("SQLite format 3".utf8), "an SQLite database"),
    (Array("PMTiles".utf8), "an archive of tiles"),
    ([0x1F, 0x8B], "a gzip file"),
  ]

  /// Whether a file starts as one of those kinds.
  static func isKnown(_ head: [UInt8]) -> Bool { kinds.contains { head.starts(with: $0.start) } }

  /// The refusal of a file by its first bytes.
  static func error(_ name: String, _ head: [UInt8]) -> TerrainFileError {
    if head.isEmpty { return TerrainFileError(file: name, reason: "is empty") }
    let kind = kinds.first { head.starts(with: $0.start) }?.name
    return TerrainFileError(
      file: name,
      reason: (kind.map { "is \($0); " } ?? "is of no kind that is known here; ")
        + "elevations are read from .hgt tiles, GeoTIFF files, Esri ASCII grids, and tiles in .mbtiles, .pmtiles or a folder. "
        + "GDAL turns most others into one: gdal_translate -of GTiff in out.tif; a build with "
        + "the package trait GDAL does that by itself",
      isOfUnreadKind: true)
  }
}
