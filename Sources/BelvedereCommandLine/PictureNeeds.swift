import Belvedere
import BelvedereJSON
import BelvedereLimits

/// What memory a picture needs, and how `--memory` is shared between it and the scene.
///
/// The process stays within `--memory` and ``programBytes``. The scene comes first, then what is kept of rasters
/// that are read as they are needed, then the picture; drawing makes do with the rest. What cannot be done so
/// is refused before it begins.
struct PictureNeeds {
  /// In pixels.
  let width, height: Int
  let samples: Int
  let quality: RenderQuality
  let depth: Int
  /// `nil` for that of the scene.
  let projection: MapProjection?
  /// Bytes that may be used.
  let memory: Int
  /// Bytes that others take, who have them beside ``memory``, as a flight's frames that wait to be written.
  var others = 0

  /// What the program takes itself: its code, the libraries, and what every command has.
  static let programBytes = 64 << 20

  /// Refuses a picture that does not fit whatever its scene is.
  ///
  /// - Throws: `LimitError`.
  func checkPicture() throws {
    try check(isGlobe: projection == .globe, hasOverlays: false, isLeast: true) { _ in 0 }
  }

  /// What drawing may take.
  ///
  /// - Throws: `LimitError` where it is too little.
  func budget(for scene: Scene) throws -> DrawingBudget {
    let isGlobe = (projection ?? scene.projection) == .globe
    let own =
      Double(scene.approximateByteCount) + Double(scene.approximateDrawingByteCount)
      + Double(scene.keptLevelBytes)
    func taken(_ memory: Int) -> Double {
      own + Double(scene.readsElevations ? ElevationCache.bytes(ofMemory: memory) : 0)
    }
    let hasOverlays = !scene.overlays.isEmpty
    try check(isGlobe: isGlobe, hasOverlays: hasOverlays, isLeast: false, sceneBytes: taken)
    let picture = needed(isGlobe, hasOverlays).picture
    var rest = Double(memory) - taken(memory) - picture
    if let free = Limits.unmappedAddressSpace {
      rest = min(rest, Double(free - Self.addressMargin) - picture)
    }
    return DrawingBudget(byteCount: Int(clamping: rest, in: 0...(1 << 48)))
  }

  private func needed(_ isGlobe: Bool, _ hasOverlays: Bool) -> (least: Double, picture: Double) {
    DrawingBudget.needed(
      width: width, height: height, samples: samples, quality: quality, depth: depth,
      isGlobe: isGlobe, hasOverlays: hasOverlays)
  }

  /// Address space that threads, their heaps and what lies between pieces of memory take.
  private static let addressMargin = 192 << 20

  /// - Parameters:
  ///   - isLeast: whether the scene, which needs some more, is not known yet.
  ///   - sceneBytes: what the scene takes, of which a part grows with the memory that it may have.
  private func check(
    isGlobe: Bool, hasOverlays: Bool, isLeast: Bool, sceneBytes: (_ memory: Int) -> Double
  ) throws {
    let (least, picture) = needed(isGlobe, hasOverlays)
    let own = least + picture
    let scene = sceneBytes(memory)
    /// What suffices when it is given: more than what is lacking now.
    var enough = own + scene + Double(others)
    if enough > Double(memory + others) {
      for _ in 0..<64 {
        enough = own + sceneBytes(Int(clamping: enough, in: 0...(1 << 48))) + Double(others)
      }
    }
    func check(_ needed: Double, fit limit: String, of most: Double, remedy: String) throws {
      guard needed > most else { return }
      throw LimitError(
        subject: "the picture",
        value: "\(width) × \(height) pixels, for which \(isLeast ? "at least " : "")about "
          + "\(decimals((needed / 1_048_576).rounded(.up), 0)) MiB of memory are needed",
        limit: limit, remedy: remedy)
    }
    // What is not to be had cannot be asked for.
    let isAll = memory + others >= Limits.availableMemory
    let more = !isAll ? "raise --memory" : Limits.addressSpace == nil ? nil : "raise 'ulimit -v'"
    let less =
      own > scene
      ? "choose a smaller --size or fewer --samples" : "draw a part of the scene"
    try check(
      enough,
      fit: "\((memory + others) >> 20) MiB" + (isAll ? ", all that may be had" : ""),
      of: Double(memory + others), remedy: more.map { "\(less), or \($0)" } ?? less)
    // What is loaded takes its part of the shell's limit already.
    guard let free = Limits.unmappedAddressSpace else { return }
    try check(
      own + Double(Self.addressMargin), fit: "\(free >> 20) MiB that the shell still allows",
      of: Double(free), remedy: "choose a smaller --size or fewer --samples, or raise 'ulimit -v'")
  }
}
