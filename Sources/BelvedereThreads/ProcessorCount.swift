#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many threads work at once where nothing else is asked for.
public enum ProcessorCount {
  /// The processors that are online, at least 1.
  public static var online: Int {
    max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)  // checked: a constant, and a word
  }
}
