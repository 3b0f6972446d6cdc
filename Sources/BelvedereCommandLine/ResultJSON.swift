import Belvedere
import BelvedereJSON

/// Cameras and coordinates in the shapes of the query protocol.
enum CameraJSON {
  /// A keyframe: a camera with its moment in seconds.
  static func value(_ keyframe: CameraKeyframe) -> JSONValue {
    guard case .object(let members) = value(keyframe.camera).content else { return nil }
    return JSONValue(
      .object(members + [JSONMember(name: "time", value: .number(keyframe.time))]))
  }

  static func value(_ camera: MapCamera) -> JSONValue {
    [
      "centerCoordinate": value(camera.centerCoordinate), "distance": .number(camera.distance),
      "pitch": .number(camera.pitch), "heading": .number(camera.heading),
    ]
  }

  /// With the longitude in [−180, 180), as of every result.
  static func value(_ coordinate: Coordinate) -> JSONValue {
    let isTurned = coordinate.longitude < -180 || coordinate.longitude >= 180
    return [
      "latitude": .number(coordinate.latitude),
      "longitude": .number(
        isTurned ? wrappedLongitude(coordinate.longitude) : coordinate.longitude),
    ]
  }

  static func value(_ rect: MapRect) -> JSONValue {
    [
      "x": .number(rect.x), "y": .number(rect.y), "width": .number(rect.width),
      "height": .number(rect.height),
    ]
  }

  static func value(_ region: CoordinateRegion) -> JSONValue {
    [
      "center": value(region.center), "latitudeDelta": .number(region.span.latitudeDelta),
      "longitudeDelta": .number(region.span.longitudeDelta),
    ]
  }

  static func value(_ bounds: GeographicBounds) -> JSONValue {
    [
      "south": .number(bounds.south), "west": .number(bounds.west),
      "north": .number(bounds.north), "east": .number(bounds.east),
    ]
  }
}

/// What was read, left out and assumed.
enum ReportJSON {
  static func value(_ report: SceneReport) -> JSONValue {
    JSONValue(
      .array(
        report.entries.map {
          [
            "file": .string($0.file), "subject": .string($0.subject), "count": .integer($0.count),
          ]
        }))
  }
}
