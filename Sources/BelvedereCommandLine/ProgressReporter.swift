import Belvedere

/// Shows how far the work is: a bar where standard error is a terminal, else a line now and then.
final class ProgressReporter: Sendable {
  private struct State {
    var lastUpdate = 0.0
    var lastTenth = 0
    var stage = ""
    var lineIsShown = false
    var isFinished = false
  }

  private let state = Lock(State())
  private let start = monotonicSeconds()
  private let isSilent: Bool
  private let isInteractive: Bool

  init(isQuiet: Bool) {
    isSilent = isQuiet
    isInteractive = Terminal.isInteractive
  }

  /// Notes progress between 0 and 1; may be called by any thread.
  func update(_ fraction: Double, _ stage: String) {
    if isSilent { return }
    let now = monotonicSeconds()
    let fraction = min(max(fraction, 0), 1)
    state.withLock { state in
      if state.isFinished { return }
      let elapsed = now - start
      if isInteractive {
        // A stage that begins is shown at once: the next word from it may be long in coming.
        let begins = stage != state.stage
        guard begins || now - state.lastUpdate >= 0.1, elapsed >= 0.3 else { return }
        state.lastUpdate = now
        state.stage = stage
        state.lineIsShown = true
        Interruption.note(progressLine: true)
        Terminal.replaceLine(bar(fraction, stage, elapsed))
      } else {
        // Lines are for logs: none for quick work, ten at most for slow work.
        let tenth = Int(flooring: fraction * 10, in: 0...10)
        guard elapsed >= 2, now - state.lastUpdate >= 1, tenth > state.lastTenth else { return }
        state.lastUpdate = now
        state.lastTenth = tenth
        Terminal().note("\(percent(fraction)) \(stage)\(timeLeft(fraction, elapsed))")
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

  private func bar(_ fraction: Double, _ stage: String, _ elapsed: Double) -> String {
    let text = " \(percent(fraction)) \(stage)\(timeLeft(fraction, elapsed))"
    let width = min(30, max(0, Terminal.columns - text.count - 4))
    let filled = Int(flooring: fraction * Double(width), in: 0...max(width, 1))
    return "["
      + String(repeating: "=", count: min(filled, width))
      + String(repeating: " ", count: max(0, width - filled)) + "]" + text
  }

  private func percent(_ fraction: Double) -> String {
    "\(Int(flooring: fraction * 100, in: 0...100)) %"
  }

  private func timeLeft(_ fraction: Double, _ elapsed: Double) -> String {
    guard fraction > 0.02, fraction < 1, elapsed > 1 else { return "" }
    let seconds = Int(clamping: elapsed / fraction * (1 - fraction), in: 0...360_000)
    return seconds < 100 ? ", \(seconds) s left" : ", \(seconds / 60) min left"
  }
}
