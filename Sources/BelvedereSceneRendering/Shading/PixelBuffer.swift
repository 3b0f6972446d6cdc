import BelvedereImaging

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
