#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that could not be written.
struct WriteError: Error {}

/// Writes a file without waiting for the disk.
private func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "wb") else { throw WriteError() }
  let count = fwrite(bytes, 1, bytes.count, file)
  guard fclose(file) == 0, count == bytes.count else { throw WriteError() }
}

/// A file that holds each input in turn, for readers that want one.
public final class InputPath {
  public let path: String

  /// - Parameter name: The end of its name.
  public init(_ name: String) {
    path = "/tmp/belvedere-fuzz-\(UInt64.random(in: 0 ... .max))-\(name)"
  }

  public func write(_ bytes: [UInt8]) throws {
    try FuzzSupport.write(bytes, to: path)
  }
}

/// A folder that holds the files of each input in turn.
public final class InputFolder {
  public let path: String
  private var names: Set<String> = []

  /// - Parameter name: The end of its name.
  public init(_ name: String) {
    path = "/tmp/belvedere-fuzz-\(UInt64.random(in: 0 ... .max))-\(name)"
    mkdir(path, 0o700)
  }

  public func write(_ bytes: [UInt8], _ name: String) throws {
    names.insert(name)
    try FuzzSupport.write(bytes, to: path + "/" + name)
  }

  /// Removes the files of the input before.
  public func empty() {
    for name in names { unlink(path + "/" + name) }
    names = []
  }
}
