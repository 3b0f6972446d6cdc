import BelvedereFiles

/// Bytes one after another, in memory or in a file.
final class ByteStore: ScratchStore {
  private let space: ScratchSpace
  private var file: UnnamedFile?
  /// Bytes in the file; those in memory follow.
  private var fileBytes = 0
  @exclusivity(unchecked) private var chunks: [ScratchChunk] = []
  /// Bytes of memory that are filled, or kept for more.
  private(set) var memory = 0
  private var isRead = false
  private var isSealed = false
  /// All bytes.
  @exclusivity(unchecked) private(set) var count = 0

  init(_ space: ScratchSpace) {
    self.space = space
    space.join(self)
  }

  deinit {
    if !isSealed { space.leave(self) }
    space.give(memory, chunks)
  }

  var spillableBytes: Int { isRead ? 0 : memory }

  /// Adds bytes, which stay together.
  func append(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if (chunks.last?.room ?? -1) < bytes.count {
      let size = max(space.chunkSize, bytes.count)
      try space.take(size)
      memory += size
      chunks.append(space.chunk(size))
    }
    chunks[chunks.count - 1].append(bytes)
    count += bytes.count
  }

  func append(_ bytes: [UInt8]) throws(FileError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try append(bytes) }
    }
    try result.get()
  }

  /// Says that nothing more is added. What is in memory stays there, and another thread may read it and free it.
  func seal() {
    if !isSealed { space.leave(self) }
    isSealed = true
  }

  func spill() throws(FileError) {
    let file: UnnamedFile
    if let old = self.file { file = old } else { file = try space.file() }
    self.file = file
    for chunk in chunks {
      try file.write(chunk.bytes, at: fileBytes)
      fileBytes += chunk.used
    }
    space.give(memory, chunks)
    chunks = []
    memory = 0
  }

  /// Tells all bytes, part by part.
  ///
  /// - Parameter unit: bytes that belong together, by which parts are cut; all that was added is of such.
  func forEachPart(unit: Int = 1, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    isRead = true
    defer { isRead = false }
    if let file {
      let size = max(space.chunkSize / unit, 1) * unit
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: min(size, fileBytes), alignment: 16)
      defer { buffer.deallocate() }
      var offset = 0
      while offset < fileBytes {
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<min(size, fileBytes - offset)])
        try file.read(into: part, at: offset)
        try body(UnsafeRawBufferPointer(part))
        offset += part.count
      }
    }
    for chunk in chunks { try body(chunk.bytes) }
  }
}
