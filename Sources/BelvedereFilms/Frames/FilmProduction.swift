import BelvedereImaging
import BelvedereThreads
import Synchronization

/// Draws frames, some at once, keeps them and passes them on: while frames are drawn those before are written.
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

  /// Frames that wait to be written while others are drawn.
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
    let work = FrameWork(self, frames, sink, progress)
    let numbers = frames.numbers
    let atOnce = min(renderer.framesAtOnce, max(numbers.count, 1))
    Parallel.forEach(atOnce, threads: atOnce) { _, _ in work.run() }
    return try work.finish()
  }
}
