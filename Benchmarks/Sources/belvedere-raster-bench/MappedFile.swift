#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as words of 32 bits, read by the system where they are looked at.
final class MappedFile: @unchecked Sendable {
  private(set) var words: UnsafeBufferPointer<UInt32>
  private var memory: UnsafeMutableRawPointer?
  private let bytes: Int

  init(path: String) throws {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { throw Failure("\(path): cannot be opened") }
    let length = lseek(file, 0, SEEK_END)
    let memory = length > 0 ? mmap(nil, Int(length), PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED
    _ = Self.shut(file)
    guard let memory, memory != MAP_FAILED else { throw Failure("\(path): cannot be read") }
    self.memory = memory
    bytes = Int(length)
    words = UnsafeBufferPointer(
      start: memory.assumingMemoryBound(to: UInt32.self), count: bytes / 4)
  }

  deinit { close() }

  /// Gives the memory back.
  func close() {
    if let memory { munmap(memory, bytes) }
    memory = nil
    words = UnsafeBufferPointer(start: nil, count: 0)
  }

  private static func shut(_ file: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(file)
    #elseif canImport(Musl)
      Musl.close(file)
    #elseif canImport(Darwin)
      Darwin.close(file)
    #endif
  }
}
