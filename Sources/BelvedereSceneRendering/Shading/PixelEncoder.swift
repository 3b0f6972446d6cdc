import BelvedereRasterization

/// From a pixel's linear colour to the samples of a picture, as the kernels' `encode.inc` does it.
struct PixelEncoder {
  /// Bits a sample, 8 or 16.
  let bits: Int
  /// Whether 8-bit samples are dithered.
  let dithers: Bool

  /// Bytes of a pixel.
  var pixelBytes: Int { bits / 2 }

  /// Writes the pixel in column x and row y of the whole picture.
  ///
  /// - Parameter out: where the pixel goes; 16-bit samples have the machine's byte order.
  @inline(__always)
  func write(_ color: SIMD3<Float>, x: Int, y: Int, to out: UnsafeMutablePointer<UInt8>) {
    let held = pointwiseMin(pointwiseMax(.zero, color), SIMD3(repeating: 1))
    if bits == 16 {
      out.withMemoryRebound(to: UInt16.self, capacity: 4) { samples in
        for i in 0..<3 {
          let value = Transfer.encoded(held[i]) * 65535 + 0.5
          samples[i] = UInt16(min(max(value, 0), 65535))  // checked: clamped
        }
        samples[3] = 65535
      }
      return
    }
    out[3] = 255
    if dithers {
      let noise = Self.noise(x: x, y: y)
      for i in 0..<3 {
        let value = Transfer.encoded(held[i]) * 255 + noise
        out[i] = UInt8(min(max(value, 0), 255))  // checked: clamped
      }
      return
    }
    let table = Transfer.byteOfLinear
    for i in 0..<3 { out[i] = table[Int(held[i] * 4095)] }  // checked: clamped to the table
  }

  /// Interleaved gradient noise (Jimenez 2014), in [0, 1): rounds a colour up as often as it is near to
  /// the next one.
  @inline(__always)
  static func noise(x: Int, y: Int) -> Float {
    let v = 0.06711056 * Float(x) + 0.00583715 * Float(y)
    let w = 52.9829189 * (v - v.rounded(.down))
    return w - w.rounded(.down)
  }
}
