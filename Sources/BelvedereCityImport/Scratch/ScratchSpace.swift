import BelvedereFiles
import BelvedereThreads

/// What keeps bytes in memory that may as well lie in a file.
protocol ScratchStore: AnyObject {
  /// Bytes that would be free.
  var spillableBytes: Int { get }
  /// Puts them into a file.
  func spill() throws(FileError)
}

/// Memory that an import may fill with what it makes, and the folder whose disk takes the rest.
///
/// It is of one thread. Stores that are sealed may be read and freed by another one.
final class ScratchSpace {
  /// Bytes of memory.
  let limit: Int
  /// Where files without names are made; `nil` where nothing may be written, and memory is filled beyond the limit.
  let folder: String?

  /// What stores of other threads give back, too.
  private struct Pool {
    /// Bytes of memory that are filled.
    var held = 0
    /// Chunks that are free: the system clears those that it gives.
    var free: [ScratchChunk] = []
  }

  private let pool = Monitor(Pool())

  private struct Member { unowned let store: any ScratchStore }
  private var members: [ObjectIdentifier: Member] = [:]

  init(limit: Int, folder: String? = nil) { (self.limit, self.folder) = (max(limit, 1), folder) }

  /// Bytes of which memory is taken at once.
  var chunkSize: Int { min(max(limit / 64, 4096), 1 << 20) }

  private var held: Int { pool.withLock { $0.held } }

  /// Whether more is kept in memory than may be.
  var isOverfull: Bool { folder == nil && held > limit }

  func join(_ store: any ScratchStore) { members[ObjectIdentifier(store)] = Member(store: store) }

  func leave(_ store: any ScratchStore) { members[ObjectIdentifier(store)] = nil }

  /// Counts memory that is about to be filled; what holds most goes to the disk where it is too much.
  func take(_ bytes: Int) throws(FileError) {
    let (limit, chunkSize) = (limit, chunkSize)
    pool.withLock { pool in
      pool.held += bytes
      while !pool.free.isEmpty, pool.held + pool.free.count * chunkSize > limit {
        pool.free.removeLast()
      }
    }
    guard folder != nil else { return }
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
    let (limit, chunkSize) = (limit, chunkSize)
    pool.withLock { pool in
      pool.held -= bytes
      for chunk in chunks
      where chunk.size == chunkSize && pool.held + (pool.free.count + 1) * chunkSize <= limit {
        chunk.clear()
        pool.free.append(chunk)
      }
    }
  }

  /// An empty chunk, whose memory has been counted.
  func chunk(_ size: Int) -> ScratchChunk {
    guard size == chunkSize, let free = pool.withLock({ $0.free.popLast() }) else {
      return ScratchChunk(size: size)
    }
    return free
  }

  /// A new file.
  func file() throws(FileError) -> UnnamedFile { try UnnamedFile(inFolder: folder ?? "/tmp") }
}
