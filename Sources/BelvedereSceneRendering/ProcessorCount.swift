#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The processors that are online.
package func activeProcessorCount() -> Int { Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
