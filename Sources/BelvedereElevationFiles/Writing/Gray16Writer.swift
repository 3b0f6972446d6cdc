import BelvedereGeoMath
import BelvedereImaging
import BelvedereTerrain

/// Elevations as a PNG of one 16-bit gray channel: metres = offset + scale · sample, the terrain
/// encoding `gray16` of scenes.
public struct Gray16Writer: Sendable {
  /// Metres of the sample 0.
  public let offset: Double
  /// Metres for each step: the least power of ten, or twice or five times one, that reaches from the
  /// lowest to the highest sample, and no less than a millimetre.
  public let scale: Double
  private let field: HeightField

  /// Chooses offset and scale for a grid; `nil` for one with voids, which the encoding does not have.
  public init?(_ field: HeightField) {
    guard field.voidCount == 0 else { return nil }
    self.field = field
    let low = field.range.lowerBound
    let height = field.range.upperBound - low
    var step = 0.001
    scaling: while true {
      for factor in [1.0, 2, 5] where height <= step * factor * 65534 || step >= 1e6 {
        step *= factor
        break scaling
      }
      step *= 10
    }
    scale = step
    offset = (low / step).rounded(.down) * step
  }

  /// Whether all samples are what a reader makes of the file.
  public var isExact: Bool {
    field.samples.allSatisfy { Float(offset + scale * Double(step($0))) == $0 }
  }

  private func step(_ sample: Float) -> UInt16 {
    UInt16(clamping: Int(clamping: (Double(sample) - offset) / scale, in: 0...65535))
  }

  /// The file. Samples are off by at most half of ``scale``.
  public func encode() throws(PNGError) -> [UInt8] {
    let samples = field.samples.map { step($0) }
    return try PNG.encode(
      Raster(width: field.width, height: field.height, channels: 1, bits: 16, samples: samples))
  }
}
