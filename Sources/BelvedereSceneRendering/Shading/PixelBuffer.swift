import BelvedereImaging
import BelvedereRasterization
import CBelvedereShading

/// The samples of a picture while it is shaded, of 8 or of 16 bits.
struct PixelBuffer {
  private var shallow: Image?
  private var deep: [UInt16] = []
  private let width, height: Int

  init(width: Int, height: Int, bits: Int) {
    self.width = width
    self.height = height
    if bits == 16 {
      deep = Array(repeating: 0, count: width * height * 4)
    } else {
      shallow = Image(width: width, height: height)
    }
  }

  /// Bytes of a row.
  var rowBytes: Int { width * (shallow == nil ? 8 : 4) }

  mutating func withBytes(_ body: (UnsafeMutablePointer<UInt8>) -> Void) {
    if shallow != nil {
      shallow?.bytes.withUnsafeMutableBufferPointer { bytes in
        if let base = bytes.baseAddress { body(base) }
      }
      return
    }
    deep.withUnsafeMutableBytes { bytes in
      if let base = bytes.bindMemory(to: UInt8.self).baseAddress { body(base) }
    }
  }

  /// A pixel that is written.
  struct Pixel {
    fileprivate let bytes: UnsafeMutablePointer<UInt8>
    fileprivate let isDeep: Bool

    /// Lays a premultiplied sRGB-encoded colour over it.
    func lay(_ color: SIMD4<Float>, mode: Int32) {
      if isDeep {
        bytes.withMemoryRebound(to: UInt16.self, capacity: 4) { Self.lay(color, mode, over: $0) }
      } else {
        Self.lay(color, mode, over: bytes)
      }
    }

    private static func lay<Sample: FixedWidthInteger>(
      _ color: SIMD4<Float>, _ mode: Int32, over samples: UnsafeMutablePointer<Sample>
    ) {
      guard color.w > 0 else { return }
      let most = Float(Sample.max)
      var rgb = (Float(samples[0]) / most, Float(samples[1]) / most, Float(samples[2]) / most)
      withUnsafeBytes(of: color) { color in
        withUnsafeMutableBytes(of: &rgb) { rgb in
          belvedere_composite(
            mode, color.bindMemory(to: Float.self).baseAddress,
            rgb.bindMemory(to: Float.self).baseAddress)
        }
      }
      for (i, value) in [rgb.0, rgb.1, rgb.2].enumerated() {
        samples[i] = Sample(min(max(0, value), 1) * most + 0.5)  // checked: within the samples
      }
    }
  }

  /// Lets the pixels of some rows be written, several rows at once.
  ///
  /// - Parameter firstRow: the row of the picture that is row 0.
  mutating func forEachPixel(
    rows: Range<Int>, firstRow: Int, threads: Int, _ body: (_ x: Int, _ y: Int, Pixel) -> Void
  ) {
    let (width, rowBytes) = (width, rowBytes)
    let (bytes, isDeep) = (rowBytes / max(width, 1), shallow == nil)
    withoutActuallyEscaping(body) { body in
      nonisolated(unsafe) let body = body
      withBytes { base in
        nonisolated(unsafe) let base = base
        Parallel.forEach(rows.count, threads: threads) { row, _ in
          let y = rows.lowerBound + row
          for x in 0..<width {
            body(x, y, Pixel(bytes: base + (firstRow + y) * rowBytes + x * bytes, isDeep: isDeep))
          }
        }
      }
    }
  }

  /// The picture with 8 bits a channel, rounded where there are more.
  var image: Image {
    if let shallow { return shallow }
    var image = Image(width: width, height: height)
    for (i, sample) in deep.enumerated() {
      image.bytes[i] = UInt8((UInt32(sample) * 255 + 32_767) / 65_535)  // checked: at most 255
    }
    return image
  }

  /// The picture with 16 bits a channel; `nil` where there are 8.
  var deepImage: Raster? {
    shallow == nil
      ? Raster(width: width, height: height, channels: 4, bits: 16, samples: deep) : nil
  }
}
