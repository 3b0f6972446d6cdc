/// Why a picture could not be read.
public enum PictureError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Neither PNG nor JPEG, by its first bytes.
  case unknownFormat
  /// Damaged; the library's own reason.
  case corrupt(String)
  /// More pixels than allowed.
  case tooLarge(width: Int, height: Int, maximumPixels: Int)
  /// The library for it is not there: what to do.
  case unavailable(String)

  public var description: String {
    switch self {
    case .unknownFormat: "is neither PNG nor JPEG"
    case .corrupt(let reason): reason
    case .tooLarge(let width, let height, let maximum):
      "the image is \(width) × \(height) pixels, more than the limit of \(maximum)"
    case .unavailable(let what): what
    }
  }
}

/// Pictures from files of any kind that is read.
public enum Picture {
  /// Decodes PNG and JPEG files, told apart by their first bytes.
  public static func decode(
    _ data: [UInt8], maximumPixels: Int = 89_478_485
  ) throws(PictureError) -> Image {
    if JPEG.isRecognized(data) { return try JPEG.decodeImage(data, maximumPixels: maximumPixels) }
    guard data.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw .unknownFormat }
    do {
      return try PNG.decodeImage(data, maximumPixels: maximumPixels)
    } catch .tooLarge(let width, let height, let maximum) {
      throw .tooLarge(width: width, height: height, maximumPixels: maximum)
    } catch {
      throw .corrupt("\(error)")
    }
  }
}
