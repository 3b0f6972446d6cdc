import BelvedereFiles

/// Makes the file of a film from its frames.
public struct FilmEncoder: Sendable {
  /// What is written.
  public let format: VideoFormat
  /// Written into the file as its copyright, where the format has a place for it.
  public var credits: [String]
  private let width, height: Int
  private let rate: FrameRate
  private let rateFactor: Int?
  private let ffmpeg: FFmpeg?

  /// Prepares, and looks for FFmpeg where that is needed.
  ///
  /// - Throws: ``EncoderError/missing(format:)``.
  public init(
    _ format: VideoFormat, width: Int, height: Int, rate: FrameRate, rateFactor: Int? = nil,
    credits: [String] = []
  ) throws(EncoderError) {
    self.format = format
    (self.width, self.height) = (width, height)
    self.rate = rate
    self.rateFactor = rateFactor
    self.credits = credits
    ffmpeg = format.needsFFmpeg ? try FFmpeg(for: format) : nil
  }

  /// Writes the film. The thread that calls must live until it is done.
  ///
  /// - Parameters:
  ///   - path: an absolute path of a file that is there; written over.
  ///   - palette: an absolute path for the colours of a GIF, which is removed.
  ///   - first: passes all frames on, in order.
  ///   - again: the same once more, for a GIF.
  /// - Throws: ``EncoderError``, `FileError`, what `first` and `again` throw.
  public func write(
    to path: String, palette: String, frames first: (any FrameSink) throws -> Void,
    again: (any FrameSink) throws -> Void
  ) throws {
    guard let ffmpeg else {
      let file = try GrowingFile(path)
      return try first(
        Y4MSink(width: width, height: height, rate: rate) { try file.write($0) })
    }
    func sink() throws -> FFmpegSink {
      try ffmpeg.sink(
        format, to: path, width: width, height: height, rate: rate, rateFactor: rateFactor,
        palette: palette, credits: credits)
    }
    guard format == .gif else {
      let sink = try sink()
      try first(sink)
      return try sink.finish()
    }
    defer { OutputFolder.removeFile(palette) }
    let colors = try ffmpeg.paletteSink(to: palette, width: width, height: height, rate: rate)
    try first(colors)
    try colors.finish()
    let sink = try sink()
    try again(sink)
    try sink.finish()
  }
}
