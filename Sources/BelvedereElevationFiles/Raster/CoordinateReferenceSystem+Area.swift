import BelvedereGeodesy

extension CoordinateReferenceSystem {
  /// What coordinates look like that cannot be of this system, or lie far from where it is used; `nil` where they can.
  ///
  /// Of a zone of UTM that is what lies near its origin, as local metres and degrees do, what lies where nobody has the
  /// datum, and what is over 900 km from its middle: whole countries are measured in one zone.
  package func misfit(x: Double, y: Double) -> String? {
    guard x.isFinite, y.isFinite else { return "are no numbers" }
    let areDegrees = abs(x) <= 360 && abs(y) <= 90
    switch self {
    case .geographic:
      return abs(x) <= 540 && abs(y) <= 90 ? nil : "cannot be degrees, and look like metres"
    case .local: return nil
    case .webMercator:
      return areDegrees
        ? "look like degrees" : max(abs(x), abs(y)) <= 40_100_000 ? nil : Self.outside
    case .rijksdriehoek:
      if areDegrees { return "look like degrees" }
      // The Netherlands and 50 km around them.
      return (-60_000...350_000).contains(x) && (250_000...680_000).contains(y)
        ? nil : "lie outside of the Netherlands"
    case .utm(_, _, let datum):
      if areDegrees { return "look like degrees" }
      guard abs(x - 500_000) <= 900_000,
        let place = CoordinateConversion(self).transverse?.unproject(x: x, y: y)
      else { return Self.outside }
      let latitude = abs(place.latitude)
      // A zone has 166 km at its narrow side there; its origin lies 500 km west of its middle.
      if latitude < 10, x < 50_000 { return Self.outside }
      guard latitude <= 85 else { return Self.outside }
      let south: Double? =
        switch datum {
        case .etrs89: 27
        case .nad83, .nad27: 7
        case .wgs84, .amersfoort: nil
        }
      return south.map { place.latitude < $0 } ?? false ? Self.outside : nil
    }
  }

  private static let outside = "lie far outside of where that is used"
}
