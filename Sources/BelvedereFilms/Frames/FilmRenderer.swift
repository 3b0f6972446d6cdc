import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import Synchronization

/// Draws the frames of a flight over a scene.
///
/// A frame depends on the scene, the flight, the options and its own number, and on nothing else: not on which
/// frames were drawn before it, by how many threads, or on which machine of the same kind. Annotations, which
/// must not flicker from frame to frame, are placed after those of the frame before, but only back to the
/// beginning of a block of ``blockFrames`` frames, before which ``leadFrames`` frames are placed, not drawn.
public final class FilmRenderer: Sendable {
  /// The moments of frames.
  public let timing: FilmTiming
  /// Moments whose mean a frame is, and the part of a frame's time for which the shutter is open.
  public let blur: MotionBlur

  private let renderer: SceneRenderer
  private let path: CameraPath
  private let options: RenderOptions
  private let overlays: OverlaySpan?
  /// The memory that comes after a frame, of the last frame that was drawn.
  private let memory = Mutex<(frame: Int, memory: PlacementMemory)?>(nil)

  /// Frames whose annotations follow from each other, and frames before them that count, too.
  public static let blockFrames = 128
  public static let leadFrames = 32

  /// - Parameters:
  ///   - options: how each frame is drawn; the field of view is the flight's.
  ///   - overlays: when overlays are shown; `nil` for always, the ground as the options have it.
  public init(
    _ renderer: SceneRenderer, along path: CameraPath, timing: FilmTiming, options: RenderOptions,
    blur: MotionBlur = .none, overlays: OverlaySpan? = nil
  ) {
    self.renderer = renderer
    self.path = path
    self.timing = timing
    self.options = options
    self.blur = blur
    self.overlays = overlays
  }

  /// The pixels of a frame.
  public var size: (width: Int, height: Int) {
    func pixels(_ points: Int) -> Int {
      Int(clamping: (Double(points) * options.scale).rounded(.up), in: 1...100_000)
    }
    return (pixels(options.width), pixels(options.height))
  }

  /// Draws a frame. Frames may be drawn in any order; in their own it is fastest.
  ///
  /// - Parameters:
  ///   - number: 0 to one less than the timing's count.
  ///   - progress: as of `SceneRenderer.render(camera:options:progress:)`.
  /// - Throws: `DomainError`, `RenderError`.
  public func frame(
    _ number: Int, progress: (@Sendable (Double, String) -> Bool)? = nil
  ) throws -> (image: Image, warnings: [String]) {
    let before = try memory(before: number)
    let times = timing.times(ofFrame: number, samples: blur.samples, shutter: blur.shutter)
    guard times.count > 1 else {
      let drawn = try drawn(at: times[0], after: before, progress)
      if let after = drawn.annotationMemory { memory.withLock { $0 = (number, after) } }
      return (drawn.image, drawn.warnings)
    }
    // What follows a frame follows from its own moment, whatever is seen beside that: it is placed when it
    // is asked for.
    var mean = FrameMean(width: size.width, height: size.height)
    var warnings: [String] = []
    for time in times {
      let drawn = try drawn(at: time, after: before, progress)
      warnings += drawn.warnings.filter { !warnings.contains($0) }
      mean.add(drawn.image)
    }
    return (mean.image, warnings)
  }

  private func drawn(
    at time: Double, after memory: PlacementMemory?,
    _ progress: (@Sendable (Double, String) -> Bool)?
  ) throws -> RenderedImage {
    try renderer.render(
      camera: path.camera(at: time), options: options(at: time, after: memory), progress: progress)
  }

  private func options(at time: Double, after memory: PlacementMemory?) -> RenderOptions {
    var options = options
    options.fieldOfView = path.motion(at: time).fieldOfView
    options.annotationMemory = memory
    overlays?.apply(to: &options, at: time)
    return options
  }

  private var hasLabels: Bool {
    options.showsAnnotations && !renderer.scene.annotations.isEmpty
      || !options.annotations.isEmpty || renderer.hasRoadNames(options)
  }

  /// What the frame before a frame showed; `nil` without annotations.
  private func memory(before number: Int) throws -> PlacementMemory? {
    guard hasLabels else { return nil }
    let block = number / Self.blockFrames * Self.blockFrames
    var first = max(block - Self.leadFrames, 0)
    var after = PlacementMemory()
    // Within a block the frame before has been drawn, most of the time.
    if let kept = memory.withLock({ $0 }), kept.frame < number, kept.frame >= block {
      first = kept.frame + 1
      after = kept.memory
    }
    guard number > first else { return after }
    for frame in first..<number {
      let time = timing.time(ofFrame: frame)
      after =
        try renderer.annotationMemory(
          camera: path.camera(at: time), options: options(at: time, after: after)) ?? after
    }
    let last = after
    memory.withLock { $0 = (number - 1, last) }
    return after
  }
}
