import Belvedere
import BelvedereThreads

/// Shows how far the work is: a bar where standard error is a terminal, else a line now and then.
///
/// A stage from which no word comes for a while is shown with the seconds that it has taken so far.
final class ProgressReporter: Sendable {
  private struct State {
    var fraction = 0.0
    var stage = ""
    /// When the stage began, and how far the work was.
    var stageStart = 0.0
    var stageFraction = 0.0
    /// What the stages before it took that said how far they were, and the parts of the work that they
    /// did: the others tell nothing of what is to come.
    var toldSeconds = 0.0
    var toldFraction = 0.0
    var lastUpdate = 0.0
    var lastTenth = 0
    /// Seconds after which the next line comes although no further tenth is done; they double.
    var silence = ProgressReporter.longStage
    /// The stage of which a line says that it takes long.
    var longStage = ""
    var lineIsShown = false
    var isFinished = false
  }

  private let state = Lock(State())
  private let start = monotonicSeconds()
  private let isSilent: Bool
  private let isInteractive: Bool

  /// Seconds after which a line says that a stage takes long.
  private static let longStage = 5.0

  init(isQuiet: Bool) {
    isSilent = isQuiet
    isInteractive = Terminal.isInteractive
    if !isQuiet { watch() }
  }

  /// Shows a stage for as long as some work takes, of which no part is known.
  static func during<Result>(
    _ stage: String, isQuiet: Bool, _ work: () throws -> Result
  ) rethrows -> Result {
    let progress = ProgressReporter(isQuiet: isQuiet)
    defer { progress.finish() }
    progress.update(0, stage)
    return try work()
  }

  /// Notes progress between 0 and 1; may be called by any thread.
  func update(_ fraction: Double, _ stage: String) {
    if isSilent { return }
    let now = monotonicSeconds()
    let fraction = min(max(fraction, 0), 1)
    state.withLock { state in
      if state.isFinished { return }
      // A stage that begins is shown at once: the next word from it may be long in coming.
      let begins = stage != state.stage
      if begins {
        if !isSilentStage(state) {
          state.toldSeconds += now - state.stageStart
          state.toldFraction += state.fraction - state.stageFraction
        }
        state.stage = stage
        state.stageStart = now
        state.stageFraction = fraction
      }
      state.fraction = fraction
      if isInteractive {
        if begins || now - state.lastUpdate >= 0.1 { show(&state, now) }
      } else {
        // Lines are for logs: none for quick work, for slow work one a tenth, and the fewer between these
        // the longer it takes.
        let tenth = Int(flooring: fraction * 10, in: 0...10)
        let isLate = now - max(state.lastUpdate, start) >= state.silence && fraction > 0
        guard now - start >= 2, now - state.lastUpdate >= 1, tenth > state.lastTenth || isLate
        else { return }
        if tenth == state.lastTenth { state.silence = min(state.silence * 2, 60) }
        state.lastTenth = tenth
        tell(&state, now)
      }
    }
  }

  /// Takes the bar away.
  func finish() {
    state.withLock { state in
      state.isFinished = true
      guard state.lineIsShown else { return }
      Terminal.replaceLine("")
      Interruption.note(progressLine: false)
      state.lineIsShown = false
    }
  }

  /// Looks twice a second whether a stage is silent; never where the system has no thread for it.
  private func watch() {
    _ = DetachedThread.start { [weak self] in
      repeat { DetachedThread.sleep(milliseconds: 500) } while self?.tick() == true
    }
  }

  /// `false` once the work is done.
  private func tick() -> Bool {
    let now = monotonicSeconds()
    return state.withLock { state in
      if state.isFinished { return false }
      if state.stage.isEmpty { return true }
      if isInteractive {
        if now - state.lastUpdate >= 0.4 { show(&state, now) }
      } else if isSilentStage(state), now - state.stageStart >= Self.longStage,
        state.longStage != state.stage
      {
        state.longStage = state.stage
        tell(&state, now)
      }
      return true
    }
  }

  private func show(_ state: inout State, _ now: Double) {
    guard now - start >= 0.3 else { return }
    state.lastUpdate = now
    state.lineIsShown = true
    Interruption.note(progressLine: true)
    Terminal.replaceLine(bar(state, now))
  }

  private func tell(_ state: inout State, _ now: Double) {
    state.lastUpdate = now
    Terminal().note(text(state, now))
  }

  /// Whether the stage has not said how far it is.
  private func isSilentStage(_ state: State) -> Bool { state.fraction == state.stageFraction }

  private func bar(_ state: State, _ now: Double) -> String {
    let text = " " + text(state, now)
    let width = min(30, max(0, Terminal.columns - text.count - 4))
    let filled = Int(flooring: state.fraction * Double(width), in: 0...max(width, 1))
    return "["
      + String(repeating: "=", count: min(filled, width))
      + String(repeating: " ", count: max(0, width - filled)) + "]" + text
  }

  private func text(_ state: State, _ now: Double) -> String {
    "\(Int(flooring: state.fraction * 100, in: 0...100)) % \(state.stage)\(time(state, now))"
  }

  /// How long it will take, as far as the parts that are done can tell.
  private func time(_ state: State, _ now: Double) -> String {
    let ofStage = now - state.stageStart
    if isSilentStage(state), ofStage >= 2 {
      return ", \(Int(clamping: ofStage, in: 0...360_000)) s so far"
    }
    let isTelling = !isSilentStage(state)
    let elapsed = state.toldSeconds + (isTelling ? ofStage : 0)
    let done = state.toldFraction + (isTelling ? state.fraction - state.stageFraction : 0)
    // A hundredth, or what took so long that little of it tells enough.
    guard done > 0.02 || done > 0 && elapsed > 4, state.fraction < 1, elapsed > 1 else { return "" }
    let seconds = Int(clamping: elapsed / done * (1 - state.fraction), in: 0...360_000)
    return seconds < 100 ? ", \(seconds) s left" : ", \(seconds / 60) min left"
  }
}
