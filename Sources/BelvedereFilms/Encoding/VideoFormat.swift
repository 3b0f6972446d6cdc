/// What a film is written as, by its file's ending.
public enum VideoFormat: String, Sendable, CaseIterable {
  /// H.264 in MP4, for everywhere.
  case mp4
  /// VP9 in WebM.
  case webm
  /// An animated picture of 256 colours.
  case gif
  /// YUV4MPEG2: every frame whole, for other encoders; about 1.5 bytes a pixel.
  case y4m

  /// Whether FFmpeg writes it.
  public var needsFFmpeg: Bool { self != .y4m }

  /// The constant rate factor that is used unless another one is asked for, and those there are; `nil` where
  /// the format has none. Smaller is better and larger.
  public var rateFactors: (usual: Int, all: ClosedRange<Int>)? {
    switch self {
    case .mp4: (18, 0...51)
    case .webm: (30, 0...63)
    case .gif, .y4m: nil
    }
  }

  /// Frames a second of a GIF at most: its pauses are hundredths of a second, and who shows it slows down those
  /// shorter than two.
  private static let mostOfGIF = 50.0

  /// Why frames of a size and a rate cannot be written so, and what helps; `nil` where they can.
  public func problem(width: Int, height: Int, rate: FrameRate) -> String? {
    switch self {
    case .gif where rate.framesPerSecond > Self.mostOfGIF:
      "a GIF shows at most 50 frames a second, not \(rate); choose --fps 50 or less, or .mp4"
    case .mp4 where width % 2 != 0 || height % 2 != 0:
      "H.264 films have an even width and height, not \(width)x\(height) pixels; choose "
        + "\(max(width / 2, 1) * 2)x\(max(height / 2, 1) * 2), or .webm"
    case .mp4 where width > 16384 || height > 16384, .webm where width > 16384 || height > 16384:
      "films of this kind have at most 16384 pixels a side; choose a smaller size"
    case .gif where width > 65535 || height > 65535:
      "GIF has at most 65535 pixels a side; choose a smaller size"
    default: nil
    }
  }
}
