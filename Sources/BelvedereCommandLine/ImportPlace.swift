import ArgumentParser
import Belvedere
import BelvedereCityImport

/// Where a model of an import stands, as `--place` says it: `latitude,longitude[,height[,heading]]`.
enum ImportPlace {
  static let example = "37.7952,-122.4028 or 37.7952,-122.4028,0,30"

  static func parse(_ text: String) throws -> CityImport.Placement {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard (2...4).contains(parts.count) else {
      throw ValidationError(
        "must be latitude,longitude[,height[,heading]], degrees and metres above the ground, such as \(example)"
      )
    }
    let place = try NumberList.coordinate(parts.prefix(2).joined(separator: ","))
    guard abs(place.latitude) <= MapPoint.maximumLatitude else {
      throw ValidationError(
        "must lie on the map, which ends at 85.05 degrees south and north")
    }
    func number(_ n: Int, _ what: String, _ range: ClosedRange<Double>) throws -> Double {
      guard parts.count > n else { return 0 }
      return try RangedNumber.parse(parts[n].filter { $0 != " " }, what, range)
    }
    return CityImport.Placement(
      coordinate: place, height: try number(2, "metres above the ground", -10_000...1_000_000),
      heading: try number(3, "a heading in degrees", -3600...3600))
  }
}
