import BelvedereLimits

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The end of a process whose shell limits memory (`ulimit -v`) and which reached that limit although
/// its own estimates fit: Swift aborts where an allocation fails, and this turns the abort into exit
/// status 6, with nothing half written left behind.
enum AllocationFailure {
  /// The temporary file's name; a handler of signals may neither lock nor allocate.
  nonisolated(unsafe) private static var temporary: UnsafeMutablePointer<CChar>?

  private static let message: StaticString = """
    error: the memory that the shell allows is exhausted; raise 'ulimit -v' or lower --memory

    """

  /// Notes the file to remove, or that there is none. Calls must not overlap.
  static func note(temporary name: String?) {
    let old = temporary
    temporary = name.flatMap { strdup($0) }
    free(old)
  }

  /// Installs the handler where the shell limits memory; elsewhere an abort stays what it is.
  static func install() {
    guard Limits.addressSpace != nil else { return }
    note(temporary: nil)
    signal(SIGABRT) { _ in
      if let name = AllocationFailure.temporary { unlink(name) }
      let text = AllocationFailure.message
      _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
      _exit(ExitStatus.limit.rawValue)
    }
  }
}
