/// Where the pixels of a GeoTIFF file lie, from its tie points or its matrix.
struct GeoTransform {
  private let originX, originY, stepX, stepY: Double
  private let layout: TIFFLayout

  /// - Throws: `TerrainFileError` where the raster is turned, sheared or only tied by points.
  init(_ directory: TIFFDirectory, _ keys: GeoKeys) throws {
    layout = directory.layout
    var origin = (0.0, 0.0)
    var step = (1.0, 1.0)
    if let scale = try directory.doubles(.modelPixelScale), scale.count >= 2,
      let tie = try directory.doubles(.modelTiepoint), tie.count >= 6
    {
      // Rows go south, whatever the sign.
      step = (scale[0], -abs(scale[1]))
      origin = (tie[3] - tie[0] * step.0, tie[4] - tie[1] * step.1)
    } else if let matrix = try directory.doubles(.modelTransformation), matrix.count >= 8 {
      guard matrix[1] == 0, matrix[4] == 0 else {
        throw layout.error(
          "is turned or sheared against its coordinates; "
            + "rewrite it: gdalwarp -t_srs EPSG:4326 in.tif out.tif")
      }
      step = (matrix[0], matrix[5])
      origin = (matrix[3], matrix[7])
    } else if directory.fields[TIFFTag.modelTiepoint.rawValue] != nil {
      throw layout.error(
        "is tied to the ground by points only; rewrite it: gdalwarp -t_srs EPSG:4326 in.tif out.tif"
      )
    } else {
      throw layout.error(
        "does not say where its pixels lie; "
          + "add it: gdal_translate -a_ullr WEST NORTH EAST SOUTH -a_srs EPSG:4326 in.tif out.tif")
    }
    // A tie point names a corner of a pixel, unless pixels are points.
    let shift = keys.isPoint ? 0 : 0.5
    (stepX, stepY) = step
    originX = origin.0 + shift * step.0
    originY = origin.1 + shift * step.1
  }

  func grid(_ format: TIFFFormat, _ system: CoordinateReferenceSystem) throws -> RasterGrid {
    guard
      let grid = RasterGrid(
        width: format.width, height: format.height, system: system, originX: originX,
        originY: originY, stepX: stepX, stepY: stepY, margin: 0.5)
    else { throw layout.error("the size or the place of its pixels is out of the ordinary") }
    return grid
  }
}
