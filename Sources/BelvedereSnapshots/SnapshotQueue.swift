import BelvedereThreads
import Synchronization

/// Work that is done in the order in which it comes, so much of it at once.
///
/// What waits takes no thread and no memory but its own description. Work is done on threads of the queue,
/// for it takes long: the threads of Swift's tasks are left alone.
final class SnapshotQueue: Sendable {
  private struct Work {
    let number: Int
    let body: @Sendable () -> Void
  }

  private struct State {
    var waiting: [Work] = []
    var running = 0
    var next = 0
  }

  private let state = Mutex(State())
  private let atOnce: Int

  init(atOnce: Int) { self.atOnce = max(atOnce, 1) }

  /// How many wait now.
  var waitingCount: Int { state.withLock { $0.waiting.count } }

  /// Adds work.
  ///
  /// - Returns: a number for ``withdraw(_:)``.
  func add(_ body: @escaping @Sendable () -> Void) -> Int {
    let (number, starts) = state.withLock { state in
      state.next += 1
      state.waiting.append(Work(number: state.next, body: body))
      let starts = state.running < atOnce
      if starts { state.running += 1 }
      return (state.next, starts)
    }
    // Where the system has no thread to give the caller does the work.
    if starts, !DetachedThread.start({ self.work() }) { work() }
    return number
  }

  /// Takes work back that has not begun.
  ///
  /// - Returns: whether it will not be done.
  func withdraw(_ number: Int) -> Bool {
    state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        return false
      }
      state.waiting.remove(at: index)
      return true
    }
  }

  private func work() {
    while true {
      let next = state.withLock { state -> Work? in
        guard !state.waiting.isEmpty else {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let next else { return }
      next.body()
    }
  }
}
