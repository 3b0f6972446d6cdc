import BelvedereImaging
import BelvedereThreads
import Synchronization

/// The frames of one run of a production: threads take them one after the other and draw them at the same time, and
/// they are passed on in their order.
final class FrameWork: Sendable {
  private struct State {
    /// The next frame to be taken, and the next one to be passed on, by their places in the order.
    var next = 0, passed = 0
    /// Frames that another process drew when their turn came.
    var others: [Int] = []
    var warnings: [(frame: Int, warning: String)] = []
    var failure: (any Error)?
  }

  /// What becomes of a frame when its turn has come.
  private enum Outcome {
    /// Nothing more: it is kept.
    case done
    /// Another process draws it.
    case others
    case drawn(Image, warnings: [String])
    /// It was there before, and is passed on.
    case kept(Image)
  }

  private let production: FilmProduction
  private let numbers: [Int]
  private let sink: (any FrameSink)?
  private let progress: @Sendable (FilmProduction.Progress) -> Void
  private let state = Monitor(State())
  /// Beside the state, so that drawing does not wait for who is told.
  private let counts: Mutex<FilmProduction.Progress>
  private let queue = FrameQueue(depth: FilmProduction.waiting)

  init(
    _ production: FilmProduction, _ frames: FrameSet, _ sink: (any FrameSink)?,
    _ progress: @escaping @Sendable (FilmProduction.Progress) -> Void
  ) {
    self.production = production
    self.sink = sink
    self.progress = progress
    numbers = frames.numbers
    counts = Mutex(FilmProduction.Progress(all: numbers.count))
  }

  /// What each thread does: draws frames until there are no more.
  func run() {
    while let place = take() {
      let number = numbers[place]
      let outcome = Result { try self.outcome(of: number, mayLeave: sink == nil) }
      // Nobody is passed before those that come before it.
      guard state.wait(for: { $0.passed == place || $0.failure != nil ? $0.failure == nil : nil })
      else {
        production.store?.free(number)
        return
      }
      do {
        try pass(outcome.get(), number)
        state.withLock { $0.passed += 1 }
      } catch {
        production.store?.free(number)
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  /// Draws the frames that others have left, and waits until all are written.
  ///
  /// - Returns: what pictures could not show, each once, with the first frame of which that is so.
  func finish() throws -> [(frame: Int, warning: String)] {
    do {
      // What was passed on before has failed before.
      if let failure = state.withLock({ $0.failure }) {
        try queue.finish()
        throw failure
      }
      for number in state.withLock({ $0.others }) {
        try pass(outcome(of: number, mayLeave: false), number)
      }
      try queue.finish()
    } catch {
      try? queue.finish()
      // Some may wait that nobody writes any more.
      numbers.forEach { production.store?.free($0) }
      throw error
    }
    return state.withLock { $0.warnings }
  }

  private func take() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < numbers.count else { return nil }
      state.next += 1
      return state.next - 1
    }
  }

  /// Draws a frame, unless it is there; it is this process's own then.
  ///
  /// - Parameter mayLeave: whether a frame that another process draws may come later.
  private func outcome(of number: Int, mayLeave: Bool) throws -> Outcome {
    if let kept = kept(number) { return kept }
    guard let store = production.store else { return try drawn(number) }
    while !store.take(number) {
      if mayLeave { return .others }
      DetachedThread.sleep(milliseconds: 20)
    }
    // Another process may have drawn it in between.
    if let kept = kept(number) {
      store.free(number)
      return kept
    }
    return try drawn(number)
  }

  private func drawn(_ number: Int) throws -> Outcome {
    let frame = try production.renderer.frame(number)
    return .drawn(frame.image, warnings: frame.warnings)
  }

  /// A frame that is there already.
  private func kept(_ number: Int) -> Outcome? {
    guard let store = production.store else { return nil }
    guard sink != nil else { return store.holds(number) ? .done : nil }
    return store.image(of: number).map(Outcome.kept)
  }

  /// Passes a frame on, after all before it.
  private func pass(_ outcome: Outcome, _ number: Int) throws {
    switch outcome {
    case .done: count(isKept: true)
    case .others: state.withLock { $0.others.append(number) }
    case .kept(let image):
      try queue.add { [self] in
        try sink?.add(image)
        count(isKept: true)
      }
    case .drawn(let image, let warnings):
      state.withLock { state in
        for warning in warnings where !state.warnings.contains(where: { $0.warning == warning }) {
          state.warnings.append((number, warning))
        }
      }
      try queue.add { [self] in
        defer { production.store?.free(number) }
        try production.store?.keep(image, as: number)
        try sink?.add(image)
        count(isKept: false)
      }
    }
  }

  private func count(isKept: Bool) {
    counts.withLock { counts in
      counts.done += 1
      if isKept { counts.kept += 1 }
      progress(counts)
    }
  }
}
