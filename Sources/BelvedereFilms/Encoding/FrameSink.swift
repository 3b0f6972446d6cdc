import BelvedereImaging

/// What takes the frames of a film one after the other.
///
/// Its functions are called by one thread at a time.
public protocol FrameSink: AnyObject, Sendable {
  /// Takes the next frame.
  func add(_ image: Image) throws
}

/// Frames as a YUV4MPEG2 stream.
public final class Y4MSink: FrameSink {
  private let stream: Y4MStream
  private let write: @Sendable ([UInt8]) throws -> Void

  /// Begins a stream.
  ///
  /// - Parameter write: takes the next bytes.
  /// - Throws: what `write` throws.
  public init(
    width: Int, height: Int, rate: FrameRate, write: @escaping @Sendable ([UInt8]) throws -> Void
  ) throws {
    stream = Y4MStream(
      width: width, height: height, rate: (rate.numerator, rate.denominator))
    self.write = write
    try write(stream.header)
  }

  public func add(_ image: Image) throws { try write(stream.frame(image)) }
}
