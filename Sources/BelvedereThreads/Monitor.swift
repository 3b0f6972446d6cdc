#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What several threads share: one at a time sees it, and one may wait until another has changed it.
///
/// Source: C. A. R. Hoare, "Monitors: an operating system structuring concept", 1974.
package final class Monitor<State>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let isChanged = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var state: State

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(lock, nil)
    pthread_cond_init(isChanged, nil)
  }

  deinit {
    pthread_cond_destroy(isChanged)
    pthread_mutex_destroy(lock)
    isChanged.deallocate()
    lock.deallocate()
  }

  /// Reads or changes the state; whoever waits looks at it again.
  package func withLock<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(isChanged)
      pthread_mutex_unlock(lock)
    }
    return body(&state)
  }

  /// Waits until the state gives a result.
  ///
  /// - Parameter body: called at once, and whenever the state may have changed; `nil` to wait.
  package func wait<Result>(for body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(lock)
    defer {
      pthread_cond_broadcast(isChanged)
      pthread_mutex_unlock(lock)
    }
    while true {
      if let result = body(&state) { return result }
      pthread_cond_wait(isChanged, lock)
    }
  }
}
