#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A value that one thread waits for and another one brings.
final class ResultBox<Value: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Under the lock.
  private var value: Value?

  init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(arrived, nil)
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(lock)
    arrived.deallocate()
    lock.deallocate()
  }

  /// Brings the value.
  func set(_ value: Value) {
    pthread_mutex_lock(lock)
    self.value = value
    pthread_cond_signal(arrived)
    pthread_mutex_unlock(lock)
  }

  /// Waits for the value.
  func wait() -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let value { return value }
      pthread_cond_wait(arrived, lock)
    }
  }
}
