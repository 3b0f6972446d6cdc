import ArgumentParser
import Belvedere

/// In which form progress is told.
struct FilmProgressOptions: ParsableArguments {
  enum Form: String, CaseIterable, ExpressibleByArgument { case auto, openjd }

  @Option(
    name: .long,
    help: ArgumentHelp(
      "How progress is told: on standard error, or as Open Job Description reads it, on standard output.",
      valueName: "auto|openjd"))
  var progress = Form.auto
}

/// Shows how far a film is: frames, frames a second, time left.
final class FilmProgress: Sendable {
  private struct State {
    var lastShown = 0.0
    var lastTenth = 0
    /// When the first frame that had to be drawn was done, and how many were by then.
    var first: (seconds: Double, drawn: Int)?
    var lineIsShown = false
    var silence = 10.0
  }

  private let state = Lock(State())
  private let start = monotonicSeconds()
  private let isQuiet: Bool
  private let isOpenJD: Bool
  private let verb: String

  /// - Parameter verb: what is done to frames: `drawn`, `encoded`.
  init(_ options: FilmProgressOptions, isQuiet: Bool, verb: String) {
    self.isQuiet = isQuiet
    self.verb = verb
    isOpenJD = options.progress == .openjd
  }

  /// Shows progress; may be called by any thread.
  func update(_ progress: FilmProduction.Progress) {
    let now = monotonicSeconds()
    state.withLock { state in
      let drawn = progress.done - progress.kept
      if drawn > 0, state.first == nil { state.first = (now, drawn) }
      let isLast = progress.done == progress.all
      if isOpenJD {
        guard isLast || now - state.lastShown >= 1 else { return }
        state.lastShown = now
        let percent = Double(progress.done) / Double(max(progress.all, 1)) * 100
        try? Terminal.output(
          "openjd_progress: \(decimals(percent, 1))\nopenjd_status: \(text(progress, state, now))\n"
        )
        return
      }
      guard !isQuiet else { return }
      if Terminal.isInteractive {
        guard now - start >= 0.3, now - state.lastShown >= 0.1 || isLast else { return }
        state.lastShown = now
        state.lineIsShown = true
        Interruption.note(progressLine: true)
        Terminal.replaceLine(bar(progress, text(progress, state, now)))
        return
      }
      // Lines are for logs: none for quick work, for slow work one a tenth, and between these ever fewer.
      let tenth = progress.done * 10 / max(progress.all, 1)
      let isLate = now - max(state.lastShown, start) >= state.silence
      guard now - start >= 2, now - state.lastShown >= 1, tenth > state.lastTenth || isLate else {
        return
      }
      if tenth == state.lastTenth { state.silence = min(state.silence * 2, 120) }
      state.lastTenth = tenth
      state.lastShown = now
      Terminal().note(text(progress, state, now))
    }
  }

  /// Takes the bar away.
  func finish() {
    state.withLock { state in
      guard state.lineIsShown else { return }
      state.lineIsShown = false
      Terminal.replaceLine("")
      Interruption.note(progressLine: false)
    }
  }

  private func text(_ progress: FilmProduction.Progress, _ state: State, _ now: Double) -> String {
    var text = "\(grouped(progress.done)) of \(grouped(progress.all)) frames \(verb)"
    if progress.kept > 0 { text += " (\(grouped(progress.kept)) kept)" }
    guard let first = state.first, now - first.seconds > 0.5 else { return text }
    let count = Double(progress.done - progress.kept - first.drawn)
    let rate = count / (now - first.seconds)
    guard rate > 0 else { return text }
    text += ", \(decimals(rate, rate < 10 ? 2 : 1)) frames/s"
    let left = Double(progress.all - progress.done) / rate
    guard progress.done < progress.all else { return text }
    let seconds = Int(clamping: left.rounded(.up), in: 0...100_000_000)
    if seconds < 100 { return text + ", \(seconds) s left" }
    if seconds < 6000 { return text + ", \(seconds / 60) min left" }
    return text + ", \(seconds / 3600) h \(seconds / 60 % 60) min left"
  }

  private func bar(_ progress: FilmProduction.Progress, _ text: String) -> String {
    let width = min(30, max(0, Terminal.columns - text.count - 4))
    let filled = width * progress.done / max(progress.all, 1)
    return "[" + String(repeating: "=", count: filled)
      + String(repeating: " ", count: width - filled)
      + "] " + text
  }
}
