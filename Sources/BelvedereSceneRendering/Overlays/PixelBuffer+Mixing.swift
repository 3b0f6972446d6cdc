extension PixelBuffer {
  /// Mixes pixels with those of a picture of the same size: `self + part · (other − self)`, of
  /// sRGB-encoded samples, rounded to the nearest.
  ///
  /// - Parameters:
  ///   - firstRow: the row of the picture that is the mask's row 0.
  ///   - part: of a pixel in the mask, 0 to 1.
  mutating func mix(
    _ other: inout PixelBuffer, at mask: PixelMask, firstRow: Int,
    part: (_ x: Int, _ y: Int) -> Double
  ) {
    let bytes = rowBytes / max(mask.width, 1)
    withBytes { own in
      other.withBytes { others in
        for y in mask.rows {
          for x in 0..<mask.width where mask.contains(x, y) {
            let at = ((firstRow + y) * mask.width + x) * bytes
            let share = part(x, y)
            if bytes == 8 {
              Self.mix(own + at, others + at, share, as: UInt16.self)
            } else {
              Self.mix(own + at, others + at, share, as: UInt8.self)
            }
          }
        }
      }
    }
  }

  private static func mix<Sample: FixedWidthInteger>(
    _ own: UnsafeMutablePointer<UInt8>, _ other: UnsafeMutablePointer<UInt8>, _ part: Double,
    as _: Sample.Type
  ) {
    own.withMemoryRebound(to: Sample.self, capacity: 4) { own in
      other.withMemoryRebound(to: Sample.self, capacity: 4) { other in
        for i in 0..<3 {
          let (a, b) = (Double(own[i]), Double(other[i]))
          own[i] = Sample(a + (b - a) * part + 0.5)  // checked: between two samples
        }
      }
    }
  }
}
