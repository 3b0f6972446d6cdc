/// Does tasks one after another on a thread of its own, beside the one that brings them.
///
/// What a task uses is the worker's until ``wait()`` returns. Where the system has no thread to give, tasks are done at
/// once by whoever brings them.
package final class SerialWorker {
  private struct State {
    var waiting: [() -> Void] = []
    var isBusy = false
    var isEnded = false
  }

  private let state = Monitor(State())
  private let most: Int
  private let hasThread: Bool

  /// - Parameter most: tasks that may wait while another one is done, at least 1.
  package init(most: Int) {
    self.most = most
    let state = state
    hasThread = DetachedThread.start { Self.work(state) }
  }

  deinit { state.withLock { $0.isEnded = true } }

  private static func work(_ state: Monitor<State>) {
    while true {
      var task: (() -> Void)? = state.wait { state -> (() -> Void)?? in
        guard !state.waiting.isEmpty else { return state.isEnded ? .some(nil) : nil }
        state.isBusy = true
        return state.waiting.removeFirst()
      }
      guard task != nil else { return }
      task?()
      // Whoever waits may be the only one then that has what it used.
      task = nil
      state.withLock { $0.isBusy = false }
    }
  }

  /// Brings a task; waits for room where there are as many as may wait.
  package func add(_ task: @escaping () -> Void) {
    guard hasThread else { return task() }
    state.wait { state -> Void? in
      guard state.waiting.count < most else { return nil }
      state.waiting.append(task)
      return ()
    }
  }

  /// Waits until all tasks are done.
  package func wait() {
    state.wait { state -> Void? in state.waiting.isEmpty && !state.isBusy ? () : nil }
  }
}
