import BelvedereJSON

/// What `gdalinfo -json` says of a file.
struct GDALInfo {
  /// Columns and rows, each 1 to 2³¹ − 1.
  let width, height: Int
  /// The driver, such as `HFA`, and how samples are stored, such as `Int16`.
  let driver, sample: String

  /// Reads a description.
  ///
  /// - Throws: `TerrainFileError` where it is none, and for a file that is no raster of one band of
  ///   real numbers.
  init(_ text: [UInt8], _ name: String) throws {
    func error(_ reason: String) -> TerrainFileError {
      TerrainFileError(file: name, reason: reason)
    }
    guard let root = try? JSONParser.parse(text, maximumDepth: 64, maximumMemory: 64 << 20),
      case .object = root.content
    else { throw error("gdalinfo answered with something else than JSON; check its installation") }
    guard let size = root["size"]?.elements, size.count == 2,
      let width = size[0].count, let height = size[1].count,
      let bands = root["bands"]?.elements
    else { throw error("gdalinfo did not say how large it is; check its installation") }
    guard bands.count == 1 else {
      throw error(
        bands.isEmpty
          ? "holds no raster of its own, as GDAL sees it; take one out of it: "
            + "gdal_translate -of GTiff SUBDATASET out.tif (gdalinfo lists them)"
          : "has \(bands.count) bands, elevations have one; take it out: "
            + "gdal_translate -b BAND -of GTiff in out.tif")
    }
    let sample = bands[0]["type"]?.text ?? "unknown"
    guard !sample.hasPrefix("C") else {
      throw error("its samples are complex numbers (\(sample)), which are no elevations")
    }
    let unit = bands[0]["unit"]?.text ?? ""
    guard ["", "m", "metre", "metres", "meter", "meters"].contains(unit.lowercased()) else {
      throw error(
        "its elevations are in \(unit.prefix(40)); turn them into metres, such as feet by "
          + "gdal_translate -ot Float32 -scale 0 1 0 0.3048 -of GTiff in out.tif")
    }
    self.width = width
    self.height = height
    self.sample = String(sample.prefix(40))
    driver = String((root["driverShortName"]?.text ?? "unknown").prefix(40))
  }
}

extension JSONValue {
  fileprivate subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var elements: [JSONValue]? {
    if case .array(let values) = content { values } else { nil }
  }

  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }

  /// A whole number from 1 to 2³¹ − 1.
  fileprivate var count: Int? {
    guard case .number(let value) = content, value >= 1, value < 0x1p31 else { return nil }
    return Int(exactly: value)
  }
}
