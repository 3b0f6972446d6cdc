import BelvedereGeoMath
import BelvedereGeodesy

/// A box around a piece of a curve, in the coordinates of a surface.
public struct CurveBox: Sendable, Hashable {
  /// Map points east and south.
  public var x, y: ClosedRange<Double>
  /// Metres above the datum.
  public var z: ClosedRange<Double>

  /// Makes a box.
  public init(x: ClosedRange<Double>, y: ClosedRange<Double>, z: ClosedRange<Double>) {
    self.x = x
    self.y = y
    self.z = z
  }
}

/// What is proved of the clearance along a curve.
public struct ClearanceBound: Sendable, Hashable {
  /// The clearance is nowhere less: a proof, not a sample. Metres. Infinite where no part of the curve
  /// is over known ground.
  public var atLeast: Double
  /// The clearance at ``t``: the least that was found. Infinite as above.
  public var found: Double
  /// Where that is: the curve's parameter and the position.
  public var t: Double
  public var position: Vector3
  /// Whether the two are within the tolerance that was asked for; else the work was at its limit
  /// before. The bound holds in either case.
  public var isTight: Bool
  /// Whether parts of the curve may lie over holes or beyond the grid; nothing is said about those.
  public var mayMissGround: Bool
}

/// The search for the least clearance of a curve: intervals of its parameter, the one with the lowest
/// bound halved first.
struct ClearanceSearch {
  /// What holds on an interval.
  struct Bound {
    /// The clearance is nowhere less.
    var atLeast: Double
    var mayMissGround: Bool
  }

  private struct Part {
    var from, to: Double
    var bound: Bound
  }

  let surface: TerrainSurface
  let tolerance: Double
  let maximumSteps: Int

  func run(
    _ parameters: ClosedRange<Double>, bound: (Double, Double) -> Bound,
    position: (Double) -> Vector3
  ) -> ClearanceBound {
    var best = ClearanceBound(
      atLeast: .infinity, found: .infinity, t: parameters.lowerBound,
      position: position(parameters.lowerBound), isTight: true, mayMissGround: false)
    func look(_ t: Double) {
      let place = position(t)
      guard let clearance = surface.clearance(of: place)?.metres, clearance < best.found else {
        return
      }
      best.found = clearance
      best.t = t
      best.position = place
    }
    look(parameters.lowerBound)
    look(parameters.upperBound)
    // A heap, the lowest bound first.
    var parts = [
      Part(
        from: parameters.lowerBound, to: parameters.upperBound,
        bound: bound(parameters.lowerBound, parameters.upperBound))
    ]
    var steps = 0
    while let first = parts.first {
      let middle = first.from + (first.to - first.from) / 2
      let isDone = first.bound.atLeast >= best.found - tolerance
      // Ground that is not there bounds nothing: an interval over it alone ends the search.
      if isDone || first.bound.atLeast == .infinity { break }
      if steps >= maximumSteps || !(middle > first.from && middle < first.to) {
        best.isTight = false
        break
      }
      steps += 1
      look(middle)
      Self.replaceFirst(
        &parts, Part(from: first.from, to: middle, bound: bound(first.from, middle)))
      Self.insert(&parts, Part(from: middle, to: first.to, bound: bound(middle, first.to)))
    }
    best.atLeast = min(parts.first?.bound.atLeast ?? .infinity, best.found)
    best.mayMissGround = parts.contains { $0.bound.mayMissGround }
    return best
  }

  private static func insert(_ heap: inout [Part], _ part: Part) {
    heap.append(part)
    var i = heap.count - 1
    while i > 0, heap[i].bound.atLeast < heap[(i - 1) / 2].bound.atLeast {
      heap.swapAt(i, (i - 1) / 2)
      i = (i - 1) / 2
    }
  }

  private static func replaceFirst(_ heap: inout [Part], _ part: Part) {
    heap[0] = part
    var i = 0
    while true {
      var least = i
      for child in [2 * i + 1, 2 * i + 2] where child < heap.count {
        if heap[child].bound.atLeast < heap[least].bound.atLeast { least = child }
      }
      if least == i { return }
      heap.swapAt(i, least)
      i = least
    }
  }
}

extension TerrainSurface {
  /// A bound of the clearance of a whole curve that is a proof, by interval arithmetic.
  ///
  /// - Parameters:
  ///   - parameters: The piece of the curve.
  ///   - tolerance: Metres by which the bound may lie below the least clearance, above 0.
  ///   - maximumSteps: How often an interval is halved at most.
  ///   - box: A box in which the curve lies over an interval of the parameter. It must shrink with the
  ///     interval; the tighter it is, the fewer steps are needed. Of an interval of one parameter it
  ///     gives a position.
  /// - Returns: The bound. With boxes of first order, steps grow with the length of the curve that is
  ///   within the tolerance of the least clearance, divided by the tolerance.
  /// - Throws: ``DomainError`` that names `tolerance` or `parameters`.
  public func clearanceBound(
    over parameters: ClosedRange<Double>, tolerance: Double, maximumSteps: Int = 100_000,
    of box: (ClosedRange<Double>) -> CurveBox
  ) throws(DomainError) -> ClearanceBound {
    try Self.checkSearch(parameters, tolerance)
    let search = ClearanceSearch(
      surface: self, tolerance: tolerance, maximumSteps: maximumSteps)
    return search.run(parameters) { from, to in
      bound(of: box(from...to))
    } position: { t in
      let point = box(t...t)
      return Vector3(
        (point.x.lowerBound + point.x.upperBound) / 2,
        (point.y.lowerBound + point.y.upperBound) / 2, point.z.upperBound)
    }
  }

  static func checkSearch(_ parameters: ClosedRange<Double>, _ tolerance: Double)
    throws(DomainError)
  {
    guard tolerance > 0 else {
      throw DomainError(field: "tolerance", value: tolerance, allowed: "positive metres")
    }
    guard parameters.lowerBound.isFinite, parameters.upperBound.isFinite else {
      throw DomainError(field: "parameters", value: "\(parameters)", allowed: "finite")
    }
  }

  /// The least clearance that anything in a box can have. A thousand times the rounding is taken off.
  func bound(of box: CurveBox) -> ClearanceSearch.Bound {
    guard let relief = relief(x: box.x, y: box.y) else {
      return .init(atLeast: .infinity, mayMissGround: true)
    }
    let rounding = 1e-12 * (abs(box.z.lowerBound) + abs(relief.high) + abs(relief.low))
    return .init(
      atLeast: box.z.lowerBound - relief.high - rounding, mayMissGround: !relief.isComplete)
  }
}
