import BelvedereThreads

/// Work that is done by another thread, one piece after the other, while the next one is prepared.
///
/// Pieces hold pictures: not more of them wait than a given number. After one has failed none is done. Where the
/// system has no thread to give, whoever adds a piece does it.
final class FrameQueue: Sendable {
  private typealias Piece = @Sendable () throws -> Void

  private struct State {
    var pieces: [Piece] = []
    /// Whether a thread does them.
    var isWorking = false
    var failure: (any Error)?
  }

  private let state = Monitor(State())
  private let depth: Int

  init(depth: Int) { self.depth = depth }

  /// Adds a piece; waits until there is room for it.
  ///
  /// - Throws: what an earlier piece has thrown.
  func add(_ work: @escaping @Sendable () throws -> Void) throws {
    let (failure, isIdle) = state.wait { state -> ((any Error)?, Bool)? in
      if let failure = state.failure { return (failure, false) }
      guard state.pieces.count < depth else { return nil }
      state.pieces.append(work)
      defer { state.isWorking = true }
      return (nil, !state.isWorking)
    }
    if let failure { throw failure }
    if isIdle, !DetachedThread.start({ self.work() }) { self.work() }
  }

  /// Waits until all is done.
  ///
  /// - Throws: what a piece has thrown.
  func finish() throws {
    let failure = state.wait { state -> (any Error)?? in
      state.isWorking ? nil : .some(state.failure)
    }
    if let failure { throw failure }
  }

  /// Does pieces until there are none.
  private func work() {
    while let piece = next() {
      do {
        try piece()
        // It takes its room until it is done.
        state.withLock { _ = $0.pieces.removeFirst() }
      } catch {
        state.withLock { state in
          state.failure = error
          state.pieces = []
        }
      }
    }
  }

  /// The first piece; with none the work ends, before another can be added.
  private func next() -> Piece? {
    state.withLock { state in
      state.isWorking = !state.pieces.isEmpty
      return state.pieces.first
    }
  }
}
