internal import CBelvedereProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program that is fed through its standard input, without a shell.
///
/// Killed when this object goes and when the thread that made it ends. Used by one thread at a time.
public final class FedProcess {
  /// The program's path.
  public let program: String
  private var child = bv_child()
  private let messages: UnnamedFile
  private var result: ChildProcess.End?

  /// Starts a program in the folder `/`.
  ///
  /// - Parameters:
  ///   - program: its path; no folder is searched.
  ///   - arguments: without its own name.
  ///   - environment: names and values; all that it gets.
  /// - Throws: ``FileError`` where it cannot be started.
  public init(
    _ program: String, _ arguments: [String], environment: [String: String]
  ) throws(FileError) {
    self.program = program
    messages = try UnnamedFile()
    let errors = messages.descriptor
    var child = bv_child()
    let started = ChildProcess.withStrings([program] + arguments) { arguments in
      ChildProcess.withStrings(environment.map { "\($0.key)=\($0.value)" }.sorted()) {
        environment in
        program.withCString { program in
          var request = bv_process_request(
            program: program, arguments: arguments, environment: environment, descriptor: -1,
            seconds: 0, memory_bytes: .max, file_bytes: .max)
          return bv_process_start(&request, errors, &child)
        }
      }
    }
    self.child = child
    guard started.end == BV_PROCESS_EXITED else {
      throw FileError(
        .write, path: program, reason: "cannot be started: \(systemMessage(started.code))")
    }
  }

  deinit { _ = bv_process_finish(&child, 1) }

  /// Gives it bytes; waits while it has enough to do.
  ///
  /// - Returns: `false` once it takes no more: ``finish()`` tells why.
  public func write(_ bytes: [UInt8]) -> Bool {
    child.input >= 0 && AtomicFile.writeAll(bytes, to: child.input) == nil
  }

  /// Ends its input and waits for its end.
  public func finish() -> ChildProcess.End {
    if let result { return result }
    let ended = bv_process_finish(&child, 0)
    let code = Int(ended.code)  // checked: Int32 to Int
    let end: ChildProcess.End =
      switch ended.end {
      case BV_PROCESS_EXITED: .exited(code)
      case BV_PROCESS_SIGNALLED: .killed(code)
      default: .failed(systemMessage(ended.code))
      }
    result = end
    return end
  }

  /// The last of what it has written to standard output and standard error, in lines.
  public func lastMessages(_ count: Int = 3) -> [String] {
    var status = stat()
    guard fstat(messages.descriptor, &status) == 0 else { return [] }
    let size = Int(clamping: status.st_size)
    var bytes = [UInt8](repeating: 0, count: min(size, 4096))
    let got = bytes.withUnsafeMutableBytes {
      pread(messages.descriptor, $0.baseAddress, $0.count, off_t(clamping: size - $0.count))
    }
    return String(decoding: bytes.prefix(max(got, 0)), as: UTF8.self)
      .split(whereSeparator: \.isNewline).suffix(count).map { String($0.prefix(300)) }
  }
}
