/// A picture of 8-bit sRGB pixels with straight alpha, row-major, top row first.
public struct Image: Sendable, Hashable {
  /// The size in pixels, at least 1 × 1.
  public let width, height: Int

  /// `width × height` pixels of four bytes: red, green, blue, alpha.
  public var bytes: [UInt8]

  /// A picture of one colour. The caller has checked the size against its limits.
  public init(width: Int, height: Int, fill: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 255)) {
    precondition(width > 0 && height > 0, "an image has at least one pixel")
    self.width = width
    self.height = height
    let size = width * height * 4  // bounded: the caller has checked
    bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      let pixel = SIMD4(fill.0, fill.1, fill.2, fill.3)
      UnsafeMutableRawBufferPointer(buffer).initializeMemory(
        as: SIMD4<UInt8>.self, repeating: pixel)
      count = size
    }
  }

  /// The pixel in column `x` and row `y`.
  public subscript(x: Int, y: Int) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    get {
      let i = (y * width + x) * 4
      return (bytes[i], bytes[i + 1], bytes[i + 2], bytes[i + 3])
    }
    set {
      let i = (y * width + x) * 4
      bytes[i] = newValue.red
      bytes[i + 1] = newValue.green
      bytes[i + 2] = newValue.blue
      bytes[i + 3] = newValue.alpha
    }
  }
}

/// Samples as a PNG file holds them: 1 to 4 channels of 8 or 16 bits, row-major, top row first.
public struct Raster: Sendable, Hashable {
  /// The size in pixels.
  public let width, height: Int
  /// Channels a pixel: 1 gray, 2 gray and alpha, 3 RGB, 4 RGBA.
  public let channels: Int
  /// Bits a sample, 8 or 16. Samples of either size are stored as 16-bit integers here.
  public let bits: Int
  /// `width × height × channels` samples.
  public var samples: [UInt16]

  /// Makes a raster; the number of samples must match.
  public init(width: Int, height: Int, channels: Int, bits: Int, samples: [UInt16]) {
    precondition(samples.count == width * height * channels, "wrong number of samples")
    self.width = width
    self.height = height
    self.channels = channels
    self.bits = bits
    self.samples = samples
  }

  /// The same without its last channel, where that is alpha.
  public var withoutAlpha: Raster {
    guard channels == 2 || channels == 4 else { return self }
    let kept = channels - 1
    let pixels = width * height
    let size = pixels * kept  // bounded: fewer than there are samples
    let samples = [UInt16](unsafeUninitializedCapacity: size) { out, count in
      self.samples.withUnsafeBufferPointer { samples in
        for i in 0..<pixels {
          for channel in 0..<kept { out[kept * i + channel] = samples[channels * i + channel] }
        }
      }
      count = pixels * kept
    }
    return Raster(width: width, height: height, channels: kept, bits: bits, samples: samples)
  }
}
