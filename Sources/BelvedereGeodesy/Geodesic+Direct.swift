extension Geodesic {
  /// Where a traveller arrives who starts with an azimuth and goes straight on.
  ///
  /// - Parameters:
  ///   - start: latitude within ±90°, longitude any finite value.
  ///   - azimuth: degrees clockwise from north, any finite value. At a pole it counts from the
  ///     meridian of the longitude given, as if the point lay on it a hair away from the pole.
  ///   - distance: metres, any finite value; negative goes backwards.
  /// - Returns: the point, its longitude within [−180, 180), and the direction of travel on
  ///   arrival in [0, 360).
  /// - Throws: ``DomainError`` that names `from.latitude`, `from.longitude`, `azimuth` or
  ///   `distance`.
  ///
  /// Accuracy: 15 nm on WGS 84 within half the Earth, growing with the distance beyond. The largest
  /// error seen in 630 lines of `GeodSolve` is 8.5 nm; 17 nm with a flattening of ±1/50. Held by
  /// `GeodesicReferenceTests`.
  /// Cost: O(1), no allocation, no iteration.
  /// Source: Karney 2013, section 3.
  public func direct(
    from start: Coordinate, azimuth: Double, distance: Double
  ) throws(DomainError) -> (coordinate: Coordinate, azimuth: Double) {
    try checkFinite(distance, "distance")
    return try line(from: start, azimuth: azimuth).position(unchecked: distance)
  }

  /// The line that starts at a point with an azimuth; its ``GeodesicLine/length`` is 0.
  ///
  /// - Parameters: as for ``direct(from:azimuth:distance:)``.
  /// - Throws: ``DomainError`` that names `from.latitude`, `from.longitude` or `azimuth`.
  public func line(
    from start: Coordinate, azimuth: Double
  ) throws(DomainError) -> GeodesicLine {
    try start.checked(as: "from")
    try checkFinite(azimuth, "azimuth")
    let wrapped = withoutTinyAngles(shortTurn(azimuth))
    return GeodesicLine(self, from: start, α1: SineCosine(degrees: wrapped), length: 0)
  }

  /// The shortest line between two points, `length` metres long.
  ///
  /// - Throws: ``DomainError`` as ``inverse(from:to:)``.
  public func line(
    from start: Coordinate, to end: Coordinate
  ) throws(DomainError) -> GeodesicLine {
    try start.checked(as: "from")
    try end.checked(as: "to")
    let solution = solve(from: start, to: end)
    return GeodesicLine(self, from: start, α1: solution.α1, length: solution.distance)
  }
}
