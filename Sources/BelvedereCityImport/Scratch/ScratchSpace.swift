import BelvedereFiles

/// What keeps bytes in memory that may as well lie in a file.
protocol ScratchStore: AnyObject {
  /// Bytes that would be free.
  var spillableBytes: Int { get }
  /// Puts them into a file.
  func spill() throws(FileError)
}

/// Memory that an import may fill with what it makes, and the folder whose disk takes the rest.
final class ScratchSpace {
  /// Bytes of memory.
  let limit: Int
  /// Where files without names are made; `nil` where nothing may be written, and memory is filled beyond the limit.
  let folder: String?
  /// Bytes of memory that are filled.
  private(set) var held = 0

  /// Chunks that are free: the system clears those that it gives.
  private var free: [ScratchChunk] = []

  private struct Member { unowned let store: any ScratchStore }
  private var members: [ObjectIdentifier: Member] = [:]

  init(limit: Int, folder: String? = nil) { (self.limit, self.folder) = (max(limit, 1), folder) }

  /// Bytes of which memory is taken at once.
  var chunkSize: Int { min(max(limit / 64, 4096), 1 << 20) }

  /// Whether more is kept in memory than may be.
  var isOverfull: Bool { folder == nil && held > limit }

  func join(_ store: any ScratchStore) { members[ObjectIdentifier(store)] = Member(store: store) }

  func leave(_ store: any ScratchStore) { members[ObjectIdentifier(store)] = nil }

  /// Counts memory that is about to be filled; what holds most goes to the disk where it is too much.
  func take(_ bytes: Int) throws(FileError) {
    held += bytes
    while !free.isEmpty, held + free.count * chunkSize > limit { free.removeLast() }
    guard held > limit, folder != nil else { return }
    while held > limit {
      // Small stores free little: they stay, and there are few of them.
      guard
        let store = members.values.map(\.store).max(by: { $0.spillableBytes < $1.spillableBytes }),
        store.spillableBytes > chunkSize
      else { return }
      try store.spill()
    }
  }

  /// Counts memory that is free again.
  ///
  /// - Parameter chunks: those in which it was, which nobody uses any more.
  func give(_ bytes: Int, _ chunks: [ScratchChunk]) {
    held -= bytes
    for chunk in chunks
    where chunk.size == chunkSize && held + (free.count + 1) * chunkSize <= limit {
      chunk.clear()
      free.append(chunk)
    }
  }

  /// An empty chunk, whose memory has been counted.
  func chunk(_ size: Int) -> ScratchChunk {
    size == chunkSize ? free.popLast() ?? ScratchChunk(size: size) : ScratchChunk(size: size)
  }

  /// A new file.
  func file() throws(FileError) -> UnnamedFile { try UnnamedFile(inFolder: folder ?? "/tmp") }
}
