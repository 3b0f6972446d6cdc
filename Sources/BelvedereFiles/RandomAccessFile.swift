#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A regular file that is read in pieces, wherever they lie.
///
/// Pieces are read, not mapped: a file that another program cuts short gives an error, where a
/// mapping of it would end the process. Safe to use from many threads at once.
public final class RandomAccessFile: Sendable {
  /// The file's name for messages.
  public let name: String
  /// Bytes of the file when it was opened.
  public let size: Int
  private let source: Source

  /// When it was written last, when it was opened; `nil` in memory.
  private let written: [Int]?

  /// Whether the file's content has been written since it was opened. A file that took its name is another one.
  public var hasChanged: Bool {
    guard case .descriptor(let descriptor) = source else { return false }
    return Self.written(descriptor) != written
  }

  private static func written(_ descriptor: Int32) -> [Int]? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return [status.st_size, time.tv_sec, time.tv_nsec].map { Int(clamping: $0) }
  }

  private enum Source: Sendable {
    case descriptor(Int32)
    case memory([UInt8])
  }

  /// Opens a regular file. Pipes and devices are refused: they may never end.
  ///
  /// - Throws: ``FileError``.
  public init(_ path: String, shownAs name: String? = nil) throws(FileError) {
    self.name = name ?? path
    let (descriptor, size) = try Self.open(path, self.name)
    (source, self.size) = (.descriptor(descriptor), size)
    written = Self.written(descriptor)
  }

  /// Treats bytes in memory as a file.
  public init(bytes: [UInt8], name: String) {
    self.name = name
    source = .memory(bytes)
    size = bytes.count
    written = nil
  }

  /// Takes over an open descriptor, and closes it.
  init(adopting descriptor: Int32, name: String) throws(FileError) {
    self.name = name
    source = .descriptor(descriptor)
    size = try Self.size(descriptor, name)
    written = Self.written(descriptor)
  }

  deinit {
    if case .descriptor(let descriptor) = source { close(descriptor) }
  }

  /// Reads bytes.
  ///
  /// - Parameters:
  ///   - offset: Bytes from the file's start.
  ///   - count: How many bytes.
  /// - Throws: ``FileError`` where the piece does not lie in the file, before memory is allocated
  ///   for it, and where the disk fails.
  public func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw FileError(
        .read, path: name,
        reason: "ends after \(size) bytes, before the \(count) bytes that it names at \(offset); "
          + "the file is cut short or damaged")
    }
    switch source {
    case .memory(let bytes): return Array(bytes[offset..<(offset + count)])
    case .descriptor(let descriptor): return try read(descriptor, offset, count)
    }
  }

  /// Reads the file's first bytes, at most `count` of them.
  public func prefix(_ count: Int) throws(FileError) -> [UInt8] {
    try read(at: 0, count: min(max(count, 0), size))
  }

  private func read(_ descriptor: Int32, _ offset: Int, _ count: Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let start = done
        let got = retryingOnInterrupt {
          pread(
            descriptor, buffer.baseAddress.map { $0 + start }, count - start,
            off_t(clamping: offset + start))
        }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        done += got
      }
    }
    if failure != 0 { throw FileError(.read, path: name, reason: systemMessage(failure)) }
    guard bytes.count == count else {
      throw FileError(.read, path: name, reason: "became shorter while it was read")
    }
    return bytes
  }

  private static func open(_ path: String, _ name: String) throws(FileError) -> (Int32, Int) {
    let descriptor = try InputFile.openRegular(path, name)
    return (descriptor, try size(descriptor, name))
  }

  /// A file's bytes; where the system does not tell, the descriptor is closed.
  private static func size(_ descriptor: Int32, _ name: String) throws(FileError) -> Int {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw FileError(.read, path: name, reason: systemMessage(number))
    }
    return Int(clamping: status.st_size)
  }
}
