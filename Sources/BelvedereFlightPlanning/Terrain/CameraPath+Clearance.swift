import BelvedereCameraModel
import BelvedereGeodesy

/// The least clearance of a path: what is proved, and what was found.
public struct PathClearance: Sendable, Hashable, Codable {
  /// No eye of the path is less far above what is right below it: a proof for all times, not a sample.
  /// Metres.
  public var atLeast: Double
  /// The clearance at ``time``, the least that was found. Metres.
  public var found: Double
  /// Seconds.
  public var time: Double
  /// The place right below the eye then.
  public var coordinate: Coordinate
  /// Metres of the ground there, or of what stands on it.
  public var top: Double
}

extension CameraPath {
  /// Metres of the eye above what is right below it at a moment.
  ///
  /// - Parameter time: seconds, held within the path; NaN is its start.
  public func clearance(at time: Double, over ground: any FlightGround) -> Double {
    ClearanceBounds(path: self, ground: ground).look(at: time).clearance
  }

  /// The least clearance of the whole path, for all times, by interval arithmetic.
  ///
  /// The eye stands over the ground at the centre, so that it rises and sinks with the ground there:
  /// both that ground and what is right below the eye are bounded over stretches of time, and those with the
  /// lowest bound are halved until it is near enough to a clearance that was found.
  ///
  /// - Parameters:
  ///   - ground: the ground, with obstacles if there are some.
  ///   - tolerance: metres by which the bound may lie below the least clearance, above 0.
  ///   - maximumSteps: how often a stretch is halved at most; the bound holds in either case.
  /// - Throws: `DomainError` that names `tolerance`.
  public func leastClearance(
    over ground: any FlightGround, tolerance: Double = 0.1, maximumSteps: Int = 200_000
  ) throws(DomainError) -> PathClearance {
    guard tolerance > 0 else {
      throw DomainError(field: "tolerance", value: tolerance, allowed: "metres above 0")
    }
    let bounds = ClearanceBounds(path: self, ground: ground)
    var best = bounds.look(at: 0)
    func look(_ time: Double) {
      let found = bounds.look(at: time)
      if found.clearance < best.clearance { best = found }
    }
    var heap = StretchHeap()
    for stretch in bounds.legs {
      look(stretch.end)
      heap.insert(stretch)
    }
    var steps = 0
    while let first = heap.first, first.least < best.clearance - tolerance, steps < maximumSteps,
      first.isDivisible
    {
      steps += 1
      look(first.middle)
      let (left, right) = bounds.halves(of: first)
      heap.replaceFirst(left)
      heap.insert(right)
    }
    return PathClearance(
      atLeast: min(heap.first?.least ?? .infinity, best.clearance), found: best.clearance,
      time: best.time, coordinate: best.below.coordinate, top: best.top)
  }
}

/// Stretches of time, the one with the lowest bound first.
private struct StretchHeap {
  private var items: [ClearanceBounds.Stretch] = []

  var first: ClearanceBounds.Stretch? { items.first }

  mutating func insert(_ stretch: ClearanceBounds.Stretch) {
    items.append(stretch)
    var i = items.count - 1
    while i > 0, items[i].least < items[(i - 1) / 2].least {
      items.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  mutating func replaceFirst(_ stretch: ClearanceBounds.Stretch) {
    items[0] = stretch
    var i = 0
    while true {
      var least = i
      for child in [2 * i + 1, 2 * i + 2] where child < items.count {
        if items[child].least < items[least].least { least = child }
      }
      if least == i { return }
      items.swapAt(i, least)
      i = least
    }
  }
}
