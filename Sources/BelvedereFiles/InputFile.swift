import BelvedereLimits

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading of whole files.
public enum InputFile {
  /// What a name leads to.
  public enum Kind: Sendable, Hashable { case regular, folder, other, missing }

  /// What a path leads to, symbolic links followed.
  public static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .missing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .regular
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Whether a path is itself a symbolic link, wherever it leads.
  public static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The names of the entries of a folder, in no order; empty where it cannot be read.
  public static func names(inFolder path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Reads a regular file. Pipes and devices are refused: they may never end.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - shownAs: The name for messages; `path` unless given.
  ///   - maximumBytes: The size above which nothing is read.
  ///   - remedy: What the message of a file above that size advises.
  public static func read(
    _ path: String, shownAs name: String? = nil, maximumBytes: Int, remedy: String
  ) throws -> [UInt8] {
    let name = name ?? path
    let descriptor = try openRegular(path, name)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw openError(errno, name) }
    let size = Int(clamping: status.st_size)
    guard size <= maximumBytes else {
      throw LimitError(
        subject: name, value: "\(size) bytes", limit: "\(maximumBytes) bytes", remedy: remedy)
    }
    return try readAll(descriptor, expecting: size, name: name)
  }

  /// The bytes of a regular file.
  public static func size(of path: String) throws(FileError) -> Int {
    let descriptor = try openRegular(path, path)
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw openError(errno, path) }
    return Int(clamping: status.st_size)
  }

  /// The first bytes of a file, which tell what it is; fewer where it has fewer.
  public static func start(of path: String, count: Int) throws(FileError) -> [UInt8] {
    let descriptor = try openRegular(path, path)
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: max(count, 0))
    let got = bytes.withUnsafeMutableBytes { bytes in
      retryingOnInterrupt { pread(descriptor, bytes.baseAddress, bytes.count, 0) }
    }
    return Array(bytes.prefix(max(got, 0)))
  }

  /// Visits a regular file's bytes, a mebibyte at a time.
  ///
  /// - Throws: ``FileError``.
  public static func forEachPart(
    of path: String, _ body: ([UInt8]) -> Void
  ) throws(FileError) {
    let descriptor = try openRegular(path, path)
    defer { close(descriptor) }
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let got = part.withUnsafeMutableBytes { buffer in
        retryingOnInterrupt { systemRead(descriptor, buffer.baseAddress, buffer.count) }
      }
      if got < 0 { throw FileError(.read, path: path, reason: systemMessage(errno)) }
      if got == 0 { return }
      body(got == part.count ? part : Array(part[..<got]))
    }
  }

  /// Opens a regular file for reading; the caller closes the descriptor.
  static func openRegular(_ path: String, _ name: String) throws(FileError) -> Int32 {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw FileError(.read, path: name, reason: "is not a file's name")
    }
    // Without O_NONBLOCK, opening a named pipe waits for a writer.
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw openError(errno, name) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let number = errno
      close(descriptor)
      throw openError(number, name)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      throw FileError(
        .read, path: name,
        reason: isFolder
          ? "is a folder, not a file" : "is not a regular file; pipes and devices are not read")
    }
    return descriptor
  }

  /// Reads standard input to its end.
  public static func readStandardInput(maximumBytes: Int, remedy: String) throws -> [UInt8] {
    let name = "standard input"
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { buffer in
        retryingOnInterrupt { systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count) }
      }
      if count < 0 { throw FileError(.read, path: name, reason: systemMessage(errno)) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= maximumBytes else {
        throw LimitError(
          subject: name, value: "more than \(maximumBytes) bytes",
          limit: "\(maximumBytes) bytes", remedy: remedy)
      }
    }
  }

  private static func readAll(
    _ descriptor: Int32, expecting size: Int, name: String
  ) throws -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let start = count
        let got = retryingOnInterrupt {
          systemRead(descriptor, buffer.baseAddress.map { $0 + start }, size - start)
        }
        if got < 0 { failure = errno }
        // A file that shrinks while it is read is as long as what came.
        if got <= 0 { break }
        count += got
      }
    }
    if failure != 0 { throw FileError(.read, path: name, reason: systemMessage(failure)) }
    return bytes
  }

  private static func openError(_ number: Int32, _ name: String) -> FileError {
    switch number {
    case ENOENT, ENOTDIR:
      FileError(.read, path: name, reason: "there is no such file; check the name")
    case EACCES, EPERM:
      FileError(.read, path: name, reason: "may not be read; check its permissions")
    default: FileError(.read, path: name, reason: "cannot be opened: \(systemMessage(number))")
    }
  }
}
