import Belvedere

/// A flight that stays lower of itself, so that raising it keeps the zoom range.
///
/// A flight may rise up to the zoom range for its own sake, and be left no room to be raised over the
/// ground. Planned within a shorter range it can be raised from there.
struct LowerFlight {
  /// The limits that the raised flight keeps.
  let limits: CameraLimits
  /// Metres of the farthest camera that is asked for: no shorter range has room for it.
  let farthest: Double
  /// The flight within other limits.
  let planned: (CameraLimits) throws -> CameraPath

  private enum Attempt {
    case kept(ClearedPath)
    case blocked(FlightObstruction)
    case failed
  }

  /// The highest flight whose raised form keeps the zoom range; where none does, what blocks the lowest one.
  ///
  /// - Parameters:
  ///   - raise: raises a flight within the limits.
  ///   - place: what blocks the flight that rises too high.
  /// - Throws: ``FlightError/blocked(_:)``.
  func raised(
    by raise: (CameraPath) throws(FlightError) -> ClearedPath, blockedAt place: FlightObstruction
  ) throws(FlightError) -> ClearedPath {
    var low = farthest
    guard var high = limits.zoomRange?.maximumDistance, low < high else {
      throw .blocked(place)
    }
    var best: ClearedPath
    switch attempt(low, raise) {
    case .kept(let cleared): best = cleared
    case .blocked(let lowest): throw .blocked(lowest)
    case .failed: throw .blocked(place)
    }
    while high - low > 0.02 * high {
      let middle = (low * high).squareRoot()
      if case .kept(let cleared) = attempt(middle, raise) {
        (low, best) = (middle, cleared)
      } else {
        high = middle
      }
    }
    return best
  }

  /// Raises the flight that is planned within a shorter range.
  private func attempt(
    _ distance: Double, _ raise: (CameraPath) throws(FlightError) -> ClearedPath
  ) -> Attempt {
    do {
      var narrower = limits
      narrower.zoomRange = try CameraZoomRange(
        minimumDistance: limits.zoomRange?.minimumDistance, maximumDistance: distance)
      return .kept(try raise(try planned(narrower)))
    } catch FlightError.blocked(let place) {
      return .blocked(place)
    } catch {
      return .failed
    }
  }
}
