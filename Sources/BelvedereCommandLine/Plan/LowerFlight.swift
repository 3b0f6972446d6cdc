import Belvedere

/// A flight that stays lower of itself, so that raising it keeps the zoom range.
///
/// A flight may rise up to the zoom range for its own sake, and be left no room to be raised over the
/// ground. Planned within a shorter range it can be raised from there.
struct LowerFlight {
  /// Raises a flight within limits.
  typealias Raise = (CameraPath, CameraLimits) throws(FlightError) -> ClearedPath

  /// Metres of the farthest camera that is asked for: no shorter range has room for it.
  let farthest: () -> Double
  /// The flight within limits.
  let planned: (CameraLimits) throws -> CameraPath

  private enum Attempt {
    case kept(ClearedPath)
    case blocked(FlightObstruction)
    case failed
  }

  /// The highest flight whose raised form keeps the zoom range; where none does, what blocks the lowest one.
  ///
  /// - Parameters:
  ///   - limits: what the raised flight keeps.
  ///   - place: what blocks the flight that rises too high.
  /// - Throws: ``FlightError/blocked(_:)``.
  func raised(
    within limits: CameraLimits, by raise: Raise, blockedAt place: FlightObstruction
  ) throws(FlightError) -> ClearedPath {
    var low = farthest()
    guard var high = limits.zoomRange?.maximumDistance, low < high else {
      throw .blocked(place)
    }
    var best: ClearedPath
    switch attempt(low, limits, raise) {
    case .kept(let cleared): best = cleared
    case .blocked(let lowest): throw .blocked(lowest)
    case .failed: throw .blocked(place)
    }
    while high - low > 0.02 * high {
      let middle = (low * high).squareRoot()
      if case .kept(let cleared) = attempt(middle, limits, raise) {
        (low, best) = (middle, cleared)
      } else {
        high = middle
      }
    }
    return best
  }

  /// The greatest distance with which the flight can be raised, tried before it is told; `nil` where none is found.
  func serving(
    after place: FlightObstruction, within limits: CameraLimits, by raise: Raise
  ) -> Double? {
    guard var distance = place.distance else { return nil }
    for _ in 0..<6 {
      guard let wider = Self.limits(limits, upTo: distance) else { return nil }
      var next: FlightObstruction?
      switch attempt(distance, wider, raise) {
      case .kept: return distance
      case .failed: return nil
      case .blocked(let place):
        do throws(FlightError) {
          _ = try raised(within: wider, by: raise, blockedAt: place)
          return distance
        } catch {
          if case .blocked(let lowest) = error, lowest.reason == .zoomRange { next = lowest }
        }
      }
      guard let farther = next?.distance, farther > distance else { return nil }
      distance = farther
    }
    return nil
  }

  /// Raises the flight that is planned up to a distance within limits.
  private func attempt(
    _ distance: Double, _ limits: CameraLimits, _ raise: Raise
  ) -> Attempt {
    guard let planning = Self.limits(limits, upTo: distance) else { return .failed }
    do {
      return .kept(try raise(try planned(planning), limits))
    } catch FlightError.blocked(let place) {
      return .blocked(place)
    } catch {
      return .failed
    }
  }

  private static func limits(_ limits: CameraLimits, upTo distance: Double) -> CameraLimits? {
    var limits = limits
    limits.zoomRange = try? CameraZoomRange(
      minimumDistance: limits.zoomRange?.minimumDistance, maximumDistance: distance)
    return limits.zoomRange == nil ? nil : limits
  }
}
