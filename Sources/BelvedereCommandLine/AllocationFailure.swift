import BelvedereLimits
internal import CBelvedereProcess

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The end of a process whose shell limits memory (`ulimit -v`) and which reached that limit although
/// its own estimates fit: Swift aborts where an allocation fails, or traps where its runtime's own does, and
/// this turns that into exit status 6, with nothing half written left behind.
enum AllocationFailure {
  /// The temporary file's name; a handler of signals may neither lock nor allocate.
  nonisolated(unsafe) private static var temporary: UnsafeMutablePointer<CChar>?

  /// The name of the file with what came from standard input.
  nonisolated(unsafe) private static var spooled: UnsafeMutablePointer<CChar>?

  private static let message: StaticString = """
    error: the memory that the shell allows is exhausted; raise 'ulimit -v' or lower --memory

    """

  /// Notes the file to remove, or that there is none. Calls must not overlap.
  static func note(temporary name: String?) {
    let old = temporary
    temporary = name.flatMap { strdup($0) }
    free(old)
  }

  /// Notes the file with what came from standard input, or that there is none. Calls must not overlap.
  static func note(spooled name: String?) {
    let old = spooled
    spooled = name.flatMap { strdup($0) }
    free(old)
  }

  /// Installs the handler where the shell limits memory; elsewhere an abort stays what it is.
  static func install() {
    guard Limits.addressSpace != nil else { return }
    // Threads that wait for each other's memory would take address space that no estimate knows.
    bv_share_memory()
    note(temporary: nil)
    signal(SIGABRT) { _ in AllocationFailure.end() }
    // A trap in a process with room left has another cause.
    for trap in [SIGILL, SIGSEGV] {
      signal(trap) { number in
        if AllocationFailure.isSpaceExhausted { AllocationFailure.end() }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Ends the process; may be called by a handler of signals.
  private static func end() {
    if let name = temporary { unlink(name) }
    if let name = spooled { unlink(name) }
    _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
    _exit(ExitStatus.limit.rawValue)
  }

  /// Whether the process has nearly all the address space that it may have. Neither locks nor allocates.
  private static var isSpaceExhausted: Bool {
    guard let limit = Limits.addressSpace else { return false }
    let file = open("/proc/self/statm", O_RDONLY)
    guard file >= 0 else { return false }
    defer { close(file) }
    var text: (UInt64, UInt64) = (0, 0)
    let count = withUnsafeMutableBytes(of: &text) { read(file, $0.baseAddress, $0.count) }
    var pages = 0
    withUnsafeBytes(of: &text) { bytes in
      for byte in bytes.prefix(max(count, 0)) {
        guard byte >= 48, byte <= 57, pages < 1 << 40 else { break }
        pages = pages * 10 + Int(byte) - 48  // checked: a digit
      }
    }
    return limit - pages * 4096 < leastSpace
  }

  /// With less address space left the runtime finds none for what it keeps of types.
  private static let leastSpace = 16 << 20
}
