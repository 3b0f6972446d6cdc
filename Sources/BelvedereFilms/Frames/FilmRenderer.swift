import BelvedereAnnotations
import BelvedereCameraModel
import BelvedereFlightPlanning
import BelvedereGeoMath
import BelvedereImaging
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereThreads
import Synchronization

/// Draws the frames of a flight over a scene.
///
/// A frame depends on the scene, the flight, the options and its own number, and on nothing else: not on which
/// frames were drawn before it, by how many threads, or on which machine of the same kind. Annotations, which
/// must not flicker from frame to frame, are placed after those of the frame before, but only back to the
/// beginning of a block of ``blockFrames`` frames, before which ``leadFrames`` frames are placed, not drawn; the
/// last frames of a block fade into what the next one shows.
public final class FilmRenderer: Sendable {
  /// The moments of frames.
  public let timing: FilmTiming
  /// Moments whose mean a frame is, and the part of a frame's time for which the shutter is open.
  public let blur: MotionBlur

  private let renderer: SceneRenderer
  private let path: CameraPath
  private let options: RenderOptions
  private let overlays: OverlaySpan?
  /// Of the frames as they are drawn, and of those that the next block's follow from, see ``leadFrames``.
  private let memories = Monitor(FrameMemories())
  private let leads = Monitor(FrameMemories())
  /// How many frames are best drawn at the same time, each by a part of the threads: 1 or 2.
  ///
  /// Two frames on two cores take less time than two cores for one frame after the other, since nothing waits and
  /// nothing that one core has made is fetched by the other.
  public let framesAtOnce: Int

