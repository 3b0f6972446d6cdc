#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input for readers that need a file: what it begins with is known at once, and then all of it lies in a
/// temporary file.
public final class SpooledInput {
  /// What messages call it.
  public static let name = "standard input"

  /// Its first bytes, which tell what it is; fewer than were asked for where it has no more.
  public let start: [UInt8]
  /// The temporary file; `nil` before ``spool(inFolder:temporary:)``.
  public private(set) var path: String?
  private let descriptor: Int32

  /// Reads what standard input begins with.
  ///
  /// - Parameters:
  ///   - count: bytes that tell what it is.
  ///   - descriptor: what is read in its place, which whoever gives it closes.
  /// - Throws: ``FileError`` where nothing can be read, as from a folder or a terminal.
  public init(count: Int, of descriptor: Int32 = STDIN_FILENO) throws(FileError) {
    self.descriptor = descriptor
    guard isatty(descriptor) == 0 else {
      throw FileError(
        .read, path: Self.name,
        reason: "is the terminal; lead a program's output or a file into it")
    }
    var bytes: [UInt8] = []
    while bytes.count < count {
      let part = try Self.read(descriptor, count - bytes.count)
      if part.isEmpty { break }
      bytes += part
    }
    start = bytes
  }

  /// Copies all of it into a temporary file, a mebibyte at a time; the disk alone bounds how much.
  ///
  /// - Parameters:
  ///   - folder: where the file is made, which ``remove()`` removes.
  ///   - note: called with the file's name before it is made, so that a handler of signals can remove it.
  ///   - progress: told the bytes so far, now and then.
  /// - Throws: ``FileError``; nothing of the file stays then.
  public func spool(
    inFolder folder: String, temporary note: (String) -> Void,
    progress: (Int) -> Void = { _ in }
  ) throws(FileError) {
    guard path == nil else { return }
    let file = AtomicFile.temporaryName(beside: "\(folder)/")
    note(file)
    let output = try AtomicFile.create(file, for: folder)
    path = file
    defer { close(output) }
    do throws(FileError) {
      var part = start
      var total = 0
      while !part.isEmpty {
        if let number = AtomicFile.writeAll(part, to: output) {
          throw FileError(
            .write, path: folder,
            reason:
              "has no room for \(Self.name), of which \(total >> 10) KiB are in a file there: "
              + "\(systemMessage(number)); free some space, or choose another disk")
        }
        total += part.count
        progress(total)
        part = try Self.read(descriptor, 1 << 20)
      }
    } catch {
      remove()
      throw error
    }
  }

  /// Removes the temporary file.
  public func remove() {
    if let path { unlink(path) }
    path = nil
  }

  deinit { remove() }

  private static func read(_ descriptor: Int32, _ count: Int) throws(FileError) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while true {
        let got = retryingOnInterrupt { systemRead(descriptor, buffer.baseAddress, count) }
        if got < 0, errno == EAGAIN {
          // Whoever made the pipe may have it so that reading does not wait.
          var item = pollfd(fd: descriptor, events: Int16(clamping: POLLIN), revents: 0)
          _ = retryingOnInterrupt { poll(&item, 1, -1) }
          continue
        }
        if got < 0 { failure = errno }
        filled = max(got, 0)
        return
      }
    }
    guard failure == 0 else {
      throw FileError(
        .read, path: name,
        reason: failure == EISDIR
          ? "is a folder; name it in place of -"
          : failure == EBADF
            ? "is closed; lead a program's output or a file into it"
            : "cannot be read: \(systemMessage(failure))")
    }
    return bytes
  }
}
