internal import CBelvedereJPEG

/// JPEG files, by libjpeg-turbo, which is loaded when it is first needed. A damaged file is a thrown error.
public enum JPEG {
  /// Whether the first bytes are those of a JPEG file.
  public static func isRecognized(_ data: [UInt8]) -> Bool {
    data.starts(with: [0xFF, 0xD8, 0xFF])
  }

  /// Whether this build and this machine have libjpeg-turbo.
  public static var isAvailable: Bool { bv_jpeg_is_available() != 0 }

  /// Decodes a file as a picture: gray becomes RGB, alpha is 255. Turns that Exif asks for are not made.
  public static func decodeImage(
    _ data: [UInt8], maximumPixels: Int = 89_478_485
  ) throws(PictureError) -> Image {
    guard isAvailable else {
      throw .unavailable(
        "JPEG pictures are left out: libjpeg-turbo is not there; install it (Debian: libturbojpeg0, and "
          + "libturbojpeg0-dev before the build)")
    }
    var width: Int32 = 0
    var height: Int32 = 0
    var message = bv_jpeg_message()
    guard bv_jpeg_size(data, data.count, &width, &height, &message) == 0, width > 0, height > 0
    else { throw .corrupt("not a readable JPEG: \(PNG.message(&message.text))") }
    let (columns, rows) = (Int(width), Int(height))  // checked: Int32 to Int
    guard columns <= maximumPixels / rows else {
      throw .tooLarge(width: columns, height: rows, maximumPixels: maximumPixels)
    }
    var image = Image(width: columns, height: rows)
    guard bv_jpeg_decode(data, data.count, width, height, &image.bytes, &message) == 0 else {
      let reason = PNG.message(&message.text)
      throw .corrupt("not a readable JPEG: \(reason.isEmpty ? "it is damaged or cut off" : reason)")
    }
    return image
  }
}
