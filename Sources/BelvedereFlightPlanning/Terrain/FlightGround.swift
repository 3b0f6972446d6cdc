import BelvedereGeodesy

/// The ground under a flight, and what stands on it, with bounds that can be relied on.
///
/// Where nothing is known the ground is level at 0, as it is drawn.
public protocol FlightGround: Sendable {
  /// What it takes to tell the elevations in a box, in those of a grid along parallels; 1 unless told otherwise.
  var lookCost: Int { get }

  /// Metres of the ground at a point of the map, on which centres of cameras lie.
  func elevation(at point: MapPoint) -> Double

  /// The same; `nil` where nothing is known. ``elevation(at:)`` unless a ground says otherwise.
  func knownElevation(at point: MapPoint) -> Double?

  /// Two elevations between which all of the ground in a closed rectangle lies; the closer, the better.
  ///
  /// - Parameters:
  ///   - x, y: map points; x may lie worlds away, y beyond the map's edge.
  func elevations(
    x: ClosedRange<Double>, y: ClosedRange<Double>
  ) -> ClosedRange<Double>

  /// Metres of the highest that stands at a point, the ground itself where nothing does.
  func top(at point: MapPoint) -> Double

  /// An elevation above which nothing stands in a closed rectangle.
  func highestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double

  /// An elevation below which nothing is free in a closed rectangle.
  func lowestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double
}

extension FlightGround {
  public var lookCost: Int { 1 }

  public func knownElevation(at point: MapPoint) -> Double? { elevation(at: point) }

  public func top(at point: MapPoint) -> Double { elevation(at: point) }

  public func highestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
    elevations(x: x, y: y).upperBound
  }

  public func lowestTop(x: ClosedRange<Double>, y: ClosedRange<Double>) -> Double {
    elevations(x: x, y: y).lowerBound
  }
}
