#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many threads the processor runs at once.
func processorCount() -> Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

/// The processor's name, where Linux tells it.
func processorName() -> String {
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

/// A folder that goes away with this object.
final class TemporaryFolder {
  let path: String

  struct Failure: Error {}

  init() throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/belvedere-bench.XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { throw Failure() }
    path = String(cString: made)
  }

  deinit {
    unlink("\(path)/buildings.geojson")
    rmdir(path)
  }
}
