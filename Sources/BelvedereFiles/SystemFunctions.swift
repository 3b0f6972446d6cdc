#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file could not be read or written.
public struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was being done.
  public enum Operation: Sendable, Hashable { case read, write }

  /// What was being done.
  public let operation: Operation
  /// The file's name as it was given.
  public let path: String
  /// What went wrong, and what helps.
  public let reason: String

  /// Makes an error.
  public init(_ operation: Operation, path: String, reason: String) {
    self.operation = operation
    self.path = path
    self.reason = reason
  }

  public var description: String { "\(path): \(reason)" }
}

/// Calls a system function again for as long as a signal interrupts it.
func retryingOnInterrupt<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}

/// The system's words for an error number, with the remedy where it is the shell's.
func systemMessage(_ number: Int32) -> String {
  let words = String(cString: strerror(number))
  return number == EMFILE ? "\(words); raise 'ulimit -n'" : words
}

/// The path without symbolic links and dots; `nil` where it does not exist.
public func resolvedPath(_ path: String) -> String? {
  guard let pointer = realpath(path, nil) else { return nil }
  defer { free(pointer) }
  return String(cString: pointer)
}

/// read(2), under a name that no method hides.
func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, buffer, count)
}

/// write(2), under a name that no method hides.
func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, buffer, count)
}
