import BelvedereLimits

/// How the samples of one picture of a TIFF file are stored.
struct TIFFFormat: Sendable {
  enum Compression: Int, Sendable {
    case none = 1
    case lzw = 5
    case deflate = 8
    case packBits = 32773
    case oldDeflate = 32946

    var description: String {
      switch self {
      case .none: "not compressed"
      case .lzw: "LZW"
      case .deflate, .oldDeflate: "deflate"
      case .packBits: "PackBits"
      }
    }

    /// How much larger decoded data can be at most.
    var maximumRatio: Int {
      switch self {
      case .none: 1
      // A code of 9 to 12 bits stands for up to 3,839 bytes; 1,350 over a whole table.
      case .lzw: 1500
      case .deflate, .oldDeflate: Inflate.maximumRatio
      case .packBits: 64
      }
    }
  }

  enum Sample: String, Sendable {
    case uint8, int8, uint16, int16, uint32, int32, float32, float64

    var bytes: Int {
      switch self {
      case .uint8, .int8: 1
      case .uint16, .int16: 2
      case .uint32, .int32, .float32: 4
      case .float64: 8
      }
    }
  }

  let width, height: Int
  let sample: Sample
  let compression: Compression
  /// 1 none, 2 differences, 3 differences of the bytes of floating-point numbers.
  let predictor: Int
  let isTiled: Bool
  /// Columns and rows of a tile, or of a strip.
  let blockWidth, blockHeight: Int
  /// Bytes of a whole block, decoded.
  let blockBytes: Int
  /// The rows of a strip that are decoded at once where all would be too many; `nil` where they are not.
  let rowsInPart: Int?
  /// Bytes of a block's row, decoded.
  var rowBytes: Int { blockWidth * sample.bytes }  // bounded: the whole block is

