import BelvedereImaging
import BelvedereThreads
import Synchronization

/// Draws frames, keeps them and passes them on: while a frame is drawn the one before is written.
public struct FilmProduction: Sendable {
  /// What draws.
  public let renderer: FilmRenderer
  /// Where frames are kept; `nil` for nowhere.
  public let store: FrameStore?

  /// How far it is.
  public struct Progress: Sendable, Hashable {
    /// Frames that are done, those among them that were there before, and all that are wanted.
    public var done = 0, kept = 0, all = 0

    /// So far.
    public init(done: Int = 0, kept: Int = 0, all: Int = 0) {
      (self.done, self.kept, self.all) = (done, kept, all)
    }
  }

  /// Frames that wait to be written while one is drawn.
  public static let waiting = 2

  /// Makes a production.
  public init(_ renderer: FilmRenderer, store: FrameStore? = nil) {
    self.renderer = renderer
    self.store = store
  }

  /// Draws those of some frames that are not kept, and passes all of them on, in order.
  ///
  /// Frames that another process draws meanwhile are waited for.
  ///
  /// - Parameters:
  ///   - frames: within the film.
  ///   - sink: what takes all of them; `nil` where only the store does.
  ///   - progress: called when a frame is done, by any thread, one at a time.
  /// - Returns: what pictures could not show, each once, with the first frame of which that is so.
  /// - Throws: `RenderError`, `FileError`, `PNGError`, what the sink throws.
  public func run(
    _ frames: FrameSet, into sink: (any FrameSink)? = nil,
    progress: @escaping @Sendable (Progress) -> Void
  ) throws -> [(frame: Int, warning: String)] {
    let numbers = frames.numbers
    let state = Mutex(Progress(all: numbers.count))
    @Sendable func finish(kept isKept: Bool) {
      state.withLock { state in
        state.done += 1
        if isKept { state.kept += 1 }
        progress(state)
      }
    }
    let queue = FrameQueue(depth: Self.waiting)
    var warnings: [(frame: Int, warning: String)] = []
    var others: [Int] = []
    func draw(_ number: Int) throws {
      let drawn: (image: Image, warnings: [String])
      do {
        drawn = try renderer.frame(number)
      } catch {
        store?.free(number)
        throw error
      }
      for warning in drawn.warnings where !warnings.contains(where: { $0.warning == warning }) {
        warnings.append((number, warning))
      }
      try queue.add { [store] in
        defer { store?.free(number) }
        try store?.keep(drawn.image, as: number)
        try sink?.add(drawn.image)
        finish(kept: false)
      }
    }
    /// Whether a frame is there already, and passed on.
    func passKept(_ number: Int) throws -> Bool {
      guard let store else { return false }
      guard let sink else {
        guard store.holds(number) else { return false }
        finish(kept: true)
        return true
      }
      guard let image = store.image(of: number) else { return false }
      try queue.add {
        try sink.add(image)
        finish(kept: true)
      }
      return true
    }
    do {
      for number in numbers {
        if try passKept(number) { continue }
        if let store, !store.take(number) {
          // Nothing needs the order: others' frames come later.
          guard sink != nil else {
            others.append(number)
            continue
          }
          while !store.take(number) { DetachedThread.sleep(milliseconds: 20) }
        }
        // Another process may have drawn it in between.
        if try passKept(number) {
          store?.free(number)
          continue
        }
        try draw(number)
      }
      for number in others {
        while let store, !store.take(number) { DetachedThread.sleep(milliseconds: 20) }
        if try passKept(number) {
          store?.free(number)
        } else {
          try draw(number)
        }
      }
    } catch {
      try? queue.finish()
      throw error
    }
    try queue.finish()
    return warnings
  }
}
