#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Threads that wait for work, made when there is work for them.
///
/// Whoever brings work does it, too, and never waits for a thread to begin: a system that gives no thread, for
/// want of memory or by a limit of processes, makes work slower and never stops it.
final class WorkerPool: @unchecked Sendable {
  static let shared = WorkerPool()

  /// Work that several threads may do at once.
  private final class Job {
    let body: (Int) -> Void
    let strands: Int
    var next = 1
    /// Threads beside the one that brought it.
    var running = 0

    init(_ strands: Int, _ body: @escaping (Int) -> Void) {
      self.strands = strands
      self.body = body
    }
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let isDone = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Under the lock.
  private var jobs: [Job] = []
  private var threads = 0
  private var idle = 0

  /// More threads than these are never made.
  private static let most = 255

  private init() {
    pthread_mutex_init(lock, nil)
    pthread_cond_init(hasWork, nil)
    pthread_cond_init(isDone, nil)
  }

  /// Runs `body` once on this thread, as strand 0, and on up to `strands` − 1 others, as far as there are
  /// some before this one is through; waits for all that have begun.
  func run(strands: Int, _ body: (Int) -> Void) {
    guard strands > 1 else { return body(0) }
    withoutActuallyEscaping(body) { body in
      let job = Job(strands, body)
      pthread_mutex_lock(lock)
      jobs.append(job)
      let wanted = min(strands - 1 - idle, Self.most - threads)
      for _ in 0..<max(wanted, 0) {
        guard start() else { break }
        threads += 1
      }
      pthread_cond_broadcast(hasWork)
      pthread_mutex_unlock(lock)
      body(0)
      pthread_mutex_lock(lock)
      jobs.removeAll { $0 === job }
      while job.running > 0 { pthread_cond_wait(isDone, lock) }
      pthread_mutex_unlock(lock)
    }
  }

  /// Starts a thread; `false` where there is none to be had.
  private func start() -> Bool {
    DetachedThread.start { WorkerPool.shared.work() }
  }

  /// What a thread does as long as the process lives.
  private func work() -> Never {
    pthread_mutex_lock(lock)
    while true {
      guard let job = jobs.first(where: { $0.next < $0.strands }) else {
        idle += 1
        pthread_cond_wait(hasWork, lock)
        idle -= 1
        continue
      }
      let strand = job.next
      job.next += 1
      job.running += 1
      pthread_mutex_unlock(lock)
      job.body(strand)
      pthread_mutex_lock(lock)
      job.running -= 1
      if job.running == 0 { pthread_cond_broadcast(isDone) }
    }
  }
}
