import ArgumentParser
import Belvedere

/// What a picture is written as.
enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case png, rgb, y4m

  /// By a file's name: PNG where it has no ending; `nil` for the ending of something else.
  init?(path: String) {
    guard let ending = OutputName.ending(of: path) else {
      self = .png
      return
    }
    self.init(rawValue: ending)
  }

  /// The bytes of a file, or of a stream of one picture.
  func encode(
    _ rendered: RenderedImage, text: [(keyword: String, text: String)], threads: Int?
  ) throws -> [UInt8] {
    switch self {
    case .png:
      guard let deep = rendered.deepImage else {
        return try PNG.encode(rendered.image, text: text, threads: threads)
      }
      return try PNG.encode(
        deep.withoutAlpha, compression: PNGCompression.standard, text: text, threads: threads)
    case .rgb: return rendered.deepImage.map(RawRGB.encode) ?? RawRGB.encode(rendered.image)
    case .y4m: return try encode(rendered.image, threads: threads)
    }
  }

  /// The same of a picture of which no more is known.
  func encode(_ image: Image, threads: Int?) throws -> [UInt8] {
    switch self {
    case .png: return try PNG.encode(image, threads: threads)
    case .rgb: return RawRGB.encode(image)
    case .y4m:
      let stream = Y4MStream(width: image.width, height: image.height, rate: (30, 1))
      return stream.header + stream.frame(image)
    }
  }
}
