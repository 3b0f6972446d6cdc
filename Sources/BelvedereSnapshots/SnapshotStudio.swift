import BelvedereGeoMath
import BelvedereLimits
import BelvedereSceneModel
import BelvedereSceneRendering
import BelvedereThreads
import Synchronization

/// A scene of which many snapshots are made.
///
/// Snapshots of one studio share what does not depend on the camera: painted ground, shadows, solids. Any
/// number may be asked for at once; so many as ``atOnce`` says are drawn at a time, the others wait in the
/// order in which they were asked for, without a thread and without a picture. The memory of all of them
/// together stays within the studio's.
public final class SnapshotStudio: Sendable {
  /// The scene.
  public var scene: Scene { renderer.scene }
  /// How many snapshots are drawn at a time.
  public let atOnce: Int
  /// What draws.
  public let renderer: SceneRenderer
  /// Bytes for drawing all snapshots and for the pictures while they are made.
  public let memory: Int
  let queue: SnapshotQueue
  let threads: Int
  private let surfaces = Mutex<(style: Double, surface: GroundSurface?)?>(nil)

  /// Prepares a scene.
  ///
  /// - Parameters:
  ///   - atOnce: how many snapshots are drawn at a time, 1 to 256; each has that part of the threads and
  ///     of the memory. One is best for few and large pictures, one for each core for many small ones.
  ///   - threads: how many draw, all snapshots together; `nil` for one for each core.
  ///   - memory: bytes for drawing, beside the scene; by default what the published limits leave for it.
  public init(scene: Scene, atOnce: Int = 1, threads: Int? = nil, memory: Int? = nil) {
    self.atOnce = min(max(atOnce, 1), 256)
    self.memory = memory ?? Limits.standard.maximumMemory / 8 * 7
    self.threads = max((threads ?? ProcessorCount.online) / self.atOnce, 1)
    queue = SnapshotQueue(atOnce: self.atOnce)
    let share = self.memory / self.atOnce
    renderer = SceneRenderer(
      scene: scene, budget: DrawingBudget(byteCount: share - share / Self.picturePart))
  }

  /// The part of a snapshot's memory that its picture may take is one in so many.
  private static let picturePart = 4

  /// How many snapshots wait for their turn.
  public var waitingCount: Int { queue.waitingCount }

  /// Refuses what does not fit before anything is allocated.
  func check(_ options: SnapshotOptions) throws(SnapshotError) {
    let width = (Double(options.width) * options.scale).rounded(.up)
    let height = (Double(options.height) * options.scale).rounded(.up)
    let most = Limits.standard.maximumOutputPixels
    let size = "\(options.width) × \(options.height) points at scale \(options.scale)"
    guard width * height <= Double(most) else {
      throw .tooLarge(
        LimitError(
          subject: "the snapshot", value: size, limit: "\(most) pixels",
          remedy: "choose a smaller size or scale"))
    }
    let (least, picture) = DrawingBudget.needed(
      width: Int(clamping: width, in: 1...most), height: Int(clamping: height, in: 1...most),
      samples: options.samples ?? options.quality.samples, quality: options.quality,
      depth: options.depth, isGlobe: (options.projection ?? scene.projection) == .globe,
      hasOverlays: options.showsOverlays && !scene.overlays.isEmpty || !options.overlays.isEmpty)
    let share = memory / atOnce
    let part = share / Self.picturePart
    guard picture <= Double(part), least <= Double(share - part) else {
      let needed = max(picture * Double(Self.picturePart), least / 3 * 4) / 1_048_576
      throw .tooLarge(
        LimitError(
          subject: "the snapshot",
          value: "\(size), for which about \(Int(clamping: needed + 1, in: 0...(1 << 40))) MiB are "
            + "needed",
          limit: "\(share >> 20) MiB" + (atOnce > 1 ? " for each of \(atOnce) at once" : ""),
          remedy: "choose a smaller size" + (atOnce > 1 ? ", fewer at once" : "")
            + " or more memory"))
    }
  }

  /// The ground as rays meet it, in an elevation style; `nil` where it has too many samples for that.
  func surface(style: Double) -> GroundSurface? {
    surfaces.withLock { kept in
      if let kept, kept.style == style { return kept.surface }
      var styled = scene
      styled.verticalExaggeration *= style
      let made = GroundSurface(styled)
      kept = (style, made)
      return made
    }
  }
}
