/// Pictures as bare samples, red, green, blue, row by row from the top: for programs that are told the
/// size.
public enum RawRGB {
  /// Three bytes a pixel (ffmpeg's `rgb24`); alpha is not looked at.
  public static func encode(_ image: Image) -> [UInt8] {
    let count = image.width * image.height
    let size = 3 * count  // bounded: less than the picture has
    return [UInt8](unsafeUninitializedCapacity: size) { out, written in
      image.bytes.withUnsafeBufferPointer { pixels in
        for i in 0..<count {
          out[3 * i] = pixels[4 * i]
          out[3 * i + 1] = pixels[4 * i + 1]
          out[3 * i + 2] = pixels[4 * i + 2]
        }
      }
      written = 3 * count
    }
  }

  /// Six bytes a pixel, the high byte of a sample first (ffmpeg's `rgb48be`).
  ///
  /// - Parameter raster: three channels or four, of which the last is not looked at, of 16 bits.
  public static func encode(_ raster: Raster) -> [UInt8] {
    precondition(raster.channels >= 3 && raster.bits == 16, "red, green and blue of 16 bits")
    let count = raster.width * raster.height
    let channels = raster.channels
    let size = 6 * count  // bounded: no more than the picture has
    return [UInt8](unsafeUninitializedCapacity: size) { out, written in
      raster.samples.withUnsafeBufferPointer { samples in
        for i in 0..<count {
          for channel in 0..<3 {
            let sample = samples[channels * i + channel]
            out[6 * i + 2 * channel] = UInt8(truncatingIfNeeded: sample >> 8)
            out[6 * i + 2 * channel + 1] = UInt8(truncatingIfNeeded: sample)
          }
        }
      }
      written = 6 * count
    }
  }
}
