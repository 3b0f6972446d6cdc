import BelvedereAnnotations

/// What the last frames of a film show, and which are being drawn.
struct FrameMemories {
  private var drawing: [Int] = []
  private var known: [(frame: Int, memory: PlacementMemory)] = []

  /// Frames that are remembered: those drawn at once, and some that came before their time.
  private static let most = 4

  /// A frame is being drawn.
  mutating func begin(_ frame: Int) { drawing.append(frame) }

  /// A frame is drawn, or has failed.
  mutating func end(_ frame: Int) {
    if let i = drawing.firstIndex(of: frame) { drawing.remove(at: i) }
  }

  /// What comes after a frame.
  mutating func add(_ memory: PlacementMemory, after frame: Int) {
    known.removeAll { $0.frame == frame }
    known.append((frame, memory))
    if known.count > Self.most { known.removeFirst() }
  }

  /// The memory after the last of some frames of which it is known, `.some(nil)` where it is of none; `nil` while
  /// a later one of them is being drawn.
  func latest(in frames: Range<Int>) -> (frame: Int, memory: PlacementMemory)?? {
    let last = known.filter { frames.contains($0.frame) }.max { $0.frame < $1.frame }
    let next = drawing.filter(frames.contains).max()
    if let next, next > last?.frame ?? -1 { return nil }
    return .some(last)
  }
}