  init(_ directory: TIFFDirectory, limits: Limits) throws {
    let layout = directory.layout
    guard let width = try directory.integer(.imageWidth),
      let height = try directory.integer(.imageLength), width >= 1, height >= 1
    else { throw layout.error("it does not say how many samples it has") }
    let (samples, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, samples <= limits.maximumElevationSamples else {
      throw LimitError(
        subject: layout.file.name, value: "\(width) × \(height) samples",
        limit: "\(limits.maximumElevationSamples) samples",
        remedy: "cut it into several files, such as with gdal_translate -srcwin")
    }
    self.width = width
    self.height = height
    try Self.refuseOddities(directory)
    sample = try Self.sample(directory)
    compression = try Self.compression(directory)
    predictor = try Self.predictor(directory, sample)
    isTiled = directory.fields[TIFFTag.tileWidth.rawValue] != nil
    if isTiled {
      blockWidth = try directory.integer(.tileWidth) ?? 0
      blockHeight = try directory.integer(.tileLength) ?? 0
    } else {
      blockWidth = width
      // The default is 2³² − 1: all in one strip.
      blockHeight = min(try directory.integer(.rowsPerStrip) ?? height, height)
    }
    guard blockWidth >= 1, blockHeight >= 1 else {
      throw layout.error("its tiles or strips have no size")
    }
    let (blockSamples, tooMany) = blockWidth.multipliedReportingOverflow(by: blockHeight)
    let (bytes, tooLong) = blockSamples.multipliedReportingOverflow(by: sample.bytes)
    // A block is held as it is stored, decoded, and as numbers.
    let maximum = limits.maximumMemory / 4
    let isSplit =
      !isTiled && [.none, .deflate, .oldDeflate].contains(compression)
      && (tooMany || tooLong || blockSamples > maximum / 16)
    let heldSamples = isSplit ? blockWidth : blockSamples
    guard !tooMany, !tooLong, heldSamples <= maximum / 4 / max(sample.bytes / 4, 1) else {
      throw LimitError(
        subject: layout.file.name,
        value: "tiles or strips of \(blockWidth) × \(blockHeight) samples",
        limit: "\(maximum) bytes for one",
        remedy: "tile it: gdal_translate -co TILED=YES in.tif out.tif, or raise --memory")
    }
    blockBytes = bytes
    let rowBytes = max(blockWidth * sample.bytes, 1)  // bounded: a row is below the maximum
    rowsInPart =
      isSplit && blockHeight > 1
      ? min(max(min(2 << 20, maximum / 16) / rowBytes, 1), blockHeight) : nil
  }

  private static func refuseOddities(_ directory: TIFFDirectory) throws {
    let layout = directory.layout
    let bands = try directory.integer(.samplesPerPixel) ?? 1
    guard bands == 1 else {
      throw layout.error(
        "has \(bands) bands, and which of them is the elevation is not clear; "
          + "take one out: gdal_translate -b 1 in.tif out.tif")
    }
    switch try directory.integer(.photometricInterpretation) ?? 1 {
    case 1: break
    case let kind:
      let name = [
        0: "inverted gray", 2: "colours", 3: "colours of a palette", 6: "colours (YCbCr)",
      ]
      throw layout.error(
        "its samples are \(name[kind] ?? "of kind \(kind)"), not elevations; "
          + "for a palette's numbers: gdal_translate -co PHOTOMETRIC=MINISBLACK in.tif out.tif")
    }
    guard try directory.integer(.fillOrder) ?? 1 == 1 else {
      throw layout.error("its bits are in reverse order; rewrite it: gdal_translate in.tif out.tif")
    }
    guard try directory.integer(.orientation) ?? 1 == 1 else {
      throw layout.error("its rows or columns are turned; rewrite it: gdalwarp in.tif out.tif")
    }
  }

  private static func sample(_ directory: TIFFDirectory) throws -> Sample {
    let bits = try directory.integer(.bitsPerSample) ?? 1
    let kind = try directory.integer(.sampleFormat) ?? 1
    switch (kind, bits) {
    case (1, 8), (4, 8): return .uint8
    case (1, 16), (4, 16): return .uint16
    case (1, 32), (4, 32): return .uint32
    case (2, 8): return .int8
    case (2, 16): return .int16
    case (2, 32): return .int32
    case (3, 32): return .float32
    case (3, 64): return .float64
    default:
      let names = [1: "unsigned", 2: "signed", 3: "floating-point", 5: "complex", 6: "complex"]
      throw directory.layout.error(
        "its samples are \(names[kind] ?? "unknown") numbers of \(bits) bits; "
          + "rewrite it: gdal_translate -ot Float32 in.tif out.tif")
    }
  }

  private static func compression(_ directory: TIFFDirectory) throws -> Compression {
    let code = try directory.integer(.compression) ?? 1
    if let known = Compression(rawValue: code) { return known }
    let names = [
      2: "CCITT", 3: "CCITT", 4: "CCITT", 6: "JPEG", 7: "JPEG", 34712: "JPEG 2000", 34887: "LERC",
      34925: "LZMA", 50000: "Zstandard", 50001: "WebP", 50002: "JPEG XL",
    ]
    throw TerrainFileError(
      file: directory.layout.file.name,
      reason: "is compressed by \(names[code] ?? "method \(code)"), which is not read here; "
        + "rewrite it: gdal_translate -co COMPRESS=DEFLATE in.tif out.tif",
      isOfUnreadKind: true)
  }

  private static func predictor(_ directory: TIFFDirectory, _ sample: Sample) throws -> Int {
    let predictor = try directory.integer(.predictor) ?? 1
    let isFloat = sample == .float32 || sample == .float64
    guard predictor == 1 || predictor == 2 || (predictor == 3 && isFloat) else {
      throw directory.layout.error(
        "its predictor \(predictor) does not suit samples of \(sample.rawValue); "
          + "rewrite it: gdal_translate in.tif out.tif")
    }
    return predictor
  }
}
