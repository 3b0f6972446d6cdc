/// Pictures as a YUV4MPEG2 stream, which encoders of films read from a pipe.
///
/// ITU-R BT.709 matrix and limited range (luma 16 to 235), chroma for every pixel or for two by two
/// with its sample in their middle. Within one step of the exact values; held by `Y4MTests`.
///
/// Source: the format as the MJPEG tools define it (yuv4mpeg(5)); ITU-R BT.709-6, items 3.2 to 3.5.
public struct Y4MStream: Sendable {
  /// How many pixels share their chroma.
  public enum Chroma: String, Sendable, CaseIterable {
    /// One sample for each pixel.
    case full = "444"
    /// One sample for two by two pixels, in their middle.
    case quarter = "420jpeg"
  }

  /// The size in pixels.
  public let width, height: Int
  /// Frames a second, as a fraction.
  public let rate: (numerator: Int, denominator: Int)
  /// The chroma's resolution.
  public let chroma: Chroma

  /// Makes a stream of pictures of one size.
  public init(
    width: Int, height: Int, rate: (numerator: Int, denominator: Int), chroma: Chroma = .quarter
  ) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(rate.numerator > 0 && rate.denominator > 0, "the rate is positive")
    self.width = width
    self.height = height
    self.rate = rate
    self.chroma = chroma
  }

  /// What the stream begins with.
  public var header: [UInt8] {
    Array(
      "YUV4MPEG2 W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1 C\(chroma.rawValue) XCOLORRANGE=LIMITED\n"
        .utf8)
  }

  /// The bytes of a frame.
  public var frameByteCount: Int {
    let pixels = width * height
    return Self.mark.count
      + (chroma == .full ? 3 * pixels : pixels + 2 * ((width + 1) / 2) * ((height + 1) / 2))
  }

  private static let mark = Array("FRAME\n".utf8)

  /// A picture as a frame; its alpha is not looked at.
  public func frame(_ image: Image) -> [UInt8] {
    precondition(image.width == width && image.height == height, "the stream has another size")
    return [UInt8](unsafeUninitializedCapacity: frameByteCount) { out, count in
      count = frameByteCount
      guard let start = out.baseAddress else { return }
      for (i, byte) in Self.mark.enumerated() { start[i] = byte }
      image.bytes.withUnsafeBufferPointer { bytes in
        guard let pixels = bytes.baseAddress else { return }
        write(pixels, to: start + Self.mark.count)
      }
    }
  }

  private func write(_ pixels: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt8>) {
    let count = width * height
    func pixel(_ i: Int) -> (r: Int32, g: Int32, b: Int32) {
      (
        Int32(pixels[4 * i]), Int32(pixels[4 * i + 1]),  // checked: bytes
        Int32(pixels[4 * i + 2])  // checked: a byte
      )
    }
    for i in 0..<count {
      let (r, g, b) = pixel(i)
      out[i] = Self.luma(r, g, b)
    }
    let blue = out + count
    guard chroma == .quarter else {
      let red = blue + count
      for i in 0..<count {
        let (r, g, b) = pixel(i)
        blue[i] = Self.blueness(4 * r, 4 * g, 4 * b)
        red[i] = Self.redness(4 * r, 4 * g, 4 * b)
      }
      return
    }
    let columns = (width + 1) / 2
    let red = blue + columns * ((height + 1) / 2)
    for y in stride(from: 0, to: height, by: 2) {
      // The last row and column stand for those that are missing.
      let top = pixels + 4 * y * width
      let bottom = y + 1 < height ? top + 4 * width : top
      for x in 0..<columns {
        let left = 8 * x
        let right = 2 * x + 1 < width ? left + 4 : left
        func sum(_ i: Int) -> Int32 {
          Int32(top[left + i]) + Int32(top[right + i])  // checked: bytes
            + Int32(bottom[left + i]) + Int32(bottom[right + i])  // checked: bytes
        }
        let (r, g, b) = (sum(0), sum(1), sum(2))
        blue[y / 2 * columns + x] = Self.blueness(r, g, b)
        red[y / 2 * columns + x] = Self.redness(r, g, b)
      }
    }
  }

  // Weights of BT.709 times 219/255 and 224/255, in 2¹⁶ths; chroma takes the sum of four pixels.
  @inline(__always)
  private static func luma(_ r: Int32, _ g: Int32, _ b: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: (11_966 &* r &+ 40_254 &* g &+ 4_064 &* b &+ 0x10_8000) >> 16)
  }

  @inline(__always)
  private static func blueness(_ r: Int32, _ g: Int32, _ b: Int32) -> UInt8 {
    let sum = 28_784 &* b &- 6_596 &* r &- 22_188 &* g
    return UInt8(truncatingIfNeeded: (sum &+ (128 << 18) &+ (1 << 17)) >> 18)
  }

  @inline(__always)
  private static func redness(_ r: Int32, _ g: Int32, _ b: Int32) -> UInt8 {
    let sum = 28_784 &* r &- 26_145 &* g &- 2_639 &* b
    return UInt8(truncatingIfNeeded: (sum &+ (128 << 18) &+ (1 << 17)) >> 18)
  }
}
