import BelvedereImaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The sRGB transfer functions (IEC 61966-2-1).
enum Transfer {
  /// sRGB-encoded to linear, both in [0, 1].
  static func linear(_ encoded: Float) -> Float {
    encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
  }

  /// Linear to sRGB-encoded, both in [0, 1].
  static func encoded(_ linear: Float) -> Float {
    linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }

  /// ``linear(_:)`` within 1e-4, from a table of 1,024 steps.
  static func fastLinear(_ encoded: Float) -> Float {
    let x = min(max(0, encoded), 1) * 1023
    let i = min(Int(x), 1022)  // checked: clamped
    return linearTable[i] + (linearTable[i + 1] - linearTable[i]) * (x - Float(i))
  }

  private static let linearTable: [Float] = (0..<1024).map { linear(Float($0) / 1023) }

  /// Linear values of the 256 encoded bytes.
  static let linearOfByte: [Float] = (0..<256).map { linear(Float($0) / 255) }

  /// Encoded bytes of 4,096 linear steps; within half a step of 1/255 above 0.003.
  static let byteOfLinear: [UInt8] = (0..<4096).map { step in
    UInt8(min(max(encoded((Float(step) + 0.5) / 4096) * 255 + 0.5, 0), 255))  // checked: clamped
  }
}

/// A colour's linear components.
func linear(_ color: Color) -> SIMD3<Float> {
  SIMD3(
    Transfer.linear(Float(color.red)), Transfer.linear(Float(color.green)),
    Transfer.linear(Float(color.blue)))
}
