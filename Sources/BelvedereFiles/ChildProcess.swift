internal import CBelvedereProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Another program, run to its end within limits, without a shell.
///
/// The child has an empty standard input, no open files but those given, only the environment given
/// and, where the system allows it, no network. It is killed with all that it started when it takes
/// too long or writes too much, and when the calling thread ends.
public struct ChildProcess: Sendable {
  /// The program's path; no folder is searched.
  public var program: String
  /// Its arguments, without its own name.
  public var arguments: [String]
  /// Names and values.
  public var environment: [String: String]
  /// Seconds on the clock after which it is killed.
  public var seconds = 60.0
  /// Bytes of address space that it may take.
  public var memory = 1 << 30
  /// Bytes of a file that it may write.
  public var fileBytes = 0
  /// Bytes that it may write to standard output.
  public var outputBytes = 1 << 20

  /// How much is kept of what it writes to standard error.
  static let errorBytes = 4096

  /// What a run gave.
  public struct Result: Sendable {
    /// Standard output.
    public var output: [UInt8]
    /// The beginning of standard error.
    public var errors: String
    /// How it ended.
    public var end: End
  }

  /// How a run ended.
  public enum End: Sendable, Hashable {
    /// By itself, with an exit status.
    case exited(Int)
    /// By a signal.
    case killed(Int)
    /// It was ended after ``ChildProcess/seconds``.
    case timedOut
    /// It was ended after more than ``ChildProcess/outputBytes``.
    case flooded
    /// It could not be started; the system's words.
    case failed(String)
  }

  /// Makes a process that does not run yet.
  public init(_ program: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
  }

  /// Runs the program and waits for its end.
  ///
  /// - Parameter file: What the child finds as its descriptor 3, `/dev/fd/3`.
  public func run(writing file: UnnamedFile? = nil) -> Result {
    var output = [UInt8](repeating: 0, count: max(outputBytes, 1))
    var errors = [UInt8](repeating: 0, count: Self.errorBytes)
    let result = Self.withStrings([program] + arguments) { arguments in
      Self.withStrings(environment.map { "\($0.key)=\($0.value)" }.sorted()) { environment in
        program.withCString { program in
          var request = bv_process_request(
            program: program, arguments: arguments, environment: environment,
            descriptor: file?.descriptor ?? -1, seconds: seconds,
            memory_bytes: UInt64(clamping: memory), file_bytes: UInt64(clamping: fileBytes))
          return bv_process_run(&request, &output, output.count, &errors, errors.count)
        }
      }
    }
    output.removeSubrange(result.output_count...)
    let code = Int(result.code)  // checked: Int32 to Int
    let end: End =
      switch result.end {
      case BV_PROCESS_EXITED: .exited(code)
      case BV_PROCESS_SIGNALLED: .killed(code)
      case BV_PROCESS_TIMED_OUT: .timedOut
      case BV_PROCESS_FLOODED: .flooded
      default: .failed(systemMessage(result.code))
      }
    return Result(
      output: output, errors: String(decoding: errors[..<result.error_count], as: UTF8.self),
      end: end)
  }

  /// Calls a function with a list of C strings, its end marked.
  static func withStrings<T>(
    _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> T
  ) -> T {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let list = copies.map { UnsafePointer($0) } + [nil]
    return body(list)
  }

  /// The program of a name in a list of folders such as the variable `PATH`; `nil` where there is
  /// none. Relative folders are left out: whoever the working folder belongs to could put one there.
  public static func program(_ name: String, in path: String) -> String? {
    path.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }
      .first { InputFile.kind(of: $0) == .regular && access($0, X_OK) == 0 }
  }
}
