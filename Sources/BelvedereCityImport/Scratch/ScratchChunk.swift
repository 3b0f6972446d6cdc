#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that is filled from its beginning, and that the system has again at once when it is free.
final class ScratchChunk {
  let base: UnsafeMutableRawPointer
  let size: Int
  private let isMapped: Bool
  @exclusivity(unchecked) private(set) var used = 0

  init(size: Int) {
    self.size = size
    // The allocator would keep what is free for later.
    let mapped =
      size >= 1 << 16
      ? mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED
    if let mapped, mapped != MAP_FAILED {
      (base, isMapped) = (mapped, true)
    } else {
      (base, isMapped) = (.allocate(byteCount: size, alignment: 16), false)
    }
  }

  deinit { if isMapped { munmap(base, size) } else { base.deallocate() } }

  var room: Int { size - used }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: used) }

  /// Leaves nothing in it.
  func clear() { used = 0 }

  /// Adds bytes for which there is room.
  func append(_ bytes: UnsafeRawBufferPointer) {
    if let start = bytes.baseAddress {
      (base + used).copyMemory(from: start, byteCount: bytes.count)
    }
    used += bytes.count
  }
}
