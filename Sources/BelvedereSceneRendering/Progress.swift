import Synchronization

/// Passes progress on, which never goes back, and remembers that the work should stop.
final class Progress: Sendable {
  private let callback: @Sendable (Double, String) -> Bool
  private let stopped = Atomic<Bool>(false)
  /// The bits of the greatest part reported: positive numbers are ordered as their bits are.
  private let furthest = Atomic<UInt64>(0)

  init(report: @escaping @Sendable (Double, String) -> Bool) { callback = report }

  var isCancelled: Bool { stopped.load(ordering: .relaxed) }

  func report(_ part: Double, _ stage: String) {
    let bits = max(part, 0).bitPattern
    let most = max(bits, furthest.max(bits, ordering: .relaxed).newValue)
    if !callback(Double(bitPattern: most), stage) { stopped.store(true, ordering: .relaxed) }
  }

  func check() throws(RenderError) {
    if isCancelled { throw .cancelled }
  }

  func step(_ part: Double, _ stage: String) throws(RenderError) {
    report(part, stage)
    try check()
  }
}

/// Measures stages by the monotonic clock.
struct StageClock {
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private(set) var stages: [(name: String, seconds: Double)] = []

  init() { last = clock.now }

  mutating func end(_ name: String) {
    let now = clock.now
    let d = (now - last).components
    let seconds = Double(d.seconds) + Double(d.attoseconds) * 1e-18
    if let i = stages.firstIndex(where: { $0.name == name }) {
      stages[i].seconds += seconds
    } else {
      stages.append((name, seconds))
    }
    last = now
  }
}
