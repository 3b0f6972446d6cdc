import Dispatch
import Synchronization

/// Work that is done by another thread, one piece after the other, while the next one is prepared.
///
/// Pieces hold pictures: not more of them wait than a given number. After one has failed none is done.
final class FrameQueue: Sendable {
  private let queue = DispatchQueue(label: "frames")
  private let room = DispatchSemaphore(value: 0)
  private let failure = Mutex<(any Error)?>(nil)

  init(depth: Int) { for _ in 0..<depth { room.signal() } }

  /// Adds a piece; waits until there is room for it.
  ///
  /// - Throws: what an earlier piece has thrown.
  func add(_ work: @escaping @Sendable () throws -> Void) throws {
    room.wait()
    if let failure = failure.withLock({ $0 }) {
      room.signal()
      throw failure
    }
    queue.async { [self] in
      if failure.withLock({ $0 == nil }) {
        do { try work() } catch { failure.withLock { $0 = error } }
      }
      room.signal()
    }
  }

  /// Waits until all is done.
  ///
  /// - Throws: what a piece has thrown.
  func finish() throws {
    queue.sync {}
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
