import BelvedereLimits
import CBelvedereZlib

/// Decompression of gzip files (RFC 1952) by zlib, within a limit.
enum Gunzip {
  /// Decompresses the beginning of a file: so many bytes, or fewer where it ends or is damaged before.
  static func prefix(_ input: [UInt8], count: Int) -> [UInt8] {
    guard !input.isEmpty, count > 0 else { return [] }
    return decompress(input, capacity: count)?.bytes ?? []
  }

  /// Decompresses a whole file, all of its members; what it announces of its size is not trusted.
  ///
  /// - Parameters:
  ///   - maximumBytes: What the stream may hold, at most 2³¹ − 2.
  ///   - name: What it is, for messages.
  static func bytes(_ input: [UInt8], maximumBytes: Int, name: String) throws -> [UInt8] {
    let damaged = TerrainFileError(file: name, reason: "its compressed data are damaged")
    let (most, overflow) = input.count.multipliedReportingOverflow(by: Inflate.maximumRatio)
    guard input.count > 0, !overflow, input.count <= Int(Int32.max) else {  // checked: constant
      throw damaged
    }
    // One more than allowed: a full buffer alone does not tell whether more would come.
    let capacity = min(maximumBytes, Int(Int32.max) - 1, most) + 1  // checked: constant
    guard let (output, status) = decompress(input, capacity: capacity) else { throw damaged }
    guard output.count <= maximumBytes else {
      throw LimitError(
        subject: name, value: "more than \(maximumBytes) bytes when decompressed",
        limit: "\(maximumBytes) bytes", remedy: "the file is damaged or hostile")
    }
    guard status == Z_STREAM_END else { throw damaged }
    return output
  }

  /// - Parameter capacity: bytes, above 0 and at most 2³¹ − 1.
  /// - Returns: what came, and zlib's last answer; `nil` where zlib has no memory.
  private static func decompress(
    _ input: [UInt8], capacity: Int
  ) -> (bytes: [UInt8], status: Int32)? {
    // zlib's state points back to the stream, which therefore must not move.
    let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    defer { stream.deallocate() }
    stream.initialize(to: z_stream())
    let size = Int32(MemoryLayout<z_stream>.size)  // checked: a small constant
    guard inflateInit2_(stream, MAX_WBITS + 16, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(stream) }
    var status = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: capacity) { out, done in
      input.withUnsafeBufferPointer { input in
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.pointee.avail_in = UInt32(clamping: input.count)
        stream.pointee.next_out = out.baseAddress
        stream.pointee.avail_out = UInt32(capacity)  // checked: at most Int32.max
        repeat {
          status = inflate(stream, Z_FINISH)
          // Another member follows; what else follows is padding.
        } while status == Z_STREAM_END && isMember(stream) && inflateReset(stream) == Z_OK
        done = capacity - Int(stream.pointee.avail_out)  // checked: UInt32 to Int
      }
    }
    return (output, status)
  }

  /// Whether what is left of the input begins as a member does.
  private static func isMember(_ stream: UnsafeMutablePointer<z_stream>) -> Bool {
    guard stream.pointee.avail_in >= 2, let next = stream.pointee.next_in else { return false }
    return next[0] == 0x1F && next[1] == 0x8B
  }
}
