import BelvedereGeoMath
import BelvedereImaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The mean of several pictures, of linear light: what a shutter that stays open sees.
struct FrameMean {
  private var sums: [UInt32]
  private var count = 0
  private let width, height: Int

  /// Linear light of encoded values (IEC 61966-2-1), in steps of 1/65535.
  static let linear = (0...255).map { value -> UInt32 in
    let v = Double(value) / 255
    let light = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4)
    return UInt32((light * 65535).rounded())  // checked: within 0...65535
  }

  /// Encoded values of linear ones: of each the nearest.
  static let encoded = (0...65535).map { value -> UInt8 in
    let v = Double(value) / 65535
    let code = v <= 0.0031308 ? v * 12.92 : 1.055 * pow(v, 1 / 2.4) - 0.055
    return UInt8((code * 255).rounded())  // checked: within 0...255
  }

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    sums = Array(repeating: 0, count: width * height * 3)
  }

  /// Adds a picture; up to 65,536 of them.
  mutating func add(_ image: Image) {
    precondition(image.width == width && image.height == height, "pictures of one size")
    count += 1
    let pixels = width * height
    image.bytes.withUnsafeBufferPointer { bytes in
      sums.withUnsafeMutableBufferPointer { sums in
        Self.linear.withUnsafeBufferPointer { linear in
          for i in 0..<pixels {
            sums[3 * i] &+= linear[Int(bytes[4 * i])]  // checked: a byte
            sums[3 * i + 1] &+= linear[Int(bytes[4 * i + 1])]  // checked: a byte
            sums[3 * i + 2] &+= linear[Int(bytes[4 * i + 2])]  // checked: a byte
          }
        }
      }
    }
  }

  /// The mean; black without pictures.
  var image: Image {
    var image = Image(width: width, height: height)
    let (count, half) = (UInt32(max(count, 1)), UInt32(count / 2))  // checked: at most 65536
    let pixels = width * height
    image.bytes.withUnsafeMutableBufferPointer { bytes in
      sums.withUnsafeBufferPointer { sums in
        Self.encoded.withUnsafeBufferPointer { encoded in
          for i in 0..<pixels {
            for k in 0..<3 {
              let mean = (sums[3 * i + k] &+ half) / count
              bytes[4 * i + k] = encoded[Int(mean)]  // checked: a mean of 16 bits
            }
          }
        }
      }
    }
    return image
  }
}