  /// Frames whose annotations follow from each other, and frames before them that count, too.
  public static let blockFrames = 128
  public static let leadFrames = 64

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
    let threads = options.threads ?? ProcessorCount.online
    framesAtOnce =
      threads > 1 && renderer.hasRoom(forPictures: 2, like: options) ? 2 : 1
    var options = options
    options.threads = (threads + framesAtOnce - 1) / framesAtOnce
    self.options = options
    self.blur = blur
    self.overlays = overlays
    renderer.expectManyPictures()
  }

  /// The pixels of a frame.
  public var size: (width: Int, height: Int) {
    func pixels(_ points: Int) -> Int {
      Int(clamping: (Double(points) * options.scale).rounded(.up), in: 1...100_000)
    }
    return (pixels(options.width), pixels(options.height))
  }

  /// Draws a frame. Frames may be drawn in any order, and at the same time; in their own order it is fastest.
  ///
  /// - Parameters:
  ///   - number: 0 to one less than the timing's count.
  ///   - progress: as of `SceneRenderer.render(camera:options:progress:)`.
  /// - Throws: `DomainError`, `RenderError`.
  public func frame(
    _ number: Int, progress: (@Sendable (Double, String) -> Bool)? = nil
  ) throws -> (image: Image, warnings: [String]) {
    let times = timing.times(ofFrame: number, samples: blur.samples, shutter: blur.shutter)
    guard times.count == 1 else { return try blurred(number, times, progress) }
    guard hasLabels else {
      let drawn = try drawn(at: times[0], options(at: times[0], after: nil), progress)
      return (drawn.image, drawn.warnings)
    }
    memories.withLock { $0.begin(number) }
    defer { memories.withLock { $0.end(number) } }
    let before = Before { try self.memory(before: number) }
    var options = options(at: times[0], after: nil)
    options.annotationLink = AnnotationLink(before: { before.memory }) { [memories] memory in
      memories.withLock { $0.add(memory, after: number) }
    }
    let next = nextBlock(at: number)
    let leadBefore = Before { try self.memory(before: number, leadingTo: next?.first ?? 0) }
    if let next {
      leads.withLock { $0.begin(number) }
      options.unseenLink = leadLink(of: number, next, leadBefore)
      options.unseenShare = next.share
    }
    defer { leads.withLock { $0.end(number) } }
    let drawn = try drawn(at: times[0], options, progress)
    try before.check()
    try leadBefore.check()
    return (drawn.image, drawn.warnings)
  }

  /// A block whose annotations are placed before it begins.
  private struct NextBlock {
    let first: Int
    /// How far the labels have faded into its own; `nil` before that begins.
    let share: FadingShare?
  }

  /// Seconds in which the labels of a block fade into those of the next one.
  private static let blendingSeconds = 0.9

  /// The block to whose lead a frame belongs; `nil` for none.
  ///
  /// The last frames of a block fade into the annotations that the next one begins with: what the frames before these
  /// have shown is not known there, and need not be the same.
  private func nextBlock(at number: Int) -> NextBlock? {
    let first = (number / Self.blockFrames + 1) * Self.blockFrames
    guard number >= first - Self.leadFrames, first < timing.frameCount else { return nil }
    let most = Self.leadFrames / 2
    let frames = Int(clamping: Self.blendingSeconds / secondsPerFrame, in: 1...most)
    let faded = number - (first - frames) + 1
    return NextBlock(
      first: first,
      share: faded > 0 ? FadingShare(part: Double(faded) / Double(frames + 1)) : nil)
  }

  /// Places the annotations of a block's last frames a second time, as the next block needs them: that costs little
  /// while the frame is drawn anyway. Whoever draws only a part of these frames places the others later.
  private func leadLink(of number: Int, _ next: NextBlock, _ needed: Before) -> AnnotationLink {
    let first = next.first - Self.leadFrames
    let beginning = beginning
    return AnnotationLink(before: { [leads] in
      guard next.share == nil else { return needed.memory }
      guard number > first else { return beginning }
      let known = leads.wait { $0.latest(in: first..<number) }
      return known.flatMap { $0.frame == number - 1 ? $0.memory : nil }
    }) { [leads] memory in
      leads.withLock { $0.add(memory, after: number) }
    }
  }

  /// A frame of several moments.
  private func blurred(
    _ number: Int, _ times: [Double], _ progress: (@Sendable (Double, String) -> Bool)?
  ) throws -> (image: Image, warnings: [String]) {
    // What follows a frame follows from its own moment, whatever is seen beside that: it is placed when it
    // is asked for.
    let before = try hasLabels ? memory(before: number) : nil
    let next = hasLabels ? nextBlock(at: number).flatMap { $0.share == nil ? nil : $0 } : nil
    let leadBefore = try next.map { try memory(before: number, leadingTo: $0.first) }
    var mean = FrameMean(width: size.width, height: size.height)
    var warnings: [String] = []
    for time in times {
      var options = options(at: time, after: before)
      if let next, let leadBefore {
        options.unseenLink = AnnotationLink(before: { leadBefore }, after: { _ in })
        options.unseenShare = next.share
      }
      let drawn = try drawn(at: time, options, progress)
      warnings += drawn.warnings.filter { !warnings.contains($0) }
      mean.add(drawn.image)
    }
    return (mean.image, warnings)
  }

  private func drawn(
    at time: Double, _ options: RenderOptions, _ progress: (@Sendable (Double, String) -> Bool)?
  ) throws -> RenderedImage {
    defer { renderer.rest() }
    return try renderer.render(camera: path.camera(at: time), options: options, progress: progress)
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

  private var secondsPerFrame: Double { timing.rate.time(ofFrame: 1) }

  /// What comes before the first frame.
  private var beginning: PlacementMemory { PlacementMemory(secondsPerFrame: secondsPerFrame) }

  /// What the frame before a frame shows; waits for an earlier one of its block that is being drawn.
  private func memory(before number: Int) throws -> PlacementMemory {
    let block = number / Self.blockFrames * Self.blockFrames
    // Within a block the frame before has been drawn, most of the time.
    if let known = memories.wait(for: { $0.latest(in: block..<number) }) {
      return try memory(before: number, after: known, in: memories)
    }
    let lead = try memory(before: block, leadingTo: block)
    return try memory(before: number, after: (block - 1, lead), in: memories)
  }

  /// What the frame before a frame shows as the next block needs it.
  ///
  /// - Parameter block: the first frame of that block.
  private func memory(before number: Int, leadingTo block: Int) throws -> PlacementMemory {
    let first = max(block - Self.leadFrames, 0)
    let known = leads.wait(for: { $0.latest(in: first..<number) })
    return try memory(before: number, after: known ?? (first - 1, beginning), in: leads)
  }

  /// Places the annotations of the frames between one and another.
  private func memory(
    before number: Int, after known: (frame: Int, memory: PlacementMemory),
    in memories: Monitor<FrameMemories>
  ) throws -> PlacementMemory {
    guard number > known.frame + 1 else { return known.memory }
    var after = known.memory
    for frame in (known.frame + 1)..<number {
      let time = timing.time(ofFrame: frame)
      after =
        try renderer.annotationMemory(
          camera: path.camera(at: time), options: options(at: time, after: after)) ?? after
    }
    let last = after
    memories.withLock { $0.add(last, after: number - 1) }
    return after
  }
}

/// What the frame before a frame shows, found out when it is asked for.
private final class Before: Sendable {
  private let found = Mutex<Result<PlacementMemory, any Error>?>(nil)
  private let find: @Sendable () throws -> PlacementMemory

  init(_ find: @escaping @Sendable () throws -> PlacementMemory) { self.find = find }

  /// Where it could not be found, nothing: ``check()`` tells.
  var memory: PlacementMemory {
    found.withLock { found in
      let result = found ?? Result { try find() }
      found = result
      return (try? result.get()) ?? PlacementMemory()
    }
  }

  func check() throws { _ = try found.withLock { $0 }?.get() }
}
