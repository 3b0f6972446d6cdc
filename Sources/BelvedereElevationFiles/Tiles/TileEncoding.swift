import BelvedereImaging
import BelvedereLimits

/// How the colours of a picture's pixels are elevations.
///
/// Sources: "Terrarium" in the documentation of Tilezen's Joerd; "Mapbox Terrain-RGB" in Mapbox's
/// documentation of its elevation tiles.
public enum TileEncoding: String, Sendable, Hashable, CaseIterable {
  /// Metres = red · 256 + green + blue / 256 − 32768, in steps of 1/256 m. Exact in single
  /// precision. Black is −32768, the void of the SRTM data that such tiles were made of.
  case terrarium
  /// Metres = (red · 65536 + green · 256 + blue) / 10 − 10000, in steps of 0.1 m, rounded to the
  /// nearest number of single precision (within 0.25 mm below 8,192 m).
  case terrainRGB = "terrain-rgb"

  /// The encoding that a file's metadata name, in one of the spellings that are in use.
  public init?(named name: String) {
    switch name.lowercased() {
    case "terrarium", "terrarium-rgb": self = .terrarium
    case "terrain-rgb", "terrainrgb", "terrain_rgb", "mapbox", "mapbox-terrain-rgb", "terrain-dem":
      self = .terrainRGB
    default: return nil
    }
  }

  /// The elevation of a pixel in metres; NaN for a void.
  @inlinable
  public func metres(red: UInt16, green: UInt16, blue: UInt16) -> Float {
    let steps = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)  // checked: UInt16 to UInt32
    switch self {
    case .terrarium: return steps == 0 ? .nan : Float(steps) / 256 - 32768
    case .terrainRGB: return Float(Double(steps) / 10 - 10000)
    }
  }
}

/// The elevations of one tile.
public struct TileSamples: Sendable {
  /// Samples along an edge.
  public let size: Int
  /// `size × size` metres, row-major, north row first; NaN is a void.
  public let metres: [Float]

  /// The sizes of tiles that are read: powers of two from 8 to 4096.
  public static let sizes = [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]

  init(size: Int, metres: [Float]) {
    self.size = size
    self.metres = metres
  }

  /// Decodes a tile's PNG: square, 8 bits a channel, red, green, blue and maybe alpha.
  ///
  /// A pixel with alpha 0 has no elevation. In Terrarium, where black is the void, it lies outside the
  /// data: it is not filled from around it.
  ///
  /// - Parameters:
  ///   - png: The whole file.
  ///   - name: The tile's name, for messages.
  /// - Throws: `TerrainFileError`, and `LimitError` where memory runs out.
  public init(png: [UInt8], name: String, encoding: TileEncoding) throws {
    if let kind = Self.otherKind(of: png) {
      throw TerrainFileError(
        file: name, reason: "is \(kind), not PNG; elevations must be stored without loss, as PNG")
    }
    let raster: Raster
    do {
      raster = try PNG.decode(png, maximumPixels: 4096 * 4096)
    } catch .outOfMemory {
      throw LimitError.memory(decoding: name)
    } catch {
      throw TerrainFileError(file: name, reason: error.description)
    }
    guard raster.bits == 8, raster.channels >= 3 else {
      throw TerrainFileError(
        file: name,
        reason: "has \(raster.channels) channel(s) of \(raster.bits) bits; the encoding "
          + "\(encoding.rawValue) needs red, green and blue of 8 bits")
    }
    guard raster.width == raster.height, Self.sizes.contains(raster.width) else {
      throw TerrainFileError(
        file: name,
        reason: "is \(raster.width) × \(raster.height) pixels; a tile is square with 256 or 512 "
          + "pixels (or another power of two from 8 to 4096) on a side")
    }
    let count = raster.width * raster.width
    let transparent: Float = encoding == .terrarium ? .outsideData : .nan
    metres = [Float](unsafeUninitializedCapacity: count) { out, initialized in
      raster.samples.withUnsafeBufferPointer { samples in
        let channels = raster.channels
        var next = 0
        for i in 0..<count {
          let isTransparent = channels == 4 && samples[next + 3] == 0
          out[i] =
            isTransparent
            ? transparent
            : encoding.metres(
              red: samples[next], green: samples[next + 1], blue: samples[next + 2])
          next += channels
        }
      }
      initialized = count
    }
    size = raster.width
  }

  /// The name of another common kind of picture or answer, from its first bytes.
  static func otherKind(of bytes: [UInt8]) -> String? {
    func begins(_ start: String, at offset: Int = 0) -> Bool {
      bytes.dropFirst(offset).starts(with: start.utf8)
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "a JPEG picture" }
    if begins("RIFF"), begins("WEBP", at: 8) { return "a WebP picture" }
    if begins("ftypavif", at: 4) { return "an AVIF picture" }
    if bytes.starts(with: [0x1F, 0x8B]) { return "compressed data" }
    if begins("<") { return "a text in HTML or XML" }
    if begins("{") { return "a text in JSON" }
    return nil
  }
}

extension LimitError {
  /// The system gives no more memory while a picture is decoded.
  static func memory(decoding name: String) -> LimitError {
    LimitError(
      subject: name, value: "a need for memory", limit: "what the system allows",
      remedy: "raise 'ulimit -v', lower --memory or use smaller files")
  }
}
