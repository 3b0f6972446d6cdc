import Belvedere
import BelvedereJSON

/// Questions about shortest lines on the ellipsoid.
extension QueryEngine {
  func geodesic(_ arguments: QueryArguments) throws -> Answer {
    let solution = try Geodesic.wgs84.inverse(
      from: arguments.coordinate("from"), to: arguments.coordinate("to"))
    return [
      ("distance", .number(solution.distance)), ("azimuth", .number(solution.azimuth)),
      ("backAzimuth", .number(solution.backAzimuth)),
    ]
  }

  func destination(_ arguments: QueryArguments) throws -> Answer {
    let arrival = try Geodesic.wgs84.direct(
      from: arguments.coordinate("from"), azimuth: arguments.number("azimuth"),
      distance: arguments.number("distance"))
    return [
      ("coordinate", CameraJSON.value(arrival.coordinate)), ("azimuth", .number(arrival.azimuth)),
    ]
  }

  func geodesicPath(_ arguments: QueryArguments) throws -> Answer {
    let (from, to) = try (arguments.coordinate("from"), arguments.coordinate("to"))
    let segment = try arguments.number("maximumSegment")
    if segment > 0, segment.isFinite, let line = try? Geodesic.wgs84.inverse(from: from, to: to) {
      let count = line.distance / segment
      // Beyond what any path may have the library has its own words.
      if count < Double(Geodesic.maximumPathPoints) {
        try checkListed("maximumSegment", segment, count: count)
      }
    }
    let path = try Geodesic.wgs84.path(from: from, to: to, maximumSegment: segment)
    return [("coordinates", JSONValue(.array(path.map { CameraJSON.value($0) })))]
  }
}
