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
  /// - Parameters:
  ///   - compression: zlib's level, 0 to 9. Levels up to 3 use the Sub filter, which is the best
  ///     trade for rendered pictures; higher ones try every filter.
  ///   - text: keyword and text pairs, stored as iTXt.
  public static func encode(
    _ image: Image, compression: Int = 3, text: [(keyword: String, text: String)] = []
  ) throws(PNGError) -> [UInt8] {
    let pixels = image.width * image.height
    var isOpaque = true
    image.bytes.withUnsafeBufferPointer { bytes in
      for i in 0..<pixels where bytes[4 * i + 3] != 255 {
        isOpaque = false
        break
      }
    }
    guard isOpaque else {
      return try encode(
        image.bytes, width: image.width, height: image.height, channels: 4, bits: 8,
        compression: compression, text: text)
    }
    let size = pixels * 3  // bounded: less than the picture itself
    let packed = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      image.bytes.withUnsafeBufferPointer { bytes in
        for i in 0..<pixels {
          buffer[3 * i] = bytes[4 * i]
          buffer[3 * i + 1] = bytes[4 * i + 1]
          buffer[3 * i + 2] = bytes[4 * i + 2]
        }
      }
      count = size
    }
    return try encode(
      packed, width: image.width, height: image.height, channels: 3, bits: 8,
      compression: compression, text: text)
  }

  /// Encodes samples of 8 or 16 bits.
  public static func encode(
    _ raster: Raster, compression: Int = 9, text: [(keyword: String, text: String)] = []
  ) throws(PNGError) -> [UInt8] {
    var bytes: [UInt8] = []
    if raster.bits == 16 {
      bytes = raster.samples.withUnsafeBytes { Array($0) }
    } else {
      bytes = raster.samples.map { UInt8(truncatingIfNeeded: $0) }
    }
    return try encode(
      bytes, width: raster.width, height: raster.height, channels: raster.channels,
      bits: raster.bits, compression: compression, text: text)
  }

  private static func encode(
    _ bytes: [UInt8], width: Int, height: Int, channels: Int, bits: Int, compression: Int,
    text: [(keyword: String, text: String)]
  ) throws(PNGError) -> [UInt8] {
    var pairs: [[CChar]] = []
    for (keyword, value) in text {
      pairs.append(Array(keyword.utf8CString))
      pairs.append(Array(value.utf8CString))
    }
    var out = bv_png_data()
    let flat = pairs.flatMap { $0 }
    let status = flat.withUnsafeBufferPointer { characters in
      var pointers: [UnsafePointer<CChar>?] = []
      var offset = 0
      for item in pairs {
        pointers.append(characters.baseAddress.map { $0 + offset })
        offset += item.count
      }
      let level = Int32(clamping: min(max(compression, 0), 9))
      return bytes.withUnsafeBufferPointer {
        bv_png_encode(
          $0.baseAddress, UInt32(clamping: width), UInt32(clamping: height),
          width * channels * bits / 8, Int32(clamping: channels), Int32(clamping: bits), level,
          pointers, Int32(clamping: text.count), &out)
      }
    }
    defer { bv_png_free(out.data) }
    guard status == BV_PNG_OK, let data = out.data else {
      throw status == BV_PNG_MEMORY ? .outOfMemory : .corrupt(message(&out.message))
    }
    return Array(UnsafeBufferPointer(start: data, count: out.count))
  }

  private static func message<Tuple>(_ characters: inout Tuple) -> String {
    withUnsafeBytes(of: &characters) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
