internal import CBelvederePixels

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
    let kernels = belvedere_pixel_kernels().pointee
    let count = width * height
    kernels.luma(pixels, count, out)
    let blue = out + count
    guard chroma == .quarter else {
      kernels.chroma(pixels, count, blue, blue + count)
      return
    }
    let columns = (width + 1) / 2
    let red = blue + columns * ((height + 1) / 2)
    for y in stride(from: 0, to: height, by: 2) {
      let top = pixels + 4 * y * width
      // The last row stands for one that is missing.
      let bottom = y + 1 < height ? top + 4 * width : top
      kernels.chroma_of_four(top, bottom, width, blue + y / 2 * columns, red + y / 2 * columns)
    }
  }
}
