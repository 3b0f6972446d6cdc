import BelvedereElevationFiles

extension ModelBuilding {
  /// Refuses buildings of which none lies where their reference system is used, with the coordinates of the first.
  ///
  /// - Parameter isNamed: whether the system was named for them, rather than by the file.
  static func check(
    _ buildings: [[CityModel]], _ system: CoordinateReferenceSystem, isNamed: Bool
  ) throws(CityModelError) {
    var first: String?
    for building in buildings {
      guard let part = building.first(where: { !$0.surfaces.isEmpty }),
        let number = part.surfaces[0].rings.first?.first
      else { continue }
      let corner = part.corners[number]
      guard let misfit = system.misfit(x: corner.x, y: corner.y) else { return }
      let name = system.epsg.map { "EPSG:\($0), " } ?? ""
      first =
        first
        ?? "its coordinates, such as \(short(corner.x)) \(short(corner.y)), are taken for \(name)\(system), and \(misfit)"
    }
    guard let first else { return }
    throw CityModelError(
      "\(first); "
        + (isNamed
          ? "check --crs, or leave it out where the file says it"
          : "the file names a wrong reference system; say the right one with --crs"))
  }

  private static func short(_ number: Double) -> String {
    // What is no whole number of millimetres, or too large for that, is written as it is.
    let rounded = (number * 1000).rounded() / 1000
    return abs(rounded) < 1e15 && rounded == rounded.rounded()
      ? "\(Int64(rounded))"  // checked: below 2^53
      : "\(rounded)"
  }
}
