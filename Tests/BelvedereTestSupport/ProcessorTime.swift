import Foundation

/// Seconds that the calling thread computes in a call.
///
/// Time on a clock tells of the machine's other work, too: tests of what must not take for ever
/// ask for this.
public func processorSeconds(_ call: () throws -> Void) rethrows -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  try call()
  return now() - start
}
