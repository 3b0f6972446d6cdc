#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files the process may have open at once.
enum OpenFiles {
  /// Those of some 400 sources; child processes close as many as they may have.
  private static let most: rlim_t = 1 << 14

  /// Raises the limit to what the system allows: each layer of a streamed scene stays open, and shells often allow 1,024.
  static func raiseLimit() {
    #if canImport(Glibc)
      let kind = Int32(RLIMIT_NOFILE.rawValue)  // checked: small
    #else
      let kind = Int32(RLIMIT_NOFILE)  // checked: small
    #endif
    var limit = rlimit()
    guard getrlimit(kind, &limit) == 0 else { return }
    let wanted = min(limit.rlim_max, most)
    guard limit.rlim_cur < wanted else { return }
    limit.rlim_cur = wanted
    _ = setrlimit(kind, &limit)
  }
}
