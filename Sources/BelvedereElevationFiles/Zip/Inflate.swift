import BelvedereFiles
import CBelvedereZlib

/// Decompression of deflate streams (RFC 1950, RFC 1951) by zlib.
enum Inflate {
  /// What stands around the compressed data.
  enum Wrapping { case zlib, none }

  /// Deflate's largest ratio of sizes.
  static let maximumRatio = 1032

  /// Decompresses until a number of bytes is reached or the stream ends, whichever is first.
  ///
  /// - Parameters:
  ///   - count: The most bytes that are wanted. The caller has checked it against the limits; here
  ///     it is held against the largest ratio there is, before memory is allocated.
  /// - Returns: as many bytes as came; `nil` where the stream is damaged or could not hold `count`.
  static func bytes(_ input: [UInt8], count: Int, wrapping: Wrapping) -> [UInt8]? {
    let (most, overflow) = input.count.multipliedReportingOverflow(by: maximumRatio)
    guard count > 0, overflow || count <= most, input.count <= Int(Int32.max),  // checked: constant
      count <= Int(UInt32.max)  // checked: constant
    else { return count == 0 ? [] : nil }
    // zlib's state points back to the stream, which therefore must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)  // checked: a small constant
    guard
      inflateInit2_(stream, wrapping == .zlib ? MAX_WBITS : -MAX_WBITS, ZLIB_VERSION, size) == Z_OK
    else { return nil }
    defer { inflateEnd(stream) }
    var isDamaged = false
    let output = [UInt8](unsafeUninitializedCapacity: count) { out, done in
      input.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(input.count)  // checked: at most Int32.max
        stream.pointee.next_out = out.baseAddress
        stream.pointee.avail_out = UInt32(count)  // checked: at most UInt32.max
        let status = inflate(stream, Z_FINISH)
        // Z_BUF_ERROR: the output is full, or the input has ended too early.
        isDamaged = status != Z_STREAM_END && status != Z_BUF_ERROR && status != Z_OK
        done = count - Int(stream.pointee.avail_out)  // checked: UInt32 to Int
        if !isDamaged, status != Z_STREAM_END, stream.pointee.avail_out == 0 {
          isDamaged = !Self.endsWell(stream)
        }
      }
    }
    return isDamaged ? nil : output
  }

  /// Whether a stream that has given all that is wanted has not the wrong checksum behind it.
  private static func endsWell(_ stream: UnsafeMutablePointer<z_stream>) -> Bool {
    var more = [UInt8](repeating: 0, count: 16)
    return more.withUnsafeMutableBufferPointer { more in
      stream.pointee.next_out = more.baseAddress
      stream.pointee.avail_out = UInt32(more.count)  // checked: 16
      return inflate(stream, Z_FINISH) != Z_DATA_ERROR
    }
  }

  /// The checksum of zip files.
  static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum = crc32(0, nil, 0)
    var start = 0
    while start < bytes.count {
      let count = min(bytes.count - start, 1 << 30)
      sum = bytes.withUnsafeBufferPointer {
        crc32(sum, $0.baseAddress.map { $0 + start }, UInt32(count))  // checked: at most 2³⁰
      }
      start += count
    }
    return UInt32(truncatingIfNeeded: sum)
  }
}
