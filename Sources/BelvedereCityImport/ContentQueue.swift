import BelvedereFiles
import BelvedereOSM
import BelvedereTerrain
import BelvedereThreads

/// Puts features into a city's content on another thread than the one that reads them, in their order.
final class ContentQueue {
  private let box: GeographicBounds?
  private let worker = SerialWorker(most: mostWaiting)
  private let state: Monitor<State>
  private var batch: [OSMFeature] = []
  private var places = 0

  /// What both threads see.
  private struct State {
    /// `nil` while the other thread has it.
    var content: CityContent?
    var hasRoom = true

    /// The content, of which there is no other copy then that would be kept when it is changed.
    mutating func take() -> CityContent? {
      defer { content = nil }
      return content
    }
  }

  /// Features, and places of these, that are handed over together.
  private static let most = (features: 256, places: 1 << 14)
  /// How often that may wait: as much as is read at once, so that the next is read while this is put into the content.
  private static let mostWaiting = 32

  init(_ content: sending CityContent, within box: GeographicBounds?) {
    (self.box, state) = (box, Monitor(State(content: content)))
  }

  /// Adds a feature.
  ///
  /// - Returns: whether there was room for those that have been handed over.
  func add(_ feature: OSMFeature) -> Bool {
    batch.append(feature)
    places += feature.shape.placeCount
    guard batch.count >= Self.most.features || places >= Self.most.places else { return true }
    handOver()
    return hasRoom
  }

  /// Whether there was room for those that have been handed over.
  var hasRoom: Bool { state.withLock { $0.hasRoom } }

  private func handOver() {
    let (batch, box, state) = (batch, box, state)
    (self.batch, places) = ([], 0)
    worker.add {
      // Nobody else sees the content before all is done.
      guard var content = state.withLock({ $0.take() }) else { return }
      for feature in batch where content.hasRoom { _ = content.add(feature, within: box) }
      state.withLock { $0 = State(content: content, hasRoom: content.hasRoom) }
    }
  }

  /// The content with all of them, as far as there was room.
  func finish() -> CityContent {
    if !batch.isEmpty { handOver() }
    worker.wait()
    return state.wait { $0.content }
  }
}

extension OSMFeature.Shape {
  fileprivate var placeCount: Int {
    switch self {
    case .point: 1
    case .line(let line): line.count
    case .area(let polygons):
      polygons.reduce(0) { sum, rings in rings.reduce(sum) { $0 + $1.count } }
    }
  }
}
