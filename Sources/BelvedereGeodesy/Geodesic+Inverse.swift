extension Geodesic {
  /// The shortest path between two points.
  ///
  /// - Parameters:
  ///   - start: latitude within ±90°, longitude any finite value.
  ///   - end: the same.
  /// - Returns: the distance in metres and the azimuths at both ends.
  /// - Throws: ``DomainError`` that names `from.latitude`, `from.longitude`, `to.latitude` or
  ///   `to.longitude`.
  ///
  /// Edge cases:
  /// - Coincident points: distance 0 and, except at a pole, both azimuths 0.
  /// - Where several shortest paths exist (opposite points), one of them.
  /// - At a pole the azimuth counts from the meridian of the longitude given, as if the point
  ///   lay on it a hair away from the pole.
  ///
  /// Accuracy: 15 nm on WGS 84. The largest error seen in distance is 11.2 nm in 720 lines of
  /// `GeodSolve` and 7.5 nm in 120 solved with thirty digits; 19 nm with a flattening of ±1/50.
  /// ``direct(from:azimuth:distance:)`` with the answer misses `to` by at most 13.1 nm. Held by
  /// `GeodesicReferenceTests` and `GeodesicPropertyTests`.
  /// Cost: O(1), no allocation. The longitude is evaluated at most 120 times; mostly three and never
  /// more than six times in 60 000 random pairs on WGS 84, most of them nearly antipodal or near.
  public func inverse(
    from start: Coordinate, to end: Coordinate
  ) throws(DomainError) -> GeodesicSolution {
    try start.checked(as: "from")
    try end.checked(as: "to")
    return GeodesicSolution(solve(from: start, to: end))
  }

  /// The inverse problem for coordinates known to be valid.
  func solve(
    from start: Coordinate, to end: Coordinate, withArea: Bool = false
  ) -> InverseResult {
    let difference = longitudeDifference(from: start.longitude, to: end.longitude)
    let isWestward =
      difference.degrees < 0 || (difference.degrees == 0 && difference.error < 0)
    let λ12 = isWestward ? -difference.degrees : difference.degrees
    let λ12Error = isWestward ? -difference.error : difference.error

    // Make the first point the one farther from the equator, and southern; the path runs east.
    var φ1 = withoutTinyAngles(start.latitude)
    var φ2 = withoutTinyAngles(end.latitude)
    let isSwapped = abs(φ1) < abs(φ2)
    if isSwapped { swap(&φ1, &φ2) }
    let isMirrored = φ1 >= 0
    if isMirrored {
      φ1 = -φ1
      φ2 = -φ2
    }
    var result = solveCanonical(
      InverseProblem(
        self, φ1: φ1, φ2: φ2, λ12: λ12, λ12Error: λ12Error))
    if withArea {
      let area = areaToEquator(result)
      result.area = isWestward != isMirrored ? -area : area
      result.isWestward = isWestward
    }

    // Undo the reflections.
    if isSwapped {
      swap(&result.α1, &result.α2)
    }
    if isWestward {
      result.α1.sine = -result.α1.sine
      result.α2.sine = -result.α2.sine
    }
    if isSwapped != isMirrored {
      result.α1.cosine = -result.α1.cosine
      result.α2.cosine = -result.α2.cosine
    }
    if result.distance == 0, abs(start.latitude) < 90 {
      result.α1 = SineCosine(sine: 0, cosine: 1)
      result.α2 = result.α1
    }
    return result
  }
}

/// What the inverse solver finds.
struct InverseResult {
  /// Metres.
  var distance: Double
  /// The arc on the auxiliary sphere in radians.
  var σ12: Double
  /// The azimuths at both ends.
  var α1, α2: SineCosine
  /// The longitude difference on the auxiliary sphere; `nil` on a meridian.
  var ω12: SineCosine?
  /// The reduced latitudes of the problem in canonical form, for areas.
  var β1, β2: SineCosine
  /// Square metres between the path and the equator, where they were asked for: positive for
  /// eastward paths north of it.
  var area = 0.0
  /// Whether the path runs west, where the area was asked for.
  var isWestward = false
}

extension GeodesicSolution {
  init(_ result: InverseResult) {
    distance = result.distance
    azimuth = heading(result.α1.degrees)
    backAzimuth = heading(result.α2.degrees)
    arcLength = result.σ12 * 180 / .pi
  }
}
