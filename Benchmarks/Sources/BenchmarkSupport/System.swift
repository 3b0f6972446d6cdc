#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many threads the processor runs at once.
public func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The processor's name, where Linux tells it.
public func processorName() -> String {
  guard let file = fopen("/proc/cpuinfo", "r") else { return "unknown" }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 512)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = String(
      decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    if text.hasPrefix("model name"), let colon = text.firstIndex(of: ":") {
      return String(text[text.index(after: colon)...].drop { $0 == " " }.prefix { $0 != "\n" })
    }
  }
  return "unknown"
}

/// The compiler that built this.
public func compilerName() -> String {
  #if swift(>=6.4)
    "Swift 6.4 or newer"
  #elseif swift(>=6.3)
    "Swift 6.3"
  #elseif swift(>=6.2)
    "Swift 6.2"
  #else
    "Swift 6.1"
  #endif
}

/// How this was built.
public func buildName() -> String {
  #if DEBUG
    "debug: the numbers mean nothing"
  #else
    "release"
  #endif
}
