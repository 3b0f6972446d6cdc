import BelvedereGeodesy
import BelvedereLimits
import BelvedereSceneModel
import BelvedereSceneRendering
import Synchronization

/// Makes a picture of a map, off the screen, with all of its data: MapKit's `MKMapSnapshotter`.
///
/// A snapshotter holds options and the studio that draws. It makes one snapshot at a time, and any number one
/// after the other; for many at once there are many snapshotters of one studio.
public final class MapSnapshotter: Sendable {
  /// What is drawn. A copy: the options given may change.
  public let options: SnapshotOptions
  /// Where it is drawn.
  public let studio: SnapshotStudio
  private let run = Mutex<Run?>(nil)

  /// One snapshot on its way.
  private final class Run: Sendable {
    let isCancelled = Atomic<Bool>(false)
    /// Its number in the queue and what ends it there; taken by whoever ends it.
    let waiting = Mutex<(number: Int, end: @Sendable () -> Void)?>(nil)
  }

  /// Makes a snapshotter.
  public init(studio: SnapshotStudio, options: SnapshotOptions = SnapshotOptions()) {
    self.studio = studio
    self.options = options
  }

  /// Whether a snapshot is being made or waits for its turn.
  public var isLoading: Bool { run.withLock { $0 != nil } }

  /// Makes the snapshot.
  ///
  /// Waits for its turn in the studio, for all of the data and for the picture, without blocking a thread of
  /// Swift's tasks. Cancelling the task that waits does what ``cancel()`` does.
  ///
  /// - Parameter progress: called now and then by a thread of the studio with the part that is done, from 0
  ///   while it waits to 1 when it is done, and the name of the stage; it never goes back.
  /// - Returns: the picture; a placeholder where data are missing and the options have one, with
  ///   ``MapSnapshot/failure`` saying what was missing.
  /// - Throws: ``SnapshotError``.
  public func start(
    progress: (@Sendable (_ part: Double, _ stage: String) -> Void)? = nil
  ) async throws(SnapshotError) -> MapSnapshot {
    let run = try begin()
    defer { end() }
    return try await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        submit(run, progress) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      self.cancel(run)
    }.get()
  }

  /// Makes the snapshot on the studio's threads and waits for it; for code that is not asynchronous. Blocks
  /// the calling thread.
  ///
  /// - Returns, Throws: as ``start(progress:)``.
  public func snapshot(
    progress: (@Sendable (_ part: Double, _ stage: String) -> Void)? = nil
  ) throws(SnapshotError) -> MapSnapshot {
    let run = try begin()
    defer { end() }
    let box = ResultBox<Result<MapSnapshot, SnapshotError>>()
    submit(run, progress) { box.set($0) }
    return try box.wait().get()
  }

  /// Stops the snapshot that is being made: it ends with ``SnapshotError/cancelled`` at once where it waits,
  /// else after the stage or the rows that are being drawn. Nothing happens where none is being made.
  public func cancel() {
    if let run = run.withLock({ $0 }) { cancel(run) }
  }

  private func begin() throws(SnapshotError) -> Run {
    let mine = Run()
    let isFree = run.withLock { run in
      guard run == nil else { return false }
      run = mine
      return true
    }
    guard isFree else { throw .isLoading }
    return mine
  }

  private func end() { run.withLock { $0 = nil } }

  private func cancel(_ run: Run) {
    run.isCancelled.store(true, ordering: .sequentiallyConsistent)
    guard let waiting = run.waiting.withLock({ $0 }), studio.queue.withdraw(waiting.number) else {
      return
    }
    waiting.end()
  }

  private func submit(
    _ run: Run, _ progress: (@Sendable (Double, String) -> Void)?,
    _ done: @escaping @Sendable (Result<MapSnapshot, SnapshotError>) -> Void
  ) {
    progress?(0, "waiting")
    let number = studio.queue.add {
      if run.isCancelled.load(ordering: .sequentiallyConsistent) {
        return done(.failure(.cancelled))
      }
      done(
        Result { () throws(SnapshotError) in
          try self.draw { part, stage in
            progress?(part, stage)
            return !run.isCancelled.load(ordering: .relaxed)
          }
        })
    }
    run.waiting.withLock { $0 = (number, { done(.failure(.cancelled)) }) }
    // Cancelled before its number was known.
    if run.isCancelled.load(ordering: .sequentiallyConsistent) { cancel(run) }
  }

  private func draw(
    _ progress: @escaping @Sendable (Double, String) -> Bool
  ) throws(SnapshotError) -> MapSnapshot {
    do {
      return try picture(progress)
    } catch {
      guard error.allowsPlaceholder, let placeholder = options.placeholder else { throw error }
      return MapSnapshot(placeholder: placeholder.image(for: options), failure: error, options)
    }
  }

  private func picture(
    _ progress: @escaping @Sendable (Double, String) -> Bool
  ) throws(SnapshotError) -> MapSnapshot {
    let scene = studio.scene
    let options = options
    try options.check()
    try studio.check(options)
    let rendered: RenderedImage
    do {
      let (camera, fieldOfView) = try options.camera(for: scene)
      rendered = try studio.renderer.render(
        camera: camera,
        options: options.renderOptions(
          for: scene, fieldOfView: fieldOfView, threads: studio.threads), progress: progress)
    } catch let error as SnapshotError {
      throw error
    } catch let error as DomainError {
      throw .invalid(error)
    } catch RenderError.cancelled {
      throw .cancelled
    } catch let error as LimitError {
      throw .tooLarge(error)
    } catch {
      throw .refused("\(error)")
    }
    let (missing, warnings) = GroundFailures.of(scene.ground, in: rendered.view)
    guard missing.isEmpty else { throw .missing(missing) }
    _ = progress(1, "done")
    return MapSnapshot(rendered, studio, options, warnings: warnings)
  }
}
