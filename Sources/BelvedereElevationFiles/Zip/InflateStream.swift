import BelvedereFiles
import CBelvedereZlib

/// A deflate stream (RFC 1950) in a file that is decompressed piece by piece, from its start on.
final class InflateStream: @unchecked Sendable {
  private let file: RandomAccessFile
  /// Where the next compressed bytes are, and where they end.
  private var offset: Int
  private let end: Int
  // zlib's state points back to the stream, which therefore must not move; and the input must stay.
  private let stream: UnsafeMutablePointer<z_stream>
  private let input: UnsafeMutablePointer<UInt8>
  private static let inputBytes = 1 << 17

  /// `nil` where zlib has no memory.
  init?(_ file: RandomAccessFile, at offset: Int, count: Int) {
    self.file = file
    self.offset = offset
    end = offset + count
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    input = .allocate(capacity: Self.inputBytes)
    let size = Int32(MemoryLayout<z_stream>.size)  // checked: a small constant
    guard inflateInit2_(stream, MAX_WBITS, ZLIB_VERSION, size) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    input.deallocate()
  }

  /// The next bytes: fewer where the stream ends or is damaged.
  ///
  /// - Parameter count: at most 2³¹ of them.
  /// - Throws: `FileError` where the file cannot be read.
  func read(_ count: Int) throws(FileError) -> [UInt8] {
    var failure: FileError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { out, done in
      stream.pointee.next_out = out.baseAddress
      stream.pointee.avail_out = UInt32(count)  // checked: at most 2³¹
      while stream.pointee.avail_out > 0 {
        if stream.pointee.avail_in == 0 {
          do throws(FileError) {
            guard try refill() else { break }
          } catch {
            failure = error
            break
          }
        }
        guard inflate(stream, Z_NO_FLUSH) == Z_OK else { break }
      }
      done = count - Int(stream.pointee.avail_out)  // checked: UInt32 to Int
    }
    if let failure { throw failure }
    return bytes
  }

  /// The next compressed bytes; `false` at their end.
  private func refill() throws(FileError) -> Bool {
    let count = min(Self.inputBytes, end - offset)
    guard count > 0 else { return false }
    let piece = try file.read(at: offset, count: count)
    offset += count
    piece.withUnsafeBufferPointer {
      input.update(from: $0.baseAddress.unsafelyUnwrapped, count: count)
    }
    stream.pointee.next_in = input
    stream.pointee.avail_in = UInt32(count)  // checked: a small constant at most
    return true
  }
}
