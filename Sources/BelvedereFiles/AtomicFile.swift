#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that appears whole or not at all: written beside its target, then renamed over it.
///
/// The order (write, fsync, rename, fsync of the folder) survives a loss of power on every file
/// system that keeps it. Devices and pipes are written directly: nothing can be renamed over them.
public struct AtomicFile: Sendable {
  /// The target's name as it was given.
  public let path: String
  /// The target itself, symbolic links followed.
  private let target: String
  private let isDevice: Bool

  /// Checks that the target can be written, before the work that leads to it begins.
  ///
  /// - Parameters:
  ///   - path: The target.
  ///   - followsLinks: Whether the target of a symbolic link is written. Without, whatever has the name but a
  ///     folder is replaced by the file.
  ///   - note: As in ``write(_:isSynced:temporary:)``.
  public init(
    path: String, followsLinks: Bool = true, temporary note: (String?) -> Void = { _ in }
  ) throws(FileError) {
    self.path = path
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(.write, path: path, reason: "is not a file's name")
    }
    let real = followsLinks ? resolvedPath(path) ?? path : path
    switch followsLinks || !InputFile.isLink(path) ? InputFile.kind(of: real) : .regular {
    case .folder:
      throw FileError(
        .write, path: path, reason: "is a folder; name a file in it, such as \(path)/picture.png")
    case .other where followsLinks:
      isDevice = true
      target = real
      return
    case .regular, .missing, .other: isDevice = false
    }
    target = real
    // What decides is whether a file can be made there; permissions alone do not tell.
    let temporary = Self.temporaryName(beside: target)
    note(temporary)
    defer { note(nil) }
    let descriptor = try Self.create(temporary, for: path)
    close(descriptor)
    unlink(temporary)
  }

  /// Writes the whole file.
  ///
  /// - Parameters:
  ///   - bytes: The contents.
  ///   - isSynced: Whether to wait until the disk has them.
  ///   - temporary: Called with the name of the temporary file before it is made and with `nil`
  ///     once it is gone, so that a handler of signals can remove it.
  public func write(
    _ bytes: [UInt8], isSynced: Bool = true, temporary note: (String?) -> Void = { _ in }
  ) throws(FileError) {
    if isDevice { return try writeDirectly(bytes) }
    let temporary = Self.temporaryName(beside: target)
    note(temporary)
    defer { note(nil) }
    try stage(bytes, in: temporary, isSynced: isSynced)
    try publish(temporary)
    if isSynced { try syncFolder() }
  }

  /// Lets something else write the file, under a temporary name.
  ///
  /// - Parameters:
  ///   - folder: Where the temporary file stands, on the same file system; `nil` for beside the file.
  ///   - make: Writes the whole file of the name that it is given, an absolute one, which is there and empty.
  ///   - note: As in ``write(_:isSynced:temporary:)``.
  /// - Throws: ``FileError``, and what `make` throws; nothing of the file stays then.
  public func write(
    in folder: String? = nil, temporary note: (String?) -> Void = { _ in },
    by make: (_ name: String) throws -> Void
  ) throws {
    guard !isDevice else {
      throw FileError(.write, path: path, reason: "is a device or a pipe; name a file")
    }
    let temporary = Self.temporaryName(beside: folder.map { "\($0)/" } ?? target)
    note(temporary)
    defer { note(nil) }
    close(try Self.create(temporary, for: path))
    do {
      try make(resolvedPath(temporary) ?? temporary)
    } catch {
      unlink(temporary)
      throw error
    }
    // Another program's file is synced by whoever opens it.
    let descriptor = retryingOnInterrupt { open(temporary, O_RDONLY | O_CLOEXEC) }
    let number = descriptor >= 0 && retryingOnInterrupt({ fsync(descriptor) }) == 0 ? nil : errno
    if descriptor >= 0 { close(descriptor) }
    if let number {
      unlink(temporary)
      throw failure(number)
    }
    try publish(temporary)
    try syncFolder()
  }

  /// Whether a name is that of a temporary file which ``AtomicFile`` may have left behind when its process
  /// was killed.
  public static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".belvedere-") && name.hasSuffix(".tmp")
  }

  /// Removes temporary files of a folder whose processes run no more on this machine.
  public static func removeAbandoned(inFolder folder: String) {
    for name in InputFile.names(inFolder: folder) where isTemporary(name) {
      let parts = name.split(separator: "-")
      guard parts.count == 3, let process = pid_t(parts[1]), kill(process, 0) != 0, errno == ESRCH
      else { continue }
      unlink("\(folder)/\(name)")
    }
  }

  /// Writes files that belong together: none of them is replaced unless all could be written.
  ///
  /// - Parameters:
  ///   - note: Called with the names of temporary files before they are made, and with none once they are gone.
  ///   - commit: Called with what puts the files in their places, in which the process must not be ended by what it noted.
  public static func write(
    together files: [(file: AtomicFile, bytes: [UInt8])], temporaries note: ([String]) -> Void,
    commit: (() throws(FileError) -> Void) throws(FileError) -> Void = {
      (body: () throws(FileError) -> Void) throws(FileError) in try body()
    }
  ) throws(FileError) {
    let staged = StagedFiles()
    defer { staged.discard(temporaries: note) }
    for (file, bytes) in files where file.isDevice { try file.writeDirectly(bytes) }
    for (file, bytes) in files where !file.isDevice {
      try staged.add(file, parts: [bytes], temporaries: note)
    }
    try commit { () throws(FileError) in try staged.publish() }
  }

  private func writeDirectly(_ bytes: [UInt8]) throws(FileError) {
    let descriptor = retryingOnInterrupt { open(target, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    if let number = Self.writeAll(bytes, to: descriptor) { throw failure(number) }
  }

  /// Writes a temporary file; where that fails nothing of it stays.
  private func stage(
    _ bytes: [UInt8], in temporary: String, isSynced: Bool
  ) throws(FileError) {
    try stage(parts: [bytes], in: temporary, isSynced: isSynced)
  }

  private func stage(
    parts: [[UInt8]], in temporary: String, isSynced: Bool
  ) throws(FileError) {
    do {
      try stage(in: temporary, isSynced: isSynced) { write in
        for bytes in parts { try write(bytes) }
      }
    } catch {
      // Nothing else is thrown.
      throw error as? FileError ?? failure(EIO)
    }
  }

  private func stage(
    in temporary: String, isSynced: Bool,
    _ body: (_ write: ([UInt8]) throws(FileError) -> Void) throws -> Void
  ) throws {
    let descriptor = try Self.create(temporary, for: path)
    do {
      try body { bytes throws(FileError) in
        if let number = Self.writeAll(bytes, to: descriptor) { throw failure(number) }
      }
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    var number: Int32?
    if number == nil, isSynced, retryingOnInterrupt({ fsync(descriptor) }) != 0 { number = errno }
    // Some file systems report a full disk only here.
    if close(descriptor) != 0, number == nil, errno != EINTR { number = errno }
    if let number {
      unlink(temporary)
      throw failure(number)
    }
  }

  /// Renames a temporary file over the target; where that fails nothing of it stays.
  private func publish(_ temporary: String) throws(FileError) {
    var status = stat()
    if stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      chmod(temporary, status.st_mode & 0o7777)
    }
    guard rename(temporary, target) != 0 else { return }
    let number = errno
    unlink(temporary)
    throw failure(number)
  }

  /// Writes all bytes to a descriptor; the error number of what stopped it.
  public static func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32? {
    let result = bytes.withContiguousStorageIfAvailable { buffer -> Int32? in
      var start = 0
      while start < buffer.count {
        let from = start
        let count = retryingOnInterrupt {
          systemWrite(
            descriptor, buffer.baseAddress.map { UnsafeRawPointer($0 + from) },
            buffer.count - from)
        }
        if count < 0 {
          guard errno == EAGAIN else { return errno }
          var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = retryingOnInterrupt { poll(&item, 1, -1) }
          continue
        }
        start += count
      }
      return nil
    }
    return result ?? writeAll(Array(bytes), to: descriptor)
  }

  private func failure(_ number: Int32) -> FileError {
    Self.failure(number, path)
  }

  static func failure(_ number: Int32, _ path: String) -> FileError {
    let remedy =
      switch number {
      case ENOSPC, EDQUOT: "there is no space left; free some or choose another disk"
      case EFBIG: "would be larger than files may be here; see 'ulimit -f'"
      case EACCES, EPERM: "may not be written; choose another folder or change its permissions"
      case EROFS: "is on a read-only file system; choose another folder"
      case ENOENT, ENOTDIR: "its folder does not exist; make it first"
      default: "cannot be written: \(systemMessage(number))"
      }
    return FileError(.write, path: path, reason: remedy)
  }

  static func create(_ name: String, for path: String) throws(FileError) -> Int32 {
    let descriptor = retryingOnInterrupt {
      open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else { throw failure(errno, path) }
    return descriptor
  }

  static func temporaryName(beside target: String) -> String {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(folder).belvedere-\(getpid())-\(random).tmp"
  }

  /// Without this a rename may be lost with the power.
  private func syncFolder() throws(FileError) {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? "."
    if let number = OutputFolder.sync(folder) { throw failure(number) }
  }
}

extension AtomicFile {
  /// Files that belong together, written one after another: none of them is replaced before all are written.
  public final class StagedFiles {
    private var files: [(file: AtomicFile, new: String, old: String)] = []

    /// None yet.
    public init() {}

    /// Writes a file under a temporary name, and waits until the disk has it.
    ///
    /// - Parameters:
    ///   - parts: the contents, one part after another.
    ///   - note: called with the names of all temporary files before this one is made.
    public func add(
      _ file: AtomicFile, parts: [[UInt8]], temporaries note: ([String]) -> Void
    ) throws(FileError) {
      do {
        try add(file, temporaries: note) { write in
          for bytes in parts { try write(bytes) }
        }
      } catch {
        // Nothing else is thrown.
        throw error as? FileError ?? file.failure(EIO)
      }
    }

    /// Writes a file under a temporary name, and waits until the disk has it.
    ///
    /// - Parameters:
    ///   - note: called with the names of all temporary files before this one is made.
    ///   - body: given what writes a part of the contents behind those before.
    /// - Throws: ``FileError``, and what `body` throws.
    public func add(
      _ file: AtomicFile, temporaries note: ([String]) -> Void,
      _ body: (_ write: ([UInt8]) throws(FileError) -> Void) throws -> Void
    ) throws {
      guard !file.isDevice else {
        throw FileError(.write, path: file.path, reason: "is a device or a pipe; name a file")
      }
      let target = file.target
      files.append((file, temporaryName(beside: target), temporaryName(beside: target)))
      note(files.flatMap { [$0.new, $0.old] })
      try file.stage(in: files[files.count - 1].new, isSynced: true, body)
    }

    /// Puts all files in their places; where one of them fails those before have what they had.
    public func publish() throws(FileError) {
      for (n, file) in files.enumerated() {
        // Where the system has no hard links there is no way back, only a small chance to need it.
        link(file.file.target, file.old)
        do {
          try file.file.publish(file.new)
        } catch {
          for before in files[..<n] {
            if rename(before.old, before.file.target) != 0 { unlink(before.file.target) }
          }
          throw error
        }
      }
      for file in files { try file.file.syncFolder() }
    }

    /// Removes what is left of temporary files.
    ///
    /// - Parameter note: called with none once they are gone.
    public func discard(temporaries note: ([String]) -> Void) {
      for file in files {
        unlink(file.new)
        unlink(file.old)
      }
      files = []
      note([])
    }
  }
}
