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
    let path = try Geodesic.wgs84.path(
      from: arguments.coordinate("from"), to: arguments.coordinate("to"),
      maximumSegment: arguments.number("maximumSegment"))
    return [("coordinates", JSONValue(.array(path.map { CameraJSON.value($0) })))]
  }
}
