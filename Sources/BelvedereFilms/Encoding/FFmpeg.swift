import BelvedereFiles
import BelvedereImaging

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The program `ffmpeg`, which writes what this package does not: found in `PATH` when it is needed, fed
/// through a pipe.
///
/// The same frames give the same bytes wherever the same version of FFmpeg runs: it is told how many threads to
/// use, and to write no dates.
public struct FFmpeg: Sendable {
  /// Where the program is.
  public let program: String
  private let environment: [String: String]

  /// How many threads encode, whatever the machine: the bytes of H.264 depend on it.
  private static let threads = "4"

  /// What of x264's preset is too dear beside the drawing of frames: with these a frame takes three tenths less time,
  /// is as like (SSIM 0.0009 less at most), and the film is 5 % larger.
  private static let effort = "subme=1:b-adapt=0:me=dia"

  /// Finds the program.
  ///
  /// - Throws: ``EncoderError/missing(format:)``.
  public init(for format: VideoFormat) throws(EncoderError) {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    guard let program = ChildProcess.program("ffmpeg", in: variable("PATH") ?? "") else {
      throw .missing(format: format)
    }
    self.program = program
    environment = ["PATH", "LD_LIBRARY_PATH", "HOME", "TMPDIR"].reduce(into: ["LC_ALL": "C"]) {
      $0[$1] = variable($1)
    }
  }

  /// Begins a film of frames that come one by one, through a pipe.
  ///
  /// - Parameters:
  ///   - path: an absolute path; what stands there is written over.
  ///   - rateFactor: see ``VideoFormat/rateFactors``.
  ///   - palette: of a GIF: the file with its colours.
  ///   - credits: become the copyright of the file; a GIF has none.
  public func sink(
    _ format: VideoFormat, to path: String, width: Int, height: Int, rate: FrameRate,
    rateFactor: Int?, palette: String? = nil, credits: [String] = []
  ) throws -> FFmpegSink {
    var arguments = Self.common
    let factor = "\(rateFactor ?? format.rateFactors?.usual ?? 0)"
    switch format {
    case .mp4:
      arguments +=
        Self.streamInput + [
          "-c:v", "libx264", "-preset", "veryfast", "-x264-params", Self.effort, "-crf", factor,
          "-pix_fmt", "yuv420p", "-movflags", "+faststart",
        ]
    case .webm:
      arguments +=
        Self.streamInput + [
          "-c:v", "libvpx-vp9", "-crf", factor, "-b:v", "0", "-deadline", "good", "-cpu-used", "4",
          "-pix_fmt", "yuv420p",
        ]
    case .gif:
      arguments +=
        Self.rawInput(width, height, rate) + [
          "-i", palette ?? "", "-lavfi", "paletteuse=dither=sierra2_4a:diff_mode=rectangle",
        ]
    case .y4m: break
    }
    arguments +=
      Self.colors(of: format) + [
        "-threads", Self.threads, "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v",
        "+bitexact",
      ] + Self.metadata(format, credits) + ["-f", format.rawValue, path]
    return try FFmpegSink(
      FedProcess(program, arguments, environment: environment),
      format == .gif
        ? nil : Y4MStream(width: width, height: height, rate: (rate.numerator, rate.denominator)),
      writing: path)
  }

  /// Begins the search for the colours of a GIF.
  ///
  /// - Parameter path: an absolute path; a PNG is written there.
  public func paletteSink(to path: String, width: Int, height: Int, rate: FrameRate) throws
    -> FFmpegSink
  {
    let arguments =
      Self.common + Self.rawInput(width, height, rate)
      + [
        "-vf", "palettegen=stats_mode=full", "-frames:v", "1", "-c:v", "png", "-f", "image2",
        "-update", "1", path,
      ]
    return try FFmpegSink(
      FedProcess(program, arguments, environment: environment), nil, writing: path)
  }

  private static let common = ["-hide_banner", "-nostdin", "-loglevel", "error", "-y"]
  private static let streamInput = ["-f", "yuv4mpegpipe", "-i", "pipe:0"]

  private static func rawInput(_ width: Int, _ height: Int, _ rate: FrameRate) -> [String] {
    [
      "-f", "rawvideo", "-pixel_format", "rgb24", "-video_size", "\(width)x\(height)", "-framerate",
      "\(rate)", "-i", "pipe:0",
    ]
  }

  /// What a player shows as the owners of a film.
  private static func metadata(_ format: VideoFormat, _ credits: [String]) -> [String] {
    guard format == .mp4 || format == .webm, !credits.isEmpty else { return [] }
    // An argument cannot have the character that ends it.
    let text = credits.joined(separator: "\n").filter { $0 != "\0" }.prefix(10_000)
    return ["-metadata", "copyright=\(text)"]
  }

  private static func colors(of format: VideoFormat) -> [String] {
    guard format == .mp4 || format == .webm else { return [] }
    return [
      "-color_range", "tv", "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc",
      "bt709",
    ]
  }
}

/// Frames on their way to FFmpeg. Ended when it goes without ``finish()``.
public final class FFmpegSink: FrameSink, @unchecked Sendable {
  private let process: FedProcess
  /// How frames are written; `nil` for bare samples.
  private let stream: Y4MStream?
  private let path: String
  private var hasBegun = false

  /// - Parameter path: the file that the program writes.
  init(_ process: FedProcess, _ stream: Y4MStream?, writing path: String) throws {
    (self.process, self.stream, self.path) = (process, stream, path)
  }

  public func add(_ image: Image) throws {
    var bytes: [UInt8] = []
    if let stream {
      if !hasBegun { try write(stream.header) }
      bytes = stream.frame(image)
    } else {
      bytes = RawRGB.encode(image)
    }
    hasBegun = true
    try write(bytes)
  }

  private func write(_ bytes: [UInt8]) throws(EncoderError) {
    guard !process.write(bytes) else { return }
    let end = process.finish()
    throw .failed(
      program: process.program,
      end: end == .exited(0) ? "it ended before the film did" : Self.words(end),
      messages: process.lastMessages())
  }

  /// Ends the film and waits until it is written.
  ///
  /// - Throws: ``EncoderError``.
  public func finish() throws(EncoderError) {
    let end = process.finish()
    // A program may go without a word and without a film.
    let size = (try? InputFile.size(of: path)) ?? 0
    guard end != .exited(0) || size == 0 else { return }
    throw .failed(
      program: process.program, end: end == .exited(0) ? "it wrote nothing" : Self.words(end),
      messages: process.lastMessages())
  }

  private static func words(_ end: ChildProcess.End) -> String {
    switch end {
    case .exited(let status): "exit status \(status)"
    case .killed(let signal) where signal == SIGXFSZ:
      "the file would be larger than files may be here; see 'ulimit -f'"
    case .killed(let signal): "it was ended by signal \(signal)"
    case .failed(let reason): reason
    case .timedOut, .flooded: "it was ended"
    }
  }
}

/// Why a film was not encoded.
public enum EncoderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// FFmpeg is not there.
  case missing(format: VideoFormat)
  /// FFmpeg has failed; its last words.
  case failed(program: String, end: String, messages: [String])

  public var description: String {
    switch self {
    case .missing(let format):
      "a .\(format.rawValue) is written by the program ffmpeg, which is not in PATH; install it (apt install "
        + "ffmpeg, brew install ffmpeg), or write what needs nothing: a folder of PNGs with -o frames/, or "
        + "-o film.y4m"
    case .failed(let program, let end, let messages):
      "\(program) failed: \(([end] + messages).joined(separator: "; ")). The frames are kept; run the same "
        + "again to encode them"
    }
  }
}
