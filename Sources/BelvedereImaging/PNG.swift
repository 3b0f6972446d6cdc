internal import CBelvederePNG

/// Why a PNG could not be read or written.
public enum PNGError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Not a PNG file, or a damaged one; libpng's own reason.
  case corrupt(String)
  /// More pixels than allowed.
  case tooLarge(width: Int, height: Int, maximumPixels: Int)
  /// Memory ran out.
  case outOfMemory

  public var description: String {
    switch self {
    case .corrupt(let reason): "not a readable PNG: \(reason)"
    case .tooLarge(let width, let height, let maximum):
      "the image is \(width) × \(height) pixels, more than the limit of \(maximum)"
    case .outOfMemory: "memory ran out while reading or writing a PNG"
    }
  }
}

/// PNG files, through libpng's row interface. A damaged file is a thrown error, never a crash.
public enum PNG {
  /// The version of libpng loaded at run time.
  public static var libraryVersion: String { String(cString: bv_png_library_version()) }

  /// Decodes a file of any colour type and depth, palettes expanded.
  public static func decode(
    _ data: [UInt8], maximumPixels: Int = 89_478_485
  ) throws(PNGError) -> Raster {
    var image = bv_png_image()
    let status = data.withUnsafeBufferPointer {
      bv_png_decode($0.baseAddress, $0.count, UInt64(clamping: maximumPixels), &image)
    }
    defer { bv_png_free(image.pixels) }
    switch status {
    case BV_PNG_OK: break
    case BV_PNG_TOO_LARGE:
      throw .tooLarge(
        width: Int(image.width), height: Int(image.height), maximumPixels: maximumPixels)
    case BV_PNG_MEMORY: throw .outOfMemory
    default: throw .corrupt(message(&image.message))
    }
    let width = Int(image.width)
    let height = Int(image.height)
    let channels = Int(image.channels)
    let count = width * height * channels
    guard let pixels = image.pixels else { throw .outOfMemory }
    let samples: [UInt16]
    if image.bits == 16 {
      samples = pixels.withMemoryRebound(to: UInt16.self, capacity: count) {
        Array(UnsafeBufferPointer(start: $0, count: count))
      }
    } else {
      samples = UnsafeBufferPointer(start: pixels, count: count).map { UInt16($0) }
    }
    return Raster(
      width: width, height: height, channels: channels, bits: Int(image.bits), samples: samples)
  }

  /// Decodes a file as a picture: gray becomes RGB, 16 bits become 8, missing alpha becomes 255.
  public static func decodeImage(
    _ data: [UInt8], maximumPixels: Int = 89_478_485
  ) throws(PNGError) -> Image {
    let raster = try decode(data, maximumPixels: maximumPixels)
    var image = Image(width: raster.width, height: raster.height)
    let isGray = raster.channels <= 2
    let hasAlpha = raster.channels == 2 || raster.channels == 4
    func sample(_ pixel: Int, _ channel: Int) -> UInt8 {
      let value = raster.samples[pixel * raster.channels + channel]
      if raster.bits == 16 {
        return UInt8((UInt32(value) * 255 + 32767) / 65535)  // checked: at most 255
      }
      return UInt8(truncatingIfNeeded: value)
    }
    for i in 0..<(raster.width * raster.height) {
      image.bytes[4 * i] = sample(i, 0)
      image.bytes[4 * i + 1] = sample(i, isGray ? 0 : 1)
      image.bytes[4 * i + 2] = sample(i, isGray ? 0 : 2)
      image.bytes[4 * i + 3] = hasAlpha ? sample(i, raster.channels - 1) : 255
    }
    return image
  }

  /// Encodes a picture; an opaque one is stored without alpha.
  ///
  /// The file does not depend on the number of threads.
  ///
  /// - Parameters:
  ///   - compression: 0 to 9; see ``PNGCompression``.
  ///   - text: keyword and text pairs, stored as iTXt.
  ///   - threads: how many compress; `nil` for one a processor.
  public static func encode(
    _ image: Image, compression: Int = PNGCompression.standard,
    text: [(keyword: String, text: String)] = [], threads: Int? = nil
  ) throws(PNGError) -> [UInt8] {
    let isOpaque = image.bytes.withUnsafeBufferPointer {
      bv_png_is_opaque($0.baseAddress, image.width * image.height) != 0
    }
    return try image.bytes.withUnsafeBytes { bytes in
      PNGWriter(
        bytes: bytes, width: image.width, height: image.height, channels: 4, bits: 8,
        dropsAlpha: isOpaque
      ).encode(PNGCompression(level: compression), text: text, threads: threads)
    }.get()
  }

  /// Encodes samples of 8 or 16 bits.
  public static func encode(
    _ raster: Raster, compression: Int = 9, text: [(keyword: String, text: String)] = [],
    threads: Int? = nil
  ) throws(PNGError) -> [UInt8] {
    func write(_ bytes: UnsafeRawBufferPointer) -> Result<[UInt8], PNGError> {
      PNGWriter(
        bytes: bytes, width: raster.width, height: raster.height, channels: raster.channels,
        bits: raster.bits, dropsAlpha: false
      ).encode(PNGCompression(level: compression), text: text, threads: threads)
    }
    if raster.bits == 16 {
      return try raster.samples.withUnsafeBytes { write($0) }.get()
    }
    let bytes = raster.samples.map { UInt8(truncatingIfNeeded: $0) }
    return try bytes.withUnsafeBytes { write($0) }.get()
  }

  static func message<Tuple>(_ characters: inout Tuple) -> String {
    withUnsafeBytes(of: &characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
