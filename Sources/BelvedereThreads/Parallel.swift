import Synchronization

/// Work shared out over threads: the results never depend on how many there are.
public enum Parallel {
  /// Runs `body` for each index below `count`, on up to `threads` threads, and waits.
  ///
  /// `strand` numbers the thread that runs, from 0: a body may keep scratch memory by strand.
  /// One strand a core drawing indices from a counter costs 2 µs a call; a task an index costs
  /// a hundred times more. Where no thread can be had the caller does all of it.
  public static func forEach(
    _ count: Int, threads: Int, _ body: @Sendable (_ index: Int, _ strand: Int) -> Void
  ) {
    guard count > 1, threads > 1 else {
      for i in 0..<max(count, 0) { body(i, 0) }
      return
    }
    let next = Atomic<Int>(0)
    WorkerPool.shared.run(strands: min(threads, count)) { strand in
      while true {
        let i = next.wrappingAdd(1, ordering: .relaxed).oldValue
        if i >= count { return }
        body(i, strand)
      }
    }
  }
}
